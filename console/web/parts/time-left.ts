import type { Operation } from '@innkeeper/sdk/index';
import { formatDuration } from './format.ts';
import { texts } from './operations-texts.ts';

/** Returns the remaining time of an operation: `about 40 s left`. Empty if it is unknown. `now` is a time in milliseconds. */
export function describeTimeLeft({ estimated_end, state }: Pick<Operation, 'estimated_end' | 'state'>, now: number): string {
  if (state === 'queued') return texts.queued;
  if (state === 'undoing') return texts.undoing;
  if (estimated_end === null) return '';
  const left = Math.ceil((Date.parse(estimated_end) - now) / 1000);
  return left > 0 ? texts.left(formatDuration(left * 1000).replace('.0 s', ' s')) : texts.soon;
}
