/**
 * Handles orphaned machines. A guest whose server has ended is powered off, and the operator gets an alert. Its disk stays for inspection.
 * A guest without a row is only reported, because the rows may be wrong after a restore of the database. That alert closes once the guest
 * is gone or has its row again.
 */
import { alertKeyOf, alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { unknownGuestKey } from '@innkeeper/model/recovery/place-server';
import { machineIdOf, serverIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import type { NodeContext } from '../job.ts';
import type { NodeProblems } from './node-problems.ts';
import { workOf } from './of-node.ts';
import type { Machines } from './reconcile.ts';

const UNKNOWN = 'guest_unknown';
/** Longest back-off in milliseconds. A guest without a server should not run. */
const MAX_BACKOFF_MS = minutes(5);

/** Handles the node's orphaned machines. `placed` are servers that belong on this node. Only guests outside `placed` are looked up. */
export async function reapOrphanedMachines(
  watch: NodeContext,
  problems: NodeProblems,
  machines: Machines,
  placed: ReadonlySet<number> = new Set(),
): Promise<void> {
  const { orphaned, unknown, elsewhere } = await classifyUnplaced(
    watch,
    runningIn(machines).filter((id) => !placed.has(id)),
  );
  if (orphaned.length > 0 || problems.hasFailed('reap-orphaned-machines')) await powerOff(watch, orphaned);
  const where = watch.node ? `node ${watch.node.name}` : 'this host';
  for (const id of unknown) await alertUnknown(watch, id, `runs on ${where}, but no server has this id`);
  for (const id of elsewhere) await alertUnknown(watch, id, `runs on ${where}, but its server is on another node`);
  // Guests that were just reported are still running.
  if (problems.hasAlert(UNKNOWN)) await resolveUnknown(watch, [...unknown, ...elsewhere]);
}

/** Sorts running guests: those of ended servers, those without a row, and those of servers on other nodes. */
async function classifyUnplaced(watch: NodeContext, ids: readonly number[]) {
  const { engine, node } = watch;
  const rows = ids.length > 0 ? await rowsOf(watch, ids) : [];
  const withRow = new Set(rows.map(({ id }) => id));
  const unlocked = rows.filter(({ locked }) => locked === null);
  const orphaned = unlocked.filter(({ status, node_id }) => status === 'terminated' && (!node || node_id === node.id));
  const elsewhere = unlocked.filter(({ node_id }) => node && node_id !== node.id).map(({ id }) => id);
  const unknown = ids.filter((id) => !withRow.has(id));
  if (orphaned.length + elsewhere.length + unknown.length === 0) return { orphaned, unknown, elsewhere };
  // The list is older than the rows: a server and its guest may have ended in between.
  const runningIds = new Set(runningIn(await engine.compute.list()));
  const runs = (id: number) => runningIds.has(id);
  return { orphaned: orphaned.filter(({ id }) => runs(id)), unknown: unknown.filter(runs), elsewhere: elsewhere.filter(runs) };
}

const runningIn = (machines: Machines): number[] =>
  machines.filter(({ power }) => power === 'running').flatMap(({ machineId }) => serverIdOf(machineId) ?? []);

async function rowsOf({ db }: NodeContext, ids: readonly number[]) {
  return db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.account_id', 'servers.status', 'servers.node_id', 'locks.kind as locked'])
    .where('servers.id', 'in', ids)
    .execute();
}

async function powerOff(watch: NodeContext, orphaned: readonly { id: number; account_id: number }[]): Promise<void> {
  const { engine, log } = watch;
  await forEachDue(watch, {
    name: workOf(watch, 'reap-orphaned-machines'),
    kind: 'server',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: async (except) => orphaned.filter(({ id }) => !except.includes(id)),
    async act({ id, account_id }) {
      await engine.compute.powerOff(machineIdOf(id));
      log.warn({ server: id }, 'a running guest of a terminated server was powered off');
      const resource = { kind: 'server', id };
      const message = `The guest of server ${id} was running although the server is terminated. It was powered off.`;
      await transact(watch, async (cx) => {
        await alertOnce(cx.db, { kind: 'guest_of_ended_server', key: alertKeyOf(resource), resource, message });
        await audit(cx, 'server.reap-orphaned-machine', { ...resource, accountId: account_id });
      });
      return true;
    },
  });
}

/** Returns the alert's key. Each node has its own alerts, because one node's watch must not resolve another's. */
const unknownKey = (watch: NodeContext, id: number): string =>
  watch.node ? unknownGuestKey(watch.node.name, id) : alertKeyOf({ kind: 'server', id });

async function alertUnknown(watch: NodeContext, id: number, what: string): Promise<void> {
  const resource = { kind: 'server', id };
  const message = `The guest ${machineIdOf(id)} ${what}. See details with ./innkeeper doctor.`;
  await transact(watch, async (cx) => {
    if (!(await alertOnce(cx.db, { kind: UNKNOWN, key: unknownKey(watch, id), resource, message }))) return;
    await audit(cx, 'guest.seen-unknown', resource);
    cx.log.warn({ machine: machineIdOf(id) }, 'a guest without a server is running');
  });
}

/** Resolves the alerts of guests that are no longer unknown, or no longer run. */
async function resolveUnknown(watch: NodeContext, unknownIds: readonly number[]): Promise<void> {
  for (const { key, resource_id: id } of await openAlertsOf(watch.db, UNKNOWN)) {
    if (id === null || unknownIds.includes(id) || key !== unknownKey(watch, id)) continue;
    await transact(watch, async (cx) => {
      await resolveAlerts(cx.db, { kind: UNKNOWN, key }, cx.clock.now());
      await audit(cx, 'guest.no-longer-unknown', { kind: 'server', id });
    });
    watch.log.info({ server: id }, 'a guest that no server had is gone, or has its server again');
  }
}
