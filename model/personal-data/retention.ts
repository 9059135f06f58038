/**
 * Retention of each table with data of an account or a user, after the account is closed (docs/decisions/account-closing.md).
 *
 * The erasing statements are generated from this list (db/migrations/start/account-closing.ts). `db/tables/retention.test.ts` fails if a
 * table or a column is missing.
 */

interface Erased {
  /**
   * SQL condition of the affected rows. `t` is the table and `$account` the account. `$users` and `$emails` are ids and addresses of its
   * users without another account.
   */
  rows: string;
  /**
   * Set to erase the rows together with the account. Otherwise they are erased later, some rows at a time. The users are known only while
   * the account is erased.
   */
  with?: 'account';
}

/** Rows that are deleted. */
export interface Deleted extends Erased {
  deleted: true;
}

/** Rows that stay because other rows refer to them, without their personal data. `keeps` names the other columns, separated by blanks. */
export interface Blanked extends Erased {
  /** SQL by column. It must yield the same value for a row that is already blanked, except for `$at`. */
  blanked: Readonly<Record<string, string>>;
  keeps: string;
}

/** Rows that stay. */
export interface Kept {
  kept: string;
  /** Retention in years. Rows without it contain no personal data. */
  years?: number;
}

/** Rows that disappear otherwise: with those of another table, by another job, or before the account can be closed. */
export interface RemovedElsewhere {
  gone: string;
}

export type Retention = Deleted | Blanked | Kept | RemovedElsewhere;

const ACCOUNT_ROWS = 't.account_id = $account';
const USER_ROWS = 't.user_id = any($users)';
const deleted = (rows = ACCOUNT_ROWS): Deleted => ({ deleted: true, rows });
const deletedWithUsers = (rows = USER_ROWS): Deleted => ({ deleted: true, rows, with: 'account' });
const refersTo = (column: string, table: string): string =>
  `t.${column} in (select id from ${table} where account_id = $account)`;

const BOOKS: Kept = { kept: 'books: what was bought, invoiced and paid', years: 10 };
const BLOCKS_CLOSING: RemovedElsewhere = { gone: 'stands in the way of closing' };
const FREED_WITH_ADDRESS: RemovedElsewhere = { gone: 'ends with its IP address, which stands in the way of closing' };
const EXPIRES_BY_AGE: RemovedElsewhere = { gone: 'by its age, within 400 days at most' };
const COUNT: Kept = { kept: 'a count' };

/** An access token whose creator or account is gone. */
const ORPHANED_TOKEN = {
  blanked: {
    ...{ name: "''", allowed_networks: "'{}'::text[]", last_used_from: 'null' },
    ...{ previous_hash: 'null', previous_until: 'null', revoked_at: 'coalesce(t.revoked_at, $at)' },
  },
  keeps:
    'id account_id user_id token_hash hint abilities monthly_cap server_ids created_at expires_at last_used_at made_by rotated_by',
};

/**
 * Tables in the order of deletion: rows that refer to others come before them. Each condition has an index, because most of these tables
 * are large.
 */
export const RETENTION = {
  // People. Memberships come first, because their end also ends cached sessions and tokens.
  memberships: [{ deleted: true, rows: ACCOUNT_ROWS, with: 'account' }],
  // Deleting the provider ends its sessions and frees its domains.
  identity_providers: [{ deleted: true, rows: ACCOUNT_ROWS, with: 'account' }],
  identity_domains: [{ gone: 'with the identity provider' }],
  sign_on_requests: [{ gone: 'with the identity provider' }],
  user_identities: [deletedWithUsers()],
  mails_due: [{ gone: 'when the mail is written, within a week at most' }],
  mails: [deletedWithUsers(`${USER_ROWS} or lower(t.address) = any($emails)`), deleted()],
  sign_ups: [deletedWithUsers('t.email = any($emails)'), deleted()],
  received_mails: [
    deletedWithUsers('t.from_address = any($emails)'),
    deleted(`${refersTo('ticket_id', 'tickets')} and t.outcome in ('reply', 'opened')`),
  ],
  passkey_challenges: [deletedWithUsers()],
  sign_in_challenges: [deletedWithUsers()],
  sign_in_links: [deletedWithUsers()],
  email_changes: [deletedWithUsers()],
  password_resets: [deletedWithUsers()],
  sessions: [deletedWithUsers(), deleted()],
  sign_in_places: [deletedWithUsers()],
  user_passkeys: [deletedWithUsers()],
  recovery_codes: [{ gone: 'with the authenticator app, user_totp' }],
  user_totp: [deletedWithUsers()],
  ownership_offers: [{ gone: 'with the membership' }],
  users: [
    {
      with: 'account',
      rows: 't.id = any($users)',
      blanked: {
        email: "'erased-' || t.id || '@erased.invalid'",
        name: "''",
        newsletter: 'false',
        email_otp_enabled: 'false',
        password_hash: 'null',
        suspended_at: 'coalesce(t.suspended_at, $at)',
        ...{ alone_since: 'null', erases_at: 'null' },
      },
      keeps: 'id language muted_mails created_at',
    },
  ],
  accounts: [
    {
      with: 'account',
      rows: 't.id = $account',
      blanked: {
        ...{ name: "''", address: 'null', city: 'null', postal_code: 'null', phone_number: 'null', tech_email: 'null' },
        ...{ company_name: 'null', company_address: 'null', company_number: 'null', vat_number: 'null' },
        ...{ suspended_at: 'null', suspend_reason: 'null', billing_parked_at: 'null', billing_parked_reason: 'null' },
      },
      keeps: 'id country_id company created_at closing_asked_at closes_at closed_at erased_at',
    },
  ],
  // An account that stays keeps no data of an erased user. The name of a token can reveal whose computer it is on. The token was revoked
  // with the membership.
  access_tokens: [
    { rows: USER_ROWS, with: 'account', ...ORPHANED_TOKEN },
    { rows: ACCOUNT_ROWS, ...ORPHANED_TOKEN },
  ],
  terms_acceptances: [
    {
      rows: ACCOUNT_ROWS,
      blanked: { accepted_from: 'null' },
      keeps: 'id account_id user_id version url accepted_at',
    },
  ],
  console_tickets: [deleted()],
  support_accesses: [deleted()],
  support_grants: [deleted()],
  invitations: [deleted()],
  event_deliveries: [deleted(refersTo('webhook_id', 'webhooks'))],
  webhooks: [deleted()],
  account_exports: [deleted()],
  account_notes: [deleted()],
  idempotency_keys: [deleted()],
  audit_log: [{ kept: 'who did what: proof of what the books say, and in a dispute; who did it is a number', years: 10 }],
  staff_approvals: [BOOKS],
  referrals: [BOOKS],

  // Support.
  ticket_attachments: [deleted()],
  ticket_messages: [deleted(refersTo('ticket_id', 'tickets'))],
  tickets: [
    {
      rows: ACCOUNT_ROWS,
      blanked: {
        ...{ subject: "'erased'", status: "'resolved'", waiting_since: 'null' },
        resolved_at: 'coalesce(t.resolved_at, $at)',
      },
      keeps: `id account_id complaint user_id created_at updated_at department_id service_id assigned_to mail_token requester customer_seen
        staff_seen merged_into`,
    },
  ],
  response_targets: [BOOKS],

  // Services. All services of the account have ended before its data is erased.
  server_ssh_keys: [{ gone: 'with the SSH key' }],
  ssh_keys: [deleted()],
  firewall_servers: [deleted(refersTo('firewall_id', 'firewalls'))],
  firewalls: [deleted()],
  cancel_requests: [deleted(refersTo('service_id', 'services'))],
  services: [BOOKS],
  service_ends: [BOOKS],
  server_details: [
    {
      rows: refersTo('id', 'services'),
      blanked: {
        ...{ hostname: "'erased'", startup_script: 'null', root_password_hash: 'null', rescue_seed: 'null', boot_id: 'null' },
        ...{ ssh_host: 'null', ssh_port: 'null', status_reason: 'null' },
      },
      keeps: `id node_id plan_id image_id power vcpus memory_mb disk_gb network_speed_mbps bandwidth_tb rescue network_suspended
        holds_capacity updated_at source_copy_id seed_version seed_waits primary_iso_id secondary_iso_id boot_iso disk_replaced_by
        dedicated_cpu crashed_at crash_starts startup_script_at startup_script_kind`,
    },
  ],
  server_search: [{ gone: 'follows the hostname' }],
  addon_details: [BOOKS],
  floating_ip_details: [BOOKS],
  service_periods: [BOOKS],
  term_changes: [BOOKS],
  server_traffic: [{ kept: 'bytes a day, for which more was charged', years: 10 }],
  server_usage: [{ kept: 'their sums', years: 10 }],
  server_metrics: [EXPIRES_BY_AGE],
  server_samples: [COUNT],
  copies: [BLOCKS_CLOSING],
  isos: [BLOCKS_CLOSING],
  iso_files: [BLOCKS_CLOSING],
  disk_rooms: [BLOCKS_CLOSING],
  ip_addresses: [BLOCKS_CLOSING],
  ptr_names: [FREED_WITH_ADDRESS],
  ip_protections: [FREED_WITH_ADDRESS],
  ip_protection_grants: [FREED_WITH_ADDRESS],
  address_traffic: [FREED_WITH_ADDRESS],
  blocked_sources: [FREED_WITH_ADDRESS],
  source_traffic: [FREED_WITH_ADDRESS],
  ip_assignments: [{ kept: 'who had an IP address when, for whom its use did harm', years: 10 }],
  attacks: [EXPIRES_BY_AGE],
  workflows: [{ kept: 'what was done with services, without what it was given', years: 10 }],
  workflow_steps: [{ kept: 'its steps', years: 10 }],
  locks: [BLOCKS_CLOSING],
  // Changes of the tables above create events, so events come last.
  events: [deleted()],
  event_heads: [COUNT],

  // Money.
  ledger_accounts: [BOOKS],
  ledger_entries: [BOOKS],
  ledger_postings: [BOOKS],
  orders: [BOOKS],
  order_lines: [BOOKS],
  order_refunds: [BOOKS],
  order_refund_lines: [BOOKS],
  promo_uses: [BOOKS],
  invoices: [BOOKS],
  invoice_orders: [BOOKS],
  invoice_corrections: [BOOKS],
  invoice_documents: [BOOKS],
  invoice_renders: [{ gone: 'when the file is made' }],
  invoices_due: [BLOCKS_CLOSING],
  payments: [BOOKS],
  payment_orders: [BOOKS],
  payment_refunds: [BOOKS],
  payment_receipts: [BOOKS],
  saved_cards: [
    {
      rows: ACCOUNT_ROWS,
      // A job then detaches the card at the gateway.
      blanked: {
        ...{ gateway_customer: "'erased'", brand: "'erased'", last4: "'0000'", ended_at: 'coalesce(t.ended_at, $at)' },
        detach_asked_at: 'coalesce(t.detach_asked_at, $at)',
      },
      keeps: 'id account_id gateway gateway_id expiry_month expiry_year country created_at detached_at',
    },
  ],
  disputes: [BOOKS],
  vat_checks: [{ kept: 'why an invoice has no VAT', years: 10 }],
  affiliates: [BOOKS],
  affiliate_codes: [BOOKS],
  affiliate_conversions: [BOOKS],
  affiliate_payouts: [BOOKS],
  affiliate_movements: [BOOKS],
  bank_statement_lines: [BOOKS],
  webhook_deliveries: [EXPIRES_BY_AGE],
} satisfies Readonly<Record<string, readonly Retention[]>>;

const ALL: readonly (readonly [string, readonly Retention[]])[] = Object.entries(RETENTION);

/** Tables whose rows stay unchanged. Some may contain names of people. */
export const KEPT_TABLES: readonly string[] = ALL.flatMap(([table, ways]) => (ways.some((way) => 'kept' in way) ? table : []));

const answerOf = (way: Retention): string => {
  if ('deleted' in way) return 'deleted';
  if ('blanked' in way) return `blanked: ${Object.keys(way.blanked).join(', ')}`;
  if ('gone' in way) return `gone: ${way.gone}`;
  return way.years ? `kept ${way.years} years: ${way.kept}` : `kept: ${way.kept}`;
};

/** Returns the lines of the table in docs/decisions/account-closing.md, sorted by name. */
export const retentionLines = (): string[] =>
  ALL.map(([table, ways]) => `| \`${table}\` | ${[...new Set(ways.map(answerOf))].join('; ')} |`).sort();
