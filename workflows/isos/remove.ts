/** Deletes the file of an ISO whose row is gone. */
import { releaseReservation } from '@innkeeper/db/tables/disk-reservations';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { isoFileOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext } from '../define.ts';

type Input = InputOf<'iso.remove'>;

export const isoRemove = defineWorkflow<Input>({
  kind: 'iso.remove',
  failureMessage: 'The file could not be deleted.',
  steps: [
    {
      name: 'remove',
      pointOfNoReturn: 'The file is already being deleted, so this cannot be cancelled.',
      run: async (cx) => {
        await cx.engine.downloads.remove(isoFileOf(cx.input.isoId));
        return undefined;
      },
      undo: { why: 'no row names the file any more; the operator gets an alert when it stays' },
      attempts: 10,
      deadlineMs: minutes(30),
    },
  ],
  finish,
  // Releases the reservation even if the file could not be deleted. An alert is then open for the file.
  undone: finish,
});

async function finish({ db, input: { isoId, nodeId } }: EndContext<Input>): Promise<void> {
  if (nodeId !== null) await releaseReservation(db, { kind: 'iso', id: isoId, nodeId });
}
