/** Deletes the file of a deleted copy, then its row. */
import { deleteCopy, findCopy } from '@innkeeper/db/tables/copies';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { hours } from '@innkeeper/model/time/clock';
import { defineWorkflow, type StepContext } from '../define.ts';

type Input = InputOf<'copy.delete'>;

export const copyDelete = defineWorkflow<Input>({
  kind: 'copy.delete',
  failureMessage: 'The copy could not be deleted yet. The deletion is retried automatically.',
  steps: [
    {
      name: 'remove',
      pointOfNoReturn: 'The file is already being deleted, so this cannot be cancelled.',
      run: remove,
      undo: { why: 'a file that is to be removed is not restored; a sweep removes later what could not be removed' },
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
