/**
 * The rights of the processes' roles on each table: only what they use.
 *
 * `up` applies them after the migrations, so each migration adds its new tables here, and `grants.test.ts` requires every table. If the
 * roles do not exist (the operator's own database with one role), nothing is granted.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { API_ROLE, OPERATOR_ROLE, WORKER_ROLE } from '../roles.ts';
import type { Database } from '../schema.ts';
import { inTransaction } from '../transaction.ts';

type Verb = 'select' | 'insert' | 'update' | 'delete';

/** `lock` allows `for update` on rows without changes to them. It grants the right to update `id`, which cannot be set. */
type Right = Verb | 'lock';

interface Grants {
  api: readonly Right[];
  worker: readonly Right[];
}

const READ = ['select'] as const;
const CHANGE = ['select', 'insert', 'update'] as const;
const ALL = ['select', 'insert', 'update', 'delete'] as const;

/** A view whose rows are locked with `for update`. */
const HOLD = ['select', 'update'] as const;

/** Tables whose rows are inserted once and never change. */
const JOURNAL: Grants = { api: ['select', 'insert'], worker: ['select', 'insert'] };
const WRITTEN_BY_WORKER: Grants = { api: READ, worker: ['select', 'insert'] };
const CATALOGUE: Grants = { api: READ, worker: READ };
const NOBODY: Grants = { api: [], worker: [] };
/** Tables that only the owner reads. */
const OWNER_ONLY: Grants = { api: [], worker: [] };
/** Tables that every process reads and only a command with the owner's rights writes. */
const WRITTEN_BY_OWNER: Grants = { api: READ, worker: READ };
/** Tables that only triggers write. The API exports them. */
const WRITTEN_BY_TRIGGERS: Grants = { api: READ, worker: [] };
/** Anyone who can insert a link can sign in as any user, so only the command line can. Requests use links, and the worker purges them. */
const LINKS: Grants = { api: ['select', 'delete'], worker: ['select', 'delete'] };
/** Tables of staff, which neither customers' requests nor background work can access, except as `HIDDEN` allows. */
const STAFF: Grants = { api: [], worker: [] };

export const GRANTS: Readonly<Record<string, Grants>> = {
  access_tokens: { api: ['select', 'insert'], worker: READ },
  // The API owns the files.
  account_exports: { api: ALL, worker: [] },
  account_notes: STAFF,
  // Sign-up opens an account.
  accounts: { api: ['select', 'insert', 'lock'], worker: ['select', 'lock'] },
  addon_details: { api: CHANGE, worker: CHANGE },
  addon_products: CATALOGUE,
  addons: { api: HOLD, worker: HOLD },
  affiliate_codes: { api: CHANGE, worker: READ },
  affiliate_conversions: { api: READ, worker: CHANGE },
  // Requests queue what they pay or refund.
  affiliate_due: { api: ['insert'], worker: ALL },
  affiliate_movements: { api: [], worker: ['select', 'insert'] },
  affiliate_payouts: WRITTEN_BY_WORKER,
  affiliate_terms: CATALOGUE,
  affiliates: { api: CHANGE, worker: ['select', 'update'] },
  address_traffic: { api: READ, worker: ALL },
  alert_deliveries: { api: [], worker: ALL },
  // Only the command line sets where alerts are sent.
  alert_settings: { api: [], worker: ['select', 'update'] },
  attacks: { api: READ, worker: ALL },
  audit_log: JOURNAL,
  blocked_sources: { api: READ, worker: ALL },
  // A change of an image by the worker raises the version.
  catalogue_version: { api: READ, worker: ['select', 'update'] },
  bank_statement_lines: { api: [], worker: ['select', 'update'] },
  canned_replies: STAFF,
  cancel_requests: { api: ['select', 'insert', 'delete'], worker: ['select', 'delete'] },
  console_tickets: { api: ALL, worker: ['select', 'delete'] },
  copies: { api: CHANGE, worker: ALL },
  copy_rooms: { api: ['select', 'update'], worker: CHANGE },
  countries: CATALOGUE,
  disk_rooms: { api: ALL, worker: ALL },
  disputes: { api: READ, worker: CHANGE },
  dns_settings: { api: READ, worker: ['select', 'update'] },
  due_failures: { api: ALL, worker: ALL },
  email_changes: { api: CHANGE, worker: ['select', 'delete'] },
  event_deliveries: { api: ALL, worker: ALL },
  event_heads: { api: CHANGE, worker: CHANGE },
  events: { api: CHANGE, worker: ALL },
  firewall_servers: { api: ALL, worker: ALL },
  firewalls: { api: ALL, worker: ['select', 'update'] },
  floating_ip_plans: CATALOGUE,
  floating_ip_details: { api: CHANGE, worker: ['select', 'update'] },
  floating_ips: { api: HOLD, worker: HOLD },
  geo_datasets: { api: READ, worker: ALL },
  geo_ranges: { api: READ, worker: ALL },
  geo_sources: { api: READ, worker: ['select', 'update'] },
  invitations: { api: ALL, worker: ['select', 'delete'] },
  ownership_offers: { api: ALL, worker: ['select', 'delete'] },
  idempotency_keys: { api: ALL, worker: ['select', 'delete'] },
  inbox_settings: { api: ['select', 'update'], worker: READ },
  identity_domains: { api: ALL, worker: [] },
  identity_providers: { api: ALL, worker: READ },
  image_groups: CATALOGUE,
  // The worker of the first host records the files of images.
  images: { api: READ, worker: ['select', 'update'] },
  invoice_corrections: WRITTEN_BY_WORKER,
  invoice_documents: WRITTEN_BY_WORKER,
  // The command line continues series after a restore.
  invoice_gaps: STAFF,
  invoice_logos: { api: [], worker: ['select', 'insert'] },
  invoice_orders: WRITTEN_BY_WORKER,
  invoice_renders: { api: ['select', 'insert'], worker: ALL },
  invoice_series: { api: [], worker: ['select', 'update'] },
  // The worker also fixes the time zone of documents.
  installation: WRITTEN_BY_OWNER,
  invoices: WRITTEN_BY_WORKER,
  invoices_due: { api: ['select', 'insert'], worker: ALL },
  // IPv6 prefixes get their rows on demand.
  ip_addresses: { api: CHANGE, worker: CHANGE },
  ip_assignments: WRITTEN_BY_TRIGGERS,
  ip_pools: CATALOGUE,
  ip_protection_changes: { api: ['insert'], worker: ALL },
  ip_protection_grants: { api: ALL, worker: ALL },
  ip_protections: { api: ALL, worker: ALL },
  iso_files: { api: READ, worker: ALL },
  isos: { api: ALL, worker: ALL },
  kysely_migration: NOBODY,
  kysely_migration_lock: NOBODY,
  // Accounts of a gateway or VAT rate are opened with their first posting.
  ledger_accounts: JOURNAL,
  ledger_entries: JOURNAL,
  ledger_postings: JOURNAL,
  locks: { api: ['select', 'insert', 'delete'], worker: ['select', 'insert', 'update', 'delete'] },
  // The worker sends mails. The API queues mails of its requests, and records bounces.
  mails: { api: CHANGE, worker: ALL },
  // Facts add their ids to a waiting row. Only the worker writes the mails.
  mails_due: { api: CHANGE, worker: ALL },
  memberships: { api: ['select', 'insert', 'delete'], worker: READ },
  // Workers write the certificates that they compare. The API has no part in the link.
  node_links: { api: [], worker: CHANGE },
  nodes: { api: ['select', 'update'], worker: ['select', 'update'] },
  operator_alerts: { api: CHANGE, worker: ALL },
  // Lines of services that end are taken out of unpaid renewals.
  order_lines: { api: ALL, worker: ALL },
  // Only staff refunds orders. The worker writes the credit notes.
  order_refund_lines: { api: [], worker: READ },
  order_refunds: { api: READ, worker: READ },
  orders: { api: CHANGE, worker: CHANGE },
  passkey_challenges: { api: ['select', 'insert', 'delete'], worker: ['select', 'delete'] },
  // One request creates it, the worker sends it, and another request uses it.
  password_resets: { api: CHANGE, worker: ALL },
  payment_methods: CATALOGUE,
  payment_orders: { api: CHANGE, worker: CHANGE },
  payment_receipts: { api: READ, worker: CHANGE },
  payment_refunds: { api: READ, worker: CHANGE },
  payments: { api: CHANGE, worker: CHANGE },
  plan_addons: CATALOGUE,
  plans: CATALOGUE,
  promo_code_plans: CATALOGUE,
  promo_codes: { api: ['select', 'lock'], worker: ['select', 'lock'] },
  promo_uses: { api: ['select', 'insert', 'delete'], worker: ['select', 'insert', 'delete'] },
  ptr_names: { api: ALL, worker: ALL },
  // The API owns the files.
  received_mails: { api: ALL, worker: READ },
  recovering: WRITTEN_BY_OWNER,
  recovery_codes: { api: ALL, worker: [] },
  referrals: { api: ['select', 'insert'], worker: READ },
  // Written with the customer's message and the response. A worker settles them.
  response_targets: { api: CHANGE, worker: ['select', 'update'] },
  saved_cards: { api: READ, worker: CHANGE },
  // The API contacts the scanner, and records whether it responds.
  scanner_settings: { api: ['select', 'update'], worker: [] },
  schema_digests: OWNER_ONLY,
  seller: CATALOGUE,
  server_metric_batches: { api: READ, worker: ALL },
  server_metrics: { api: READ, worker: ALL },
  server_samples: { api: READ, worker: ALL },
  server_search: { api: CHANGE, worker: ['select', 'update'] },
  server_ssh_keys: { api: ALL, worker: ALL },
  server_traffic: { api: READ, worker: ALL },
  server_usage: { api: READ, worker: ALL },
  // Only staff writes it, and the owner after a restore.
  service_ends: { api: READ, worker: READ },
  service_periods: { api: ALL, worker: ALL },
  sessions: { api: CHANGE, worker: ['select', 'delete'] },
  sign_in_challenges: { api: CHANGE, worker: ['select', 'delete'] },
  sign_in_links: LINKS,
  sign_in_places: { api: CHANGE, worker: ['select', 'delete'] },
  sign_on_requests: { api: CHANGE, worker: ['select', 'delete'] },
  sign_up_settings: CATALOGUE,
  // One request creates it, the worker sends it, and another request uses it.
  sign_ups: { api: CHANGE, worker: ALL },
  service_beats: { api: CHANGE, worker: CHANGE },
  services: { api: CHANGE, worker: CHANGE },
  source_traffic: { api: READ, worker: ALL },
  staff: STAFF,
  staff_approvals: STAFF,
  staff_credentials: STAFF,
  staff_idempotency_keys: STAFF,
  staff_identities: STAFF,
  staff_identity_groups: STAFF,
  staff_identity_provider: STAFF,
  staff_invitations: STAFF,
  staff_sign_on_requests: STAFF,
  staff_recovery_codes: STAFF,
  staff_tokens: STAFF,
  server_details: { api: CHANGE, worker: ['select', 'update'] },
  servers: { api: HOLD, worker: HOLD },
  ssh_keys: { api: ALL, worker: READ },
  support_accesses: { api: READ, worker: ['select', 'delete'] },
  support_departments: CATALOGUE,
  support_grants: { api: ['select', 'insert'], worker: ['select', 'delete'] },
  support_hours: CATALOGUE,
  support_plans: CATALOGUE,
  // Only staff writes it.
  term_changes: { api: READ, worker: READ },
  terms_acceptances: { api: ['select', 'insert'], worker: READ },
  ticket_attachments: { api: ['select', 'insert'], worker: READ },
  ticket_messages: { api: ['select', 'insert'], worker: READ },
  tickets: { api: CHANGE, worker: READ },
  traffic_batches: { api: READ, worker: ALL },
  vat_checks: { api: CHANGE, worker: CHANGE },
  vat_rates: CATALOGUE,
  workflow_steps: { api: READ, worker: CHANGE },
  users: { api: ['select', 'insert'], worker: [] },
  user_identities: { api: ALL, worker: [] },
  user_passkeys: { api: ALL, worker: [] },
  user_totp: { api: ALL, worker: [] },
  // The API stores what gateways send, and a worker processes it.
  webhook_deliveries: { api: ['select', 'insert'], worker: ALL },
  webhooks: { api: ALL, worker: ['select', 'update'] },
  // The API ends the wait of another workflow (domain/workflows/supersede.ts).
  workflows: { api: ['insert', 'update'], worker: ALL },
};

/**
 * Columns that a role cannot read, although it reads all other columns of the table, regardless of the rights above. Only the API verifies
 * passwords. The inputs and memory of workflows contain password hashes, scripts and paths.
 */
const HIDDEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // The API reads which staff member acts inside an account.
  [API_ROLE]: { workflows: ['input', 'memory', 'error'], staff: ['email', 'role', 'created_at'] },
  // The worker sends mail to users.
  // The worker reports approvals that nobody decides. It may not read requests and staff, so a request stores the
  // mail about its expiry (`expiry_mail`). The worker reads and sends mails anyway.
  [WORKER_ROLE]: {
    users: ['password_hash'],
    staff_approvals: [...['input', 'amount', 'account_id', 'requested_by', 'decided_by', 'decided_name', 'decided_at', 'reason']],
  },
  [OPERATOR_ROLE]: { users: ['password_hash'] },
};

/** Sequences from which the roles take ids before they insert the rows (db/tables/ids.ts). */
const DRAWN = ['orders_id_seq', 'order_lines_id_seq', 'services_id_seq'] as const;

/** Columns that may be updated in a table whose other columns may not. */
const UPDATABLE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [API_ROLE]: {
    ip_pools: ['next_prefix'],
    // No request changes spending limits: `monthly_cap` of either table, `credit_limit`. Balances follow the postings.
    access_tokens: [
      ...['name', 'abilities', 'allowed_networks', 'server_ids', 'token_hash', 'hint', 'created_at', 'revoked_at'],
      ...['previous_hash', 'previous_until', 'rotated_by', 'last_used_at', 'last_used_from'],
    ],
    ledger_accounts: ['balance', 'kind'],
    // Data that customers change themselves (operations/user/user.ts).
    accounts: [
      ...['country_id', 'address', 'city', 'postal_code', 'phone_number', 'tech_email'],
      ...['company', 'company_name', 'company_address', 'company_number', 'vat_number'],
      // The owner requests or undoes the closure.
      ...['closing_asked_at', 'closes_at'],
    ],
    memberships: ['role'],
    saved_cards: ['ended_at', 'detach_asked_at'],
    support_accesses: ['last_used_at', 'last_used_from'],
    support_grants: ['ended_at'],
    // Memberships and sign-ins change whether a user is without an account.
    users: [
      ...['email', 'language', 'newsletter', 'muted_mails', 'email_otp_enabled', 'password_hash'],
      ...['alone_since', 'erases_at'],
    ],
  },
  [OPERATOR_ROLE]: { ledger_accounts: ['balance', 'kind', 'orders_frozen_at', 'credit_limit', 'monthly_cap'] },
  [WORKER_ROLE]: {
    // The worker creates the pools' zones.
    ip_pools: ['next_prefix', 'zones_made_at'],
    // The worker parks accounts with unusual charges (jobs/renew-services.ts).
    accounts: ['billing_parked_at', 'billing_parked_reason'],
    // The worker freezes accounts with a dispute.
    ledger_accounts: ['balance', 'kind', 'orders_frozen_at'],
    // The first document fixes the time zone of all.
    installation: ['document_time_zone'],
    // The worker credits late responses.
    tickets: ['updated_at'],
    // The worker queues the mail about an expiry once, and deletes it here.
    staff_approvals: ['expiry_mail'],
    // The worker announces erasures.
    users: ['erases_at'],
  },
};

/**
 * Functions that close accounts and erase them and their users. These functions run with the owner's rights, and only one role may call
 * them (start/account-closing.ts).
 */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  [WORKER_ROLE]: [
    'close_account(integer, timestamptz)',
    'erase_closed_account(integer, timestamptz, integer)',
    'erase_lone_user(integer, timestamptz)',
  ],
};

/** Applies the rights and revokes all others. Requires the owner or a superuser. */
export async function applyGrants(db: Kysely<Database>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select rolname as name from pg_roles where rolname in (${API_ROLE}, ${WORKER_ROLE}, ${OPERATOR_ROLE})`.execute(trx);
    for (const { name } of rows) await grantTo(trx, name);
  });
}

async function grantTo(trx: Transaction<Database>, role: string): Promise<void> {
  const to = sql.id(role);
  await sql`grant usage on schema public to ${to}`.execute(trx);
  // A table that is not listed yet still works. The listed tables get their own rights below.
  await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${to}`.execute(trx);
  await sql`grant usage on sequence ${sql.join(DRAWN.map((sequence) => sql.id(sequence)))} to ${to}`.execute(trx);
  for (const name of CALLED[role] ?? []) {
    // The operator's database may have an older version without this function.
    const existsQuery = sql<{ is: boolean }>`select to_regprocedure(${name}::text) is not null as is`;
    if ((await existsQuery.execute(trx)).rows[0]?.is) await sql`grant execute on function ${sql.raw(name)} to ${to}`.execute(trx);
  }
  const existingTables = await tablesIn(trx);
  for (const [table, grants] of Object.entries(GRANTS)) {
    if (!existingTables.has(table)) continue;
    const rights = role === API_ROLE ? grants.api : role === WORKER_ROLE ? grants.worker : rightsOfOperator(table, grants);
    const on = sql.id(table);
    // Also revokes rights on columns.
    await sql`revoke all on ${on} from ${to}`.execute(trx);
    const verbs = rights.filter((right) => right !== 'lock');
    if (verbs.length > 0) await sql`grant ${sql.raw(verbs.join(', '))} on ${on} to ${to}`.execute(trx);
    if (rights.includes('lock')) await sql`grant update (id) on ${on} to ${to}`.execute(trx);
    const updatable = UPDATABLE[role]?.[table];
    if (updatable)
      await sql`grant update (${sql.join(updatable.map((column) => sql.id(column)))}) on ${on} to ${to}`.execute(trx);
    const hidden = HIDDEN[role]?.[table];
    const columns = hidden && existingTables.get(table)?.filter((column) => !hidden.includes(column));
    if (columns) await sql`grant select (${sql.join(columns.map((column) => sql.id(column)))}) on ${on} to ${to}`.execute(trx);
  }
}

/**
 * Returns the operator role's rights on a table: all, with exceptions. Immutable tables allow only reads and inserts, tables that only
 * triggers write are read only, and some columns of users are hidden.
 */
function rightsOfOperator(table: string, grants: Grants): readonly Right[] {
  if (grants === LINKS || grants === OWNER_ONLY) return [];
  if (grants === NOBODY || grants === WRITTEN_BY_TRIGGERS || grants === WRITTEN_BY_OWNER) return READ;
  if (grants === JOURNAL || grants === WRITTEN_BY_WORKER) return ['select', 'insert'];
  return HIDDEN[OPERATOR_ROLE]?.[table] ? ['insert', 'update', 'delete'] : ALL;
}

/** Returns the tables with their columns. */
async function tablesIn(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
