/** Checks that closed accounts have no balance, services, unpaid orders or addresses, which no customer could use. */
import { rule } from './rule.ts';

export const ACCOUNT_RULES = [
  // Money may still arrive, for example by a late transfer. It belongs to the former owner, whom only the operator can find.
  rule`
    select format('Account %s is closed, and has a balance of %s cents, %s services, %s unpaid orders and %s IP addresses.', id, balance, services,
      orders, addresses) as finding
    from accounts a
    cross join lateral (select
      coalesce((select balance from ledger_accounts l where l.account_id = a.id), 0) as balance,
      (select count(*) from services s where s.account_id = a.id and s.status <> 'terminated') as services,
      (select count(*) from orders o where o.account_id = a.id and o.status in ('awaiting_payment', 'processing')) as orders,
      (select count(*) from ip_addresses i where i.account_id = a.id) as addresses) as left_over
    where a.closed_at is not null and (balance <> 0 or services > 0 or orders > 0 or addresses > 0)`,
];
