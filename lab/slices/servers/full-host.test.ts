/** Tests a full disk of the host that stalls guests. Owners and the operator are notified, and the guests resume by themselves. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { changeSimulated } from '@innkeeper/engine/compute/simulated/store';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());
const deployed = async (): Promise<number> => {
  const { body } = await deploy(chain, owner);
  await chain.serverWhen(body.id, owner.token, (server) => server.status === 'active' && server.locked === null);
  return body.id;
};
beforeEach(async () => {
  id = await deployed();
});

const finds = (server: number, trouble: 'disk_full' | null) =>
  changeSimulated(chain.home, `srv-${server}`, ({ trouble: _before, ...machine }) => ({
    ...machine,
    ...(trouble && { trouble }),
  }));
const reads = (server: number, word: string) =>
  chain.serverWhen(server, owner.token, ({ state, locked }) => locked === null && state.includes(word));
const alerts = async () => (await openAlerts(chain.db)).filter(({ kind }) => kind === 'host_disk_full');
const alertsUntil = (n: number) => vi.waitUntil(async () => (await alerts()).length === n, { timeout: 10_000 });

test('a stalled guest is unreachable until it resumes by itself, and all stalled guests share one alert', async () => {
  const other = await deployed();
  for (const server of [id, other]) await finds(server, 'disk_full');
  const reason = expect.stringMatching(
    /^The server has been paused since \d{4}-.* UTC because the disk of its host is full\. It resumes automatically/,
  );
  for (const server of [id, other]) {
    expect(await reads(server, 'unreachable')).toMatchObject({ state: ['unreachable'], status_reason: reason });
    const { body } = await chain.call('getServerStatus', { params: { id: server } }, { token: owner.token });
    expect(body).toMatchObject({ running: false });
  }
  await alertsUntil(1);
  const events = await chain.db.selectFrom('events').select('data').where('resource_id', '=', id).execute();
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ power: 'stalled', status_reason: reason }));

  await finds(id, null);
  const over = expect.stringMatching(/^The server was paused until .* UTC because the disk of its host was full\./);
  expect(await reads(id, 'running')).toMatchObject({ state: ['running'], status_reason: over });
  expect(await alerts()).toHaveLength(1);
  await finds(other, null);
  await reads(other, 'running');
  await alertsUntil(0);
});

test('a stalled guest that is powered off is stopped, and its status reason and alert are cleared', async () => {
  await finds(id, 'disk_full');
  await reads(id, 'unreachable');
  await alertsUntil(1);
  const pressed = await chain.call('powerOffServer', { params: { id } }, { token: owner.token });
  expect(pressed.status).toBeLessThan(300);
  expect(await reads(id, 'stopped')).toMatchObject({ state: ['stopped'], status_reason: null });
  await alertsUntil(0);
});
