/** A customer whose servers are renewed by jobs, under a clock of the test. */
import { deposit } from '@innkeeper/db/ledger';
import { payWaitingOrders } from '@innkeeper/jobs/pay-waiting-orders';
import { renewServices } from '@innkeeper/jobs/renew-services';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import { defaultSettings } from '@innkeeper/model/settings';
import type { TestDatabase } from '../../database.ts';
import { type FakeMail, fakeMail } from '../../fake-mail.ts';
import { givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';

/** The 31st of January, when all servers were bought, and until when they are paid. */
export const ANCHOR = new Date('2027-01-31T12:00:00Z');
export const EXPIRY = new Date('2027-02-28T12:00:00Z');

export function renewing(lab: TestDatabase, clock: Clock, settings: Settings = defaultSettings) {
  const mail: FakeMail = fakeMail();
  const cx = () => ({ ...givenJobCx(lab.db, { clock, settings }), mail });
  return {
    mail,
    cx,
    renew: () => renewServices(cx()),
    pay: () => payWaitingOrders(cx()),
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
    /** All of an account: order's type and state, and each line's months. */
    orders: async (accountId: number) =>
      lab.db.selectFrom('orders').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
    /** Of a service: from, to and state of each period, the earliest first. */
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

export const day = (at: Date): string => at.toISOString().slice(0, 10);
