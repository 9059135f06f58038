/** Requests for approval that close by themselves, because they can no longer be carried out. Nobody decides on them. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const VOID_APPROVALS = `
  alter table staff_approvals drop constraint staff_approvals_outcome_check, drop constraint staff_approvals_decided;
  alter table staff_approvals
    add constraint staff_approvals_outcome_check check (outcome in ('approved', 'refused', 'void')),
    add constraint staff_approvals_decided check (
      (outcome is null) = (decided_at is null) and (outcome is null or outcome = 'void') = (decided_name is null));
  comment on column staff_approvals.outcome is 'void: it can no longer be carried out, as the reason says.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(VOID_APPROVALS)).execute(db);
}
