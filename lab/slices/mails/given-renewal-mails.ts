/** A lab whose clock a test sets, with the jobs that write mails about renewals. */
import { findPayment } from '@innkeeper/db/tables/payments';
import { transact } from '@innkeeper/domain/context';
import { endPayment } from '@innkeeper/domain/payments/end';
import { announceRenewals } from '@innkeeper/jobs/announce-renewals';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { minutes } from '@innkeeper/model/time/clock';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenNode } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { asWorker, mailsOf, type WrittenMail } from '../../given-mails.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { labSettings } from '../../settings.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

/** Templates about renewals. Other mails are tested elsewhere. */
const RENEWALS = ['renewal-ahead', 'renewal-due', 'order-waiting', 'charge-failed', 'services-suspended', 'services-resumed'];

export async function openRenewalLab(start: Date) {
  let now = start;
  const clock = { now: () => now };
  const lab: Lab = await openLab({ clock });
  await givenNode(lab.db);
  await givenPaymentMethods(lab.db);
  await givenSeller(lab.db);
  const settings = { ...labSettings };
  const given = renewalHelpers(lab, clock, settings);
  return {
    ...{ lab, clock, given, settings },
    setTime(at: Date): void {
      now = at;
    },
    /** Issues the documents that wait. */
    issue: () => issueNow(lab.db, clock),
    /** Runs the jobs that write mails twice, in the next two minutes. Returns the account's mails of this run, by template and data. */
    async written(account: GivenAccount, ...jobs: ('remind' | 'announce')[]): Promise<WrittenMail[]> {
      const before = (await mailsOf(lab.db, account)).length;
      for (let run = 0; run < 2; run += 1) {
        await issueNow(lab.db, clock);
        now = new Date(now.getTime() + minutes(1));
        await asWorker(lab.db, async (db) => {
          const cx = { ...given.cx(), db };
          await composeMails(cx);
          if (jobs.includes('remind')) await remindRenewals(cx);
          if (jobs.includes('announce')) await announceRenewals(cx);
        });
      }
      return (await mailsOf(lab.db, account)).slice(before).filter(({ template }) => RENEWALS.includes(template));
    },
    /** Ends the running charge of an order as refused by the card's bank. */
    async refuseCharge(orderId: number, hardDecline = false): Promise<void> {
      const { payment_id } = await lab.db
        .selectFrom('payment_orders')
        .select('payment_id')
        .where('order_id', '=', orderId)
        .orderBy('payment_id', 'desc')
        .executeTakeFirstOrThrow();
      // The workflow of the charge does this when it begins.
      await lab.db.updateTable('payments').set({ attempted_at: now }).where('id', '=', payment_id).execute();
      await lab.db.updateTable('orders').set({ status: 'processing' }).where('id', '=', orderId).execute();
      await transact(given.cx(), async (cx) => {
        const payment = await findPayment(cx.db, payment_id);
        if (payment) await endPayment(cx, payment, { code: 'declined', reason: 'The card was declined.', hardDecline });
      });
    },
  };
}
