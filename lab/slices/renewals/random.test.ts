/**
 * Tests random histories of a service: each paid period has exactly one charge and one effect, whatever the owner, the clock and outages
 * do.
 */
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { days, hours } from '@innkeeper/model/time/clock';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from './given-renewing.ts';

const clock = movingClock();
let chain: Chain;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
});
afterAll(() => chain.close());

type Step =
  | { do: 'pass'; days: number; away: boolean }
  | { do: 'fund' | 'deleteOrder' | 'payOrder' | 'cancel' | 'cancelNow' | 'undo' }
  | { do: 'renew'; months: 1 | 3 };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }), away: fc.boolean() }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constantFrom('fund', 'deleteOrder', 'payOrder', 'cancel', 'cancelNow', 'undo') }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), months: fc.constantFrom(1 as const, 3 as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
) as fc.Arbitrary<Step[]>;

interface Owner extends GivenAccount {
  server: number;
}

async function jobs(me: Owner, given: ReturnType<typeof renewalHelpers>): Promise<void> {
  await recordHeartbeat(given.cx());
  await given.look(chain.worker);
  await expireOrders(given.cx());
  await chain.worker.idle({ horizonMs: 60_000 });
  await chain.serverWhen(me.server, me.token, ({ locked }) => locked === null);
}

async function take(step: Step, me: Owner, given: ReturnType<typeof renewalHelpers>): Promise<void> {
  const call = (operation: Parameters<Chain['call']>[0], input: object = {}) => chain.call(operation, input, { token: me.token });
  const params = { id: me.server };
  const waiting = async () => (await given.orders(me.accountId)).find(({ status }) => status === 'awaiting_payment')?.id;
  if (step.do === 'pass') {
    // During an outage no job runs, and the API sends no heartbeat.
    for (let day = 0; day < step.days; day += step.away ? step.days : 3) {
      clock.pass(step.away ? days(step.days) : days(Math.min(3, step.days - day)));
      await chain.db
        .updateTable('service_beats')
        .set({ beat_at: new Date(clock.now().getTime() - (step.away ? days(step.days) : hours(0))) })
        .execute();
      await jobs(me, given);
    }
  } else if (step.do === 'fund') await given.fund(me.accountId, 1_000n);
  else if (step.do === 'renew') await call('renewServers', { body: { server_ids: [me.server], billing_cycle: step.months } });
  else if (step.do === 'deleteOrder') await call('deleteOrder', { params: { id: (await waiting()) ?? 999_999 } });
  else if (step.do === 'payOrder') await call('payOrders', { body: { order_ids: [(await waiting()) ?? 999_999] } });
  else if (step.do === 'undo') await call('undoCancelServer', { params });
  else await call('cancelServer', { params, body: { now: step.do === 'cancelNow' } });
  await chain.worker.idle({ horizonMs: 60_000 });
}

async function assertOnce(me: Owner, given: ReturnType<typeof renewalHelpers>): Promise<void> {
  const { rows: paid } = await sql<{ period_from: Date; period_to: Date; status: string; gross: bigint }>`
    select p.period_from, p.period_to, o.status, l.gross from service_periods p
    join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    where p.service_id = ${me.server} and p.state = 'paid' order by p.period_from`.execute(chain.db);
  for (const [i, { period_from, status }] of paid.entries()) {
    expect(status).toBe('paid');
    if (i > 0) expect(period_from).toEqual(paid[i - 1]?.period_to);
  }
  const service = await given.service(me.server);
  expect(service.expiry_at).toEqual(paid.at(-1)?.period_to);
  const orders = await given.orders(me.accountId);
  const charged = orders.filter(({ status }) => status === 'paid').reduce((sum, { gross }) => sum + gross, 0n);
  expect(charged).toBe(paid.reduce((sum, { gross }) => sum + gross, 0n));
  expect(orders.filter(({ status }) => status === 'paid')).toHaveLength(paid.length);
  if (service.status === 'terminated') expect(orders.some(({ status }) => status === 'awaiting_payment')).toBe(false);
  await expectBooksClean(chain.db);
  await assertInvariants(chain);
}

test('each paid period of a service has one charge and one effect, in any random history', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const account = await givenAccount(chain.db, { funds: 479n });
      const given = renewalHelpers(chain, clock);
      await recordHeartbeat(given.cx());
      const { id: server } = (await deploy(chain, account)).body;
      const me = { ...account, server };
      await chain.serverWhen(server, me.token, ({ status, locked }) => status === 'active' && locked === null);
      for (const step of history) await take(step, me, given);
      await jobs(me, given);
      await assertOnce(me, given);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
