/**
 * A workflow whose wait another one has ended: power off does not wait for a stop that hangs. It has no lock any more and
 * writes nothing; it ends as undone, without its undos, once nobody runs it.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflows add column superseded_by integer references workflows;
    comment on column workflows.superseded_by is 'The workflow that has ended its wait and has its lock.';
    create index workflows_superseded on workflows (id) where superseded_by is not null and finished_at is null;
  `.execute(db);
}
