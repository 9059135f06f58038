/** Inserts ISO files into a server's drives, or ejects them. The row has the new drives from the request on. */

import { lockIsoShared } from '@innkeeper/db/tables/isos';
import { updateServer } from '@innkeeper/db/tables/servers';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext, type StepContext } from '../define.ts';
import { mediaOf, waitForIsos } from '../steps/media.ts';

type Input = InputOf<'server.set-media'>;

export const serverSetMedia = defineWorkflow<Input>({
  kind: 'server.set-media',
  failureMessage: 'The drives could not be changed. Try again, or contact support.',
  steps: [
    {
      name: 'wait',
      run: async (cx) => waitForIsos(cx, cx.input.new, await nodeOf(cx)),
      undo: { why: 'it only waits for files' },
      attempts: 20,
      deadlineMs: hours(6),
    },
    {
      name: 'insert',
      run: (cx) => insert(cx, cx.input.new),
      undo: async (cx) => void (await insert(cx, cx.input.old)),
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  finish: async () => {},
  undone: putBack,
});

async function insert(cx: StepContext<Input>, drives: Drives): Promise<undefined> {
  await cx.engine.compute.setMedia(machineIdOf(cx.input.serverId), await mediaOf(cx.db, drives, await nodeOf(cx)));
}

async function nodeOf({ db, input }: StepContext<Input>): Promise<number> {
  const { node_id } = await db.selectFrom('servers').select('node_id').where('id', '=', input.serverId).executeTakeFirstOrThrow();
  return node_id;
}

/** Restores the old drives in the row. An ejected ISO may have been deleted in the meantime. */
async function putBack({ db, input }: EndContext<Input>): Promise<void> {
  const there = async (id: number | null) => (id === null ? null : ((await lockIsoShared(db, id))?.id ?? null));
  await updateServer(db, input.serverId, {
    primary_iso_id: await there(input.old.primary),
    secondary_iso_id: await there(input.old.secondary),
    boot_iso: input.old.bootIso,
  });
}
