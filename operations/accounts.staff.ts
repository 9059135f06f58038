/** Queries and views of accounts for the operator. */
import { deposit } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { findClosing } from '@innkeeper/db/tables/account-closing';
import { createAccount as insertAccount, isSuspensionBeingTold, ownerEmail } from '@innkeeper/db/tables/accounts';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { areUnpaid, listPendingEnds, lockServicesToEnd, suspendedByStaff } from '@innkeeper/db/tables/service-ends';
import { giveTimeToPay } from '@innkeeper/db/tables/services';
import { findVatCheck } from '@innkeeper/db/tables/vat-checks';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { attributeReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import { endServicesOf, suspendServicesOf } from '@innkeeper/domain/endings/services-of-account';
import { showStaffEnds } from '@innkeeper/domain/endings/show-staff-ends';
import { requirePrintable } from '@innkeeper/domain/invoices/printable';
import { mailAccountResumed, mailAccountSuspended } from '@innkeeper/domain/mail/account-suspension';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { chargeAccount as charge } from '@innkeeper/domain/payments/charge-account';
import { validateCredit } from '@innkeeper/domain/payments/credit';
import { latestAuditLines } from '@innkeeper/domain/staff/audit-lines';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { setBillingData } from '@innkeeper/domain/tax/billing-data';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import { monthOf } from '@innkeeper/model/time/calendar';
import { hours } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists accounts, oldest first. */
export function listAccounts(cx: StaffCx, input: StaffInput<'listAccounts'>): Promise<StaffReply<'listAccounts'>> {
  const { search, balance_below, balance_above, suspended } = input;
  let query = accountsQuery(cx.db).orderBy('a.id');
  if (search !== undefined)
    query = query.where(sql<boolean>`strpos(lower(${ownerEmail('a.id')} || ' ' || a.name), ${search.toLowerCase()}) > 0`);
  if (balance_below !== undefined) query = query.where('l.balance', '<', parseDecimal(balance_below));
  if (balance_above !== undefined) query = query.where('l.balance', '>', parseDecimal(balance_above));
  if (suspended) query = query.where('a.suspended_at', 'is not', null);
  return listPage(query, input, (row) => {
    const { suspend_reason: _shownByShow, ...listed } = accountView(row);
    return listed;
  });
}

/** Number of transactions shown, newest first. */
const LATEST = 10;

/** Number of notes shown. Accounts have few notes. */
const NOTES = 50;

/** Returns an account with its billing data, spending, notes, latest transactions and audit lines. Throws `not_found`. */
export async function showAccount(cx: StaffCx, input: StaffInput<'showAccount'>): Promise<StaffReply<'showAccount'>> {
  const id = await accountIdOf(cx.db, input.account);
  const account = await loadAccount(cx.db, id);
  const { closes_at, closed_at } = await findClosing(cx.db, id);
  return {
    ...account,
    closes_at,
    closed_at,
    ...(await countsOf(cx, id)),
    billing: await billingOf(cx, id),
    spending: await spendingOf(cx, id),
    notes: await notesOf(cx, id),
    transactions: await transactionsOf(cx, id),
    audit: await latestAuditLines(cx.db, (eb) => eb('account_id', '=', id)),
  };
}

function countsOf({ db, clock }: StaffCx, id: number) {
  const waiting = sql`from orders where account_id = ${id} and status = 'awaiting_payment'`;
  return db
    .selectNoFrom([
      sql<number>`(select count(*)::int from access_tokens where account_id = ${id} and revoked_at is null
        and (expires_at is null or expires_at > ${clock.now()}))`.as('tokens'),
      sql<number>`(select count(*)::int ${waiting})`.as('unpaid_orders'),
      sql<number[]>`array(select id ${waiting} order by id limit 20)`.as('unpaid_order_ids'),
    ])
    .executeTakeFirstOrThrow();
}

async function transactionsOf({ db }: StaffCx, id: number) {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.entry_id', 'e.id')
    .innerJoin('ledger_accounts as l', 'l.id', 'p.ledger_account_id')
    .select(['e.created_at as at', 'e.kind', 'p.amount', 'e.description'])
    .where('l.account_id', '=', id)
    .orderBy('e.id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map((row) => ({ ...row, amount: formatDecimal(row.amount) }));
}

function notesOf({ db }: StaffCx, id: number) {
  return db
    .selectFrom('account_notes')
    .select(['id', 'created_at as at', 'written_by as by', 'text'])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NOTES)
    .execute();
}

/**
 * Creates an account. Throws `validation` if the email address already has an account, the country is not in the catalogue, or invoices
 * cannot show the name.
 */
export async function createAccount(
  cx: StaffCx,
  { email, name = '', country, funds = '0', referral_code }: StaffInput<'createAccount'>,
): Promise<StaffReply<'createAccount'>> {
  const known = await cx.db.selectFrom('countries').select('id').where('code', '=', country).executeTakeFirst();
  if (!known) throw invalid('country', `The country ${country} is not in the catalogue.`);
  requirePrintable(cx, { name });
  const created = await insertAccount(cx.db, { email, name, country });
  if (!created) throw invalid('email', `${email} already has an account.`);
  const id = created.accountId;
  if (referral_code !== undefined) await attributeReferral(cx, id, referral_code);
  const amount = parseDecimal(funds);
  const description = 'Granted by the operator';
  if (amount > 0n)
    await deposit(cx.db, {
      accountId: id,
      amount,
      gateway: 'operator',
      paymentMethod: 'operator',
      description,
      now: cx.clock.now(),
    });
  await audit(cx, 'createAccount', { kind: 'account', id: id, accountId: id }, { funds: formatDecimal(amount) });
  return loadAccount(cx.db, id);
}

/**
 * Changes the billing data of an account for later orders.
 *
 * A worker verifies a new VAT number. The account pays consumer VAT until then. Setting `company` to false clears all company fields. The
 * referral code can be set once, at any time. A spending cap applies at once and includes earlier spending of the month.
 */
export async function setAccount(
  cx: StaffCx,
  { account, ...given }: StaffInput<'setAccount'>,
): Promise<StaffReply<'setAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const named = namedFields(given);
  const cleared = named.company === false ? NO_COMPANY : {};
  const { referral_code, monthly_cap, ...billing } = named;
  if (referral_code !== undefined) await attributeReferral(cx, id, referral_code, { late: true });
  if (monthly_cap !== undefined) await setMonthlyCap(cx, id, monthly_cap === null ? null : parseDecimal(monthly_cap));
  await setBillingData(cx, id, { ...billing, ...cleared });
  await audit(cx, 'setAccount', { kind: 'account', id, accountId: id }, named);
  return { ...(await loadAccount(cx.db, id)), billing: await billingOf(cx, id), spending: await spendingOf(cx, id) };
}

const NO_COMPANY = { company_name: null, company_address: null, company_number: null, vat_number: null };

/** Returns the billing data of an account and the VAT that a new order would be charged now. */
async function billingOf(cx: StaffCx, id: number) {
  const row = await cx.db
    .selectFrom('accounts')
    .select(['address', 'city', 'postal_code', 'company', 'company_name', 'company_address', 'company_number', 'vat_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const check = row.vat_number === null ? undefined : await findVatCheck(cx.db, id, row.vat_number);
  const { country, rateBp, rule, pending } = await taxOf(cx, id);
  return {
    ...row,
    vat: { country, rate: rateBp / 100, rule, pending },
    vat_check: check
      ? {
          verdict: check.verdict,
          checked_at: check.checked_at,
          consultation_number: check.consultation_number,
          registered_name: check.name,
          next_try_at: check.next_try_at,
          error: check.error,
        }
      : null,
  };
}

/** Posts a deposit to an account. Throws `not_found`, and the errors of `validateCredit`. */
export async function fundAccount(
  cx: StaffCx,
  { account, amount: text, reason }: StaffInput<'fundAccount'>,
): Promise<StaffReply<'fundAccount'>> {
  const accountId = await accountIdOf(cx.db, account);
  const amount = parseDecimal(text);
  await validateCredit(cx, { accountId, amount });
  const now = cx.clock.now();
  const entry = await deposit(cx.db, {
    accountId,
    amount,
    gateway: 'operator',
    paymentMethod: 'operator',
    description: reason,
    now,
  });
  await addMailsDue(cx, { kind: 'balance-changed', accountId, ids: [entry] });
  await audit(cx, 'fundAccount', { kind: 'account', id: accountId, accountId }, { amount: formatDecimal(amount), reason, entry });
  return loadAccount(cx.db, accountId);
}

/**
 * Takes back what staff have credited. Throws `not_found`, `wrong_state` for more than staff have credited, and `insufficient_funds` for more
 * than the balance.
 */
export async function chargeAccount(cx: StaffCx, input: StaffInput<'chargeAccount'>): Promise<StaffReply<'chargeAccount'>> {
  const accountId = await accountIdOf(cx.db, input.account);
  const amount = parseDecimal(input.amount);
  const entry = await charge(cx, { accountId, amount, reason: input.reason });
  const details = { amount: formatDecimal(amount), reason: input.reason, entry };
  await addMailsDue(cx, { kind: 'balance-changed', accountId, ids: [entry] });
  await audit(cx, 'chargeAccount', { kind: 'account', id: accountId, accountId }, details);
  return loadAccount(cx.db, accountId);
}

/** Adds a note that only the staff can read. Notes cannot be changed. */
export async function noteAccount(cx: StaffCx, { account, text }: StaffInput<'noteAccount'>): Promise<StaffReply<'noteAccount'>> {
  const accountId = await accountIdOf(cx.db, account);
  const row = { account_id: accountId, written_by: cx.actor.name, text, created_at: cx.clock.now() };
  const { id } = await cx.db.insertInto('account_notes').values(row).returning('id').executeTakeFirstOrThrow();
  // No account is set, because its audit log would reveal that notes exist.
  await audit(cx, 'noteAccount', { kind: 'account', id: accountId, accountId: null }, { note: id });
  return { id, account: accountId, at: row.created_at, by: row.written_by, text };
}

/** Resumes a suspended account, so that its tokens have all their abilities again. Returns the services that staff still ends or suspends. */
export async function resumeAccount(cx: StaffCx, { account }: StaffInput<'resumeAccount'>): Promise<StaffReply<'resumeAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const isUntold = await isSuspensionBeingTold(cx.db, id);
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ suspended_at: null, suspend_reason: null })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('wrong_state', { message: `Account ${id} is not suspended.` });
  // The account could not pay while it was suspended.
  const now = cx.clock.now();
  await giveTimeToPay(cx.db, id, { now, until: new Date(now.getTime() + cx.settings.timeToPayMs) });
  if (!isUntold) await mailAccountResumed(cx, id);
  await audit(cx, 'resumeAccount', { kind: 'account', id: id, accountId: id });
  const ends = await showStaffEnds(cx, await listPendingEnds(cx.db, id));
  return { ...(await loadAccount(cx.db, id)), ends, ...(await suspendedByStaff(cx.db, id)) };
}

/** Sets the monthly cap, or removes it with `null`. Waits for payments in progress, which lock the row. */
async function setMonthlyCap({ db }: StaffCx, accountId: number, monthly_cap: Cents | null): Promise<void> {
  await db.updateTable('ledger_accounts').set({ monthly_cap }).where('account_id', '=', accountId).execute();
}

/** Returns the monthly cap of an account and its spending in the current month. */
async function spendingOf({ db, clock }: StaffCx, accountId: number) {
  const { from, to } = monthOf(clock.now());
  const { cap, spent } = await db
    .selectFrom('ledger_accounts')
    .select(['monthly_cap as cap', sql<Cents>`spent(${accountId}, null, ${from}, ${to})`.as('spent')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { monthly_cap: cap === null ? null : formatDecimal(cap), spent_this_month: formatDecimal(spent) };
}

/**
 * Limits the tokens of an account to reading, exports and tickets (`account_suspended`). Its servers are not affected, unless
 * `services_reason` is given. It then suspends services in use, without those that a workflow locks, and at most 200 at a time.
 *
 * The next call continues with services that are left. Throws `not_found`, and `wrong_state` if nothing is left to suspend.
 */
export async function suspendAccount(
  cx: StaffCx,
  { account, reason, services_reason }: StaffInput<'suspendAccount'>,
): Promise<StaffReply<'suspendAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const isNew = await suspend(cx, id, reason);
  const { suspended, voidOrders, locked, left } =
    services_reason === undefined
      ? { suspended: [], voidOrders: [], locked: [], left: 0 }
      : await suspendServicesOf(cx, id, services_reason);
  if (!isNew && suspended.length === 0) {
    const waiting = locked.length > 0 ? ` A workflow locks these of its services: ${locked.join(', ')}.` : '';
    throw new Failure('wrong_state', { message: `Account ${id} is already suspended.${waiting}` });
  }
  const details = { reason, ...(services_reason !== undefined && { services_reason, services: suspended.length }) };
  await mailAccountSuspended(cx, id, { suspended, voidOrders, reason: services_reason ?? null });
  await audit(cx, 'suspendAccount', { kind: 'account', id: id, accountId: id }, details);
  const { servers_running } = await cx.db
    .selectFrom('servers')
    .select(sql<number>`count(*)::int`.as('servers_running'))
    .where('account_id', '=', id)
    .where('power', '=', 'running')
    .executeTakeFirstOrThrow();
  return { ...(await loadAccount(cx.db, id)), servers_running, services: suspended.length, locked, services_left: left };
}

/** Suspends an account, and waits for orders of new services that are under way. Returns false for an account that is suspended already. */
async function suspend(cx: StaffCx, id: number, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ suspended_at: cx.clock.now(), suspend_reason: reason })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const hoursFromNow = ({ clock }: StaffCx, after: number): Date => new Date(clock.now().getTime() + hours(after));

/**
 * Throws `not_found`, and `wrong_state` if the account has no service that could end, or all of them end earlier or were never paid. Returns
 * the id of the account.
 */
export async function validateEndOfAccount(
  cx: StaffCx,
  { account, after }: Pick<StaffInput<'endAccount'>, 'account' | 'after'>,
): Promise<number> {
  const id = await accountIdOf(cx.db, account);
  const endsAt = hoursFromNow(cx, after);
  const services = await lockServicesToEnd(cx.db, id);
  const ending = services.filter(({ staff_ends_at: at }) => at === null || at > endsAt);
  if (ending.length === 0 || (await areUnpaid(cx.db, ending))) throw nothingToEnd(id, services.length);
  return id;
}

const nothingToEnd = (account: number, services: number): Failure =>
  new Failure('wrong_state', {
    message: `Account ${account} has no service to end.${services > 0 ? ' Staff ends its services already, not later than this.' : ''}`,
  });

/** Suspends an account and ends all its services later. Only somebody at the host needs no approval. Throws `not_found` and `wrong_state`. */
export function endAccount(cx: StaffCx, input: StaffInput<'endAccount'>): Promise<StaffReply<'endAccount'>> {
  return endAccountFor(cx, input, null);
}

/**
 * Ends the services as `endAccount`, on request of a member of the staff. The hours count from now. Services that a workflow locks, or that
 * are not built yet, are suspended later by a job. The reply also names services that staff ends earlier.
 */
export async function endAccountFor(
  cx: StaffCx,
  { account: named, reason, after }: StaffInput<'endAccount'>,
  requestedBy: number | null,
): Promise<StaffReply<'endAccount'>> {
  const account = await accountIdOf(cx.db, named);
  // The account comes first: an order of a new service locks it before it locks anything else.
  await suspend(cx, account, reason);
  const endsAt = hoursFromNow(cx, after);
  const { changed, all } = await endServicesOf(cx, account, { reason, endsAt, requestedBy });
  if (changed.length === 0) throw nothingToEnd(account, all.length);
  const details = { until: endsAt.toISOString(), reason, services: changed.length };
  await audit(cx, 'endAccount', { kind: 'account', id: account, accountId: account }, details);
  return { account, ends: await showStaffEnds(cx, all) };
}

/**
 * Resumes the automatic charges of a parked account. Accounts are parked after too many charges of a service in a day
 * (jobs/renew-services.ts), or after a restore (domain/recovery/finish.ts). Throws `wrong_state` for an account that is not parked.
 */
export async function unparkAccount(cx: StaffCx, { account }: StaffInput<'unparkAccount'>): Promise<StaffReply<'unparkAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const now = cx.clock.now();
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ billing_parked_at: null, billing_parked_reason: null })
    .where('id', '=', id)
    .where('billing_parked_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('wrong_state', { message: `Account ${id} is not parked.` });
  await giveTimeToPay(cx.db, id, { now, until: new Date(now.getTime() + cx.settings.timeToPayMs) });
  await resolveAlerts(cx.db, { kind: 'account_parked', key: `account:${id}` }, now);
  await audit(cx, 'unparkAccount', { kind: 'account', id, accountId: id });
  return loadAccount(cx.db, id);
}

/** Selects accounts with their balance in cents and their number of servers. */
function accountsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .innerJoin('ledger_accounts as l', 'l.account_id', 'a.id')
    .select(['a.id', 'a.name', 'c.code as country', 'l.balance', 'a.created_at', 'a.suspended_at', 'a.suspend_reason'])
    .select(ownerEmail('a.id').as('email'))
    .select(
      sql<number>`(select count(*)::int from servers s where s.account_id = a.id and s.status <> 'terminated')`.as('servers'),
    );
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsQuery>['executeTakeFirstOrThrow']>>;

/** Returns an account as shown to the operator, with its balance as a decimal string. */
function accountView(row: AccountRow) {
  return { ...row, balance: formatDecimal(row.balance) };
}

async function loadAccount(db: Kysely<Database>, id: number) {
  return accountView(await accountsQuery(db).where('a.id', '=', id).executeTakeFirstOrThrow());
}
