/** Requests for approval, with the names that a person who decides knows. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { ownerEmail } from './accounts.ts';
import { SERVICE_NAME } from './services-due.ts';

export type ApprovalRow = Selectable<Database['staff_approvals']>;

/** Maximum number of names in `about`. */
const MAX_NAMES = 25;

const id = (field: string) => sql`(p.input ->> ${sql.lit(field)})::int`;
const NAMED_SERVICES = sql`from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id`;

/** Names of the services that the request concerns, or labels of its order lines. An end keeps the names of services that it has ended. */
const ABOUT = sql<string[]>`case
  when p.operation in ('endService', 'setService') then array(select ${SERVICE_NAME} ${NAMED_SERVICES} where v.id = ${id('service')})
  when p.operation = 'endAccount' then array(select ${SERVICE_NAME} ${NAMED_SERVICES}
    where v.account_id = p.account_id and v.parent_id is null and (v.status <> 'terminated' or v.staff_ends_at is not null)
    order by v.id limit ${sql.lit(MAX_NAMES)})
  else array(select concat_ws(', ', l.label, nullif(l.sublabel, '')) from order_lines l
    where (l.order_id = ${id('order')} or l.order_id in (select o.order_id from payment_orders o
        where o.payment_id = coalesce(${id('payment')}, (select r.payment_id from payment_refunds r where r.id = ${id('refund')}))))
      and (p.input -> 'lines' is null or l.id in (select split_part(x, '=', 1)::int from jsonb_array_elements_text(p.input -> 'lines') x))
    order by l.order_id, l.position limit ${sql.lit(MAX_NAMES)}) end`;

/** Selects approvals with the names of requester and customer, and of what they concern. */
export function approvalsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('staff_approvals as p')
    .innerJoin('staff as s', 's.id', 'p.requested_by')
    .leftJoin('accounts as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .select(['s.name', 'a.name as customer', ABOUT.as('about')])
    .select(ownerEmail('p.account_id').as('email'));
}

export type NamedApproval = Awaited<ReturnType<ReturnType<typeof approvalsQuery>['executeTakeFirstOrThrow']>>;
