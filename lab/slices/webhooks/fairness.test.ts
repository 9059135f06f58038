/** Tests which deliveries are sent when thousands are due. */
import { setTimeout } from 'node:timers/promises';
import { insertDeliveries } from '@innkeeper/db/tables/event-deliveries';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { WebhookAnswer, WebhookPort } from '@innkeeper/engine/webhooks/port';
import { deliverEvents } from '@innkeeper/jobs/webhooks/deliver-events';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenDelivery, givenWebhook, givenWebhooks } from '../../given-webhooks.ts';

let lab: TestDatabase;
const now = new Date('2027-03-10T12:00:00Z');
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
});
afterAll(() => lab.close());
beforeEach(() => lab.db.deleteFrom('webhooks').execute());

const TAKEN: WebhookAnswer = { delivered: true, status: 200, ms: 5, error: null, failure: null, text: '', retryAfterMs: null };
const sending = (send: WebhookPort['send']): WebhookPort => ({ send });
const cx = (sender: WebhookPort, db = lab.db) => ({ ...givenJobCx(db, { clock }), webhooks: givenWebhooks(sender) });
const delivered = async (): Promise<number> =>
  (await lab.db.selectFrom('event_deliveries').select('id').where('status', '=', 'delivered').execute()).length;

/** Inserts `n` deliveries that are due for an hour. */
function givenDeliveries({ id, account_id }: Webhook, n: number): Promise<unknown> {
  const due = new Date(now.getTime() - minutes(60));
  const row = { account_id, webhook_id: id, event_type: 'test', body: '{}', next_try_at: due, created_at: due };
  return insertDeliveries(
    lab.db,
    Array.from({ length: n }, () => row),
  );
}

test('a due delivery is sent before 2,000 of another account with slow receivers, which continue', async () => {
  const [many, one] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  for (let i = 0; i < 10; i += 1) {
    const url = `https://${i === 0 ? 'dead' : 'many'}-${i}.example.com/`;
    await givenDeliveries(await givenWebhook(lab.db, many, { url }), 200);
  }
  await givenDelivery(lab.db, await givenWebhook(lab.db, one, { url: 'https://one.example.com/' }), { next_try_at: now });
  const sent: string[] = [];
  const stopping = new AbortController();
  let [underWay, max] = [0, 0];
  const sender = sending(async ({ url, signal }) => {
    sent.push(url);
    underWay += 1;
    max = Math.max(max, underWay);
    if (url.includes('dead')) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    else await setTimeout(1);
    underWay -= 1;
    return url.includes('dead') ? 'aborted' : TAKEN;
  });
  const running = deliverEvents({ ...cx(sender), stopping: stopping.signal });
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(100);
  stopping.abort();
  await running;
  // At most four deliveries precede it: the concurrent ones of the other account.
  expect(sent.indexOf('https://one.example.com/')).toBeLessThanOrEqual(4);
  expect(max).toBeLessThanOrEqual(5);
  expect(sent.filter((url) => url.includes('dead')).length).toBeLessThanOrEqual(2);
});

test('deliveries without a free slot are sent in the same run, even if slots became free during the query', async () => {
  await givenDeliveries(await givenWebhook(lab.db, await givenAccount(lab.db)), 3);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let began = 0;
  const sender = sending(async () => {
    began += 1;
    await held;
    return TAKEN;
  });
  let looked = false;
  const db = lab.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (looked || began < 2) return result;
      looked = true;
      release();
      await expect.poll(delivered, { timeout: 20_000 }).toBe(2);
      await setTimeout(50);
      return result;
    },
  });
  expect(await deliverEvents(cx(sender, db))).toBe(3);
});
