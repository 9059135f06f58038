/** Fixtures: affiliates and their referrals. */
import type { Database } from '@innkeeper/db/schema';
import { insertAffiliate, insertCode } from '@innkeeper/db/tables/affiliates';
import { settleAffiliates } from '@innkeeper/jobs/settle-affiliates';
import { type Clock, days, systemClock } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import { type GivenAccount, givenAccount } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { givenPaidOrder } from './given-invoices.ts';

export interface GivenAffiliate extends GivenAccount {
  code: string;
}

/** Activates the affiliate program of an account, by default a new one at 10 %. Payouts are due every 30 days from `since`. */
export async function givenAffiliate(
  db: Kysely<Database>,
  { percentage = 10, since = new Date(), ...given }: { percentage?: number; since?: Date; account?: GivenAccount } = {},
): Promise<GivenAffiliate> {
  const account = given.account ?? (await givenAccount(db));
  const code = `code-${account.accountId}`;
  const next_payout_at = new Date(since.getTime() + days(30));
  await insertAffiliate(db, { account_id: account.accountId, percentage, activated_at: since, next_payout_at });
  await insertCode(db, { affiliateId: account.accountId, code, now: since });
  return { ...account, code };
}

/** Inserts an account that was referred with the affiliate's code. */
export async function givenReferred(
  db: Kysely<Database>,
  affiliate: GivenAffiliate,
  fields: Parameters<typeof givenAccount>[1] = {},
): Promise<GivenAccount> {
  const account = await givenAccount(db, fields);
  await sql`insert into referrals (account_id, affiliate_id, code_id, attributed_at)
    select ${account.accountId}, affiliate_id, id, now() from affiliate_codes where code = ${affiliate.code}`.execute(db);
  return account;
}

/** Inserts `n` conversions of a new affiliate, each with its payout. */
export async function givenPayouts(db: Kysely<Database>, affiliate: GivenAffiliate, n: number): Promise<void> {
  const { accountId } = await givenReferred(db, affiliate);
  for (let i = 1; i <= n; i += 1) {
    await givenPaidOrder(db, { accountId, nets: [100_00n] });
    const now = new Date(Date.now() + days(31 * i));
    await settleNow(db, { now: () => now });
  }
}

/** Runs the job once at the time of `clock`. */
export const settleNow = (db: Kysely<Database>, clock: Clock = systemClock): Promise<number> =>
  settleAffiliates(givenJobCx(db, { clock }));

/** Compares the sums of affiliates with their conversions and the ledger. Returns a sentence for each difference. */
export async function verifyAffiliates(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    with sums as (
      select f.*, c.*,
        (select coalesce(sum(p.amount), 0) from ledger_entries e join ledger_postings p on p.entry_id = e.id
          join ledger_accounts l on l.id = p.ledger_account_id
          where e.kind = 'affiliate' and e.account_id = f.account_id and l.kind = 'affiliate_payable') as owed,
        (select coalesce(sum(amount), 0) from affiliate_payouts where affiliate_id = f.account_id) as outgoing
      from affiliates f, lateral (
        select coalesce(sum(net - refunded), 0) as kept, coalesce(sum(commission) filter (where approved_at is null), 0) as waits,
          coalesce(sum(commission) filter (where approved_at is not null), 0) as approved
        from affiliate_conversions where affiliate_id = f.account_id) c)
    select format('affiliate %s: %s', account_id, row_to_json(sums)) as finding from sums
    where turnover <> kept or pending <> waits or payable <> owed or paid_out <> outgoing or payable + paid_out <> approved
    union all
    select format('conversion %s: %s', c.id, row_to_json(c)) from affiliate_conversions c
    where commission <> (net - refunded) * percentage / 100
      or net - refunded <> (select sum(m.net) from affiliate_movements m where m.conversion_id = c.id)
      or commission <> (select sum(m.commission) from affiliate_movements m where m.conversion_id = c.id)
    union all
    select format('order %s stayed paid by %s, its conversion says %s', e.order_id, sum(p.amount), min(c.net - c.refunded))
    from affiliate_conversions c join ledger_entries e on e.order_id = c.order_id join ledger_postings p on p.entry_id = e.id
    join ledger_accounts l on l.id = p.ledger_account_id
    where l.kind = 'revenue' and not exists (select from affiliate_due d where d.order_id = e.order_id)
    group by e.order_id having sum(p.amount) <> min(c.net - c.refunded)`.execute(db);
  return rows.map(({ finding }) => finding);
}
