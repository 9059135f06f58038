import { type AccountExport, insertExport, lockExportsOfDay } from '@innkeeper/db/tables/account-exports';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';

/**
 * Requests an export of all data of the account. A job writes the export, and a mail notifies the owner. Throws `wrong_state` while another
 * export is in progress, and `rate_limited` if the limit for 24 hours is reached.
 */
export async function createAccountExport(cx: MutatingCx<Customer>): Promise<AccountExport> {
  const { accountId, userId } = cx.actor;
  const now = cx.clock.now();
  const ofDay = await lockExportsOfDay(cx.db, accountId, now);
  if (ofDay.some(({ status }) => status === 'pending'))
    throw new Failure('wrong_state', { message: 'An export of this account is already in progress. Wait until it has ended.' });
  const max = cx.settings.accountExportsADay;
  const oldest = ofDay.at(-max);
  if (oldest) {
    const retryAfter = Math.ceil((oldest.created_at.getTime() + days(1) - now.getTime()) / 1_000);
    throw new Failure('rate_limited', {
      message: `An account can be exported at most ${max} times in 24 hours. Try again later.`,
      retryAfter,
    });
  }
  const made = await insertExport(cx.db, { accountId, userId, now });
  await audit(cx, 'createAccountExport', { kind: 'account_export', id: made.id });
  return made;
}
