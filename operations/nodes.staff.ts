/** A node as shown to the operator, with the measured, configured and sold amount of each resource. */

import type { OperatorReply } from '@innkeeper/contract/operator/all';
import type { Node } from '@innkeeper/db/schema';
import { insertNode } from '@innkeeper/db/tables/nodes';
import { audit } from '@innkeeper/domain/audit';
import { noNode } from '@innkeeper/domain/nodes/find';
import { listFates } from '@innkeeper/domain/servers/drain';
import { moveStoppedServers } from '@innkeeper/domain/servers/move';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { presenceOf } from '@innkeeper/model/installation/presence';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import { summarizeFates } from '@innkeeper/model/servers/draining';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists nodes, oldest first. */
export function listNodes(cx: StaffCx, input: StaffInput<'listNodes'>): Promise<StaffReply<'listNodes'>> {
  const now = cx.clock.now();
  return listPage(linkedNodes(cx.db).orderBy('nodes.id'), input, (node) => nodeView(node, now));
}

/** Returns the capacity of a node, its number of servers, what keeps them on a draining node, and warnings. */
export async function showNode(cx: StaffCx, input: StaffInput<'showNode'>): Promise<StaffReply<'showNode'>> {
  return nodeDetails(cx, await loadNode(cx.db, input.node));
}

/** Adds a node. It offers nothing until a worker with its name has measured the host. Throws `validation` if the name already exists. */
export async function addNode(cx: StaffCx, { node: name }: StaffInput<'addNode'>): Promise<StaffReply<'addNode'>> {
  const node = await insertNode(cx.db, name);
  if (!node) throw invalid('node', `Node ${name} already exists.`);
  await audit(cx, 'addNode', { kind: 'node', id: node.id }, { name });
  return nodeDetails(cx, await loadNode(cx.db, name));
}

/** Sets the capacity that a node offers. Sold capacity stays sold, even if it exceeds the new offer. */
export async function setNode(cx: StaffCx, input: StaffInput<'setNode'>): Promise<StaffReply<'setNode'>> {
  const fields = namedFields({
    vcpus_setting: settingOf(input.capacity_vcpus),
    memory_mb_setting: settingOf(input.capacity_memory, 1024),
    disk_gb_setting: settingOf(input.capacity_disk),
    vcpus_overcommit: input.overcommit_vcpus,
    memory_overcommit: input.overcommit_memory,
    disk_overcommit: input.overcommit_disk,
  });
  const node = await cx.db.updateTable('nodes').set(fields).where('name', '=', input.node).returning('id').executeTakeFirst();
  if (!node) throw noNode(input.node);
  await audit(cx, 'setNode', { kind: 'node', id: node.id }, { name: input.node, ...fields });
  return nodeDetails(cx, await loadNode(cx.db, input.node));
}

/** Returns the value of the column. `null` stands for the measured capacity. */
function settingOf(capacity: number | 'measured' | undefined, unit = 1): number | null | undefined {
  return capacity === 'measured' ? null : capacity && capacity * unit;
}

/** Allows new servers on the node again, and starts no more moves from it. Moves that are under way end. */
export function activateNode(cx: StaffCx, { node }: StaffInput<'activateNode'>): Promise<StaffReply<'activateNode'>> {
  return changeState(cx, 'activateNode', node, { state: 'active' });
}

/**
 * Stops placing servers on the node. Moves stopped servers to other nodes, or with `live` lets a job move all servers. The reply explains
 * why other servers stay.
 */
export async function drainNode(cx: StaffCx, { node, live }: StaffInput<'drainNode'>): Promise<StaffReply<'drainNode'>> {
  const drained = await changeState(cx, 'drainNode', node, { state: 'draining', live });
  if (live) return { ...drained, ...(await drainOf(cx, drained)) };
  return { ...drained, ...(await moveStoppedServers(cx, drained)), waiting: 0, more: 0 };
}

/** Returns which servers of a draining node move and which stay. */
const drainOf = async (cx: StaffCx, { id, drains_live: isLive }: Pick<Node, 'id' | 'drains_live'>) =>
  summarizeFates(await listFates(cx, { id, isLive }));

/** Sets whether new servers are placed on a node, and whether its running servers move. */
async function changeState(
  cx: StaffCx,
  action: string,
  name: string,
  { state, live = false }: { state: 'active' | 'draining'; live?: boolean },
) {
  const changed = cx.db.updateTable('nodes').set({ state, drains_live: live }).where('name', '=', name).returning('id');
  const node = await changed.executeTakeFirst();
  if (!node) throw noNode(name);
  await audit(cx, action, { kind: 'node', id: node.id }, live ? { name, live } : { name });
  return nodeView(await loadNode(cx.db, name), cx.clock.now());
}

/** Ends the link of a node. Its worker writes a new one at its next start, so a taken node needs its role locked too. */
export async function unlinkNode(cx: StaffCx, input: StaffInput<'unlinkNode'>): Promise<StaffReply<'unlinkNode'>> {
  const { id, name } = await loadNode(cx.db, input.node);
  const link = await cx.db.deleteFrom('node_links').where('node_id', '=', id).returningAll().executeTakeFirst();
  if (!link) throw new Failure('wrong_state', { message: `Node ${name} has no link.` });
  const { address, certificate } = link;
  await audit(cx, 'unlinkNode', { kind: 'node', id }, { name, address, certificate });
  return nodeView(await loadNode(cx.db, name), cx.clock.now());
}

/** Selects nodes with their links. */
function linkedNodes(db: StaffCx['db']) {
  return db
    .selectFrom('nodes')
    .leftJoin('node_links as l', 'l.node_id', 'nodes.id')
    .selectAll('nodes')
    .select(['l.address as link_address', 'l.certificate as link_certificate']);
}

async function loadNode(db: StaffCx['db'], name: string): Promise<LinkedNode> {
  const node = await linkedNodes(db).where('nodes.name', '=', name).executeTakeFirst();
  if (!node) throw noNode(name);
  return node;
}

interface LinkedNode extends Node {
  link_address: string | null;
  link_certificate: string | null;
}

type NodeResource = OperatorReply<'listNodes'>['data'][number]['vcpus'];

function nodeView(node: LinkedNode, now: Date) {
  const { id, name, state, drains_live, engine, accelerator, accelerator_why, seen_at, link_address: address } = node;
  return {
    id,
    name,
    state,
    drains_live,
    engine,
    accelerator,
    accelerator_why,
    seen_at,
    worker: workerOf(node, now),
    link: address === null ? null : { address, certificate: node.link_certificate ?? '' },
    vcpus: resource(node.vcpus_total, node.vcpus_setting, node.vcpus_overcommit, node.vcpus_offered, node.vcpus_used),
    memory_mb: resource(
      node.memory_mb_total,
      node.memory_mb_setting,
      node.memory_overcommit,
      node.memory_mb_offered,
      node.memory_mb_used,
    ),
    disk_gb: resource(node.disk_gb_total, node.disk_gb_setting, node.disk_overcommit, node.disk_gb_offered, node.disk_gb_used),
  };
}

function workerOf({ seen_at: seenAt }: Pick<Node, 'seen_at'>, now: Date): OperatorReply<'activateNode'>['worker'] {
  if (seenAt === null) return 'unseen';
  return presenceOf({ seenAt }, now) === 'present' ? 'present' : 'away';
}

type NodeView = ReturnType<typeof nodeView>;

function resource(measured: number, setting: number | null, overcommit: string, total: number, used: number): NodeResource {
  return { measured, setting, overcommit: Number(overcommit), total, used };
}

/** Returns a node with its number of servers by status, those that move and stay if it is draining, and warnings. */
async function nodeDetails(cx: StaffCx, node: LinkedNode) {
  const { db, clock } = cx;
  const servers = await db
    .selectFrom('servers')
    .select((eb) => ['status', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('node_id', '=', node.id)
    .where('status', '!=', 'terminated')
    .groupBy('status')
    .orderBy('status')
    .execute();
  const view = nodeView(node, clock.now());
  const drain = node.state === 'draining' ? await drainOf(cx, node) : null;
  return { ...view, servers, drain, warnings: [...workerWarnings(view), ...warningsOf(view)] };
}

const mb = (n: number): string => `${n} MB`;

const gb = (n: number): string => `${n} GB`;

function workerWarnings({ name, seen_at, worker }: NodeView): string[] {
  if (seen_at && worker === 'present') return [];
  if (seen_at)
    return [
      `The worker of this node has not reported since ${seen_at.toISOString()}. New servers are placed on other nodes if possible, and after 5 minutes always.`,
    ];
  return [
    `No worker has served this node yet. Configure its host (docs/guide/operators/nodes.md), and start one there: ./innkeeper worker --node ${name}`,
  ];
}

/** Returns warnings about the current state of a node, one sentence each. */
function warningsOf(node: Pick<NodeView, 'vcpus' | 'memory_mb' | 'disk_gb'>): string[] {
  const resources = [
    { name: 'vCPUs', of: node.vcpus, format: String, harm: undefined },
    {
      name: 'Memory',
      of: node.memory_mb,
      format: mb,
      harm: 'If guests use all of their memory, the host swaps or kills some of them.',
    },
    { name: 'Disk', of: node.disk_gb, format: gb, harm: 'If the disk of the host is full, guests can no longer write.' },
  ];
  return resources.flatMap(({ name, of, format, harm }) => {
    const available = Math.min(of.measured, of.setting ?? of.measured);
    const beyond = `${name}: offered ${format(of.total)}, available ${format(available)}. ${harm}`;
    const full = `${name}: sold ${format(of.used)}, offered ${format(of.total)}. New servers are placed elsewhere until less is sold.`;
    return [...(harm && of.total > available ? [beyond] : []), ...(of.used > of.total ? [full] : [])];
  });
}
