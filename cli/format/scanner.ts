/** The virus scanner as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatScanner({ driver, socket, tcp, away }: OperatorReply<'showScanner'>): string {
  if (driver === 'none') return 'There is no virus scanner: files of tickets are taken as they come.';
  const state = away ? `away since ${away.since}: ${away.error}` : 'ready';
  return [`Files of tickets are shown to clamd at ${socket ?? tcp}.`, `  state  ${state}`].join('\n');
}
