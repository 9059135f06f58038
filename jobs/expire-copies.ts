/** Removes the copies of ended servers after the promised time, and retries copies that could not be removed immediately. */
import type { Copy } from '@innkeeper/db/schema';
import { copyUse, lockCopy } from '@innkeeper/db/tables/copies';
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { deleteCopy } from '@innkeeper/domain/copies/delete';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Starts the removal of due copies. Returns for how many. */
export async function expireCopies(cx: JobContext): Promise<number> {
  await setEnds(cx);
  await purgeFailed(cx);
  return forEachDue(cx, {
    name: 'expire-copies',
    kind: 'copy',
    find: (except) =>
      cx.db
        .selectFrom('copies')
        .select('id')
        .where(({ or, and, eb }) =>
          or([and([eb('status', '=', 'ready'), eb('kept_until', '<=', cx.clock.now())]), eb('status', '=', 'deleting')]),
        )
        .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('id')
        .execute(),
    act: ({ id }) => transact(cx, (mine) => expireCopy(mine, id)),
  });
}

/** Sets the retention end once, in the first run after the server's end. Later changes of the setting do not affect it. */
async function setEnds({ db, settings }: JobContext): Promise<void> {
  const kept = sql`make_interval(secs => ${settings.copyRetentionMs / 1000}::double precision)`;
  await sql`
    update copies set kept_until = s.ended_at + ${kept} from servers s
    where s.id = copies.server_id and s.status = 'terminated' and s.ended_at is not null and copies.kept_until is null`.execute(
    db,
  );
}

/** Deletes rows of failed copies after a while. A failed copy left no file, and its row contains the reason. */
async function purgeFailed({ db, clock, settings }: JobContext): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.copyRetentionMs);
  const rows = await db
    .selectFrom('copies')
    .select('id')
    .where('status', '=', 'failed')
    .where('created_at', '<', before)
    .execute();
  await forEachDue(
    { db, clock },
    {
      name: 'purge-failed-copies',
      kind: 'copy',
      find: async (except) => rows.filter(({ id }) => !except.includes(id)),
      async act({ id }) {
        const { numDeletedRows } = await db
          .deleteFrom('copies')
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .executeTakeFirst();
        return numDeletedRows > 0n;
      },
    },
  );
}

async function expireCopy(cx: MutatingCx, id: number): Promise<boolean> {
  const copy = await lockCopy(cx.db, id);
  if (!copy || !isDue(copy, cx.clock.now()) || (await isLocked(cx.db, copy.kind, id)) || (await copyUse(cx.db, id))) return false;
  await deleteCopy(cx, copy, `${copy.kind}.retired`);
  return true;
}

function isDue({ status, kept_until }: Copy, now: Date): boolean {
  return status === 'deleting' || (status === 'ready' && kept_until !== null && kept_until <= now);
}
