/** Mails that an operator releases or drops: one by its id, or all that are held for a reason. */
import type { OperatorInput } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { isUnreadableMailHeld, lockHeldMails, lockReceivedMail, type ReceivedMail } from '@innkeeper/db/tables/received-mails';
import { Failure } from '@innkeeper/model/failures';
import { UNREADABLE_MAILS } from '@innkeeper/model/mail-in/mail';
import type { OperatorCx } from '../context.ts';

/** Maximum number of mails in one transaction. */
const MAX_MAILS = 1_000;

export interface TakenMails {
  mails: ReceivedMail[];
  /** Number of further mails that are held for the same reason. */
  remaining: number;
}

/** Locks the mails, oldest first. Throws `not_found` for the id of no mail. */
export async function lockMails({ db }: OperatorCx, mail: OperatorInput<'releaseInbox'>['mail']): Promise<TakenMails> {
  if (typeof mail !== 'number') return lockHeldMails(db, mail, MAX_MAILS);
  const found = await lockReceivedMail(db, mail);
  if (!found) throw new Failure('not_found', { message: `Mail ${mail} does not exist.` });
  return { mails: [found], remaining: 0 };
}

/** Closes the alerts about these mails, which are no longer held. Another mail opens them again. */
export async function resolveHeldAlerts({ db, clock }: OperatorCx, mails: readonly ReceivedMail[]): Promise<void> {
  const now = clock.now();
  const senders = new Set(mails.map(({ from_address }) => from_address ?? 'nobody'));
  for (const sender of senders) await resolveAlerts(db, { kind: 'mail_loop', key: `sender:${sender}` }, now);
  if (mails.some(({ why }) => why === 'flood')) await resolveAlerts(db, { kind: 'mail_loop', key: 'complaints' }, now);
  if (!(await isUnreadableMailHeld(db))) await resolveAlerts(db, { kind: UNREADABLE_MAILS.kind }, now);
}
