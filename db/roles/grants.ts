/**
 * What the roles of the processes may do with each table: what they do, and nothing else. `up` applies it after the migrations, so a
 * migration names its new tables here; `grants.test.ts` wants every table. Where the roles are not there (a database of the operator's
 * own, with one role), nothing is to be granted.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { API_ROLE, OPERATOR_ROLE, WORKER_ROLE } from '../roles.ts';
import type { Database } from '../schema.ts';
import { inTransaction } from '../transaction.ts';

type Verb = 'select' | 'insert' | 'update' | 'delete';

/** `lock`: may hold its rows with `for update`, and change nothing: the right to update `id`, which can't be set. */
type Right = Verb | 'lock';

interface Grants {
  api: readonly Right[];
  worker: readonly Right[];
}

const READ = ['select'] as const;
const CHANGE = ['select', 'insert', 'update'] as const;
const ALL = ['select', 'insert', 'update', 'delete'] as const;

/** A view whose rows are held with `for update`. */
const HOLD = ['select', 'update'] as const;

/** What is written once and stays. */
const JOURNAL: Grants = { api: ['select', 'insert'], worker: ['select', 'insert'] };
const WRITTEN_BY_WORKER: Grants = { api: READ, worker: ['select', 'insert'] };
const CATALOGUE: Grants = { api: READ, worker: READ };
const NOBODY: Grants = { api: [], worker: [] };
/** The API exports them. */
const WRITTEN_BY_TRIGGERS: Grants = { api: READ, worker: [] };
/** Whoever can insert one can sign in as anybody, so only the command line can. Requests use links, and the worker purges them. */
const LINKS: Grants = { api: ['select', 'delete'], worker: ['select', 'delete'] };
/** Neither customers' requests nor background work know the staff, but for `HIDDEN`. */
const STAFF: Grants = { api: [], worker: [] };

export const GRANTS: Readonly<Record<string, Grants>> = {
  access_tokens: { api: ['select', 'insert'], worker: READ },
  // The files are the API's.
  account_exports: { api: ALL, worker: [] },
  account_notes: STAFF,
  // Who signs up opens one.
  accounts: { api: ['select', 'insert', 'lock'], worker: ['select', 'lock'] },
  addon_details: { api: CHANGE, worker: CHANGE },
  addon_products: CATALOGUE,
  addons: { api: HOLD, worker: HOLD },
  affiliate_codes: { api: CHANGE, worker: READ },
  affiliate_conversions: { api: READ, worker: CHANGE },
  // What a request pays or refunds is queued.
  affiliate_due: { api: ['insert'], worker: ALL },
  affiliate_movements: { api: [], worker: ['select', 'insert'] },
  affiliate_payouts: WRITTEN_BY_WORKER,
  affiliate_terms: CATALOGUE,
  affiliates: { api: CHANGE, worker: ['select', 'update'] },
  address_traffic: { api: READ, worker: ALL },
  attacks: { api: READ, worker: ALL },
  audit_counted: { api: READ, worker: ['select', 'update'] },
  audit_counts: { api: READ, worker: ALL },
  audit_log: JOURNAL,
  blocked_sources: { api: READ, worker: ALL },
  catalogue_version: { api: READ, worker: READ },
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
  images: CATALOGUE,
  invoice_corrections: WRITTEN_BY_WORKER,
  invoice_documents: WRITTEN_BY_WORKER,
  invoice_logos: { api: [], worker: ['select', 'insert'] },
  invoice_orders: WRITTEN_BY_WORKER,
  invoice_renders: { api: ['select', 'insert'], worker: ALL },
  invoice_series: { api: [], worker: ['select', 'update'] },
  // The command line alone.
  installation: NOBODY,
  invoices: WRITTEN_BY_WORKER,
  invoices_due: { api: ['select', 'insert'], worker: ALL },
  // Prefixes of IPv6 get their rows when they are needed.
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
  // Those of a gateway, or a VAT rate, are opened when they are first posted to.
  ledger_accounts: JOURNAL,
  ledger_entries: JOURNAL,
  ledger_postings: JOURNAL,
  list_changes: { api: ['select', 'insert'], worker: ['select', 'insert', 'delete'] },
  list_counts: { api: READ, worker: ALL },
  locks: { api: ['select', 'insert', 'delete'], worker: ['select', 'insert', 'update', 'delete'] },
  // Sent by the worker; the API writes what its requests tell, and takes what comes back.
  mails: { api: CHANGE, worker: ALL },
  memberships: { api: ['select', 'insert', 'delete'], worker: READ },
  nodes: { api: ['select', 'update'], worker: ['select', 'update'] },
  operator_alerts: { api: CHANGE, worker: ALL },
  order_lines: { api: CHANGE, worker: CHANGE },
  orders: { api: CHANGE, worker: CHANGE },
  passkey_challenges: { api: ['select', 'insert', 'delete'], worker: ['select', 'delete'] },
  // Asked for by a request, sent by the worker, used by another request.
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
  // The files are the API's.
  received_mails: { api: ALL, worker: READ },
  recovery_codes: { api: ALL, worker: [] },
  referrals: { api: ['select', 'insert'], worker: READ },
  // Written with the customer's message and the answer; a worker settles them.
  response_targets: { api: CHANGE, worker: ['select', 'update'] },
  saved_cards: { api: READ, worker: CHANGE },
  // The API asks the scanner, and notes whether it answers.
  scanner_settings: { api: ['select', 'update'], worker: [] },
  seller: CATALOGUE,
  server_metric_batches: { api: READ, worker: ALL },
  server_metrics: { api: READ, worker: ALL },
  server_samples: { api: READ, worker: ALL },
  server_search: { api: CHANGE, worker: ['select', 'update'] },
  server_ssh_keys: { api: ALL, worker: ALL },
  server_traffic: { api: READ, worker: ALL },
  server_usage: { api: READ, worker: ALL },
  service_periods: { api: ALL, worker: ALL },
  sessions: { api: CHANGE, worker: ['select', 'delete'] },
  sign_in_challenges: { api: CHANGE, worker: ['select', 'delete'] },
  sign_in_links: LINKS,
  sign_in_places: { api: CHANGE, worker: ['select', 'delete'] },
  sign_on_requests: { api: CHANGE, worker: ['select', 'delete'] },
  sign_up_settings: CATALOGUE,
  // Asked for by a request, sent by the worker, used by another request.
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
  // Written by the staff alone.
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
  // The API keeps what gateways send; a worker acts on it.
  webhook_deliveries: { api: ['select', 'insert'], worker: ALL },
  webhooks: { api: ALL, worker: ['select', 'update'] },
  // The API ends the wait of another (domain/workflows/supersede.ts).
  workflows: { api: ['insert', 'update'], worker: ALL },
};

/** Of these they read all columns but some, whatever stands above: only the API judges passwords, and what a workflow was given and remembers holds hashes of passwords, scripts and paths. */
const HIDDEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Of the staff it knows who acts inside an account.
  [API_ROLE]: { workflows: ['input', 'memory', 'error'], staff: ['email', 'role', 'created_at'] },
  // It writes mail.
  [WORKER_ROLE]: { users: ['password_hash'] },
  [OPERATOR_ROLE]: { users: ['password_hash'] },
};

/** Of which they draw ids before they write the rows (db/tables/ids.ts). */
const DRAWN = ['orders_id_seq', 'order_lines_id_seq', 'services_id_seq'] as const;

/** Columns that may be updated in a table whose others may not. */
const UPDATABLE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [API_ROLE]: {
    ip_pools: ['next_prefix'],
    // No request changes what may be spent: `monthly_cap` of either, `credit_limit`. Balances follow the postings.
    access_tokens: [
      ...['name', 'abilities', 'allowed_networks', 'server_ids', 'token_hash', 'hint', 'created_at', 'revoked_at'],
      ...['previous_hash', 'previous_until', 'last_used_at', 'last_used_from'],
    ],
    ledger_accounts: ['balance', 'kind'],
    // What customers say of themselves (operations/user/update.ts).
    accounts: [
      ...['country_id', 'address', 'city', 'postal_code', 'phone_number', 'tech_email'],
      ...['company', 'company_name', 'company_address', 'company_number', 'vat_number'],
      // Its owner asks to close it, or undoes that.
      ...['closing_asked_at', 'closes_at'],
    ],
    memberships: ['role'],
    support_accesses: ['last_used_at', 'last_used_from'],
    support_grants: ['ended_at'],
    // With memberships and sign-ins it changes who is a member of none.
    users: ['email', 'language', 'newsletter', 'email_otp_enabled', 'password_hash', 'alone_since', 'erases_at'],
  },
  [OPERATOR_ROLE]: { ledger_accounts: ['balance', 'kind', 'orders_frozen_at', 'credit_limit', 'monthly_cap'] },
  [WORKER_ROLE]: {
    // It makes their zones.
    ip_pools: ['next_prefix', 'zones_made_at'],
    // It parks accounts whose charges look odd (jobs/renew-services.ts).
    accounts: ['billing_parked_at', 'billing_parked_reason'],
    // It freezes those with a dispute.
    ledger_accounts: ['balance', 'kind', 'orders_frozen_at'],
    // It credits what was answered too late.
    tickets: ['updated_at'],
    // It tells who is about to be erased.
    users: ['erases_at'],
  },
};

/** What closes accounts, and erases them and their users, has the owner's rights, and is for one role alone (start/account-closing.ts). */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  [WORKER_ROLE]: [
    'close_account(integer, timestamptz)',
    'erase_closed_account(integer, timestamptz, integer)',
    'erase_lone_user(integer, timestamptz)',
  ],
};

/** For the owner, or a superuser. Takes away what was granted otherwise. */
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
  // A table that nobody has named yet still works; the ones below have what they need.
  await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${to}`.execute(trx);
  await sql`grant usage on sequence ${sql.join(DRAWN.map((sequence) => sql.id(sequence)))} to ${to}`.execute(trx);
  for (const name of CALLED[role] ?? []) {
    // A database of an operator may be of a version that has none yet.
    const there = sql<{ is: boolean }>`select to_regprocedure(${name}::text) is not null as is`;
    if ((await there.execute(trx)).rows[0]?.is) await sql`grant execute on function ${sql.raw(name)} to ${to}`.execute(trx);
  }
  const there = await tablesIn(trx);
  for (const [table, grants] of Object.entries(GRANTS)) {
    if (!there.has(table)) continue;
    const rights = role === API_ROLE ? grants.api : role === WORKER_ROLE ? grants.worker : rightsOfOperator(table, grants);
    const on = sql.id(table);
    // Columns too.
    await sql`revoke all on ${on} from ${to}`.execute(trx);
    const verbs = rights.filter((right) => right !== 'lock');
    if (verbs.length > 0) await sql`grant ${sql.raw(verbs.join(', '))} on ${on} to ${to}`.execute(trx);
    if (rights.includes('lock')) await sql`grant update (id) on ${on} to ${to}`.execute(trx);
    const updatable = UPDATABLE[role]?.[table];
    if (updatable)
      await sql`grant update (${sql.join(updatable.map((column) => sql.id(column)))}) on ${on} to ${to}`.execute(trx);
    const hidden = HIDDEN[role]?.[table];
    const columns = hidden && there.get(table)?.filter((column) => !hidden.includes(column));
    if (columns) await sql`grant select (${sql.join(columns.map((column) => sql.id(column)))}) on ${on} to ${to}`.execute(trx);
  }
}

/** All, but what is written once stays, of users some columns are hidden, and what only triggers write is read. */
function rightsOfOperator(table: string, grants: Grants): readonly Right[] {
  if (grants === LINKS) return [];
  if (grants === NOBODY || grants === WRITTEN_BY_TRIGGERS) return READ;
  if (grants === JOURNAL || grants === WRITTEN_BY_WORKER) return ['select', 'insert'];
  return HIDDEN[OPERATOR_ROLE]?.[table] ? ['insert', 'update', 'delete'] : ALL;
}

/** With their columns. */
async function tablesIn(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
