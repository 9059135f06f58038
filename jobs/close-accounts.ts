/**
 * Closes accounts whose closing date has come, and erases their personal data. A new obstacle is reported to the operator and delays only
 * that account. After a crash the account is open, or closed and partly erased, and the next run continues.
 */
import {
  closeAccount,
  dueClosings,
  eraseSome,
  hasUnpostedCredits,
  lockForClosing,
  obstaclesOf,
} from '@innkeeper/db/tables/account-closing';
import { forEachDue } from '@innkeeper/db/tables/due';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { explainObstacles } from '@innkeeper/model/people/account-closing';
import type { JobContext } from './job.ts';

/** Maximum number of rows erased in one transaction. */
const AT_A_TIME = 1_000;

/** Processes due accounts. Returns how many changed. */
export function closeAccounts(cx: JobContext, { atATime = AT_A_TIME } = {}): Promise<number> {
  return forEachDue(cx, {
    name: 'close-accounts',
    kind: 'account',
    find: (except) => dueClosings(cx.db, cx.clock.now(), except),
    async act({ id, closed_at }) {
      if (closed_at === null && !(await transact(cx, (one) => close(one, id)))) return false;
      let more = true;
      while (more && !cx.stopping?.aborted) more = await eraseSome(cx.db, id, { now: cx.clock.now(), max: atATime });
      return true;
    },
  });
}

/** Closes the account. Returns false if it stays open. */
async function close(cx: MutatingCx, id: number): Promise<boolean> {
  const now = cx.clock.now();
  const { closes_at } = await lockForClosing(cx.db, id);
  if (closes_at === null || closes_at > now) return false;
  const obstacles = await obstaclesOf(cx.db, id);
  if (obstacles.length > 0) throw new Error(explainObstacles(obstacles));
  // They are posted within seconds, and are balance then.
  if (await hasUnpostedCredits(cx.db, id)) return false;
  if (!(await closeAccount(cx.db, id, now))) return false;
  await audit(cx, 'account.closed', { kind: 'account', id, accountId: id });
  return true;
}
