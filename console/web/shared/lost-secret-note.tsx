import type { SecretAct } from '../data/secret-act.ts';
import { Note } from '../parts/box.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { texts } from './secret-texts.ts';

/**
 * Shows the refusal of an act whose reply contains a secret. After a lost reply it shows the outcome. `done`: instruction if the act was
 * done.
 */
export function LostSecretNote<Input, Output>({ act, done }: { act: SecretAct<Input, Output>; done: string }) {
  if (act.outcome === undefined) return <RefusalNote refusal={act.refusal} />;
  return (
    <Note tone="bad" alert>
      {{ unknown: texts.lostUnknown, 'not-done': texts.lostNotDone, done }[act.outcome]}
    </Note>
  );
}
