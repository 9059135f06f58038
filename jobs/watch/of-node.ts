/** What is specific to the watch of one node: the servers that it looks at, and the names of its alerts and work. */
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext, WatchedNode } from '../job.ts';

type OfNode = Pick<NodeContext, 'node'>;

/** True of the node's own servers. `column`: that of the server's node. */
export const onNode = ({ node }: OfNode, column = 'servers.node_id'): RawBuilder<boolean> =>
  node ? sql<boolean>`${sql.ref(column)} = ${node.id}` : sql<boolean>`true`;

/** The key of an alert about the host, or the beginning of one about something on it. */
export const hostKey = ({ node }: OfNode): string => node?.name ?? 'host';

/**
 * The name of a kind of due work on this node: a failure on one node must not look resolved because another node does not have
 * the item.
 */
export const workOf = ({ node }: OfNode, work: string): string => (node ? `${work}@${node.name}` : work);

/** The nodes whose servers are on the engine. */
export const nodesOf = async ({ db, node }: Pick<NodeContext, 'db' | 'node'>): Promise<WatchedNode[]> =>
  node ? [node] : db.selectFrom('nodes').select(['id', 'name']).execute();
