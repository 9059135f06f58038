import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@innkeeper/lab/given-webhooks';
import { makeSigningKey, type SigningKey } from '@innkeeper/lab/signing-key';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VendorImage, VendorSignature } from './known-images.ts';
import { downloadVendorImage, type VendorOrder } from './vendor-download.ts';

const IMAGE = Buffer.alloc(300_000, 'an image of a vendor ');
const OTHER = Buffer.alloc(300_000, 'an image of an attacker ');
const digestOf = (content: Buffer, algorithm = 'sha256') => createHash(algorithm).update(content).digest('hex');
const DETACHED = { kind: 'detached', file: 'SUMS.gpg', keys: 'vendor.asc' } as const;
const INSIDE = { kind: 'inside', keys: 'vendor.asc' } as const;

let http: Server;
let https: Server;
let root: string;
let directory: string;
/** Files of the vendor below `/tree/`, by name. */
let tree: Record<string, string | Buffer>;
/** Replaces the answer to a file. */
let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
let seen: string[];
let gpg: SigningKey;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'innkeeper-vendor-'));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  http = await listen(createServer(serve));
  https = await listen(createSecureServer(await makeCertificate(), serve));
  gpg = await makeSigningKey(root, 'vendor@example.com');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of [http, https]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  directory = await mkdtemp(join(root, 'registered-'));
  [tree, answers, seen] = [{}, {}, []];
});

const serve: RequestListener = (request, response) => {
  const name = (request.url ?? '').replace('/tree/', '');
  seen.push(name);
  const answer = answers[name];
  const content = tree[name];
  if (answer) answer(request, response);
  else if (content === undefined) response.writeHead(404).end();
  else response.end(content);
};

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const urlOf = (server: Server) => `${server === https ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;

interface Vendor {
  digests?: Partial<VendorImage['digests']>;
  signature?: VendorSignature | null;
  order?: Partial<VendorOrder>;
  server?: Server;
}

function download({ digests, signature = DETACHED, order, server = http }: Vendor = {}) {
  const image = {
    ...{ base: 'https://vendor.example/', folder: 'tree/', file: 'disk.qcow2', signature },
    digests: { file: 'SUMS', algorithm: 'sha256' as const, isAlone: false, ...digests },
  };
  const where = { directory, allowed: [], mirror: urlOf(server) };
  return downloadVendorImage({ image, ...where, readKeys: async () => gpg.keys, pauseMs: 1, ...order });
}

async function givenSigned(text: string): Promise<void> {
  tree = { 'disk.qcow2': IMAGE, SUMS: text, 'SUMS.gpg': await gpg.sign(text, 'detached') };
}
const left = () => readdir(directory);
const LINE = `${digestOf(IMAGE)}  disk.qcow2\n`;

describe('a vendor', () => {
  test('with a list in GNU form and a detached signature', async () => {
    await givenSigned(`${digestOf(OTHER)} *other.qcow2\n${digestOf(IMAGE)} *disk.qcow2\n`);
    const { path, signedBy, url } = await download();
    expect([signedBy, url]).toEqual([gpg.fingerprint, `${urlOf(http)}tree/disk.qcow2`]);
    expect(await readFile(path)).toEqual(IMAGE);
    expect(await left()).toHaveLength(1);
  });

  test('whose signature a killed command was verifying', async () => {
    await givenSigned(LINE);
    // No process has the id 0.
    await mkdir(join(directory, '.draft-0-1-00000000-abcdef'));
    await download();
    expect(await left()).toEqual([expect.stringMatching(/^\.part-/)]);
  });

  test('with a clear-signed list in BSD form that names the dated file', async () => {
    const text = `# disk.qcow2: 300000 bytes\nSHA256 (disk.qcow2) = ${digestOf(IMAGE)}\nSHA256 (disk-1.7.qcow2) = ${digestOf(IMAGE)}\n`;
    tree = { 'disk-1.7.qcow2': IMAGE, 'disk.qcow2': OTHER, SUMS: await gpg.sign(text, 'inside') };
    expect(await download({ signature: INSIDE })).toMatchObject({
      url: `${urlOf(http)}tree/disk-1.7.qcow2`,
      signedBy: gpg.fingerprint,
    });
    // Dated files vanish.
    tree['disk.qcow2'] = IMAGE;
    delete tree['disk-1.7.qcow2'];
    directory = await mkdtemp(join(root, 'registered-'));
    expect(await download({ signature: INSIDE })).toMatchObject({ url: `${urlOf(http)}tree/disk.qcow2` });
  });

  test('with a SHA-512 alone and no signature, over HTTPS', async () => {
    tree = { 'disk.qcow2': IMAGE, 'disk.qcow2.sha512': digestOf(IMAGE, 'sha512') };
    const digests = { file: 'disk.qcow2.sha512', algorithm: 'sha512', isAlone: true } as const;
    expect(await download({ digests, signature: null, server: https })).toMatchObject({ signedBy: null });
    await expect(download({ digests, signature: null })).rejects.toThrow('The URL must begin with https://');
  });

  test('whose certificate nobody has signed is named so', async () => {
    tree = { 'disk.qcow2': IMAGE, SUMS: LINE };
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '1');
    const sentence = "The certificate of the URL's server is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).";
    await expect(download({ signature: null, server: https })).rejects.toMatchObject({
      sentence: expect.stringContaining(sentence),
      retryable: false,
    });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  });

  test('that publishes another build meanwhile is read once more', async () => {
    await givenSigned(LINE);
    const newer = `${digestOf(OTHER)}  disk.qcow2\n`;
    const signed = await gpg.sign(newer, 'detached');
    answers['disk.qcow2'] = (_request, response) => {
      Object.assign(tree, { SUMS: newer, 'SUMS.gpg': signed });
      response.end(OTHER);
    };
    expect(await readFile((await download()).path)).toEqual(OTHER);
    expect(seen.filter((name) => name === 'SUMS')).toHaveLength(2);
    expect(await left()).toHaveLength(1);
  });
});

describe('a build on sale', () => {
  const current = async (content: Buffer, signedAt: string) => {
    const path = join(await mkdtemp(join(root, 'sold-')), 'sold.qcow2');
    await writeFile(path, content);
    return { path, signedAt: new Date(signedAt) };
  };
  const at = async (time: string) => {
    const key = await makeSigningKey(root, `${time}@example.com`, { at: time });
    tree = { 'disk.qcow2': IMAGE, SUMS: LINE, 'SUMS.gpg': await key.sign(LINE, 'detached') };
    return async () => key.keys;
  };

  test('is not downloaded again, whenever its list was signed, unless its file is damaged', async () => {
    const readKeys = await at('20260101T000000');
    const sold = await current(IMAGE, '2026-03-01T00:00:00Z');
    expect(await download({ order: { readKeys, current: sold } })).toMatchObject({ path: sold.path, isCurrent: true });
    expect([seen.includes('disk.qcow2'), await left()]).toEqual([false, []]);
    await writeFile(sold.path, IMAGE.subarray(1));
    expect(await download({ order: { readKeys, current: { ...sold, signedAt: null } } })).toMatchObject({ isCurrent: false });
    await rm(sold.path);
    expect(await download({ order: { readKeys, current: { ...sold, signedAt: null } } })).toMatchObject({ isCurrent: false });
  });

  test('is not replaced by one that was signed earlier, unless that is asked for', async () => {
    const readKeys = await at('20260201T080000');
    const sold = await current(OTHER, '2026-03-01T09:30:00Z');
    await expect(download({ order: { readKeys, current: sold } })).rejects.toThrow(
      'SUMS with disk.qcow2 was signed at 2026-02-01 08:00 UTC, but the list of the build on sale at 2026-03-01 09:30 UTC. Add --older',
    );
    expect([seen.includes('disk.qcow2'), await left()]).toEqual([false, []]);
    const signedAt = new Date('2026-02-01T08:00:00Z');
    expect(await download({ order: { readKeys, current: sold, acceptsOlder: true } })).toMatchObject({ signedAt });
    // Two builds of one second have no order.
    await download({ order: { readKeys, current: { ...sold, signedAt } } });
  });
});

describe('refused, with nothing left behind', () => {
  const serves = (files: typeof tree) => async () => void Object.assign(tree, files);
  const lacks = (name: string) => async () => void delete tree[name];
  const redirects = (name: string, location: string) => async () =>
    void Object.assign(answers, {
      [name]: (_request: IncomingMessage, response: ServerResponse) => response.writeHead(302, { location }).end(),
    });
  const signedNothing = () => gpg.sign('signed, but no digest\n', 'inside').then(String);
  const refused: [what: string, why: string | RegExp, given: () => Promise<void>, vendor?: () => Vendor][] = [
    ['another file', /the sha256 of http\S+disk.qcow2 is not the one in SUMS/, serves({ 'disk.qcow2': OTHER })],
    ['a changed list', 'the signature of SUMS is not valid', serves({ SUMS: LINE.replace(/^./, 'f') })],
    ['no signature', 'the signature of SUMS is not valid', serves({ 'SUMS.gpg': 'none' })],
    [
      'the signature of another key',
      'the signature of SUMS is not valid',
      async () => serves({ 'SUMS.gpg': await (await makeSigningKey(root, 'eve@example.com')).sign(LINE, 'detached') })(),
    ],
    [
      'a line before the signed part',
      'SUMS lists no SHA-256 of disk.qcow2',
      async () => serves({ SUMS: `${digestOf(OTHER)}  disk.qcow2\n\n${await signedNothing()}` })(),
      () => ({ signature: INSIDE }),
    ],
    [
      'a line after the signed part',
      'SUMS lists no SHA-256 of disk.qcow2',
      async () => serves({ SUMS: `${await signedNothing()}${digestOf(OTHER)}  disk.qcow2\n` })(),
      () => ({ signature: INSIDE }),
    ],
    ['a moved file', /disk.qcow2: The URL answered with status 404/, lacks('disk.qcow2')],
    ['a moved list', /SUMS: The URL answered with status 404/, lacks('SUMS')],
    ['a list that is too large', 'SUMS has more than 1 MiB', serves({ SUMS: Buffer.alloc((1 << 20) + 1) })],
    ['a file that is too large', 'larger than 1000 bytes', async () => {}, () => ({ order: { maxBytes: 1000 } })],
    [
      'a file for which there is no space',
      'not enough space',
      async () => {},
      () => ({ order: { freeBytes: async () => 1024 ** 3 } }),
    ],
    ['a redirect to a private address', 'not public', redirects('disk.qcow2', 'http://10.0.0.5/x')],
    ['a redirect to another port of this host', 'not public', redirects('SUMS', 'http://127.0.0.1:1/x')],
    [
      'a redirect to HTTP without a signature',
      'The URL must begin with https://',
      redirects('disk.qcow2', 'http://vendor.example/x'),
      () => ({ signature: null, server: https }),
    ],
  ];
  test.each(refused)('%s', async (_what, why, given, vendor) => {
    await givenSigned(LINE);
    await given();
    await expect(download(vendor?.())).rejects.toThrow(why);
    expect(await left()).toEqual([]);
  });

  test('a mirror at a private address that is only a name', async () => {
    await givenSigned(LINE);
    const mirror = urlOf(http).replace('127.0.0.1', 'localhost');
    await expect(download({ order: { mirror } })).rejects.toThrow('not public');
    expect(seen).toEqual([]);
  });
});

describe('a broken download', () => {
  /** Connection that breaks once the client has stored this part of the file. */
  let breaking: { response: ServerResponse; at: number } | null = null;
  const onPercent = (percent: number): void => {
    if (breaking && Math.round((percent / 100) * IMAGE.length) === breaking.at) breaking.response.destroy();
  };
  /** Sends the requested part, and breaks the connection after `bytes`. */
  const breakAfter = (bytes: number) => (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? 'bytes=0-')?.[1]);
    const rest = IMAGE.subarray(from);
    const range = { 'content-range': `bytes ${from}-${IMAGE.length - 1}/${IMAGE.length}` };
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...(from > 0 && range) });
    breaking = rest.length <= bytes ? null : { response, at: from + bytes };
    if (breaking === null) response.end(rest);
    else response.write(rest.subarray(0, bytes));
  };
  const ranges: (string | undefined)[] = [];
  const counted = (answer: ReturnType<typeof breakAfter>) => (request: IncomingMessage, response: ServerResponse) => {
    ranges.push(request.headers.range);
    answer(request, response);
  };
  beforeEach(async () => {
    ranges.length = 0;
    await givenSigned(LINE);
  });

  test('continues where it broke, in the same run', async () => {
    answers['disk.qcow2'] = counted(breakAfter(100_000));
    const { path } = await download({ order: { onPercent } });
    expect(await readFile(path)).toEqual(IMAGE);
    expect(ranges).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
  });

  test('continues where it broke, in the next run of another process', async () => {
    await writeFile(join(directory, `.part-1-1-00000000-${digestOf(IMAGE).slice(0, 16)}`), IMAGE.subarray(0, 120_000));
    answers['disk.qcow2'] = counted(breakAfter(IMAGE.length));
    expect(await readFile((await download()).path)).toEqual(IMAGE);
    expect(ranges).toEqual(['bytes=120000-']);
    // A complete part, whose trial boot failed for example, is not requested again.
    expect(await readFile((await download()).path)).toEqual(IMAGE);
    expect(ranges).toHaveLength(1);
  });

  test('keeps what has arrived when the server stops answering', async () => {
    let requests = 0;
    answers['disk.qcow2'] = (request, response) => {
      requests += 1;
      if (requests === 1) breakAfter(100_000)(request, response);
      else response.destroy();
    };
    await expect(download({ order: { onPercent } })).rejects.toMatchObject({ retryable: true });
    expect(await left()).toHaveLength(1);
  });

  test('of a part with foreign bytes is refused, and starts at the first byte the next time', async () => {
    await writeFile(join(directory, `.part-1-1-00000000-${digestOf(IMAGE).slice(0, 16)}`), OTHER.subarray(0, 120_000));
    answers['disk.qcow2'] = counted(breakAfter(IMAGE.length));
    await expect(download()).rejects.toThrow('is not the one in SUMS');
    expect(await left()).toEqual([]);
    expect(await readFile((await download()).path)).toEqual(IMAGE);
  });
});
