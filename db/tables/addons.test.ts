import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { givenAccount, givenServer } from '../../lab/given.ts';
import { insertAddon } from './addons.ts';
import { updateService } from './services.ts';

let lab: TestDatabase;
let accountId: number;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 8 });
  ({ accountId } = await givenAccount(lab.db));
});
afterAll(() => lab.close());

const order = (serverId: number, key: string) =>
  lab.db.transaction().execute((trx) =>
    insertAddon(trx, {
      account_id: accountId,
      server_id: serverId,
      key,
      status: 'awaiting_payment',
      billing_cycle: 1,
      renew_price: 100n,
    }),
  );
const held = (serverId: number) =>
  lab.db.selectFrom('addons').select(['key', 'status']).where('server_id', '=', serverId).orderBy('id').execute();

it('exists once for a server despite concurrent orders, and the others are refused', async () => {
  const [one, other] = [await givenServer(lab.db, { accountId }), await givenServer(lab.db, { accountId })];
  const orders = await Promise.allSettled(Array.from({ length: 8 }, () => order(one, 'backups')));
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const lost of orders) {
    if (lost.status === 'fulfilled') continue;
    expect(lost.reason).toMatchObject({
      code: 'wrong_state',
      message: `Server ${one} already has the addon backups, or an order for it.`,
    });
  }
  expect(await held(one)).toEqual([{ key: 'backups', status: 'awaiting_payment' }]);
  // Another key, and another server.
  await order(one, 'bandwidth');
  await order(other, 'backups');
});

it('can be ordered again after it has ended', async () => {
  const server = await givenServer(lab.db, { accountId });
  const first = await order(server, 'backups');
  await updateService(lab.db, first, { status: 'terminated', ended_at: new Date() });
  await order(server, 'backups');
  expect((await held(server)).map(({ status }) => status)).toEqual(['terminated', 'awaiting_payment']);
});
