/**
 * Closes accounts whose time has come, and erases their personal data. What came in the way meanwhile is told to the operator, and keeps that account alone. A
 * crash leaves it open, or closed and partly erased: then the next run goes on.
 */
import { closeAccount, dueClosings, eraseSome, holdToClose, obstaclesOf } from '@innkeeper/db/tables/account-closing';
import { forEachDue } from '@innkeeper/db/tables/due';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { sentenceOf } from '@innkeeper/model/account-closing';
import type { JobContext } from './job.ts';

/** Rows that are erased in one transaction. */
const AT_A_TIME = 1_000;

/** Returns how many it has done something for. */
export function closeAccounts(cx: JobContext, { atATime = AT_A_TIME } = {}): Promise<number> {
  return forEachDue(cx, {
    name: 'close-accounts',
    kind: 'account',
    find: (except) => dueClosings(cx.db, cx.clock.now(), except),
    async act({ id, closed_at }) {
      if (closed_at === null && !(await transact(cx, (one) => close(one, id)))) return false;
      let more = true;
      while (more && !cx.stopping?.aborted) more = await eraseSome(cx.db, id, { now: cx.clock.now(), most: atATime });
      return true;
    },
  });
}

/** Returns false when it stays open after all. */
async function close(cx: MutatingCx, id: number): Promise<boolean> {
  const now = cx.clock.now();
  const { closes_at } = await holdToClose(cx.db, id);
  if (closes_at === null || closes_at > now) return false;
  const obstacles = await obstaclesOf(cx.db, id);
  if (obstacles.length > 0) throw new Error(sentenceOf(obstacles));
  if (!(await closeAccount(cx.db, id, now))) return false;
  await audit(cx, 'account.closed', { kind: 'account', id, accountId: id });
  return true;
}
