import { EventEmitter, once } from 'node:events';
import { currentUsage } from '@innkeeper/db/tables/metrics';
import { changeSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenFirewall } from '@innkeeper/lab/given-firewalls';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { failingAt } from '@innkeeper/lab/torture/faults';
import { type LabNode, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { runScenario } from '@innkeeper/lab/torture/run-scenario';
import type { Scenario } from '@innkeeper/lab/torture/scenario';
import { migrateScenario } from '@innkeeper/lab/torture/scenarios/server-migrate';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { systemClock } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StepContext } from '../define.ts';
import type { AnyDefinition } from '../runner/run-context.ts';
import { sampleServer } from '../steps/sample-server.ts';
import { serverMigrate } from './migrate.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab(['a', 'b']);
});
afterAll(() => lab.close());

const latest = () => lab.db.selectFrom('workflows').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

/** Returns the definition with another context for one step. */
function withContext(name: string, change: (cx: StepContext<never>) => Partial<StepContext<never>>): AnyDefinition {
  const { steps, ...rest }: AnyDefinition = serverMigrate;
  const changed: AnyDefinition['steps'] = steps.map((step) =>
    step.name === name ? { ...step, run: (cx: StepContext<never>) => step.run({ ...cx, ...change(cx) }) } : step,
  );
  return { ...rest, steps: changed };
}

test('a moved server says how many bytes were sent, and how long its guest paused', async () => {
  await runScenario(lab, migrateScenario, { expect: 'done' });
  const line = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'server.moved')
    .executeTakeFirstOrThrow();
  const { bytes, seconds, pause_ms: pauseMs } = line.details as { bytes: number; seconds: number; pause_ms: number };
  expect(bytes).toBeGreaterThan(100);
  expect(seconds * 1_000).toBeGreaterThanOrEqual(pauseMs);
});

test('a worker that loses the workflow before its commit changes no row', async () => {
  const definition = withContext('switch', (cx) => ({
    async requireClaim(trx) {
      await sql`update workflows set epoch = epoch + 1 where id = ${cx.workflowId}`.execute(lab.db);
      await cx.requireClaim(trx);
    },
  }));
  await runScenario(lab, migrateScenario, { definition, expect: 'undone' });
});

test('a commit that is not confirmed, but has changed the row, is no failure', async () => {
  const definition = withContext('switch', (cx) => ({
    async requireClaim(trx) {
      await cx.requireClaim(trx);
      // The first transaction to commit is another one with the same change. This one then fails.
      const row = await trx.selectFrom('workflows').select('input').where('id', '=', cx.workflowId).executeTakeFirstOrThrow();
      const { serverId, to } = row.input as { serverId: number; to: number };
      await sql`update server_details set node_id = ${to} where id = ${serverId}`.execute(lab.db);
      throw new Error('the connection to the database is lost');
    },
  }));
  await runScenario(lab, migrateScenario, { definition, expect: 'done' });
});

test('a row that another transaction locks ends the change of the row, and the guest runs on where it was', async () => {
  const ends = new EventEmitter();
  const [locked, released] = [once(ends, 'locked'), once(ends, 'released')];
  let holding: Promise<void> | undefined;
  let limits: unknown[] = [];
  const lockIn = (serverId: number) =>
    lab.db.transaction().execute(async (trx) => {
      await sql`select from server_details where id = ${serverId} for update`.execute(trx);
      ends.emit('locked');
      await released;
    });
  const { steps, ...rest }: AnyDefinition = serverMigrate;
  const changed = steps.map((step) => ({
    ...step,
    async run(cx: StepContext<never>) {
      if (step.name !== 'switch') return step.run(cx);
      const requireClaim: typeof cx.requireClaim = async (trx) => {
        await cx.requireClaim(trx);
        // Without a limit of its own the commit would wait for as long as other statements may, and the guest would stay paused.
        ({ rows: limits } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(trx));
        holding = lockIn((cx.input as { serverId: number }).serverId);
        await locked;
      };
      return step.run({ ...cx, requireClaim }).finally(() => ends.emit('released'));
    },
  }));
  await runScenario(lab, migrateScenario, { definition: { ...rest, steps: changed }, expect: 'undone' });
  await holding;
  expect(limits).toEqual([{ lock_timeout: '1s' }]);
});

test('the new node filters the guest before the row changes, confirms nothing, and traffic counts once', async () => {
  const [a, b] = [...lab.nodes.values()] as [LabNode, LabNode];
  let filtered: string[] = [];
  let serverId = 0;
  const definition = withContext('switch', (cx) => ({
    async requireClaim(trx) {
      ({ machines: filtered } = await b.engine.network.listFirewalls());
      const links = trx.selectFrom('firewall_servers').select('pending').where('server_id', '=', serverId);
      expect(await links.execute()).toEqual([{ pending: true }]);
      await cx.requireClaim(trx);
    },
  }));
  const scenario: Scenario = {
    ...migrateScenario,
    async begin(at) {
      const begun = await migrateScenario.begin(at);
      serverId = Number((await latest()).resource_id);
      const { account_id: accountId } = await at.db
        .selectFrom('servers')
        .selectAll()
        .where('id', '=', serverId)
        .executeTakeFirstOrThrow();
      const firewall = await givenFirewall(at.db, { accountId });
      await at.db.updateTable('firewalls').set({ status: 'applying' }).where('id', '=', firewall).execute();
      await at.db.insertInto('firewall_servers').values({ firewall_id: firewall, server_id: serverId, pending: true }).execute();
      await changeSimulated(a.home, machineIdOf(serverId), (machine) => ({
        ...machine,
        used: { ...machine.used, netInBytes: 3_000, netOutBytes: 4_000 },
      }));
      return begun;
    },
  };
  await runScenario(lab, scenario, { definition, expect: 'done' });
  expect(filtered).toContain(machineIdOf(serverId));
  expect((await b.engine.network.listFirewalls()).machines).toContain(machineIdOf(serverId));
  const links = lab.db.selectFrom('firewall_servers').select('pending').where('server_id', '=', serverId);
  expect(await links.execute()).toEqual([{ pending: false }]);
  const usage = async () => (await currentUsage(lab.db, serverId))?.cycle_bytes;
  expect(await usage()).toBe(7_000n);
  await sampleServer({ db: lab.db, engine: b.engine, clock: systemClock }, serverId);
  expect(await usage()).toBe(7_000n);
});

test('a firewall of another server that the engine refuses stops no move', async () => {
  const [, b] = [...lab.nodes.values()] as [LabNode, LabNode];
  const [, to] = [...lab.nodes.keys()] as [number, number];
  const ids: Record<'own' | 'other', number> = { own: 0, other: 0 };
  const setFirewalls = b.engine.network.setFirewalls.bind(b.engine.network);
  const refusing = vi.spyOn(b.engine.network, 'setFirewalls').mockImplementation((read) =>
    setFirewalls(async (inForce) => {
      const all = await read(inForce);
      if (all.firewalls.some(({ id }) => id === ids.other)) throw new EngineError('network', 'refused');
      return all;
    }),
  );
  const scenario: Scenario = {
    ...migrateScenario,
    async begin(at) {
      const begun = await migrateScenario.begin(at);
      const { accountId } = await givenAccount(at.db);
      const moving = Number((await latest()).resource_id);
      const neighbour = await givenServer(at.db, { accountId, node_id: to });
      await b.engine.compute.start(await givenMachine(b.engine, neighbour, at.db));
      for (const [whose, server_id] of [
        ['own', moving],
        ['other', neighbour],
      ] as const) {
        const id = await givenFirewall(at.db, { accountId });
        await at.db.updateTable('firewalls').set({ status: 'applying' }).where('id', '=', id).execute();
        await at.db.insertInto('firewall_servers').values({ firewall_id: id, server_id, pending: true }).execute();
        ids[whose] = id;
      }
      return begun;
    },
  };
  await runScenario(lab, scenario, { expect: 'done' });
  refusing.mockRestore();
  expect((await b.engine.network.listFirewalls()).firewalls).toContain(ids.own);
  const links = lab.db.selectFrom('firewall_servers').select(['firewall_id', 'pending']);
  expect(await links.where('firewall_id', 'in', Object.values(ids)).orderBy('firewall_id').execute()).toEqual([
    { firewall_id: ids.own, pending: false },
    { firewall_id: ids.other, pending: true },
  ]);
  await lab.db.deleteFrom('firewall_servers').where('firewall_id', '=', ids.other).execute();
});

test('a failure after the row has changed leaves the guest on its new node', async () => {
  await runScenario(lab, migrateScenario, { definition: failingAt(serverMigrate, 'switch', 'after'), expect: 'undone' });
  const { resource_id: id } = await latest();
  const row = await lab.db.selectFrom('servers').select('node_id').where('id', '=', Number(id)).executeTakeFirstOrThrow();
  expect(row.node_id).toBe([...lab.nodes.keys()][1]);
});
