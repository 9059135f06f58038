/** Tests that a customer can pay until the time that mails name, also if a worker that came late suspended the service late. */
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from './given-renewing.ts';

const clock = movingClock();
let chain: Chain;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 479n });
  given = renewalHelpers(chain, clock);
  await chain.db.deleteFrom('service_beats').execute();
});
afterEach(() => expectBooksClean(chain.db));

async function look() {
  await expireOrders(given.cx());
  await given.look(chain.worker);
}

async function passTo(at: Date) {
  while (clock.now().getTime() < at.getTime()) {
    clock.pass(Math.min(hours(12), at.getTime() - clock.now().getTime()));
    await look();
  }
}

test('a server that a late worker suspended is paid until the time that its mails name', async () => {
  const { id } = (await deploy(chain, me)).body;
  const whenever = (status: string) =>
    chain.serverWhen(id, me.token, (server) => server.status === status && server.locked === null);
  const expiry = new Date((await whenever('active')).expiry_at).getTime();
  await passTo(new Date(expiry - hours(1)));
  clock.pass(days(3));
  await look();
  await whenever('suspended');
  clock.pass(hours(1));
  await look();
  const [told] = (await mailsOf(chain.db, me)).flatMap((mail) => (mail.template === 'services-suspended' ? [mail.data] : []));
  if (!told) throw new Error('no mail tells of the suspension');
  const { ends, debts = [] } = told;
  expect(debts).toHaveLength(1);
  expect(ends).toBeGreaterThan(expiry + days(9));
  await passTo(new Date(ends - hours(1)));
  const [order] = (await given.orders(me.accountId)).slice(1);
  expect(order).toMatchObject({ id: debts[0]?.order, status: 'awaiting_payment' });
  await given.fund(me.accountId, 10_000n);
  await look();
  await whenever('active');
  expect((await given.orders(me.accountId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
});
