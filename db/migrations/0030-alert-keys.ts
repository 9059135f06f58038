/**
 * An alert is told apart by a key, and open once for each: the sentence is for people, and may say more than what makes it one.
 * And whose affair it is that a workflow went back, as its step knew it.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator_alerts add column key text check (key <> '');
    update operator_alerts set key = case
      when kind in ('workflow_undone', 'workflow_stuck', 'workflow_unknown') and message ~ '^Workflow [0-9]+ '
        then 'workflow:' || substring(message from '^Workflow ([0-9]+) ')
      when kind = 'lock_overdue' and message ~ 'by workflow [0-9]+[.]$'
        then 'workflow:' || substring(message from 'by workflow ([0-9]+)[.]$')
      when kind = 'host_restarted' then 'host'
      when resource_kind is not null then resource_kind || ':' || resource_id
      else 'alert:' || id end;
    alter table operator_alerts alter column key set not null;

    -- What was told twice stays open once.
    update operator_alerts as again set resolved_at = greatest(again.at, now())
      where resolved_at is null and exists (
        select from operator_alerts as first
        where first.kind = again.kind and first.key = again.key and first.resolved_at is null and first.id < again.id);
    create unique index operator_alerts_open_once on operator_alerts (kind, key) where resolved_at is null;

    comment on column operator_alerts.key is 'What of its kind it tells of: \`server:12\`, \`workflow:7\`. Open once.';

    alter table workflows add column fault text check (fault in ('customer', 'operator'));
    comment on column workflows.fault is 'Whose affair it is that it went back; null while it has not.';
  `.execute(db);
}
