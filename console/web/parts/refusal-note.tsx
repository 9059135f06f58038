import type { Refusal } from '../data/refusals.ts';
import { texts } from '../texts/en/parts.ts';
import { Note } from './box.tsx';

/** Shows a refusal that belongs to no field, with the id of its request. Refusals of fields stand at the fields. */
export function RefusalNote({ refusal }: { refusal: Refusal | undefined }) {
  if (refusal === undefined || refusal.kind === 'fields') return null;
  return (
    <Note tone="bad" alert detail={refusal.requestId && texts.requestId(refusal.requestId)}>
      {refusal.sentence}
    </Note>
  );
}
