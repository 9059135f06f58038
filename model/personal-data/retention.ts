/**
 * What becomes of each table that has something of an account or a user, once the account is closed (docs/decisions/account-closing.md). The
 * statements are made of this list (db/migrations/start/account-closing.ts); `db/tables/retention.test.ts` finds a table or a column that is missing.
 */

interface Erased {
  /** Which rows, as SQL: `t` is the table, `$account` the account, `$users` ids and `$emails` addresses of its users who have no other account. */
  rows: string;
  /** When: with the account, or after that, some rows at a time. Users are known with the account alone. */
  with?: 'account';
}

/** Rows go. */
export interface Deleted extends Erased {
  deleted: true;
}

/** Rows stay, since others refer to them, without what they said of a person. `keeps`: names of the other columns, with blanks between. */
export interface Blanked extends Erased {
  /** SQL by column; the same again for a row that is blank already, but for `$at`. */
  blanked: Readonly<Record<string, string>>;
  keeps: string;
}

/** Rows stay. */
export interface Kept {
  kept: string;
  /** For so many years; absent: it says nothing of a person. */
  years?: number;
}

/** Rows go otherwise: with those of another table, by another job, or they stand in the way of closing. */
export interface GoneOtherwise {
  gone: string;
}

export type Retention = Deleted | Blanked | Kept | GoneOtherwise;

const OF_ACCOUNT = 't.account_id = $account';
const OF_USERS = 't.user_id = any($users)';
const deleted = (rows = OF_ACCOUNT): Deleted => ({ deleted: true, rows });
const deletedWithUsers = (rows = OF_USERS): Deleted => ({ deleted: true, rows, with: 'account' });
const of = (column: string, table: string): string => `t.${column} in (select id from ${table} where account_id = $account)`;

const BOOKS: Kept = { kept: 'books: what was bought, invoiced and paid', years: 10 };
const INSTEAD: GoneOtherwise = { gone: 'stands in the way of closing' };
const FREED: GoneOtherwise = { gone: 'ends with its IP address, which stands in the way of closing' };
const ITS_AGE: GoneOtherwise = { gone: 'by its age, within 400 days at most' };
const COUNT: Kept = { kept: 'a count' };

/** An access token whose maker or account is gone. */
const WITHOUT_MAKER = {
  blanked: {
    ...{ name: "''", allowed_networks: "'{}'::text[]", last_used_from: 'null' },
    ...{ previous_hash: 'null', previous_until: 'null', revoked_at: 'coalesce(t.revoked_at, $at)' },
  },
  keeps: 'id account_id user_id token_hash hint abilities monthly_cap server_ids created_at expires_at last_used_at',
};

/** In the order in which rows go: what refers to others comes before them. Each condition has an index, since most of these tables are large. */
export const RETENTION = {
  // People. The end of memberships ends sessions and tokens wherever they are cached, so it comes first.
  memberships: [{ deleted: true, rows: OF_ACCOUNT, with: 'account' }],
  // It ends its sessions, and its domains are free.
  identity_providers: [{ deleted: true, rows: OF_ACCOUNT, with: 'account' }],
  identity_domains: [{ gone: 'with the identity provider' }],
  sign_on_requests: [{ gone: 'with the identity provider' }],
  user_identities: [deletedWithUsers()],
  mails: [deletedWithUsers(`${OF_USERS} or lower(t.address) = any($emails)`), deleted()],
  sign_ups: [deletedWithUsers('t.email = any($emails)'), deleted()],
  received_mails: [
    deletedWithUsers('t.from_address = any($emails)'),
    deleted(`${of('ticket_id', 'tickets')} and t.outcome in ('reply', 'opened')`),
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
      keeps: 'id language created_at',
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
  // An account that stays keeps no name of who is gone: a token's says whose computer it is on, and it was revoked with the membership.
  access_tokens: [
    { rows: OF_USERS, with: 'account', ...WITHOUT_MAKER },
    { rows: OF_ACCOUNT, ...WITHOUT_MAKER },
  ],
  terms_acceptances: [
    {
      rows: OF_ACCOUNT,
      blanked: { accepted_from: 'null' },
      keeps: 'id account_id user_id version url accepted_at',
    },
  ],
  console_tickets: [deleted()],
  support_accesses: [deleted()],
  support_grants: [deleted()],
  invitations: [deleted()],
  event_deliveries: [deleted(of('webhook_id', 'webhooks'))],
  webhooks: [deleted()],
  account_exports: [deleted()],
  account_notes: [deleted()],
  idempotency_keys: [deleted()],
  audit_log: [{ kept: 'who did what: proof of what the books say, and in a dispute; who did it is a number', years: 10 }],
  staff_approvals: [BOOKS],
  referrals: [BOOKS],

  // Support.
  ticket_attachments: [deleted()],
  ticket_messages: [deleted(of('ticket_id', 'tickets'))],
  tickets: [
    {
      rows: OF_ACCOUNT,
      blanked: {
        ...{ subject: "'erased'", status: "'resolved'", waiting_since: 'null' },
        resolved_at: 'coalesce(t.resolved_at, $at)',
      },
      keeps: `id account_id complaint user_id created_at updated_at department_id service_id assigned_to mail_token requester customer_seen
        staff_seen merged_into`,
    },
  ],
  response_targets: [BOOKS],

  // Services, which have ended.
  server_ssh_keys: [{ gone: 'with the SSH key' }],
  ssh_keys: [deleted()],
  firewall_servers: [deleted(of('firewall_id', 'firewalls'))],
  firewalls: [deleted()],
  cancel_requests: [deleted(of('service_id', 'services'))],
  services: [BOOKS],
  server_details: [
    {
      rows: of('id', 'services'),
      blanked: {
        ...{ hostname: "'erased'", startup_script: 'null', root_password_hash: 'null', rescue_seed: 'null', boot_id: 'null' },
        ...{ ssh_host: 'null', ssh_port: 'null', status_reason: 'null' },
      },
      keeps: `id node_id plan_id image_id power vcpus memory_mb disk_gb network_speed_mbps bandwidth_tb rescue network_suspended
        holds_capacity updated_at source_copy_id seed_version seed_waits primary_iso_id secondary_iso_id boot_iso disk_replaced_by
        dedicated_cpu crashed_at crash_starts startup_script_at`,
    },
  ],
  server_search: [{ gone: 'follows the hostname' }],
  addon_details: [BOOKS],
  floating_ip_details: [BOOKS],
  service_periods: [BOOKS],
  term_changes: [BOOKS],
  server_traffic: [{ kept: 'bytes a day, for which more was charged', years: 10 }],
  server_usage: [{ kept: 'their sums', years: 10 }],
  server_metrics: [ITS_AGE],
  server_samples: [COUNT],
  copies: [INSTEAD],
  isos: [INSTEAD],
  iso_files: [INSTEAD],
  disk_rooms: [INSTEAD],
  ip_addresses: [INSTEAD],
  ptr_names: [FREED],
  ip_protections: [FREED],
  ip_protection_grants: [FREED],
  address_traffic: [FREED],
  blocked_sources: [FREED],
  source_traffic: [FREED],
  ip_assignments: [{ kept: 'who had an IP address when, for whom its use did harm', years: 10 }],
  attacks: [ITS_AGE],
  workflows: [{ kept: 'what was done with services, without what it was given', years: 10 }],
  workflow_steps: [{ kept: 'its steps', years: 10 }],
  locks: [INSTEAD],
  // Changes of what is above tell of themselves, so these are the last.
  events: [deleted()],
  event_heads: [COUNT],

  // Money.
  ledger_accounts: [BOOKS],
  ledger_entries: [BOOKS],
  ledger_postings: [BOOKS],
  orders: [BOOKS],
  order_lines: [BOOKS],
  promo_uses: [BOOKS],
  invoices: [BOOKS],
  invoice_orders: [BOOKS],
  invoice_corrections: [BOOKS],
  invoice_documents: [BOOKS],
  invoice_renders: [{ gone: 'when the file is made' }],
  invoices_due: [INSTEAD],
  payments: [BOOKS],
  payment_orders: [BOOKS],
  payment_refunds: [BOOKS],
  payment_receipts: [BOOKS],
  saved_cards: [
    {
      rows: OF_ACCOUNT,
      // A job has the gateway detach it after that.
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
  webhook_deliveries: [ITS_AGE],
  list_changes: [COUNT],
  list_counts: [COUNT],
  audit_counts: [COUNT],
} satisfies Readonly<Record<string, readonly Retention[]>>;

const ALL: readonly (readonly [string, readonly Retention[]])[] = Object.entries(RETENTION);

/** What stays as it is, of which some may name a person. */
export const KEPT_TABLES: readonly string[] = ALL.flatMap(([table, ways]) => (ways.some((way) => 'kept' in way) ? table : []));

const answerOf = (way: Retention): string => {
  if ('deleted' in way) return 'deleted';
  if ('blanked' in way) return `blanked: ${Object.keys(way.blanked).join(', ')}`;
  if ('gone' in way) return `gone: ${way.gone}`;
  return way.years ? `kept ${way.years} years: ${way.kept}` : `kept: ${way.kept}`;
};

/** The lines of the table in docs/decisions/account-closing.md, by name. */
export const retentionLines = (): string[] =>
  ALL.map(([table, ways]) => `| \`${table}\` | ${[...new Set(ways.map(answerOf))].join('; ')} |`).sort();
