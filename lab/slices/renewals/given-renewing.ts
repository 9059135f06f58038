/** A customer whose servers are renewed by jobs, with a clock that the test controls. */
import { deposit } from '@innkeeper/db/ledger';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { payWaitingOrders } from '@innkeeper/jobs/pay-waiting-orders';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { sendMails } from '@innkeeper/jobs/send-mails';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Chain } from '../../chain.ts';
import type { TestDatabase } from '../../database.ts';
import { type FakeMail, fakeMail } from '../../fake-mail.ts';
import { givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { labSettings } from '../../settings.ts';

/** January 31st, when all servers were bought, and the end of their paid period. */
export const ANCHOR = new Date('2027-01-31T12:00:00Z');
export const EXPIRY = new Date('2027-02-28T12:00:00Z');

/** Returns helpers that insert servers and run the renewal jobs of an account. */
export function renewalHelpers(lab: TestDatabase, clock: Clock, settings: Settings = labSettings) {
  const mail: FakeMail = fakeMail();
  const cx = () => ({ ...givenJobCx(lab.db, { clock, settings }), mail });
  const renew = () => renewServices(cx());
  const pay = () => payWaitingOrders(cx());
  return {
    mail,
    cx,
    renew,
    pay,
    /** Runs the jobs of a worker: renewals and payments first, then expiries and mails. */
    async look(worker: Chain['worker']): Promise<void> {
      await renew();
      await pay();
      await expireServices(cx());
      await worker.idle({ horizonMs: 60_000 });
      await composeMails(cx());
      await remindRenewals(cx());
      await sendMails(cx());
    },
    server: (accountId: number, fields = {}) =>
      givenServer(lab.db, { accountId, billing_anchor: ANCHOR, expiry_at: EXPIRY, ...fields }),
    fund: (accountId: number, amount: bigint) =>
      lab.db.transaction().execute((trx) =>
        deposit(trx, {
          accountId,
          amount,
          gateway: 'operator',
          paymentMethod: 'operator',
          description: 'Given',
          now: clock.now(),
        }),
      ),
    /** Returns all orders of an account, oldest first. */
    orders: async (accountId: number) =>
      lab.db.selectFrom('orders').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
    /** Returns start, end and state of each period of a service, earliest first. */
    periods: async (serviceId: number) => {
      const rows = await lab.db
        .selectFrom('service_periods')
        .select(['period_from', 'period_to', 'state'])
        .where('service_id', '=', serviceId)
        .orderBy('period_from')
        .execute();
      return rows.map((row) => `${day(row.period_from)} ${day(row.period_to)} ${row.state}`);
    },
    async service(id: number) {
      const row = await lab.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return { ...row, until: row.expiry_at && day(row.expiry_at) };
    },
  };
}

/** Formats a time as its UTC day: `2027-02-28`. */
export const day = (at: Date): string => at.toISOString().slice(0, 10);
