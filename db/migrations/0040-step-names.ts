/**
 * Workflows remember the step at which they stand by its name, so that a release may insert steps. Where one stood is known
 * from its trace: a move that begins a step (or an undo) also writes its line, in the same statement.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflows add column at_step text check (at_step <> '');

    -- Forward: the line that was begun and never finished; none at the first step means that it was not begun yet, none
    -- later that only the end is missing. Back: likewise, of the undos. A line that should be there and is not gives a name
    -- that no workflow has, so that an operator is asked.
    update workflows set at_step = case
      when state in ('done', 'undone') or direction = 'back' and step = -1 then 'end'
      else coalesce(
        (select s.step from workflow_steps s
          where s.workflow_id = workflows.id and s.direction = workflows.direction and s.finished_at is null
          order by s.position desc limit 1),
        case
          when direction = 'forward' and step = 0 then null
          when direction = 'forward' and step = (select count(*) from workflow_steps s
            where s.workflow_id = workflows.id and s.direction = 'forward') then 'end'
          else 'step ' || step || ' of an earlier release'
        end)
      end;

    drop trigger tell_updated on workflows;
    alter table workflows drop column step;
    alter table workflows rename column at_step to step;
    comment on column workflows.step is
      'Name of the step to run next (forward) or to undo next (back); null before the first is begun, end after the last.';
    -- That the first step begins is told with the state, which begins to run.
    create constraint trigger tell_updated after update on workflows deferrable initially deferred
      for each row when (new.account_id is not null
        and (old.shown_state, coalesce(old.step, new.step), old.percent) is distinct from (new.shown_state, new.step, new.percent))
      execute function tell_of_owned('operation', 'kind', 'shown_state', 'percent', 'resource_kind', 'resource_id');
  `.execute(db);
}
