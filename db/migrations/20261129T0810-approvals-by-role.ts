/** Approvals of operations that move no money, or concern no account, and of further operations. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

const OPERATIONS = [
  ...['assignBank', 'chargeAccount', 'confirmPayment', 'endAccount', 'endService'],
  ...['failRefund', 'fundAccount', 'refundOrder', 'refundPayment', 'setService'],
];

export const APPROVALS_BY_ROLE = `
  alter table staff_approvals drop constraint staff_approvals_operation_check;
  alter table staff_approvals
    add constraint staff_approvals_operation_check check (operation in (${OPERATIONS.map((name) => `'${name}'`).join(', ')})),
    alter column amount drop not null,
    alter column account_id drop not null;
  comment on column staff_approvals.account_id is 'Account that the operation concerns. Null for none.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(APPROVALS_BY_ROLE)).execute(db);
}
