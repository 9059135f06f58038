/** Commands about the staff, for golden.test.ts. */
import type { OperatorOperationName } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { registerNode } from '@innkeeper/db/tables/nodes';
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { insertSupportPlan } from '@innkeeper/db/tables/support-plans';
import type { Kysely } from 'kysely';

/** Commands that golden.test.ts runs in this order instead of in that of its own list. */
export const STAFF_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['addStaff', { email: 'ann@example.net', name: 'Ann', role: 'support' }],
  ['tokenStaff', { person: 'ann@example.net', networks: ['203.0.113.0/24'] }],
  ['inviteStaff', { person: 'ann@example.net' }],
  ['tokensStaff', {}],
  ['revokeStaff', { token: 1 }],
  ['setStaff', { person: 'ann@example.net', role: 'billing' }],
  ['listStaff', {}],
  ['listApprovals', { all: true }],
  ['showApproval', { approval: 1 }],
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

const PROVIDER_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  [
    'setProvider',
    {
      ...{
        issuer: 'https://login.example.com',
        client_id: 'innkeeper',
        client_secret_file: 'LICENSE',
        redirect_url: 'https://panel.example.com/',
      },
      ...{ trusted_amr: ['mfa'], groups_claim: 'groups', groups: ['hosting-admins=owner', 'helpdesk=support'] },
    },
  ],
  ['showProvider', {}],
  ['removeProvider', {}],
];

const SCANNER_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['checkScanner', {}],
  ['setScanner', { tcp: '127.0.0.1:3310' }],
  ['showScanner', {}],
];

export const USER_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['resetUser', { user: 'ada@example.org', reason: 'Passport seen.' }],
  ['changeUser', { user: 'ada@example.org', email: 'ada@example.net', reason: 'Passport seen.' }],
  ['withdrawUser', { user: 'ada@example.org', reason: 'She has not asked.' }],
];

export const CANNED_REPLY_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['addCanned', { canned: 'runs-again', text: 'Dear {{name}},\nyour server runs again.' }],
  ['setCanned', { canned: 'runs-again', text: 'Dear {{name}},\n{{server}} runs again.' }],
  ['listCanned', {}],
  ['showCanned', { canned: 'runs-again', ticket: 1 }],
  ['removeCanned', { canned: 'runs-again' }],
  ['confirmDomain', { domain: 1 }],
  ['releaseDomain', { domain: 1 }],
  ['listDomains', {}],
  ...PROVIDER_COMMANDS,
  ...SCANNER_COMMANDS,
];

/** Inserts an identity provider of Ada's company. */
async function insertIdentityProvider(db: Kysely<Database>): Promise<void> {
  const at = { created_at: new Date(), updated_at: new Date() };
  const row = {
    account_id: 1,
    issuer: 'https://login.example.com',
    client_id: 'innkeeper',
    client_secret: Buffer.alloc(1),
    ...at,
  };
  await db
    .insertInto('identity_providers')
    .values({ ...row, sign_in_key: 'k'.repeat(22) })
    .execute();
  const domain = { provider_id: 1, name: 'example.com', token: 't'.repeat(32), created_at: new Date() };
  await db.insertInto('identity_domains').values(domain).execute();
}

/** Inserts Ada's consent to support access. */
async function insertConsent(db: Kysely<Database>): Promise<void> {
  const row = { account_id: 1, scope: 'write' as const, granted_by: 1, created_at: new Date() };
  await db
    .insertInto('support_grants')
    .values({ ...row, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
}

/** Inserts requests of Ann that exceed her own limit. */
async function insertApprovals(db: Kysely<Database>): Promise<void> {
  const at = { requested_at: new Date(), expires_at: new Date(Date.now() + 7 * 86_400_000) };
  const row = { operation: 'fundAccount' as const, amount: 50_000n, account_id: 1, requested_by: 1, ...at };
  const reasons = ['For the outage', 'Because'].map((reason) =>
    JSON.stringify({ account: 'ada@example.org', amount: '500', reason }),
  );
  const rows = reasons.map((input) => ({ ...row, input }));
  await db.insertInto('staff_approvals').values(rows).execute();
}

/** Inserts a support plan of Ada. */
async function insertPlanToSuspend(db: Kysely<Database>): Promise<void> {
  const [created_at, expiry_at] = [new Date('2026-01-31T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
  await insertSupportPlan(db, {
    ...{ key: 'premium', account_id: 1, status: 'active', billing_cycle: 1, renew_price: 2_900n, created_at },
    ...{ activated_at: created_at, billing_anchor: expiry_at, expiry_at },
  });
}

export const SUSPENSION_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['suspendService', { service: 2, reason: 'It attacks others.' }],
  ['resumeService', { service: 2 }],
  ['setService', { service: 2, expiry_at: '2026-03-31T12:00:00Z', reason: 'For the outage.' }],
  ['endService', { service: 2, after: 48, reason: 'It sends spam.' }],
  ['listServices', { ending: true, limit: 1 }],
  ['keepService', { service: 2, reason: 'The script is removed.' }],
  ['endAccount', { account: 'ada@example.org', reason: 'It sends spam.' }],
];

export const LOGO_COMMANDS: readonly [OperatorOperationName, Record<string, unknown>][] = [
  ['setLogo', { file: 'cli/golden/logo.png' }],
  ['showLogo', {}],
  ['removeLogo', {}],
];

/** Commands after a restore without a journal. A machine has the first address. */
export const RESTORE_COMMANDS: [OperatorOperationName, Record<string, unknown>][] = [
  ['continueInvoices', { series: 'original', number: 1042 }],
  ['releaseRestore', { address: '10.77.0.11' }],
  ['placeServer', { server: 3, on: 'node-4' }],
  ['moveServer', { server: 1, to: 'node-2', leave_copies: true }],
];

async function markRestored(db: Kysely<Database>): Promise<void> {
  const now = new Date();
  await db.updateTable('invoice_series').set({ unknown_since: now }).execute();
  await db.updateTable('ip_addresses').set({ excluded: true, fenced_at: now }).where('address', '=', '10.77.0.11').execute();
}

/** Lets server 1 move from node-1 to node-2. */
async function makeMovable(db: Kysely<Database>): Promise<void> {
  const measured = { engine: 'simulated', accelerator: 'none', accelerator_why: 'it is simulated' } as const;
  const to = await registerNode(db, { name: 'node-2', ...measured, vcpus_total: 4, memory_mb_total: 8_192, disk_gb_total: 100 });
  await markSeen(db, to, new Date('2999-01-01'));
  // Both nodes have the same uplink, or a server could not be reached after its move.
  await db.updateTable('nodes').set({ uplink: null }).execute();
  const { id: from } = await db.selectFrom('nodes').select('id').where('name', '=', 'node-1').executeTakeFirstOrThrow();
  for (const nodeId of [from, to])
    await recordNodeLink(db, { nodeId, address: `10.0.0.${nodeId}:7443`, certificate: String(nodeId).padStart(64, '0') });
  await db.deleteFrom('locks').where('resource_id', '=', 1).execute();
  await db.updateTable('server_details').set({ power: 'running' }).where('id', '=', 1).execute();
}

/** Does what the workflow of a refund by bank transfer does. */
async function leaveRefundToPerson(db: Kysely<Database>): Promise<void> {
  const byHand = { by_hand: true, payee: 'Ada Lovelace', iban: 'AT611904300234573201', reference: 'RF00REFERENCE' };
  await db.updateTable('payment_refunds').set(byHand).where('id', '=', 1).execute();
}

/** Inserts Ada's cancellation of her support plan, which stands when staff keeps the plan. */
async function insertCancellation(db: Kysely<Database>): Promise<void> {
  const created_at = new Date('2026-01-31T12:00:00Z');
  await insertCancelRequest(db, { service_id: 2, now: false, reason: null, created_at });
}

/** Inserts rows after a command, for the commands that follow it. */
export const INSERTS_AFTER: { readonly [Name in OperatorOperationName]?: (db: Kysely<Database>) => Promise<void> } = {
  listStaff: insertApprovals,
  refundPayment: leaveRefundToPerson,
  removeCanned: insertIdentityProvider,
  forceAccess: insertConsent,
  exportInvoices: insertPlanToSuspend,
  endService: insertCancellation,
  removeLogo: markRestored,
  placeServer: makeMovable,
};
