/**
 * Restarts crashed guests with the delays of `model/states/crash-starts.ts`. The times of restarts are in the row, so that a change of
 * workers causes no additional restart. A guest that was stopped on purpose is not started.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { nextCrashStart, recentStarts } from '@innkeeper/model/states/crash-starts';
import { minutes } from '@innkeeper/model/time/clock';
import type { NodeContext } from '../job.ts';
import { onNode, workOf } from './of-node.ts';

const MAX_BACKOFF_MS = minutes(5);

/** Restarts the node's crashed servers whose delay is over. */
export async function startCrashed(watch: NodeContext): Promise<void> {
  const { db, clock, log } = watch;
  const crashed = await db
    .selectFrom('servers')
    .select(['id', 'crashed_at', 'crash_starts'])
    .where('power', '=', 'crashed')
    .where('status', '=', 'active')
    .where('crashed_at', 'is not', null)
    .where(onNode(watch))
    .execute();
  const due = crashed.filter(({ crashed_at, crash_starts }) => {
    const at = crashed_at && nextCrashStart(crashed_at, crash_starts);
    return at && at <= clock.now();
  });
  await forEachDue(
    { db, clock },
    {
      name: workOf(watch, 'start-crashed'),
      kind: 'server',
      maxBackoffMs: MAX_BACKOFF_MS,
      find: async (except) => due.filter(({ id }) => !except.includes(id)),
      async act({ id }) {
        const started = await transact(watch, (cx) => restartIfDue(cx, id));
        if (started) log.info({ server: id }, 'a server that crashed is started again');
        return started;
      },
    },
  );
}

/** Restarts a server if it is still due. The row is locked, because another worker or the owner may have started it. */
async function restartIfDue(cx: MutatingCx, id: number): Promise<boolean> {
  const now = cx.clock.now();
  const server = await lockServer(cx.db, id);
  if (server?.power !== 'crashed' || server.status !== 'active' || !server.crashed_at) return false;
  if (await isLocked(cx.db, 'server', id)) return false;
  const at = nextCrashStart(server.crashed_at, server.crash_starts);
  if (!at || at > now) return false;
  await startWorkflow(cx, 'server.start-after-crash', server, {});
  await updateServer(cx.db, id, { crash_starts: [...recentStarts(server.crashed_at, server.crash_starts), now] });
  return true;
}
