import type { Refusal } from '../data/refusals.ts';
import { Note } from '../parts/box.tsx';
import { texts } from './texts.ts';

/**
 * Shows a refusal without an input on the page, with the id of its request. Refusals of fields are shown at their inputs. `fields`: fields
 * without an input, such as the secret of a link.
 */
export function RefusalNote({ refusal, fields = [] }: { refusal: Refusal | undefined; fields?: readonly string[] | 'all' }) {
  if (refusal === undefined) return null;
  const refused = Object.entries(refusal.fields).filter(([name]) => fields === 'all' || fields.includes(name));
  if (refusal.kind === 'fields' && refused.length === 0) return null;
  return (
    <Note tone="bad" alert detail={refusal.requestId && texts.requestId(refusal.requestId)}>
      {refusal.kind === 'fields' ? refused.map(([, sentence]) => sentence).join(' ') : refusal.sentence}
    </Note>
  );
}
