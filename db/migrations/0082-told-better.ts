/** A startup script has a time of its own; events of operations name the step under way. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers add column startup_script_at timestamptz;
    comment on column servers.startup_script_at is 'When it was given: with the order, or with a reinstall.';
    update servers set startup_script_at = coalesce(
        (select max(w.finished_at) from workflows w
          where w.kind = 'server.reinstall' and w.state = 'done' and w.resource_kind = 'server' and w.resource_id = servers.id),
        created_at)
      where startup_script is not null;

    drop trigger tell_created on workflows;
    drop trigger tell_updated on workflows;
    create constraint trigger tell_created after insert on workflows deferrable initially deferred
      for each row when (new.account_id is not null)
      execute function tell_of_owned('operation', 'kind', 'shown_state', 'step', 'percent', 'resource_kind', 'resource_id');
    create constraint trigger tell_updated after update on workflows deferrable initially deferred
      for each row when (new.account_id is not null
        and (old.shown_state, old.step, old.percent) is distinct from (new.shown_state, new.step, new.percent))
      execute function tell_of_owned('operation', 'kind', 'shown_state', 'step', 'percent', 'resource_kind', 'resource_id');
  `.execute(db);
}
