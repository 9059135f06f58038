import { expect, test } from 'vitest';
import { readWebhookReceivers } from './webhooks.ts';

test('receivers are addresses with a port, and none unless they are named', () => {
  expect(readWebhookReceivers({})).toEqual({ webhookReceivers: [] });
  expect(readWebhookReceivers({ INNKEEPER_WEBHOOK_RECEIVERS: ' 10.0.0.5:80 [fd00::5]:8443' }).webhookReceivers).toEqual([
    { address: '10.0.0.5', port: 80 },
    { address: 'fd00::5', port: 8443 },
  ]);
  for (const bad of ['10.0.0.5', 'hooks.example.com:443', '169.254.169.254:80'])
    expect(() => readWebhookReceivers({ INNKEEPER_WEBHOOK_RECEIVERS: bad })).toThrow(bad);
});
