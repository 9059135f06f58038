import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/machine-names';
import type { Kysely } from 'kysely';

const SHOWN = 10;

/** All that is known of a server: its row, who holds it, what was done with it lately, and its machine as the engine sees it. */
export async function showServer(db: Kysely<Database>, engine: Engine, id: number) {
  const server = await db
    .selectFrom('servers as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('images as i', 'i.id', 's.image_id')
    .innerJoin('nodes as n', 'n.id', 's.node_id')
    .select(['s.id', 's.hostname', 'a.email', 's.status', 's.power', 's.status_reason', 's.rescue'])
    .select(['s.network_suspended', 's.holds_capacity', 's.vcpus', 's.memory_mb', 's.disk_gb', 's.created_at', 's.expiry_at'])
    .select(['p.key as plan', 'i.key as image', 'n.name as node'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!server) throw new Refusal(`There is no server ${id}.`);
  const [addresses, lock, workflows, alerts, audit, machine] = await Promise.all([
    db.selectFrom('ip_addresses').select('address').where('server_id', '=', id).orderBy('main', 'desc').execute(),
    lockOf(db, id),
    workflowsOf(db, id),
    alertsOf(db, id),
    auditOf(db, id),
    engine.compute.list().then((all) => all.find(({ machineId }) => machineId === machineIdOf(id))?.power ?? 'absent'),
  ]);
  // The last one is what an operator looks for: it runs, is stuck, or has left the server as it is.
  const steps = workflows[0] ? await stepsOf(db, workflows[0].id) : [];
  const held = { addresses: addresses.map(({ address }) => address), lock: lock ?? null };
  return { ...server, machine, ...held, workflows, steps, alerts, audit };
}

export type ShownServer = Awaited<ReturnType<typeof showServer>>;

export function lockOf(db: Kysely<Database>, serverId: number) {
  return db
    .selectFrom('locks as l')
    .innerJoin('workflows as w', 'w.id', 'l.workflow_id')
    .select(['l.reason', 'l.locked_at', 'l.deadline_at', 'l.workflow_id', 'w.kind', 'w.state', 'w.direction', 'w.error'])
    .where('l.kind', '=', 'server')
    .where('l.resource_id', '=', serverId)
    .executeTakeFirst();
}

function workflowsOf(db: Kysely<Database>, serverId: number) {
  return db
    .selectFrom('workflows')
    .select(['id', 'kind', 'state', 'step', 'attempts', 'created_at', 'finished_at', 'reason', 'error'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
}

/** In the order in which they began. */
function stepsOf(db: Kysely<Database>, workflowId: number) {
  return db
    .selectFrom('workflow_steps')
    .select(['step', 'direction', 'attempts', 'started_at', 'finished_at', 'error'])
    .where('workflow_id', '=', workflowId)
    .orderBy('position')
    .execute();
}

/** The latest first. */
function auditOf(db: Kysely<Database>, serverId: number) {
  return db
    .selectFrom('audit_log')
    .select(['at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'details'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
}

function alertsOf(db: Kysely<Database>, serverId: number) {
  return db
    .selectFrom('operator_alerts')
    .select(['at', 'kind', 'message'])
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .orderBy('at')
    .execute();
}
