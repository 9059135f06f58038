/** Ends of services that staff order: who ordered the end and why, and its time beside the service (docs/decisions/staff-ends.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const SERVICE_ENDS = `
  -- Ends of services by staff. A row is open until it is undone or the service is terminated.
  create table service_ends (
    id integer generated always as identity primary key,
    service_id integer not null references services,
    -- Reason as a sentence, which the customer reads.
    reason text not null check (reason <> ''),
    ends_at timestamptz not null,
    -- True if staff had suspended the service before. Undoing the end then leaves it suspended.
    was_suspended boolean not null,
    -- Member of the staff. Null for somebody at the host.
    requested_by integer references staff,
    -- Member of the staff. Null for somebody at the host, and for an end without an approval.
    approved_by integer references staff,
    created_at timestamptz not null,
    undone_at timestamptz
  );
  create unique index service_ends_open on service_ends (service_id) where undone_at is null;
  create index service_ends_requested_by on service_ends (requested_by) where requested_by is not null;
  create index service_ends_approved_by on service_ends (approved_by) where approved_by is not null;

  alter table services add column staff_ends_at timestamptz;
  comment on column services.staff_ends_at is
    'End that staff ordered (service_ends). A trigger writes it, so that renewals need no further table. It stays after the end. Null for none.';
  -- For the job that ends services.
  create index services_staff_ends on services (staff_ends_at)
    where staff_ends_at is not null and status in ('active', 'suspended');

  create function set_staff_end() returns trigger language plpgsql as $$
  begin
    update services set staff_ends_at = case when new.undone_at is null then new.ends_at end where id = new.service_id;
    return null;
  end $$;
  create trigger set_staff_end after insert or update of ends_at, undone_at on service_ends
    for each row execute function set_staff_end();

  create or replace view servers as
    select d.*, v.account_id, v.status, v.billing_cycle, v.renew_price, v.promo_code, v.discounts, v.auto_renew, v.created_at,
      v.activated_at, v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at,
      -- Reason that the owner reads. The reason of the staff is written for the owner and comes before all others.
      case
        when v.staff_ends_at is not null and v.status <> 'terminated'
        then 'Our staff ends this server on ' || to_char(v.staff_ends_at at time zone 'UTC', 'FMDD Mon YYYY HH24:MI') || ' UTC: '
          || (select e.reason from service_ends e where e.service_id = v.id and e.undone_at is null)
        when v.status = 'suspended' and v.staff_suspend_reason is not null
        then 'Our staff has suspended this server: ' || v.staff_suspend_reason
        else d.status_reason end as shown_reason,
      v.staff_ends_at
    from services v join server_details d on d.id = v.id;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(SERVICE_ENDS)).execute(db);
}
