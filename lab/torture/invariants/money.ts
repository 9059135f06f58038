/** Balances are exact: customers paid for delivered services, and undelivered ones were refunded once. */
import { findings } from './sql.ts';

export const MONEY_INVARIANTS = [
  findings`
    select format('Account %s has %s; what came and went besides orders, less paid orders plus refunds, is %s.', a.account_id, a.balance, due) as finding
    from ledger_accounts a
    cross join lateral (select
      coalesce((select sum(p.amount) from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where e.account_id = a.account_id and e.kind not in ('payment', 'refund') and p.ledger_account_id = a.id), 0)
      - coalesce((select sum(o.gross) from orders o where o.account_id = a.account_id and o.paid_at is not null
        and o.type <> 'deposit'), 0)
      + coalesce((select sum(l.refunded_net + l.refunded_vat) from order_lines l join orders o on o.id = l.order_id
        where o.account_id = a.account_id), 0) as due) as sums
    where a.kind = 'customer' and a.balance <> due`,

  findings`
    select format('Order %s is %s, and was %spaid.', id, status, case when paid_at is null then 'not ' else '' end) as finding
    from orders where status = 'paid' and paid_at is null or status in ('awaiting_payment', 'processing') and paid_at is not null`,

  findings`
    select format('Order %s is for %s; its lines are for %s.', o.id, o.gross, sum(l.gross)) as finding
    from orders o join order_lines l on l.order_id = o.id group by o.id having sum(l.gross) <> o.gross`,

  findings`
    select format('Line %s of a paid order is %srefunded; its server %s is %s and was %sactive.', l.id,
      case when l.refunded_at is null then 'not ' else '' end, s.id, s.status, case when s.activated_at is null then 'never ' else '' end) as finding
    from order_lines l join orders o on o.id = l.order_id join servers s on s.id = l.service_id
    where o.type = 'new-service' and l.service_type = 'server' and o.paid_at is not null
      and (l.refunded_at is not null) <> (s.status = 'terminated' and s.activated_at is null)`,

  findings`
    select format('Order %s is %s, and all of its lines are refunded.', o.id, o.status) as finding
    from orders o where o.status = 'paid' and not exists (select from order_lines l where l.order_id = o.id and l.refunded_at is null)
      and exists (select from order_lines l where l.order_id = o.id)`,

  findings`
    select format('Payment %s is %s over %s; its gateway sent %s.', p.id, p.state, p.amount, came) as finding
    from payments p
    cross join lateral (select coalesce(sum(r.amount), 0) as came from payment_receipts r where r.payment_id = p.id) as receipts
    where (p.state = 'succeeded') <> (came >= p.amount)`,

  findings`
    select format('Receipt %s of %s over %s was posted as %s.', r.receipt, r.gateway, r.amount, p.amount) as finding
    from payment_receipts r join ledger_entries e on e.id = r.entry_id join ledger_accounts a on a.account_id = e.account_id
    left join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = a.id
    where p.amount is distinct from r.amount or e.kind <> 'deposit'`,

  findings`
    select format('Order %s is %s, and %s payments are to decide it.', o.id, o.status, open) as finding
    from orders o
    cross join lateral (select count(*) as open from payment_orders l join payments p on p.id = l.payment_id
      where l.order_id = o.id and l.stage = 'open' and p.kind = 'saved_card' and p.state in ('pending', 'unknown')) as payments
    where (o.status = 'processing') <> (open > 0)`,

  findings`
    select format('Payment %s is %s, and still the attempt for order %s.', p.id, p.state, l.order_id) as finding
    from payment_orders l join payments p on p.id = l.payment_id
    where l.stage <> 'over' and p.state in ('succeeded', 'failed')`,
];
