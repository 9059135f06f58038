/** Formats the virus scanner. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatScanner({ driver, socket, tcp, away }: OperatorReply<'showScanner'>): string {
  if (driver === 'none') return 'There is no virus scanner. Files of tickets are accepted without a scan.';
  const state = away ? `unavailable since ${away.since}: ${away.error}` : 'ready';
  return [`Files of tickets are scanned by clamd at ${socket ?? tcp}.`, `  state  ${state}`].join('\n');
}
