/**
 * The data that invoices are written from: orders with their lines, the parties, and the movements of money. One statement per kind of data
 * reads a whole batch.
 */
import type { Cents } from '@innkeeper/model/money/money';
import type { Step } from '@innkeeper/model/pricing/explanation';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';

export interface BuyerFacts {
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  company: boolean;
  company_name: string | null;
  company_address: string | null;
  company_number: string | null;
  vat_number: string | null;
  country: string;
  country_name: string;
  email: string | null;
}

/** Returns the current data of buyers by account id. `email` is the owner's address, which receives messages. */
export async function buyersOf(db: Kysely<Database>, accountIds: readonly number[]): Promise<Map<number, BuyerFacts>> {
  const { rows } = await sql<BuyerFacts>`
    select a.id, a.name, a.address, a.city, a.postal_code, a.company, a.company_name, a.company_address, a.company_number, a.vat_number,
      c.code as country, c.name as country_name,
      (select u.email from memberships m join users u on u.id = m.user_id where m.account_id = a.id order by m.role = 'owner' desc, u.id limit 1) as email
    from accounts a join countries c on c.id = a.country_id where a.id = any(${[...accountIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the seller with the name of its country, which is `null` if the country is unset or unknown. */
export async function findSeller(db: Kysely<Database>) {
  return db
    .selectFrom('seller')
    .leftJoin('countries', 'countries.code', 'seller.country')
    .selectAll('seller')
    .select('countries.name as country_name')
    .executeTakeFirstOrThrow();
}

export interface EntryFacts {
  id: number;
  description: string;
  created_at: Date;
  /** Net amount of the order: positive for a payment, negative for a refund. */
  net: Cents;
  vat: Cents;
  /** Order line that is refunded, or `null` for a refund of VAT alone and for a payment. */
  line_id: number | null;
}

/** Returns payments and refunds by entry id, computed from the postings to the internal accounts. */
export async function entriesOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, EntryFacts>> {
  const { rows } = await sql<EntryFacts>`
    select e.id, e.description, e.created_at, e.order_line_id as line_id,
      coalesce(sum(p.amount) filter (where a.kind = 'revenue'), 0)::bigint as net,
      coalesce(sum(p.amount) filter (where a.kind = 'vat_payable'), 0)::bigint as vat
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    where e.id = any(${[...ids]}::int[]) group by e.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the calculation steps of partial refunds by entry id. The steps are those of the end of the service, or of a change that made it
 * cheaper. The latest one before the entry that refunded part of the line applies. Refunds by staff have no steps.
 */
export async function refundStepsOf(db: Kysely<Database>, entryIds: readonly number[]): Promise<Map<number, Step[]>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; steps: Step[] }>`
    select e.id, last.steps
    from ledger_entries e
    join order_lines l on l.id = e.order_line_id
    cross join lateral (
      select steps from (
        select end_steps as steps from services where id = l.service_id and type = l.service_type
        union all
        select r.explanation from order_lines r join orders o on o.id = r.order_id
        where r.service_type = l.service_type and r.service_id = l.service_id and o.type in ('scale-service', 'scale-addon')) as of_service
      where steps @> jsonb_build_array(jsonb_build_object('step', 'refund', 'of', jsonb_build_array(jsonb_build_object('line_id', l.id))))
        and (steps #>> '{0,from}')::timestamptz <= e.created_at
      order by (steps #>> '{0,from}')::timestamptz desc limit 1) as last
    where e.id = any(${[...entryIds]}::int[]) and e.kind = 'refund'
      and not exists (select from order_refund_lines f where f.entry_id = e.id)`.execute(db);
  return new Map(rows.map(({ id, steps }) => [id, steps]));
}

export interface PaymentFacts {
  order_id: number;
  reference: string;
  /** `transfer` means that the payer quotes the reference. */
  kind: string;
  state: string;
}

/** Returns by order id the latest gateway payment that has not failed and is not being ended. */
export async function paymentsOf(db: Kysely<Database>, orderIds: readonly number[]): Promise<Map<number, PaymentFacts>> {
  const { rows } = await sql<PaymentFacts>`
    select distinct on (o.order_id) o.order_id, p.reference, p.kind, p.state
    from payment_orders o join payments p on p.id = o.payment_id
    where o.order_id = any(${[...orderIds]}::int[]) and p.state <> 'failed' and not p.closing
    order by o.order_id, p.id desc`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}

export interface ProformFacts {
  order_id: number;
  /** Number with the digit of its series. */
  number: string;
  gross: Cents;
}

/** Returns the latest pro forma invoice of each order that has one, by order id. */
export async function latestProformsOf(db: Kysely<Database>, orderIds: readonly number[]): Promise<Map<number, ProformFacts>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<ProformFacts>`
    select distinct on (o.order_id) o.order_id, i.document ->> 'number' as number, i.gross
    from invoice_orders o join invoices i on i.id = o.invoice_id
    where o.order_id = any(${[...orderIds]}::int[]) and i.type = 'proform' order by o.order_id, i.id desc`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}

export interface OriginalFacts {
  id: number;
  type: 'original';
  number: number;
  issued_at: Date;
  gross: Cents;
  /** Net amount that no credit note has corrected yet. */
  net: Cents;
  vat: Cents;
}

/** Lists the originals of an order, which its refunds correct, newest first. */
export async function correctableOriginals(
  db: Kysely<Database>,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<OriginalFacts[]> {
  const { rows } = await sql<OriginalFacts>`
    select i.id, i.type, i.number, i.issued_at, i.gross,
      (i.net - coalesce(taken.net, 0))::bigint as net, (i.vat - coalesce(taken.vat, 0))::bigint as vat
    from invoice_orders o join invoices i on i.id = o.invoice_id
    left join lateral (
      select sum(c.net) as net, sum(c.vat) as vat from invoice_corrections c where c.original_id = i.id) as taken on true
    where o.order_id = ${orderId} and i.type = 'original' and i.account_id = ${accountId}
    order by i.id desc`.execute(db);
  return rows;
}
