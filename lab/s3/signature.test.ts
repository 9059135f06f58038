import { describe, expect, it } from 'vitest';
import { requireSignature, type SignedRequest } from './signature.ts';

// Examples of the documentation. Their key id is not part of the signed text:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const VERIFIER = {
  accessKeyId: 'EXAMPLEKEYID',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  now: new Date('2013-05-24T00:00:00Z'),
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface Example extends Partial<Omit<SignedRequest, 'headers'>> {
  headers?: Record<string, string>;
  signed?: string;
  signature: string;
}

const GET_OBJECT: Example = {
  url: '/test.txt',
  headers: { range: 'bytes=0-9' },
  signed: 'host;range;x-amz-content-sha256;x-amz-date',
  signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
};
const PUT_OBJECT: Example = {
  method: 'PUT',
  url: '/test%24file.text',
  headers: {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
  },
  body: Buffer.from('Welcome to Amazon S3.'),
  signed: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
  signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
};
const LIFECYCLE: Example = {
  url: '/?lifecycle',
  signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
};
const LIST: Example = {
  url: '/?max-keys=2&prefix=J',
  signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
};

const SCOPE = '20130524/us-east-1/s3/aws4_request';
const authorizationOf = (
  { signed = 'host;x-amz-content-sha256;x-amz-date', signature }: Example,
  scope = SCOPE,
  id = VERIFIER.accessKeyId,
) => `AWS4-HMAC-SHA256 Credential=${id}/${scope},SignedHeaders=${signed},Signature=${signature}`;

function verify(example: Example, changes: Partial<SignedRequest> = {}, verifier: Partial<typeof VERIFIER> = {}): void {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    ...example.headers,
    authorization: authorizationOf(example),
    ...changes.headers,
  };
  const { method = 'GET', url = '/', body = Buffer.alloc(0) } = { ...example, ...changes };
  requireSignature({ method, url, body, headers }, { ...VERIFIER, ...verifier });
}
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('the signature of a request', () => {
  it.each([GET_OBJECT, PUT_OBJECT, LIFECYCLE, LIST])('is accepted for $url from the documentation', (example) => {
    expect(() => verify(example)).not.toThrow();
  });

  it('covers the parameters in any order', () => {
    expect(() => verify(LIST, { url: '/?prefix=J&max-keys=2' })).not.toThrow();
  });

  it.each<[string, Partial<SignedRequest>]>([
    ['method', { method: 'DELETE' }],
    ['path', { url: '/test%24file.tex' }],
    ['query', { url: '/test%24file.text?x' }],
    ['host', { headers: { host: 'example.com' } }],
    ['time', { headers: { 'x-amz-date': '20130524T000001Z' } }],
    ['signed header', { headers: { 'x-amz-storage-class': 'STANDARD' } }],
    ['hash of the body', { headers: { 'x-amz-content-sha256': EMPTY }, body: Buffer.alloc(0) }],
  ])('is refused for another %s', (_name, changes) => {
    expect(() => verify(PUT_OBJECT, changes)).toThrow(refused('SignatureDoesNotMatch'));
  });

  it('is refused with another secret', () => {
    expect(() => verify(LIST, {}, { secretAccessKey: 'guessed' })).toThrow(refused('SignatureDoesNotMatch'));
  });

  it('covers the hash of the received body', () => {
    expect(() => verify(PUT_OBJECT, { body: Buffer.from('Welcome to Amazon S4.') })).toThrow(
      refused('XAmzContentSHA256Mismatch'),
    );
  });

  it('is required in the header', () => {
    const presigned = `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${GET_OBJECT.signature}`;
    for (const changes of [{ headers: { authorization: undefined } }, { url: presigned, headers: { authorization: undefined } }])
      expect(() => verify(GET_OBJECT, changes)).toThrow(refused('AccessDenied'));
  });

  it('must cover host and all x-amz headers', () => {
    const narrow = (signed: string) => ({ headers: { authorization: authorizationOf({ ...PUT_OBJECT, signed }) } });
    for (const signed of ['date;host;x-amz-content-sha256;x-amz-date', 'x-amz-content-sha256;x-amz-date;x-amz-storage-class'])
      expect(() => verify(PUT_OBJECT, narrow(signed))).toThrow(refused('AccessDenied'));
    expect(() => verify(LIST, { headers: { 'x-amz-copy-source': '/other' } })).toThrow(refused('AccessDenied'));
  });

  it('is valid for 15 minutes, for a known key, and for one day, region and service', () => {
    const at = (time: string) => ({ now: new Date(time) });
    for (const time of ['2013-05-23T23:45:00Z', '2013-05-24T00:15:00Z']) expect(() => verify(LIST, {}, at(time))).not.toThrow();
    for (const time of ['2013-05-23T23:44:59Z', '2013-05-24T00:15:01Z'])
      expect(() => verify(LIST, {}, at(time))).toThrow(refused('RequestTimeTooSkewed'));
    expect(() => verify(LIST, { headers: { 'x-amz-date': 'yesterday' } })).toThrow(refused('RequestTimeTooSkewed'));
    expect(() => verify(LIST, {}, { accessKeyId: 'OTHER' })).toThrow(refused('InvalidAccessKeyId'));
    expect(() => verify(LIST, {}, { region: 'eu-central-1' })).toThrow(refused('AuthorizationHeaderMalformed'));
    for (const scope of ['20130523/us-east-1/s3/aws4_request', '20130524/us-east-1/ec2/aws4_request'])
      expect(() => verify(LIST, { headers: { authorization: authorizationOf(LIST, scope) } })).toThrow(
        refused('AuthorizationHeaderMalformed'),
      );
  });
});
