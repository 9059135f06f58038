import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from './signature.ts';

test('matches the public vector of Standard Webhooks', () => {
  const headers = signedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('two secrets sign separately, and each secret is new', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const both = signedHeaders({ id: 'msg_1', at: new Date(1_999), body: '{}', secrets });
  expect(both['webhook-timestamp']).toBe('1');
  expect(both['webhook-signature']?.split(' ')).toEqual(
    secrets.map(
      (secret) => signedHeaders({ id: 'msg_1', at: new Date(1_000), body: '{}', secrets: [secret] })['webhook-signature'],
    ),
  );
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
});
