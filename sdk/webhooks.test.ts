import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts';

/** Test vector of the reference libraries of Standard Webhooks. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const AT = 1_614_265_330;
const sent = (changes: Record<string, string | undefined> = {}) => ({
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(AT),
    'webhook-signature': SIGNATURE,
    ...changes,
  },
  body: BODY,
});
const at = (seconds: number) => ({ now: new Date((AT + seconds) * 1000) });
const refused = (message: RegExp) =>
  expect.objectContaining({ name: 'WebhookVerificationError', message: expect.stringMatching(message) });

test('verifies the public test vector, with any type and case of headers', async () => {
  expect(await verifyWebhook(SECRET, sent(), at(0))).toEqual({ test: 2432232314 });
  expect(await verifyWebhook(SECRET.slice(6), sent(), at(0))).toEqual({ test: 2432232314 });
  expect(await verifyWebhook(SECRET, { ...sent(), headers: new Headers(sent().headers) }, at(0))).toBeDefined();
  const upper = Object.fromEntries(Object.entries(sent().headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(await verifyWebhook(SECRET, { headers: upper, body: BODY }, at(0))).toBeDefined();
});

test('one matching secret and one matching signature are enough', async () => {
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  expect(await verifyWebhook([other, SECRET], sent(), at(0))).toBeDefined();
  const several = sent({ 'webhook-signature': `v1,${'A'.repeat(43)}= v2,else ${SIGNATURE} v1,***` });
  expect(await verifyWebhook(SECRET, several, at(0))).toBeDefined();
  await expect(verifyWebhook(other, sent(), at(0))).rejects.toEqual(refused(/No signature/));
});

test('refuses replayed messages and messages from the future', async () => {
  expect(await verifyWebhook(SECRET, sent(), at(300))).toBeDefined();
  await expect(verifyWebhook(SECRET, sent(), at(301))).rejects.toEqual(refused(/too old/));
  await expect(verifyWebhook(SECRET, sent(), at(-301))).rejects.toEqual(refused(/future/));
  await expect(verifyWebhook(SECRET, sent(), { ...at(20), toleranceSeconds: 10 })).rejects.toEqual(refused(/too old/));
  // The signature covers the original timestamp.
  await expect(verifyWebhook(SECRET, sent({ 'webhook-timestamp': String(AT + 400) }), at(400))).rejects.toEqual(
    refused(/No signature/),
  );
});

test.each([
  ['another body', { ...sent(), body: BODY.replace('4', '5') }, /No signature/],
  ['another id', sent({ 'webhook-id': 'msg_other' }), /No signature/],
  ['no id', sent({ 'webhook-id': undefined }), /webhook-id/],
  ['no time', sent({ 'webhook-timestamp': '' }), /webhook-timestamp/],
  ['a time that is none', sent({ 'webhook-timestamp': '1e9' }), /webhook-timestamp/],
  ['no signature', sent({ 'webhook-signature': undefined }), /webhook-signature/],
  ['an older kind of signature', sent({ 'webhook-signature': SIGNATURE.replace('v1', 'v0') }), /No signature/],
  ['a signature cut short', sent({ 'webhook-signature': SIGNATURE.slice(0, -5) }), /No signature/],
])('%s is refused', async (_what, message, why) => {
  await expect(verifyWebhook(SECRET, message, at(0))).rejects.toEqual(refused(why));
  await expect(verifyWebhook(SECRET, message, at(0))).rejects.toBeInstanceOf(WebhookVerificationError);
});

test('throws a TypeError for an invalid secret, because that is an error of the receiver', async () => {
  await expect(verifyWebhook('whsec_', sent(), at(0))).rejects.toBeInstanceOf(TypeError);
});
