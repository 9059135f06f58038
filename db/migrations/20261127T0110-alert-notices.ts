/** Notices of alerts: where they go, which alerts they listed, and the outbox of the operator's webhook. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const ALERT_NOTICES = `
  alter table operator_alerts
    add column noticed_at timestamptz,
    add column notices integer not null default 0 check (notices >= 0),
    add column repeat_at timestamptz,
    add column closed_noticed_at timestamptz,
    add column times integer not null default 1 check (times > 0),
    add constraint operator_alerts_repeated check ((noticed_at is null) = (notices = 0) and (noticed_at is null) = (repeat_at is null));
  comment on column operator_alerts.noticed_at is 'Time of the last notice that listed the alert as open. Null if none did.';
  comment on column operator_alerts.notices is 'Number of notices that listed the alert as open.';
  comment on column operator_alerts.repeat_at is 'Time from which the notice is repeated while nobody acknowledges the alert. Null before the first notice.';
  comment on column operator_alerts.closed_noticed_at is 'Time of the notice that listed the alert as closed. Null if none did.';
  comment on column operator_alerts.times is 'Number of times that the alert has opened, each within an hour after its previous end.';
  create index operator_alerts_ended on operator_alerts (kind, key, resolved_at) where resolved_at is not null;
  create index operator_alerts_end_untold on operator_alerts (id)
    where resolved_at is not null and noticed_at is not null and closed_noticed_at is null;

  -- Recipients of alert notices. One row.
  create table alert_settings (
    only_one boolean primary key default true check (only_one),
    -- Recipients of mail. Empty if no mail is sent.
    mail_addresses text[] not null default '{}',
    webhook_url text check (webhook_url ~ '^https?://'),
    -- Secret that signs the webhook's requests. Sealed.
    webhook_secret bytea,
    -- URL that is requested once a minute while a worker works.
    ping_url text check (ping_url ~ '^https?://'),
    -- Time of the last notice. A minimum interval separates two notices.
    noticed_at timestamptz,
    -- Time at which a worker last claimed the request of the ping URL.
    pinged_at timestamptz,
    constraint alert_settings_signed check ((webhook_url is null) = (webhook_secret is null))
  );
  insert into alert_settings default values;

  -- Notices for the webhook of the operator.
  create table alert_deliveries (
    -- Value of the webhook-id header, the same for every attempt.
    key uuid primary key default gen_random_uuid(),
    body text not null,
    created_at timestamptz not null,
    -- Number of attempts.
    tries integer not null default 0,
    next_try_at timestamptz not null,
    delivered_at timestamptz,
    -- Time at which delivery was given up.
    failed_at timestamptz,
    error text,
    constraint alert_deliveries_ended_once check (delivered_at is null or failed_at is null)
  );
  create index alert_deliveries_waiting on alert_deliveries (next_try_at) where delivered_at is null and failed_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(ALERT_NOTICES)).execute(db);
}
