/** Lists what the API is working on, for the operator of one that no longer answers. */
import type { Replies } from '../reply/replies.ts';
import type { Connections } from './limits.ts';

/** Returns a line for each operation with requests that are not answered: `request deployServer (2)`. */
export function listRequestsUnderWay(connections: Pick<Connections, 'forEach'>, replies: Pick<Replies, 'pending'>): string[] {
  const counts = new Map<string, number>();
  connections.forEach((socket) => {
    const context = replies.pending(socket);
    if (!context) return;
    const name = context.route?.name ?? 'without an operation';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return [...counts].map(([name, count]) => `request ${name}${count > 1 ? ` (${count})` : ''}`);
}
