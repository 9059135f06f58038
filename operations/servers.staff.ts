/**
 * Ends a server whose machine is lost, and releases its capacity and addresses.
 *
 * The workflow removes no disk: a disk that appears later is kept, and the doctor lists it. No money moves.
 */
/**
 * Repairs for a server that looks wrong.
 *
 * The worker synchronizes the power state by itself, so only a stuck workflow or a stale alert needs repair. A lock is never removed: its
 * workflow holds it and releases it at its end.
 */

import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { runsElsewhere, wasRestoredSince } from '@innkeeper/db/recovery/services';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import { findServices } from '@innkeeper/db/tables/services';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { showCancellation } from '@innkeeper/domain/endings/show-cancellation';
import { showStaffEnds } from '@innkeeper/domain/endings/show-staff-ends';
import { showUnpaid } from '@innkeeper/domain/endings/show-unpaid';
import { latestAuditLines } from '@innkeeper/domain/staff/audit-lines';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { stepsOf } from '@innkeeper/domain/workflows/list-steps';
import { retryStuck } from '@innkeeper/domain/workflows/retry-stuck';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';
import { explainNotLost, type MachinesDirectory } from '@innkeeper/model/recovery/lost-server';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { sql } from 'kysely';
import type { MachineStates, StaffCx, StaffInput, StaffReply, StaffServices } from './define.staff.ts';

/** Lists servers, oldest first. Includes terminated servers only if requested. */
export async function listAllServers(cx: StaffCx, input: StaffInput<'listAllServers'>): Promise<StaffReply<'listAllServers'>> {
  const { account, node, status, stuck, search } = input;
  let query = serversQuery(cx);
  query = status === undefined ? query.where('s.status', '<>', 'terminated') : query.where('s.status', '=', status);
  if (account !== undefined) query = query.where('s.account_id', '=', await accountIdOf(cx.db, account));
  if (node !== undefined) query = query.where('n.name', '=', node);
  if (stuck) query = query.where((eb) => eb.or([eb('w.state', '=', 'stuck'), eb('l.deadline_at', '<', cx.clock.now())]));
  if (search !== undefined) {
    const address = sql<boolean>`exists (select from ip_addresses i where i.server_id = s.id and host(i.address) = ${search})`;
    query = query.where((eb) => eb.or([sql<boolean>`strpos(lower(s.hostname), ${search.toLowerCase()}) > 0`, address]));
  }
  return listPage(query, input, ({ workflow, reason, locked_at, deadline_at, state, ...server }) => ({
    ...server,
    lock: reason && locked_at && deadline_at && workflow && state ? { reason, locked_at, deadline_at, workflow, state } : null,
  }));
}

function serversQuery({ db }: StaffCx) {
  return db
    .selectFrom('servers as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('nodes as n', 'n.id', 's.node_id')
    .leftJoin('locks as l', (join) => join.on('l.kind', '=', 'server').onRef('l.resource_id', '=', 's.id'))
    .leftJoin('workflows as w', 'w.id', 'l.workflow_id')
    .select(['s.id', 's.hostname', 's.account_id as account', 's.status', 's.power', 'p.key as plan', 'n.name as node'])
    .select(ownerEmail('s.account_id').as('email'))
    .select((eb) =>
      eb
        .selectFrom('ip_addresses as i')
        .select(sql<string>`host(i.address)`.as('address'))
        .whereRef('i.server_id', '=', 's.id')
        .where('i.main', '=', true)
        .orderBy('i.id')
        .limit(1)
        .as('address'),
    )
    .select(['l.workflow_id as workflow', 'l.reason', 'l.locked_at', 'l.deadline_at', 'w.state'])
    .orderBy('s.id');
}

/** Number of workflows shown, newest first. */
const LATEST = 10;

type ServerView = StaffReply<'showServer'>;

/** Returns the row of a server with its machine, lock, workflows, alerts and latest audit lines. */
export async function showServer(
  cx: StaffCx,
  { server: id }: StaffInput<'showServer'>,
  { machines }: Pick<StaffServices, 'machines'>,
): Promise<ServerView> {
  const { db } = cx;
  const server = await loadServer(cx, id);
  if (!server) throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  const addresses = await db
    .selectFrom('ip_addresses')
    .select('address')
    .where('server_id', '=', id)
    .orderBy('main', 'desc')
    .orderBy('id')
    .execute();
  const workflows = await workflowsOf(cx, id);
  const [service] = await findServices(db, [id]);
  return {
    ...server,
    machine: machines(machineIdOf(id), server.node),
    addresses: addresses.map(({ address }) => address),
    end: (await showStaffEnds(cx, [id]))[0] ?? null,
    cancellation: service ? await showCancellation(cx, service) : null,
    unpaid: service ? await showUnpaid(cx, service) : null,
    lock: await lockOf(cx, id),
    workflows,
    // The latest workflow is the relevant one: it is running, stuck, or caused the current state.
    steps: workflows[0] ? await stepsOf(db, workflows[0].id) : [],
    alerts: await alertsOf(cx, id),
    audit: await latestAuditLines(db, (eb) => eb.and([eb('resource_kind', '=', 'server'), eb('resource_id', '=', id)])),
  };
}

function loadServer({ db }: StaffCx, id: number) {
  return db
    .selectFrom('servers as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('images as i', 'i.id', 's.image_id')
    .innerJoin('nodes as n', 'n.id', 's.node_id')
    .select(['s.id', 's.hostname', 's.account_id as account', 's.status', 's.power', 's.status_reason', 's.rescue'])
    .select(ownerEmail('s.account_id').as('email'))
    .select(['s.network_suspended', 's.holds_capacity', 's.vcpus', 's.memory_mb', 's.disk_gb', 's.created_at'])
    .select(['s.expiry_at', 'p.key as plan', 'i.key as image', 'n.name as node'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

async function lockOf({ db }: StaffCx, serverId: number): Promise<ServerView['lock']> {
  const lock = await db
    .selectFrom('locks as l')
    .innerJoin('workflows as w', 'w.id', 'l.workflow_id')
    .select(['l.reason', 'l.locked_at', 'l.deadline_at', 'l.workflow_id as workflow'])
    .select(['w.kind', 'w.state', 'w.direction', 'w.error'])
    .where('l.kind', '=', 'server')
    .where('l.resource_id', '=', serverId)
    .executeTakeFirst();
  return lock ?? null;
}

function workflowsOf({ db }: StaffCx, serverId: number) {
  return db
    .selectFrom('workflows')
    .select(['id', 'kind', 'state', 'step', 'attempts', 'created_at', 'finished_at', 'reason', 'error'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
}

function alertsOf({ db }: StaffCx, serverId: number) {
  return db
    .selectFrom('operator_alerts')
    .select(['id', 'at', 'kind', 'message'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Machines of the host of the command. */
interface HostMachines {
  /** Name of the host's node. */
  node: string;
  machines: MachineStates;
  directory: MachinesDirectory;
}

/**
 * Starts the end of a lost server if `yes` is set, and returns where its machine is missing. Throws `not_found`, `locked`, and `wrong_state`
 * if the machine may exist.
 */
async function endLostServer(
  cx: StaffCx,
  id: number,
  { reason, yes, host }: { reason: string; yes: boolean; host: HostMachines },
): Promise<NonNullable<OperatorReply<'repairServer'>['lost']>> {
  const { db } = cx;
  const server = await lockServer(db, id);
  if (!server) throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  await refuseIfLocked(db, 'server', id);
  const { name: node, seen_at: seenAt } = await db
    .selectFrom('nodes')
    .select(['name', 'seen_at'])
    .where('id', '=', server.node_id)
    .executeTakeFirstOrThrow();
  const here = node === host.node ? { machine: host.machines(machineIdOf(id), node), directory: host.directory } : null;
  const facts = { wasRestored: await wasRestoredSince(db, server.created_at), runsElsewhere: await runsElsewhere(db, id) };
  const doubt = explainNotLost({ ...server, ...facts, node, seenAt, here }, cx.clock.now());
  if (doubt !== null) throw new Failure('wrong_state', { message: doubt });
  const place = { node, directory: here?.directory.path ?? null, file_system: here?.directory.fileSystem ?? null };
  if (!yes) return { ...place, workflow: null };
  const options = { action: 'repairServer', details: { reason, ...place } };
  return { ...place, workflow: await startWorkflow(cx, 'server.terminate', server, { lost: true, reason }, options) };
}

interface Finding {
  /** Description of the problem and of its repair. */
  sentence: string;
  /** Repair. `undefined` if only the operator can help. */
  act?: (cx: StaffCx) => Promise<unknown>;
}

/**
 * Lists the problems of a server. With `yes`, also repairs them where possible. With `end_lost`, ends a server whose machine is lost
 * instead, and throws its failures (end-lost.ts).
 */
export async function repairServer(
  cx: StaffCx,
  { server: id, end_lost, reason, yes }: StaffInput<'repairServer'>,
  host: HostMachines,
): Promise<StaffReply<'repairServer'>> {
  if (end_lost && reason !== undefined)
    return { id, findings: [], repaired: 0, lost: await endLostServer(cx, id, { reason, yes, host }) };
  const server = await showServer(cx, { server: id }, host);
  const found = findingsOf(server, cx.clock.now());
  const acts = yes ? found.flatMap(({ act, sentence }) => (act ? [{ act, sentence }] : [])) : [];
  for (const { act } of acts) await act(cx);
  const details = { done: acts.map(({ sentence }) => sentence) };
  if (acts.length > 0) await audit(cx, 'repairServer', { kind: 'server', id, accountId: server.account }, details);
  return { id, findings: found.map(({ sentence }) => sentence), repaired: acts.length, lost: null };
}

function findingsOf(server: ServerView, now: Date): Finding[] {
  const { id, lock, alerts } = server;
  const findings: Finding[] = [];
  if (lock?.state === 'stuck') {
    const cause = causeOf(server, lock.workflow) ?? lock.error;
    findings.push({
      sentence: `Workflow ${lock.workflow} (${lock.kind}) is stuck${cause ? `: ${String(cause).replace(/\.$/, '')}` : ''}. It is retried now.`,
      act: ({ db, clock }) => retryStuck(db, lock.workflow, clock.now()),
    });
  } else if (lock && new Date(lock.deadline_at) < now) {
    findings.push({
      sentence: `Workflow ${lock.workflow} (${lock.kind}) is ${lock.state} and holds the lock for too long. Check with ./innkeeper status whether the worker runs.`,
    });
  }
  if (server.status === 'active' && server.machine === 'absent' && !lock) {
    findings.push({
      sentence:
        'Its machine is missing on this host. Its owner can restore a backup on a new server. Then end this server with --end-lost.',
    });
  }
  if (alerts.length > 0 && !lock) {
    const kinds = [...new Set(alerts.map(({ kind }) => kind))].join(', ');
    const [open, they] = alerts.length === 1 ? ['1 alert is open', 'It is'] : [`${alerts.length} alerts are open`, 'They are'];
    findings.push({ sentence: `${open} (${kinds}). ${they} closed.`, act: (cx) => closeAlertsOf(cx, id) });
  }
  return findings;
}

/**
 * Returns the error of the unfinished undo step. The workflow's own error is the reason of the rollback, not the reason why it is stuck.
 */
function causeOf({ workflows, steps }: ServerView, workflowId: number): string | Date | null | undefined {
  if (workflows[0]?.id !== workflowId) return undefined;
  return steps.findLast(({ direction, finished_at }) => direction === 'back' && finished_at === null)?.error;
}

async function closeAlertsOf({ db, clock }: StaffCx, serverId: number): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: clock.now() })
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .execute();
}
