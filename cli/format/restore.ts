/** Formats restores as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatReleased({ address, excluded }: OperatorReply<'releaseRestore'>): string {
  return excluded ? `${address} is no longer kept back, but its pool excludes it.` : `${address} is assigned again.`;
}
