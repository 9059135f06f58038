/** Attribution of an account to the affiliate that referred it. The affiliate earns commission on later orders of the account. */
import { findCode, findTerms } from '@innkeeper/db/tables/affiliates';
import { Failure, invalid } from '@innkeeper/model/failures';
import { mailboxOf } from '@innkeeper/model/money/affiliates';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

const FIELD = 'referral_code';

/**
 * Records the owner of a current or former referral code as the affiliate of an account. Orders paid earlier earn no commission.
 *
 * Throws `validation` for `referral_code` if the code is unknown, the account already has one, or the period is over. The code must not
 * belong to the account, its people, or an affiliate that it referred directly or indirectly. With `late`, which is for the operator, the
 * period does not apply.
 */
export async function attributeReferral(
  cx: MutatingCx,
  accountId: number,
  code: string,
  { late = false }: { late?: boolean } = {},
): Promise<void> {
  const { db } = cx;
  // Two concurrent attributions could close a cycle.
  await sql`select pg_advisory_xact_lock(hashtextextended('referrals', 0))`.execute(db);
  const known = await findCode(db, code);
  if (!known) throw invalid(FIELD, 'This referral code does not exist.');
  const { affiliate_id } = known;
  if (affiliate_id === accountId) throw invalid(FIELD, 'Must not be one of your own referral codes.');
  const before = await db.selectFrom('referrals').select('affiliate_id').where('account_id', '=', accountId).executeTakeFirst();
  if (before) throw invalid(FIELD, 'The account already has a referral code. A referral code cannot be changed.');
  if (!late && !(await isInTime(cx, accountId))) throw invalid(FIELD, 'The period for entering a referral code has ended.');
  if (await shareIdentity(cx, accountId, affiliate_id)) throw invalid(FIELD, 'Must not be one of your own referral codes.');
  if (await isReferredBy(cx, affiliate_id, accountId))
    throw invalid(FIELD, 'Must not be a code of an account that this account has referred, directly or through others.');
  await db
    .insertInto('referrals')
    .values({ account_id: accountId, affiliate_id, code_id: known.id, attributed_at: cx.clock.now() })
    .execute();
  await audit(
    cx,
    'account.referred',
    { kind: 'account', id: accountId, accountId },
    { affiliate: affiliate_id, code: known.code },
  );
}

/**
 * Records a referral at the request of the account itself. A repeated code of one affiliate changes nothing. Returns whether a referral was
 * recorded.
 */
export async function setReferral(cx: MutatingCx, accountId: number, code: string): Promise<boolean> {
  const before = await cx.db
    .selectFrom('referrals')
    .select('affiliate_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (before && before.affiliate_id === (await findCode(cx.db, code))?.affiliate_id) return false;
  await attributeReferral(cx, accountId, code);
  return true;
}

/** Returns whether the account is within the attribution days from sign-up, or has no paid order yet. */
async function isInTime({ db, clock }: MutatingCx, accountId: number): Promise<boolean> {
  const terms = await findTerms(db);
  if (!terms) throw new Failure('wrong_state', { message: 'This installation has no affiliate program.' });
  const { created_at, paid } = await db
    .selectFrom('accounts as a')
    .select('a.created_at')
    .select(
      sql<boolean>`exists (select from orders o where o.account_id = a.id and o.paid_at is not null and o.type <> 'deposit')`.as(
        'paid',
      ),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return !paid || clock.now().getTime() <= created_at.getTime() + days(terms.attribution_days);
}

/** Returns whether both accounts share a user, a mailbox or a VAT number. */
async function shareIdentity({ db }: MutatingCx, one: number, other: number): Promise<boolean> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'u.email', 'a.vat_number'])
    .where('m.account_id', 'in', [one, other])
    .execute();
  const [mine, theirs] = [one, other].map((id) => new Set(rows.filter((row) => row.account_id === id).flatMap(namesOf)));
  return [...(mine ?? [])].some((name) => theirs?.has(name));
}

const namesOf = ({ email, vat_number }: { email: string; vat_number: string | null }): string[] =>
  vat_number === null ? [mailboxOf(email)] : [mailboxOf(email), vat_number];

/** Returns whether `accountId` was referred by `through`, directly or through others. */
async function isReferredBy({ db }: MutatingCx, accountId: number, through: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (id) as (
      select affiliate_id from referrals where account_id = ${accountId}
      union
      select r.affiliate_id from referrals r join above on r.account_id = above.id
    )
    select exists (select from above where id = ${through}) as found`.execute(db);
  return rows[0]?.found === true;
}
