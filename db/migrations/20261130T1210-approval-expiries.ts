/**
 * The mail that tells a requester that nobody has decided in time. It is stored with the request. Requests that wait get theirs here, and
 * requests that have expired already stay untold.
 */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const APPROVAL_EXPIRIES = `
  alter table staff_approvals add column expiry_mail jsonb;
  comment on column staff_approvals.expiry_mail is 'Address and data of the mail to the requester about the expiry. Null once it was queued, and after a decision.';
  create index staff_approvals_expiring on staff_approvals (expires_at) where expiry_mail is not null;
`;

/** Fields of the input as mails name them, without the reason: `service: 12`. */
const DETAILS = sql`coalesce((
  select jsonb_agg(replace(f.key, '_', ' ') || ': ' || case when jsonb_typeof(f.value) = 'array'
      then (select string_agg(x, ', ') from jsonb_array_elements_text(f.value) x) else p.input ->> f.key end order by f.key)
    from jsonb_each(p.input) f where f.key <> 'reason' and f.value not in ('null'::jsonb, 'false'::jsonb)), '[]')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(APPROVAL_EXPIRIES)).execute(db);
  await sql`update staff_approvals p set expiry_mail = jsonb_build_object('address', s.email, 'data', jsonb_build_object(
      'approval', p.id, 'operation', p.operation, 'account', p.account_id, 'details', ${DETAILS},
      'amount', trim(to_char(p.amount / 100.0, '99999999999990.00')) || ' ' || (select currency from installation),
      'customer', (select a.name from accounts a where a.id = p.account_id), 'given', p.input ->> 'reason',
      'requester', s.name, 'until', (extract(epoch from p.expires_at) * 1000)::bigint))
    from staff s where s.id = p.requested_by and s.disabled_at is null and p.outcome is null and p.expires_at > now()`.execute(
    db,
  );
}
