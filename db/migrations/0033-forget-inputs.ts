/**
 * What has ended keeps of its input and its results numbers and yes or no, which tell what it was about. Words go: among them are
 * password hashes and startup scripts, and nobody needs any. The database sees to it, whatever ends a workflow.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function without_words(given jsonb) returns jsonb language sql immutable as $$
      select coalesce(jsonb_object_agg(key, value) filter (where jsonb_typeof(value) in ('number', 'boolean')), '{}')
      from jsonb_each(given)
    $$;
    create function forget_inputs() returns trigger language plpgsql as $$
    begin
      new.input := without_words(new.input);
      new.memory := without_words(new.memory);
      return new;
    end $$;
    create trigger forget_inputs before insert or update of finished_at on workflows
      for each row when (new.finished_at is not null) execute function forget_inputs();
    update workflows set input = without_words(input), memory = without_words(memory) where finished_at is not null;
  `.execute(db);
}
