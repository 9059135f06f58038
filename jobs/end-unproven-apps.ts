import { forEachDue } from '@innkeeper/db/tables/due';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import { deleteTotp, dueUnprovenApps, lockTotp } from '@innkeeper/db/tables/two-factor';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { hasEnded } from '@innkeeper/model/sign-in/unproven-app';
import type { JobContext } from './job.ts';

const BATCH = 100;

/** Deletes authenticator apps that a token enabled, and whose code no session gave in time. Returns how many were deleted. */
export function endUnprovenApps(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'end-unproven-apps',
    kind: 'user',
    find: (except) => dueUnprovenApps(cx.db, cx.clock.now(), { except, max: BATCH }),
    act: ({ id }) =>
      transact(cx, async (one) => {
        const app = await lockTotp(one.db, id);
        if (!app || !hasEnded(app, one.clock.now())) return false;
        await deleteTotp(one.db, id);
        const accountId = (await firstAccountOf(one.db, id)) ?? null;
        await audit(one, 'user.two_factor.ended', { kind: 'user', id, accountId });
        return true;
      }),
  });
}
