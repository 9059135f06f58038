/** The parts of the watch that are specific to a node: its servers, and the names of its alerts and work. */
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext, WatchedNode } from '../job.ts';

type OfNode = Pick<NodeContext, 'node'>;

/**
 * Returns a condition that selects the node's own servers. `column` is the column with the id of the server's node. Without a node, selects
 * all servers.
 */
export const onNode = ({ node }: OfNode, column = 'servers.node_id'): RawBuilder<boolean> =>
  node ? sql<boolean>`${sql.ref(column)} = ${node.id}` : sql<boolean>`true`;

/** Returns the key of an alert about the host. It is also the prefix of keys of alerts about something on the host. */
export const hostKey = ({ node }: OfNode): string => node?.name ?? 'host';

/**
 * Returns the name of a kind of due work on this node. A failure on one node must not look resolved because another node does not have the
 * item.
 */
export const workOf = ({ node }: OfNode, work: string): string => (node ? `${work}@${node.name}` : work);

/** Lists the nodes whose servers are on the engine. */
export const nodesOf = async ({ db, node }: Pick<NodeContext, 'db' | 'node'>): Promise<WatchedNode[]> =>
  node ? [node] : db.selectFrom('nodes').select(['id', 'name']).execute();
