import type { OperatorInput, OperatorReply, OperatorResult } from '@innkeeper/contract/operator/all';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { latestAuditLines } from '@innkeeper/domain/staff/audit-lines';
import { stepsOf } from '@innkeeper/domain/workflows/list-steps';
import { Failure } from '@innkeeper/model/failures';
import { machineIdOf } from '@innkeeper/model/machine-names';
import type { OperatorCx } from '../context.ts';

/** Number of workflows shown, newest first. */
const LATEST = 10;

/** Returns the state of a machine as reported by the engine, or `undefined` if this host has no machine with the id. */
export type MachineStates = (machineId: string) => string | undefined;

export type ServerView = OperatorResult<'showServer'>;
export type ServerDetails = OperatorReply<'showServer'>;

/** Returns the row of a server with its machine, lock, workflows, alerts and latest audit lines. */
export async function showServer(
  cx: OperatorCx,
  { server: id }: OperatorInput<'showServer'>,
  machines: MachineStates,
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
  return {
    ...server,
    machine: machines(machineIdOf(id)) ?? 'absent',
    addresses: addresses.map(({ address }) => address),
    lock: await lockOf(cx, id),
    workflows,
    // The latest workflow is the relevant one: it is running, stuck, or caused the current state.
    steps: workflows[0] ? await stepsOf(db, workflows[0].id) : [],
    alerts: await alertsOf(cx, id),
    audit: await latestAuditLines(db, (eb) => eb.and([eb('resource_kind', '=', 'server'), eb('resource_id', '=', id)])),
  };
}

function loadServer({ db }: OperatorCx, id: number) {
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

async function lockOf({ db }: OperatorCx, serverId: number): Promise<ServerView['lock']> {
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

function workflowsOf({ db }: OperatorCx, serverId: number) {
  return db
    .selectFrom('workflows')
    .select(['id', 'kind', 'state', 'step', 'attempts', 'created_at', 'finished_at', 'reason', 'error'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
}

function alertsOf({ db }: OperatorCx, serverId: number) {
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
