import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gatewayConformance } from '../conformance.ts';
import { Payments } from '../open.ts';
import { SandboxGateway } from './driver.ts';
import { sandboxEvent, sandboxHint, sandboxWebhooks } from './webhook.ts';

gatewayConformance(
  'sandbox',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'innkeeper-sandbox-'));
    const gateway = new SandboxGateway(directory);
    return {
      gateway,
      amounts: { pays: 10_00n, declines: 10_01n, declinesForGood: 10_02n, losesAnswer: 10_03n, neverArrives: 10_04n },
      // A status poll pays the payment.
      pay: async (payment) => void (await gateway.poll(payment)),
      card: { gatewayId: 'sandbox_card_7', gatewayCustomer: 'sandbox_customer_7' },
      countTaken: async (reference) => ((await gateway.paid(reference)) ? 1 : 0),
      close: () => rm(directory, { recursive: true }),
    };
  },
  { hostedCheckout: true, savedCards: true, refunds: true },
);

it.each(['http://localhost:7080', 'http://localhost:7080/'])('opens a page of the console at %s', async (consoleUrl) => {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-sandbox-'));
  const payments = new Payments({ directory, trial: true, consoleUrl, stripe: null });
  const gateway = await payments.gateway('sandbox');
  const payment = { id: 1, reference: 'RF12', amount: 10_00n, currency: 'EUR' };
  const opened = await gateway.open?.(payment as never, { accountId: 1, saveCard: false } as never);
  expect(opened?.url).toBe('http://localhost:7080/sandbox#RF12');
  await rm(directory, { recursive: true });
});

it('is refused outside of a trial', async () => {
  const payments = new Payments({ directory: '/nonexistent', trial: false, stripe: null });
  await expect(payments.gateway('sandbox')).rejects.toMatchObject({ kind: 'refused' });
});

it('signs its webhooks, and refuses altered and old ones', async () => {
  const [reader, now] = [sandboxWebhooks('secret'), new Date('2026-03-01T00:00:00Z')];
  const { body, headers } = sandboxEvent('secret', { id: 'e1', type: 'payment', subject: 'p1' }, now);
  expect(await reader.verify(body, headers, now)).toEqual({
    eventId: 'e1',
    eventType: 'payment',
    hint: { about: 'payment', gatewayId: 'p1' },
  });
  expect(sandboxHint(body)).toEqual({ about: 'payment', gatewayId: 'p1' });
  expect(await reader.verify(Buffer.from(body.toString().replace('p1', 'p2')), headers, now)).toBeUndefined();
  expect(await reader.verify(body, {}, now)).toBeUndefined();
  expect(await sandboxWebhooks('other').verify(body, headers, now)).toBeUndefined();
  expect(await reader.verify(body, headers, new Date(now.getTime() + 301_000))).toBeUndefined();
});
