/** Compares orders with the ledger: payments and refunds. */
import { sql } from 'kysely';
import { rule } from './rule.ts';

/** Payments and refunds with the sums of their postings. Amounts are positive. */
export const ENTRIES = sql`
  select e.id, e.kind, e.account_id, e.order_id, e.order_line_id,
    abs(coalesce(sum(p.amount) filter (where a.kind = 'revenue'), 0))::bigint as net,
    abs(coalesce(sum(p.amount) filter (where a.kind = 'vat_payable'), 0))::bigint as vat,
    abs(coalesce(sum(p.amount) filter (where a.kind = 'customer'), 0))::bigint as gross
  from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  join ledger_accounts a on a.id = p.ledger_account_id
  where e.kind in ('payment', 'refund')
  group by e.id`;

export const ORDER_RULES = [
  // The amounts of an order are the sums over its lines.
  rule`
    select format('Order %s is for %s and VAT of %s; its lines are for %s and %s.', o.id, o.net, o.vat,
      coalesce(sum(l.net), 0), coalesce(sum(l.vat), 0)) as finding
    from orders o left join order_lines l on l.order_id = o.id
    group by o.id having (o.net, o.vat) is distinct from (coalesce(sum(l.net), 0), coalesce(sum(l.vat), 0))`,

  // A paid order has one payment, with its net amount and VAT. Other orders have no payment. This includes deposits, because a deposit only
  // adds to the balance.
  rule`
    select format('Order %s (%s, %s) over %s and VAT of %s has %s payments over %s and %s.', o.id, o.type, o.status, o.net, o.vat,
      count(e.id), coalesce(sum(e.net), 0), coalesce(sum(e.vat), 0)) as finding
    from orders o left join (${ENTRIES}) e on e.order_id = o.id and e.kind = 'payment'
    group by o.id
    having case when o.paid_at is not null and o.gross > 0 and o.type <> 'deposit'
      then count(e.id) <> 1 or min(e.net) <> o.net or min(e.vat) <> o.vat or min(e.gross) <> o.gross or min(e.account_id) <> o.account_id
      else count(e.id) > 0 end`,

  rule`
    select format('Order %s is %s, and was %spaid.', id, status, case when paid_at is null then 'not ' else '' end) as finding
    from orders where status = 'paid' and paid_at is null or status in ('awaiting_payment', 'processing') and paid_at is not null`,

  // A processing order has an open payment. The status keeps other payments from paying the order.
  rule`
    select format('Order %s is processing, and no payment for it is open.', o.id) as finding
    from orders o where o.status = 'processing' and not exists (
      select from payment_orders l join payments p on p.id = l.payment_id
      where l.order_id = o.id and l.stage = 'open' and p.state in ('pending', 'unknown'))`,

  // The refunds of an order equal the refunded amounts of its lines, and do not exceed the price of the order.
  rule`
    select format('Order %s got %s and VAT of %s back in %s refunds; its lines say %s and %s, of %s and %s.', o.id,
      back.net, back.vat, back.count, said.net, said.vat, o.net, o.vat) as finding
    from orders o
    join lateral (select coalesce(sum(l.refunded_net), 0) as net, coalesce(sum(l.refunded_vat), 0) as vat
      from order_lines l where l.order_id = o.id) as said on true
    left join (select order_id, count(*) as count, sum(net) as net, sum(vat) as vat from (${ENTRIES}) as e
      where kind = 'refund' group by order_id) as entries on entries.order_id = o.id
    cross join lateral (select coalesce(entries.count, 0) as count, coalesce(entries.net, 0) as net, coalesce(entries.vat, 0) as vat) as back
    where (back.net, back.vat) <> (said.net, said.vat) or back.net > o.net or back.vat > o.vat or o.paid_at is null and back.count > 0`,

  // The same per line, because a refund posted to the wrong line does not change the sums of the order.
  rule`
    select format('Line %s of order %s got %s back by its entries, and says %s.', coalesce(l.id, back.id), coalesce(l.order_id, back.order_id),
      coalesce(back.net, 0), l.refunded_net) as finding
    from order_lines l
    full join (select order_line_id as id, min(order_id) as order_id, sum(net) as net from (${ENTRIES}) as e
      where kind = 'refund' and net > 0 group by 1) as back on back.id = l.id and back.order_id = l.order_id
    where coalesce(back.net, 0) <> coalesce(l.refunded_net, 0)`,

  // The refunded VAT of a line is proportional to its refunded net amount, whatever the number of refunds. Orders that became a reverse
  // charge are skipped, because all their VAT was refunded.
  rule`
    select format('Line %s of order %s over %s and VAT of %s got %s back, and VAT of %s.', l.id, o.id, l.net, l.vat, l.refunded_net,
      l.refunded_vat) as finding
    from order_lines l join orders o on o.id = l.order_id
    where o.tax -> 'corrected' is null and l.refunded_vat <> case when l.net = 0 then 0 else round(l.vat::numeric * l.refunded_net / l.net) end`,

  // An order that was cancelled after payment is fully refunded.
  rule`
    select format('Order %s was paid and is cancelled, and its line %s over %s got only %s back.', o.id, l.id, l.gross,
      l.refunded_net + l.refunded_vat) as finding
    from orders o join order_lines l on l.order_id = o.id
    where o.status = 'cancelled' and o.paid_at is not null and l.refunded_net + l.refunded_vat <> l.gross`,

  // Partial refunds equal those by staff, and the refund steps recorded in order lines of changes and in services that ended early. Running
  // changes of servers are skipped, because their refund follows when the workflow ends.
  rule`
    select format('Lines say that they refund %s and VAT of %s of line %s; of it %s and %s came back.', coalesce(said.net, 0),
      coalesce(said.vat, 0), coalesce(l.id, said.line_id), l.refunded_net, l.refunded_vat) as finding
    from order_lines l
    full join (
      select line_id, min(service_id) as service_id, sum(net) as net, sum(vat) as vat from (
      select (part ->> 'line_id')::integer as line_id, service_id, (part ->> 'net')::bigint as net, (part ->> 'vat')::bigint as vat
      from (
        select r.service_id, step
        from orders o join order_lines r on r.order_id = o.id cross join jsonb_array_elements(r.explanation) as step
        where o.type in ('scale-addon', 'scale-service') and o.status = 'paid' and step ->> 'step' = 'refund'
          and not exists (select from workflows w where w.kind = 'server.scale' and w.resource_id = r.service_id
            and w.state not in ('done', 'undone') and (w.input ->> 'orderId')::integer = o.id)
        union all
        select id, step from services cross join jsonb_array_elements(end_steps) as step where step ->> 'step' = 'refund') as steps
      cross join jsonb_array_elements(step -> 'of') as part
      union all
      select f.line_id, r.service_id, f.net, f.vat from order_refund_lines f join order_lines r on r.id = f.line_id) as parts
      group by 1) as said on said.line_id = l.id
    where l.id is null or said.net > l.refunded_net or said.vat > l.refunded_vat or said.service_id is distinct from l.service_id and said.net > 0
      or l.refunded_net > coalesce(said.net, 0) and l.refunded_at is null`,

  // A refund by staff is posted as it says.
  rule`
    select format('Refund %s of order %s says %s and VAT of %s of line %s; entry %s gave %s and %s back for line %s.', r.id, r.order_id,
      f.net, f.vat, f.line_id, f.entry_id, e.net, e.vat, e.order_line_id) as finding
    from order_refund_lines f join order_refunds r on r.id = f.refund_id
    left join (${ENTRIES}) as e on e.id = f.entry_id and e.kind = 'refund'
    where (e.order_id, e.order_line_id, e.net, e.vat) is distinct from (r.order_id, f.line_id, f.net, f.vat)`,

  // A refund to the payer takes as much from the balance as its lines put there.
  rule`
    select format('Refund %s of order %s gives %s back, and refund %s of its payment %s.', r.id, r.order_id, sum(f.net + f.vat), p.id,
      p.amount) as finding
    from order_refunds r join order_refund_lines f on f.refund_id = r.id join payment_refunds p on p.id = r.payment_refund_id
    group by r.id, p.id having sum(f.net + f.vat) <> p.amount`,

  // A refund step of a change refunds the amount that is due. It refunds less only if no earlier paid line has money left.
  rule`
    select format('Line %s of order %s refunds %s; %s are due, and of line %s %s are left.', r.id, r.order_id, step ->> 'net',
      step ->> 'due', l.id, l.net - l.refunded_net) as finding
    from order_lines r join orders o on o.id = r.order_id cross join jsonb_array_elements(r.explanation) as step
    left join order_lines l on l.service_id = r.service_id and l.service_type = r.service_type and l.id < r.id and l.refunded_net < l.net
      and exists (select from orders p where p.id = l.order_id and p.paid_at <= o.paid_at)
    where step ->> 'step' = 'refund' and o.status = 'paid' and ((step ->> 'net')::bigint > (step ->> 'due')::bigint
      or (step ->> 'net')::bigint < (step ->> 'due')::bigint and l.id is not null)`,

  // The previous rule, for services that end early.
  rule`
    select format('The end of service %s refunds %s; %s are due, and of line %s %s are left.', s.id, step ->> 'net', step ->> 'due', l.id,
      l.net - l.refunded_net) as finding
    from services s cross join jsonb_array_elements(s.end_steps) as step
    left join order_lines l on l.service_id = s.id and l.service_type = s.type and l.refunded_net < l.net
      and exists (select from orders p where p.id = l.order_id and p.paid_at <= s.ended_at)
    where step ->> 'step' = 'refund' and ((step ->> 'net')::bigint > (step ->> 'due')::bigint
      or (step ->> 'net')::bigint < (step ->> 'due')::bigint and l.id is not null)`,
];
