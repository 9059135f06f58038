/** Compares late answers with the credits for them. */
import { rule } from './rule.ts';

export const RESPONSE_RULES = [
  rule`
    select format('Response target %s of ticket %s was credited %s; entry %s is a %s of account %s over %s.', t.id, t.ticket_id, t.credited,
      t.entry_id, e.kind, e.account_id, p.amount) as finding
    from response_targets t
    join ledger_entries e on e.id = t.entry_id
    left join ledger_accounts a on a.account_id = t.account_id
    left join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = a.id
    where e.kind <> 'credit' or p.amount is distinct from t.credited`,

  // Credits of any month do not exceed the monthly price of the account's most expensive plan.
  rule`
    select format('Account %s was credited %s for late answers in the month before %s, and its support plans cost %s a month.', account_id,
      credited, due_at, price) as finding
    from (
      select t.account_id, t.due_at,
        (select sum(o.credited) from response_targets o
          where o.account_id = t.account_id and o.credited > 0 and o.due_at <= t.due_at and o.due_at > t.due_at - interval '28 days') as credited,
        (select max(ceil(v.renew_price::numeric / v.billing_cycle)) from services v
          where v.account_id = t.account_id and v.type = 'support-plan') as price
      from response_targets t where t.credited > 0) as months
    where credited > price`,

  rule`
    select format('Response target %s was due at %s, stopped at %s, and is %s.', id, due_at, coalesce(stopped_at::text, 'no time'),
      outcome) as finding
    from response_targets
    where outcome = 'missed' and stopped_at <= due_at or outcome = 'met' and (stopped_at > due_at or stopped_at is null)`,
];
