/** When the next weekly backup is due: known as soon as the addon serves, and the time at which the backup is made. */
import { weeklyBackups } from '@innkeeper/jobs/weekly-backups';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { type DeployRequest, deploy } from '../given-deploy.ts';

let now = Date.parse('2026-09-01T10:00:00Z');
const clock = { now: () => new Date(now) };
let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

const nextBackup = async (id: number) =>
  (await chain.call('getServer', { params: { id } }, { token: owner.token })).body.addons[0].extra.next_backup_at;
const backups = async (id: number) =>
  (await chain.call('listBackups', { query: { 'filter[server_id]': id } }, { token: owner.token })).body.data;
const runJob = () => weeklyBackups(givenJobCx(chain.db, { clock }));
const served = async (request: DeployRequest) => {
  const { body } = await deploy(chain, owner, request);
  await chain.serverWhen(body.id, owner.token, ({ status, locked }) => status === 'active' && locked === null);
  return body.id as number;
};

const ORDERS = {
  'with a new server': () => served({ backups: true }),
  'for a server that runs': async () => {
    const id = await served({});
    await chain.call('purchaseServerAddons', { params: { id }, body: { backups: true } }, { token: owner.token });
    return id;
  },
};

test.each(Object.entries(ORDERS))('backups %s are scheduled at once, and made at that time', async (_, order) => {
  const id = await order();
  const planned = await nextBackup(id);
  const due = Date.parse(planned);
  expect([due > now, due <= now + days(1)]).toEqual([true, true]);
  expect(await runJob()).toBe(0);
  expect(await nextBackup(id)).toBe(planned);
  now = due - minutes(1);
  expect(await runJob()).toBe(0);
  now = due;
  expect(await runJob()).toBe(1);
  await chain.serverWhen(id, owner.token, ({ locked }) => locked === null);
  expect((await backups(id)).map((one: { created_at: string }) => Date.parse(one.created_at))).toEqual([due]);
  expect(Date.parse(await nextBackup(id))).toBe(due + days(7));
  await assertInvariants(chain);
});
