/** Takes away the file of a copy that nobody finds any longer, then its row. */
import { deleteCopy, findCopy } from '@innkeeper/db/tables/copies';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { hours } from '@innkeeper/model/clock';
import { defineWorkflow, type StepContext } from '../define.ts';

type Input = InputOf<'copy.delete'>;

export const copyDelete = defineWorkflow<Input>({
  kind: 'copy.delete',
  failureMessage: 'The copy could not be deleted yet. It is tried again.',
  steps: [
    {
      name: 'remove',
      pastReturn: 'What it takes away is nobody’s any longer: it can only be carried on to its end.',
      run: remove,
      undo: { why: 'a file that was to go is not brought back: a sweep tries again what could not be removed' },
      attempts: 20,
      deadlineMs: hours(1),
    },
  ],
  finish: ({ db, input }) => deleteCopy(db, input.copyId),
  undone: async () => {},
});

async function remove({ db, engine, input }: StepContext<Input>) {
  const copy = await findCopy(db, input.copyId);
  if (copy?.target && copy.object_key) await engine.copies.store(copy.target).remove(copy.object_key);
  return undefined;
}
