/** Compares periods of services with their charges, and promo codes with the orders that use them. */
import { sql } from 'kysely';
import { rule } from './rule.ts';

/** Paid periods that staff shortened or removed, as they were at payment. */
export const CUT = sql`
  select c.service_id, (e.one ->> 'line_id')::integer as line_id, min((e.one ->> 'from')::timestamptz) as period_from,
    max((e.one ->> 'to')::timestamptz) as period_to, min((e.one ->> 'paid_at')::timestamptz) as paid_at
  from term_changes c cross join jsonb_array_elements(c.cut) as e (one) group by c.service_id, 2`;

export const SERVICE_RULES = [
  // Each paid period belongs to a line of its service with the same dates. Each ordered period waits for its order.
  rule`
    select format('Service %s has a period from %s that is %s; line %s of order %s, which is %s, is for service %s from %s to %s.',
      p.service_id, p.period_from, p.state, l.id, o.id, o.status, l.service_id, l.period_from, l.period_to) as finding
    from service_periods p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    left join (${CUT}) as cut on cut.line_id = l.id
    where l.service_id is distinct from p.service_id
      or p.state <> 'void' and (l.period_from, l.period_to) is distinct from (p.period_from, coalesce(cut.period_to, p.period_to))
      or (p.state = 'paid') <> (o.paid_at is not null)
      or p.state = 'ordered' and o.status not in ('awaiting_payment', 'processing')`,

  // Each line of a renewal has its period, so that nothing is charged without effect.
  rule`
    select format('Line %s of order %s renews service %s, and no period of it is %s.', l.id, o.id, l.service_id,
      case when o.paid_at is null then 'ordered' else 'paid' end) as finding
    from orders o join order_lines l on l.order_id = o.id
    where o.type in ('renew-service', 'combined') and o.status <> 'cancelled' and l.refunded_at is null and l.service_id is not null
      and not exists (
      select from service_periods p where p.order_line_id = l.id and p.state = case when o.paid_at is null then 'ordered' else 'paid' end)
      and l.id not in (select line_id from (${CUT}) as cut)`,

  // Each activated server, floating IP and support plan has its first period.
  rule`
    select format('Line %s of order %s is for %s %s, which began to serve; no period of it is paid.', l.id, o.id, replace(s.type, '-', ' '),
      l.service_id) as finding
    from orders o join order_lines l on l.order_id = o.id join services s on s.id = l.service_id and s.type = l.service_type
    where (o.type, s.type) in (('new-service', 'server'), ('new-service', 'support-plan'), ('new-floating-ip', 'floating-ip')) and s.activated_at is not null
      and not exists (select from service_periods p where p.order_line_id = l.id and p.state = 'paid')
      and l.id not in (select line_id from (${CUT}) as cut)`,

  // Each paid period starts at the end of the previous one, or at the end to which staff moved it. A service is paid until the end of the
  // last period.
  rule`
    select format('Service %s is paid until %s, and from %s on.', service_id, before, period_from) as finding
    from (select service_id, period_from, lag(period_to) over (partition by service_id order by period_from) as before
      from service_periods where state = 'paid') as paid
    where before <> period_from
      and not exists (select from term_changes c where c.service_id = paid.service_id and c.expiry_after = paid.period_from)`,

  rule`
    select format('Service %s says it is paid until %s; its last paid period ends at %s%s.', s.id, s.expiry_at, max(p.period_to),
      case when c.expiry_after is not null then format(', and its end was moved to %s', c.expiry_after) end) as finding
    from services s join service_periods p on p.service_id = s.id and p.state = 'paid'
    left join lateral (select changed_at, expiry_after from term_changes where service_id = s.id order by id desc limit 1) as c on true
    group by s.id, c.changed_at, c.expiry_after
    having not case when c.changed_at > max(p.paid_at) then s.expiry_at = c.expiry_after
      when c.changed_at = max(p.paid_at) then s.expiry_at in (c.expiry_after, max(p.period_to))
      else s.expiry_at is not distinct from max(p.period_to) end`,

  // An active service has a paid order that was not refunded.
  rule`
    select format('Service %s is %s, and its line %s was refunded.', s.id, s.status, l.id) as finding
    from services s join order_lines l on l.service_id = s.id and l.service_type = s.type join orders o on o.id = l.order_id
    where o.type in ('new-service', 'new-addon', 'new-floating-ip') and s.status in ('active', 'suspended') and l.refunded_at is not null`,

  rule`
    select format('Order %s (%s) has the promo code %s, and uses %s.', o.id, o.status, coalesce(o.promo_code, 'none'),
      coalesce(string_agg(c.code, ', '), 'none')) as finding
    from orders o left join promo_uses u on u.order_id = o.id left join promo_codes c on c.id = u.promo_code_id
    where o.promo_code is not null or u.order_id is not null
    group by o.id
    having case when o.promo_code is not null and o.status <> 'cancelled'
      then count(c.id) <> 1 or lower(min(c.code)) <> lower(o.promo_code) or min(u.account_id) <> o.account_id
      else count(u.order_id) > 0 end`,
];
