import { afterEach, expect, it } from 'vitest';
import { vatNumbersConformance } from '../conformance.ts';
import { ViesVatNumbers } from './driver.ts';
import { fault, json, type LocalVies, openLocalVies } from './local-server.ts';

vatNumbersConformance('VIES', async () => {
  const vies = await openLocalVies();
  return { port: new ViesVatNumbers({ url: vies.url }), makeUnavailable: vies.close, close: async () => {} };
});

let vies: LocalVies | undefined;
afterEach(() => vies?.close());

const number = { vatNumber: 'ATU12345675', requester: 'DE136695976' };
async function answered(reply: LocalVies['reply'], timeoutMs = 5_000) {
  vies = await openLocalVies();
  vies.reply = reply;
  return new ViesVatNumbers({ url: vies.url, timeoutMs }).check(number);
}

it('identifies the seller in its request, and returns the registered data', async () => {
  expect(await answered(undefined)).toEqual({
    ...{ verdict: 'valid', name: 'Given GmbH', address: 'Main Street 1\n1010 Vienna' },
    consultation: expect.stringMatching(/^WAPI/),
  });
  expect(vies?.receivedQueries).toEqual([
    { countryCode: 'AT', vatNumber: 'U12345675', requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
  ]);
});

it.each<[requester: string, expected: object]>([
  ['ATU12345675', { requesterMemberStateCode: 'AT', requesterNumber: 'U12345675' }],
  ['EL094259216', { requesterMemberStateCode: 'EL', requesterNumber: '094259216' }],
  ['XI110305878', { requesterMemberStateCode: 'XI', requesterNumber: '110305878' }],
  ['CHE123456788', {}],
  ['GB999999973', {}],
  ['GR094259216', {}],
])('a requester needs a prefix that VIES knows: %s', async (requester, expected) => {
  vies = await openLocalVies();
  const answer = await new ViesVatNumbers({ url: vies.url }).check({ ...number, requester });
  const hasConsultation = 'requesterNumber' in expected;
  expect(answer).toMatchObject({ verdict: 'valid', consultation: hasConsultation ? expect.stringMatching(/^WAPI/) : null });
  expect(vies.receivedQueries).toEqual([{ countryCode: 'AT', vatNumber: 'U12345675', ...expected }]);
});

it('asks again without the requester if VIES refuses it, at most once', async () => {
  const refuse = fault('INVALID_REQUESTER_INFO');
  const answer = await answered((response, query) =>
    query.requesterNumber ? refuse(response, query) : json(response, 200, { ...valid, requestIdentifier: '' }),
  );
  expect(answer).toEqual({ verdict: 'valid', consultation: null, name: null, address: null });
  expect(vies?.receivedQueries.map(({ requesterNumber }) => requesterNumber)).toEqual(['136695976', undefined]);
  await vies?.close();
  expect(await answered(refuse)).toMatchObject({ verdict: 'unknown', reason: 'INVALID_REQUESTER_INFO' });
  expect(vies?.receivedQueries).toHaveLength(2);
});

it.each([
  ['MS_UNAVAILABLE', 200, 'country'],
  ['MS_UNAVAILABLE', 500, 'country'],
  ['MS_MAX_CONCURRENT_REQ', 200, 'country'],
  ['TIMEOUT', 200, 'country'],
  ['GLOBAL_MAX_CONCURRENT_REQ', 200, 'all'],
  ['SERVICE_UNAVAILABLE', 503, 'all'],
  ['INVALID_REQUESTER_INFO', 200, 'all'],
  ['VAT_BLOCKED', 200, 'all'],
])('returns no verdict for %s with status %i', async (error, status, away) => {
  expect(await answered(fault(error, status))).toEqual({ verdict: 'unknown', reason: error, away });
});

const valid = { countryCode: 'AT', vatNumber: 'U12345675', valid: true };
it.each<[string, NonNullable<LocalVies['reply']>, string]>([
  ['a yes with an error of the server', (response) => json(response, 502, valid), 'status 502'],
  ['a page of a proxy', (response) => void response.writeHead(200).end('<html>Blocked</html>'), 'not an answer'],
  ['an empty reply', (response) => void response.writeHead(200).end(), 'not an answer'],
  ['a yes in words', (response) => json(response, 200, { ...valid, valid: 'true' }), 'not an answer'],
  ['a yes to another number', (response) => json(response, 200, { ...valid, vatNumber: 'U99999999' }), 'not an answer'],
  ['a list', (response) => json(response, 200, [valid]), 'not an answer'],
  ['null', (response) => json(response, 200, null), 'not an answer'],
  ['a reply without end', (response) => void response.writeHead(200).end('x'.repeat(200_000)), 'unreachable'],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'unreachable'],
  ['a connection that breaks', (response) => void response.destroy(), 'unreachable'],
  ['half a reply', (response) => void response.writeHead(200).write('{', () => response.destroy()), 'unreachable'],
])('returns no verdict for %s', async (_, reply, reason) => {
  expect(await answered(reply)).toEqual({ verdict: 'unknown', reason, away: 'all' });
});

it('times out if the server does not answer', async () => {
  expect(await answered(() => {}, 50)).toEqual({ verdict: 'unknown', reason: 'timeout', away: 'all' });
  void vies?.close();
  const dribbling = answered((response) => void response.writeHead(200).write('{'), 50);
  expect(await dribbling).toEqual({ verdict: 'unknown', reason: 'timeout', away: 'all' });
});
