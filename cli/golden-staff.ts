/** Commands about the staff, for golden.test.ts. */
import type { OperatorOperationName } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** In this order, in the place of another list. */
export const OF_STAFF: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['addStaff', { email: 'ann@example.net', name: 'Ann', role: 'support' }],
  ['tokenStaff', { person: 'ann@example.net', networks: ['203.0.113.0/24'] }],
  ['tokensStaff', {}],
  ['revokeStaff', { token: 1 }],
  ['setStaff', { person: 'ann@example.net', role: 'billing' }],
  ['listStaff', {}],
  ['listApprovals', { all: true }],
  ['approveApproval', { approval: 1 }],
  ['refuseApproval', { approval: 2, reason: 'Not agreed.' }],
  ['listAudit', { action: 'approveApproval' }],
  ['forceAccess', { account: 'ada@example.org', person: 'ann@example.net', reason: 'Her server attacks others.' }],
  ['openAccess', { account: 'ada@example.org', person: 'ann@example.net', scope: 'write', minutes: 30 }],
  ['listAccess', { account: 'ada@example.org' }],
  ['endAccess', { access: 1 }],
  ['disableStaff', { person: 'ann@example.net' }],
  ['enableStaff', { person: 'ann@example.net' }],
];

export const OF_CANNED_REPLIES: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['addCanned', { canned: 'runs-again', text: 'Dear {{name}},\nyour server runs again.' }],
  ['setCanned', { canned: 'runs-again', text: 'Dear {{name}},\n{{server}} runs again.' }],
  ['listCanned', {}],
  ['showCanned', { canned: 'runs-again', ticket: 1 }],
  ['removeCanned', { canned: 'runs-again' }],
];

/** Ada consents. */
export async function givenConsent(db: Kysely<Database>): Promise<void> {
  const row = { account_id: 1, scope: 'write' as const, granted_by: 1, created_at: new Date() };
  await db
    .insertInto('support_grants')
    .values({ ...row, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
}

/** Ann wants to give more than she may alone. */
export async function givenApprovals(db: Kysely<Database>): Promise<void> {
  const at = { requested_at: new Date(), expires_at: new Date(Date.now() + 7 * 86_400_000) };
  const row = { operation: 'fundAccount' as const, amount: 50_000n, account_id: 1, requested_by: 1, ...at };
  const reasons = ['For the outage', 'Because'].map((reason) =>
    JSON.stringify({ account: 'ada@example.org', amount: '500', reason }),
  );
  const rows = reasons.map((input) => ({ ...row, input }));
  await db.insertInto('staff_approvals').values(rows).execute();
}
