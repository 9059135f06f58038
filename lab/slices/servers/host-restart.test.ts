import { availableParallelism } from 'node:os';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { updateService } from '@innkeeper/db/tables/services';
import { injectSimulatedFault } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenMachine } from '../../given-machine.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';

const SERVERS = 5;

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain({ simulated: { delays: { boot: 100 } } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

const when = (id: number, until: (server: { state: string[]; locked: string | null }) => boolean) =>
  chain.serverWhen(id, owner.token, until);
const powerOf = async (id: number) => (await chain.compute.inspect(machineIdOf(id))).power;
const alerts = async () => (await openAlerts(chain.db)).map(({ kind }) => kind);

test('after a host restart, starts the servers that ran, a few at a time; stopped ones stay off', async () => {
  const ids: number[] = [];
  for (let i = 0; i < SERVERS; i += 1) ids.push((await deploy(chain, owner)).body.id);
  for (const id of ids) await chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
  const [off = 0, ...on] = ids;
  await chain.call('powerOffServer', { params: { id: off } }, { token: owner.token });
  await when(off, (server) => server.locked === null);
  const before = await Promise.all(on.map(async (id) => (await chain.compute.inspect(machineIdOf(id))).bootId));

  await Promise.all(on.map((id) => injectSimulatedFault(chain.home, machineIdOf(id), 'host-down')));
  let max = 0;
  await vi.waitUntil(
    async () => {
      const locks = await chain.db.selectFrom('locks').select('kind').where('reason', '=', 'host-restart').execute();
      max = Math.max(max, locks.length);
      const states = await Promise.all(on.map(powerOf));
      return states.every((power) => power === 'running') && locks.length === 0;
    },
    { timeout: 30_000, interval: 10 },
  );
  expect(max).toBeGreaterThan(0);
  expect(max).toBeLessThanOrEqual(availableParallelism());
  const after = await Promise.all(on.map(async (id) => (await chain.compute.inspect(machineIdOf(id))).bootId));
  for (const [i, bootId] of after.entries()) expect(bootId).not.toBe(before[i]);
  for (const id of on) expect((await when(id, (server) => server.locked === null)).state).toEqual(['running']);
  expect(await powerOf(off)).toBe('stopped');
  await vi.waitUntil(async () => !(await alerts()).includes('host_restarted'), { timeout: 10_000 });
  const opened = await chain.db.selectFrom('operator_alerts').select('kind').where('kind', '=', 'host_restarted').execute();
  expect(opened).toHaveLength(1);
  await assertInvariants(chain);
});

test('a suspended server is started only after its suspension ends, and opens no alert until then', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
  await updateService(chain.db, id, { status: 'suspended' });
  await injectSimulatedFault(chain.home, machineIdOf(id), 'host-down');
  await vi.waitUntil(async () => (await rowOf(id)).power === 'interrupted', { timeout: 10_000 });
  const [before, looks] = [await startsOf(id), 10];
  // The watch runs every 0.1 s in tests.
  for (let i = 0; i < looks; i += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await startsOf(id)).toBe(before);
  expect((await rowOf(id)).power).toBe('interrupted');
  expect(await alerts()).not.toContain('host_restarted');
  await updateService(chain.db, id, { status: 'active' });
  await vi.waitUntil(async () => (await powerOf(id)) === 'running', { timeout: 10_000 });
});

test('powers off a guest whose server has ended, and opens an alert for an unknown guest without touching it', async () => {
  const ended = await givenServer(chain.db, {
    accountId: owner.accountId,
    status: 'terminated',
    power: 'absent',
    address: false,
  });
  const unknown = 900_000;
  for (const id of [ended, unknown]) await runsWithoutRow(id);
  await vi.waitUntil(async () => (await powerOf(ended)) === 'stopped', { timeout: 10_000 });
  await vi.waitUntil(async () => (await alerts()).includes('guest_unknown'), { timeout: 10_000 });
  await vi.waitUntil(async () => (await alerts()).includes('guest_of_ended_server'), { timeout: 10_000 });
  expect(await powerOf(unknown)).toBe('running');
  await chain.compute.destroy(machineIdOf(unknown));
  await vi.waitUntil(async () => !(await alerts()).includes('guest_unknown'), { timeout: 10_000 });
  expect(await journalOf(unknown)).toEqual(['guest.seen-unknown', 'guest.no-longer-unknown']);
});

test('the alert for an unknown guest stays open until the guest has its row again', async () => {
  // Simulates the restore of an old database whose rows are repaired afterwards.
  const [back, still] = [800_001, 800_002];
  for (const id of [back, still]) await runsWithoutRow(id);
  await vi.waitUntil(async () => (await unknownGuests()).length === 2, { timeout: 10_000 });
  const like = (table: 'services' | 'server_details') =>
    sql`insert into ${sql.table(table)} overriding system value
      select (jsonb_populate_record(t, jsonb_build_object('id', ${back}::int))).* from ${sql.table(table)} t
      where id = (select min(id) from servers where status = 'active')`;
  await chain.db.transaction().execute(async (trx) => {
    await like('services').execute(trx);
    await like('server_details').execute(trx);
  });
  await vi.waitUntil(async () => (await unknownGuests()).length === 1, { timeout: 10_000 });
  expect(await unknownGuests()).toEqual([still]);
  expect(await journalOf(back)).toContain('guest.no-longer-unknown');
  expect(await journalOf(still)).toEqual(['guest.seen-unknown']);
});

async function unknownGuests(): Promise<(number | null)[]> {
  return (await openAlerts(chain.db)).filter(({ kind }) => kind === 'guest_unknown').map(({ resource_id }) => resource_id);
}

async function journalOf(id: number): Promise<string[]> {
  const lines = await chain.db.selectFrom('audit_log').select('action').where('resource_id', '=', id).orderBy('id').execute();
  return lines.map(({ action }) => action);
}

async function runsWithoutRow(id: number): Promise<void> {
  await chain.compute.start(await givenMachine(chain.engine, id));
}

const rowOf = (id: number) => chain.db.selectFrom('servers').select('power').where('id', '=', id).executeTakeFirstOrThrow();

async function startsOf(id: number): Promise<number> {
  const rows = await chain.db.selectFrom('workflows').select('id').where('resource_id', '=', id).execute();
  return rows.length;
}

test('servers that are already booting count against the limit of concurrent starts', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
  const busy: number[] = [];
  for (let i = 0; i < availableParallelism(); i += 1)
    busy.push(await givenServer(chain.db, { accountId: owner.accountId, status: 'processing' }));
  const booting = (power: 'booting' | 'absent') =>
    chain.db.updateTable('server_details').set({ power }).where('id', 'in', busy).execute();
  await booting('booting');
  const before = await startsOf(id);
  await injectSimulatedFault(chain.home, machineIdOf(id), 'host-down');
  await vi.waitUntil(async () => (await alerts()).includes('host_restarted'), { timeout: 10_000 });
  expect(await startsOf(id)).toBe(before);
  await booting('absent');
  await vi.waitUntil(async () => (await powerOf(id)) === 'running', { timeout: 10_000 });
});
