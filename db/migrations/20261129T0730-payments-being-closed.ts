/** Orders show no payment that is being closed, so its mark is a change of what the account is shown (start/versions.ts). */
import { type Kysely, sql } from 'kysely';

/** Columns of a payment that its orders show, and whose changes write no event of an order. */
const COLUMNS = ['account_id', 'kind', 'reference', 'amount', 'currency', 'closing', 'failure_code', 'reason'];

const of = (row: 'old' | 'new') => `(${COLUMNS.map((column) => `${row}.${column}`).join(', ')})`;

export const PAYMENTS_BEING_CLOSED = `
  create constraint trigger raise_version_update after update on payments deferrable initially deferred for each row
    when (case when ${of('old')} is distinct from ${of('new')} then note_shown(old.account_id, new.account_id) else false end)
    execute function act_at_commit();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PAYMENTS_BEING_CLOSED).execute(db);
}
