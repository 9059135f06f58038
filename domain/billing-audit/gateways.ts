/** Compares payments, refunds and disputes of gateways with the ledger and with orders. */
import { rule } from './rule.ts';

export const GATEWAY_RULES = [
  rule`
    select format('Receipt %s of %s for payment %s is over %s; entry %s is a %s over %s.', r.receipt, r.gateway, r.payment_id,
      r.amount, e.id, e.kind, p.amount) as finding
    from payment_receipts r
    join payments y on y.id = r.payment_id
    join ledger_entries e on e.id = r.entry_id
    left join ledger_accounts a on a.account_id = y.account_id
    left join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = a.id
    where p.amount is distinct from r.amount or e.kind <> 'deposit' or y.gateway <> r.gateway`,

  rule`
    select format('Payment %s over %s is %s; its gateway sent %s.', y.id, y.amount, y.state, coalesce(sum(r.amount), 0)) as finding
    from payments y left join payment_receipts r on r.payment_id = y.id
    group by y.id having (y.state = 'succeeded') <> (coalesce(sum(r.amount), 0) >= y.amount)`,

  // Compares the receipts of each account and gateway, less refunds and disputed amounts, with the ledger. Excludes payments that the
  // operator recorded, because they have no receipt.
  rule`
    with said as (
      select account_id, gateway, sum(amount) as amount from (
        select y.account_id, r.gateway, r.amount from payment_receipts r join payments y on y.id = r.payment_id
        union all
        select y.account_id, y.gateway, -f.amount from payment_refunds f join payments y on y.id = f.payment_id where f.state <> 'failed'
        union all
        select account_id, gateway, -amount from disputes where state <> 'won') as moves group by 1, 2
    ), posted as (
      select e.account_id, a.gateway, -sum(p.amount) as amount
      from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id join ledger_entries e on e.id = p.entry_id
      where a.kind = 'gateway' and a.gateway <> 'operator' group by 1, 2
    )
    select format('Receipts and ledger of account %s differ: gateway %s has sent %s by its receipts, and %s by the ledger.', account_id, gateway,
      coalesce(said.amount, 0), coalesce(posted.amount, 0)) as finding
    from said full join posted using (account_id, gateway) where coalesce(said.amount, 0) <> coalesce(posted.amount, 0)`,

  rule`
    select format('Order %s is a deposit and paid, and no payment for it succeeded.', o.id) as finding
    from orders o where o.type = 'deposit' and o.paid_at is not null and not exists (
      select from payment_orders l join payments y on y.id = l.payment_id where l.order_id = o.id and y.state = 'succeeded')`,

  rule`
    select format('Payment %s is %s, and still the attempt for order %s.', y.id, y.state, l.order_id) as finding
    from payment_orders l join payments y on y.id = l.payment_id where l.stage <> 'over' and y.state in ('succeeded', 'failed')`,
];
