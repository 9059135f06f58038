/** Tests that a request to pay names the services that are deleted before their renewal is due. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const after = (ms: number) => new Date(EXPIRY.getTime() + ms);
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(after(days(2)));
  me = await givenAccount(house.lab.db);
});
afterAll(() => house.lab.close());

const server = (fields: object) => house.given.server(me.accountId, { renew_price: 1000n, auto_renew: false, ...fields });

test('a suspended server that ends before the other one is named with its end', async () => {
  const first = await server({ hostname: 'web-1', status: 'suspended', suspended_at: EXPIRY });
  const second = await server({ hostname: 'web-2', expiry_at: new Date('2027-03-31T12:00:00Z') });
  const body = { server_ids: [first, second], billing_cycle: 1 };
  const { id } = (await house.lab.call('renewServers', { body }, { token: me.token })).body;
  await house.lab.db
    .updateTable('orders')
    .set({ due_at: after(days(9)) })
    .where('id', '=', id)
    .execute();
  const deleted = after(house.settings.cancelGraceMs).getTime();
  const data = { order: id, until: after(days(9)).getTime(), earlier: [{ name: 'web-1', until: deleted }] };
  expect(await house.written(me)).toMatchObject([{ template: 'order-waiting', data }]);
  expect(deleted).toBeLessThan(data.until);
});
