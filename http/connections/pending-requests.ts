/** Lists the requests in progress. If the event loop hangs, the list is part of the report to the operator. */
import type { Replies } from '../reply/replies.ts';
import type { Connections } from './limits.ts';

/** Returns a line for each operation with unanswered requests, such as `request deployServer (2)` for two requests. */
export function listPendingRequests(connections: Pick<Connections, 'forEach'>, replies: Pick<Replies, 'pending'>): string[] {
  const counts = new Map<string, number>();
  connections.forEach((socket) => {
    const context = replies.pending(socket);
    if (!context) return;
    const name = context.route?.name ?? 'without an operation';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return [...counts].map(([name, count]) => `request ${name}${count > 1 ? ` (${count})` : ''}`);
}
