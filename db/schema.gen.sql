-- Made by `npm run gen` from db/migrations: what they make together. Nobody runs it.

create type server_status as enum ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated');

create table access_tokens (
  id integer not null generated always as identity,
  account_id integer not null,
  user_id integer not null /* User who created the token. The token may do no more than the user's role in the account. */,
  name text not null,
  token_hash bytea not null /* SHA-256 of the token. The token itself is shown once and never stored. */,
  hint text not null /* First characters, by which people recognise the token. */,
  abilities text[] not null,
  monthly_cap bigint /* Spending limit of the token in cents per calendar month (UTC), VAT included. Null if only the account's limit applies. No token can change it. */,
  allowed_networks text[] not null default '{}'::text[] /* Networks from which the token works, in CIDR form. Empty for all networks. */,
  server_ids integer[] not null default '{}'::integer[] /* Servers that the token is restricted to. Empty for everything of its account. */,
  created_at timestamp with time zone not null default now() /* Time of creation or of the last rotation. */,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from inet /* Address of the last use. */,
  previous_hash bytea /* SHA-256 of the secret before the last rotation, which works until previous_until. */,
  previous_until timestamp with time zone,
  made_by integer /* Token that created this token, and whose revocation revokes it. Null if a session or the operator created it, or before this was recorded. */,
  rotated_by integer /* Other token that received the current secret by the last rotation, and whose revocation revokes this token. Null if none did. */,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_abilities_check CHECK (((abilities <@ ARRAY['read'::text, 'write'::text, 'account'::text]) AND (abilities && ARRAY['read'::text, 'write'::text]))),
  constraint access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint access_tokens_made_by_fkey FOREIGN KEY (made_by) REFERENCES access_tokens(id),
  constraint access_tokens_monthly_cap_check CHECK ((monthly_cap >= 0)),
  constraint access_tokens_overlap CHECK (((previous_hash IS NULL) = (previous_until IS NULL))),
  constraint access_tokens_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint access_tokens_previous_hash_key UNIQUE (previous_hash),
  constraint access_tokens_rotated_by_fkey FOREIGN KEY (rotated_by) REFERENCES access_tokens(id),
  constraint access_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint access_tokens_token_hash_key UNIQUE (token_hash),
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table account_exports (
  id integer not null generated always as identity,
  account_id integer not null,
  user_id integer not null /* User who requested the export and is notified. The export contains the data of no other user. */,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null,
  next_look_at timestamp with time zone not null /* Time of the next check while the export is pending, since its invoices are rendered first. */,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone /* Time from which the file can no longer be downloaded and is deleted. */,
  key text /* Key of the file. Null before the file is written and after it is deleted. */,
  bytes bigint,
  sha256 text,
  constraint account_exports_pkey PRIMARY KEY (id),
  constraint account_exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_exports_key_check CHECK ((key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'::text)),
  constraint account_exports_key_key UNIQUE (key),
  constraint account_exports_ready CHECK (((status = 'ready'::text) = (key IS NOT NULL))),
  constraint account_exports_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint account_exports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'expired'::text]))),
  constraint account_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_exports_written CHECK ((((status = 'pending'::text) = (num_nulls(ready_at, expires_at, bytes, sha256) = 4)) AND (num_nulls(ready_at, expires_at, bytes, sha256) = ANY (ARRAY[0, 4]))))
);

-- Notes of the staff about an account, which the account never sees.
create table account_notes (
  id integer not null generated always as identity,
  account_id integer not null,
  written_by text not null /* Name of a member of the staff, or of a user of the host. */,
  text text not null,
  created_at timestamp with time zone not null,
  constraint account_notes_pkey PRIMARY KEY (id),
  constraint account_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_notes_text_check CHECK ((text <> ''::text))
);

create table accounts (
  id integer not null generated always as identity,
  name text not null default ''::text,
  country_id integer not null,
  address text,
  city text,
  postal_code text,
  phone_number text,
  tech_email text /* Recipient of technical messages. Null if the owner receives them. */,
  company boolean not null default false /* True for a company. The following columns describe the company. */,
  company_name text,
  company_address text,
  company_number text,
  vat_number text /* VAT number with its country prefix and without blanks: `ATU12345678`. It counts only as far as vat_checks confirms it. */,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone /* Time of the suspension, during which the account's tokens may only read. Null if not suspended. */,
  suspend_reason text /* Reason of the suspension, for operators. */,
  billing_parked_at timestamp with time zone /* Time since which nothing is charged automatically, because the charges looked unusual. An operator ends this (`account unpark`). Null if not parked. */,
  billing_parked_reason text,
  closing_asked_at timestamp with time zone /* Time at which the owner requested the closure, and time of the closure unless it is withdrawn. The account may only read in between. Both are null if no closure is requested. */,
  closes_at timestamp with time zone,
  closed_at timestamp with time zone /* Time of the closure. The account then has no members, and its personal data is erased (docs/decisions/account-closing.md). Null if not closed. */,
  erased_at timestamp with time zone /* Time at which the erasure was complete. */,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_address_check CHECK ((address <> ''::text)),
  constraint accounts_billing_parked_reason_check CHECK ((billing_parked_reason <> ''::text)),
  constraint accounts_city_check CHECK ((city <> ''::text)),
  constraint accounts_closed_in_order CHECK ((((closed_at IS NULL) OR (closes_at IS NOT NULL)) AND ((erased_at IS NULL) OR (closed_at IS NOT NULL)))),
  constraint accounts_closing CHECK (((closing_asked_at IS NULL) = (closes_at IS NULL))),
  constraint accounts_company_address_check CHECK ((company_address <> ''::text)),
  constraint accounts_company_name_check CHECK ((company_name <> ''::text)),
  constraint accounts_company_number_check CHECK ((company_number <> ''::text)),
  constraint accounts_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id),
  constraint accounts_parked_says_why CHECK (((billing_parked_at IS NULL) = (billing_parked_reason IS NULL))),
  constraint accounts_phone_number_check CHECK ((phone_number <> ''::text)),
  constraint accounts_postal_code_check CHECK ((postal_code <> ''::text)),
  constraint accounts_suspend_reason_check CHECK ((suspend_reason <> ''::text)),
  constraint accounts_suspension_says_why CHECK (((suspended_at IS NULL) = (suspend_reason IS NULL))),
  constraint accounts_tech_email_check CHECK ((tech_email ~~ '%_@_%'::text)),
  constraint accounts_vat_number_check CHECK ((vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'::text))
);

-- Addons of servers without the columns that every service has. Read `addons` instead.
create table addon_details (
  id integer not null,
  next_backup_at timestamp with time zone /* Time of the next weekly backup, for `backups`. Null if not planned yet. */,
  constraint addon_details_pkey PRIMARY KEY (id),
  constraint addon_details_id_fkey FOREIGN KEY (id) REFERENCES services(id)
);

-- Products that a server can have in addition to its plan.
create table addon_products (
  id integer not null generated always as identity,
  key text not null /* Key of the product in orders: `backups`, `cpanel-admin-5`. */,
  kind text not null /* Effect of the addon. */,
  name text not null,
  price bigint not null /* Net cents per month for each unit. */,
  maximum integer not null default 1 /* Maximum number per server. */,
  bills_only boolean not null default false /* True if the operator delivers the addon by hand, after a notification. */,
  "position" integer not null default 0,
  disabled_at timestamp with time zone,
  constraint addon_products_pkey PRIMARY KEY (id),
  constraint addon_products_key_check CHECK ((key <> ''::text)),
  constraint addon_products_key_key UNIQUE (key),
  constraint addon_products_kind_check CHECK ((kind = ANY (ARRAY['backups'::text, 'extra-ipv4'::text, 'extra-ipv4-ddos'::text, 'extra-ipv6'::text, 'bandwidth'::text, 'cpanel'::text, 'seats'::text]))),
  constraint addon_products_maximum_check CHECK ((maximum > 0)),
  constraint addon_products_name_check CHECK ((name <> ''::text)),
  constraint addon_products_price_check CHECK ((price >= 0))
);

-- Buckets of an address, packed one after the other.
create table address_traffic (
  ip_address_id integer not null,
  step_seconds integer not null /* Length of each bucket in seconds. 60 in a row for an hour, 300 or 3600 in a row for a day (UTC). */,
  at timestamp with time zone not null /* Start of the hour or of the day. */,
  buckets bytea not null,
  constraint address_traffic_pkey PRIMARY KEY (ip_address_id, step_seconds, at),
  constraint address_traffic_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE,
  constraint address_traffic_step_seconds_check CHECK ((step_seconds = ANY (ARRAY[60, 300, 3600])))
);

-- All codes that an affiliate ever had. Previous codes still work.
create table affiliate_codes (
  id integer not null generated always as identity,
  affiliate_id integer not null,
  code text not null,
  current boolean not null default true /* True for the code that is shown. */,
  created_at timestamp with time zone not null,
  constraint affiliate_codes_pkey PRIMARY KEY (id),
  constraint affiliate_codes_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(account_id),
  constraint affiliate_codes_code_check CHECK ((code ~ '^[A-Za-z0-9_-]{5,20}$'::text))
);

-- Paid orders of referred accounts.
create table affiliate_conversions (
  id integer not null generated always as identity,
  affiliate_id integer not null,
  order_id integer not null,
  percentage integer not null,
  net bigint not null /* Net cents that the order cost, and net cents that were refunded. */,
  refunded bigint not null default 0,
  commission bigint not null /* Commission in cents for the amount that stayed paid, rounded down. */,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null /* Time at which the order was paid. */,
  approve_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  entry_id integer /* Ledger entry that made the commission payable. Null before that, and if the commission was zero then. */,
  constraint affiliate_conversions_pkey PRIMARY KEY (id),
  constraint affiliate_conversions_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(account_id),
  constraint affiliate_conversions_check CHECK (((refunded >= 0) AND (refunded <= net))),
  constraint affiliate_conversions_commission_check CHECK ((commission >= 0)),
  constraint affiliate_conversions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint affiliate_conversions_entry_id_key UNIQUE (entry_id),
  constraint affiliate_conversions_net_check CHECK ((net > 0)),
  constraint affiliate_conversions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint affiliate_conversions_order_id_key UNIQUE (order_id),
  constraint affiliate_conversions_percentage_check CHECK (((percentage >= 0) AND (percentage <= 100))),
  constraint affiliate_conversions_status CHECK ((((status = ANY (ARRAY['approved'::text, 'paid'::text])) <= (approved_at IS NOT NULL)) AND ((status <> 'pending'::text) OR (approved_at IS NULL)) AND ((status <> 'reversed'::text) OR (refunded = net)))),
  constraint affiliate_conversions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'reversed'::text])))
);

-- Entries that are not part of a conversion yet. Without foreign keys, whose checks would run in each order's transaction.
create table affiliate_due (
  entry_id integer not null,
  order_id integer not null,
  constraint affiliate_due_pkey PRIMARY KEY (entry_id)
);

-- Ledger entries of a conversion, each once: the order's payment and its refunds.
create table affiliate_movements (
  entry_id integer not null,
  conversion_id integer not null,
  net bigint not null /* Changes of the conversion in cents, negative for refunds. */,
  commission bigint not null,
  reversal_id integer /* Entry by which the ledger took back a commission that it already owed. */,
  constraint affiliate_movements_pkey PRIMARY KEY (entry_id),
  constraint affiliate_movements_conversion_id_fkey FOREIGN KEY (conversion_id) REFERENCES affiliate_conversions(id),
  constraint affiliate_movements_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint affiliate_movements_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES ledger_entries(id),
  constraint affiliate_movements_reversal_id_key UNIQUE (reversal_id)
);

create table affiliate_payouts (
  id integer not null generated always as identity,
  affiliate_id integer not null,
  amount bigint not null,
  entry_id integer not null,
  created_at timestamp with time zone not null,
  constraint affiliate_payouts_pkey PRIMARY KEY (id),
  constraint affiliate_payouts_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(account_id),
  constraint affiliate_payouts_amount_check CHECK ((amount > 0)),
  constraint affiliate_payouts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint affiliate_payouts_entry_id_key UNIQUE (entry_id)
);

-- Terms for affiliates: one row, or none before the terms are set.
create table affiliate_terms (
  only_one boolean not null default true,
  percentage integer not null /* Percentage of an order's net amount. */,
  attribution_days integer not null /* Days after a visit during which a new account is attributed to the affiliate. */,
  hold_days integer not null /* Days that a conversion waits, since its order may be refunded. */,
  payout_minimum bigint not null /* Minimum payout in cents. */,
  payout_every_days integer not null,
  constraint affiliate_terms_pkey PRIMARY KEY (only_one),
  constraint affiliate_terms_attribution_days_check CHECK ((attribution_days > 0)),
  constraint affiliate_terms_hold_days_check CHECK ((hold_days >= 0)),
  constraint affiliate_terms_only_one_check CHECK (only_one),
  constraint affiliate_terms_payout_every_days_check CHECK ((payout_every_days > 0)),
  constraint affiliate_terms_payout_minimum_check CHECK ((payout_minimum >= 0)),
  constraint affiliate_terms_percentage_check CHECK (((percentage >= 0) AND (percentage <= 100)))
);

create table affiliates (
  account_id integer not null,
  percentage integer not null /* Percentage of net amounts, as the terms promised at activation. */,
  activated_at timestamp with time zone not null,
  next_payout_at timestamp with time zone not null,
  turnover bigint not null default 0 /* Sums of the conversions in cents: net that stayed paid, and commission that is not approved yet. Reads need not add them up. */,
  pending bigint not null default 0,
  payable bigint not null default 0 /* Cents that the ledger owes the affiliate (affiliate_payable). Negative if orders were refunded after their commission was paid out. */,
  paid_out bigint not null default 0,
  constraint affiliates_pkey PRIMARY KEY (account_id),
  constraint affiliates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint affiliates_paid_out_check CHECK ((paid_out >= 0)),
  constraint affiliates_pending_check CHECK ((pending >= 0)),
  constraint affiliates_percentage_check CHECK (((percentage >= 0) AND (percentage <= 100))),
  constraint affiliates_turnover_check CHECK ((turnover >= 0))
);

-- Notices for the webhook of the operator.
create table alert_deliveries (
  key uuid not null default gen_random_uuid() /* Value of the webhook-id header, the same for every attempt. */,
  body text not null,
  created_at timestamp with time zone not null,
  tries integer not null default 0 /* Number of attempts. */,
  next_try_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone /* Time at which delivery was given up. */,
  error text,
  constraint alert_deliveries_pkey PRIMARY KEY (key),
  constraint alert_deliveries_ended_once CHECK (((delivered_at IS NULL) OR (failed_at IS NULL)))
);

-- Recipients of alert notices. One row.
create table alert_settings (
  only_one boolean not null default true,
  mail_addresses text[] not null default '{}'::text[] /* Recipients of mail. Empty if no mail is sent. */,
  webhook_url text,
  webhook_secret bytea /* Secret that signs the webhook's requests. Sealed. */,
  ping_url text /* URL that is requested once a minute while a worker works. */,
  noticed_at timestamp with time zone /* Time of the last notice. A minimum interval separates two notices. */,
  pinged_at timestamp with time zone /* Time at which a worker last claimed the request of the ping URL. */,
  constraint alert_settings_pkey PRIMARY KEY (only_one),
  constraint alert_settings_only_one_check CHECK (only_one),
  constraint alert_settings_ping_url_check CHECK ((ping_url ~ '^https?://'::text)),
  constraint alert_settings_signed CHECK (((webhook_url IS NULL) = (webhook_secret IS NULL))),
  constraint alert_settings_webhook_url_check CHECK ((webhook_url ~ '^https?://'::text))
);

create table attacks (
  id integer not null generated always as identity,
  account_id integer not null,
  created_at timestamp with time zone not null default now(),
  ip_address_id integer not null,
  key text not null default "left"(md5((gen_random_uuid())::text), 15) /* Id for customers, also in paths. */,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone /* End of the attack. Null while it continues. */,
  busy_at timestamp with time zone not null default now() /* Time at which traffic was last above the level that ends the attack. */,
  detector text not null default 'PPS'::text /* Measure that detected the attack: packets per second, bits per second, or more than the port carries. */,
  pattern text not null default 'udp'::text /* Main part of the traffic, which determines the name and the text of the attack (model/attacks/severity.ts). */,
  severity text not null default 'low'::text,
  port_mbps integer not null default 1000 /* Speed of the port in Mbit/s, by which the attack is rated. */,
  initial_bps bigint not null default 0,
  initial_pps bigint not null default 0,
  peak_bps bigint not null default 0,
  peak_pps bigint not null default 0,
  shares jsonb not null default '{}'::jsonb /* Largest protocols, ports and sources (model/attacks/shares.ts). */,
  constraint attacks_pkey PRIMARY KEY (id),
  constraint attacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint attacks_detector_check CHECK ((detector = ANY (ARRAY['PPS'::text, 'BPS'::text, 'BPS_LIMIT'::text]))),
  constraint attacks_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE,
  constraint attacks_key_check CHECK ((key ~ '^[A-Za-z0-9]{15}$'::text)),
  constraint attacks_key_key UNIQUE (key),
  constraint attacks_pattern_check CHECK ((pattern = ANY (ARRAY['syn'::text, 'tcp'::text, 'udp'::text, 'other'::text, 'volume'::text]))),
  constraint attacks_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'middle'::text, 'high'::text])))
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  account_id integer /* Account that the action belongs to. Null for none. */,
  actor_kind text not null /* Actor (domain/actor.ts), identified by an id or a name. Staff have both, visitors neither. */,
  actor_id integer,
  actor_name text,
  user_id integer /* Person behind a token, a session or a workflow. */,
  action text not null /* Name of an operation, or kind of a workflow with its outcome: `restartServer`, `server.restart.done`. */,
  resource_kind text,
  resource_id integer,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_log_action_check CHECK ((action <> ''::text)),
  constraint audit_log_actor CHECK (
CASE
    WHEN (actor_kind = ANY (ARRAY['operator'::text, 'job'::text])) THEN ((actor_name IS NOT NULL) AND (actor_id IS NULL))
    WHEN (actor_kind = 'staff'::text) THEN ((actor_name IS NOT NULL) AND (actor_id IS NOT NULL))
    WHEN (actor_kind = 'visitor'::text) THEN ((actor_name IS NULL) AND (actor_id IS NULL))
    ELSE ((actor_id IS NOT NULL) AND (actor_name IS NULL))
END),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['token'::text, 'session'::text, 'staff'::text, 'operator'::text, 'job'::text, 'workflow'::text, 'visitor'::text]))),
  constraint audit_log_actor_name_check CHECK ((actor_name <> ''::text)),
  constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Credits of the operator's bank account, from its statements. A line without a payment is left for the operator to check.
create table bank_statement_lines (
  id integer not null generated always as identity,
  statement text not null /* Identification of the statement, and of the line within it. */,
  line text not null,
  booked_on text not null,
  amount bigint not null,
  currency text not null,
  payer text not null default ''::text,
  payer_iban text not null default ''::text,
  text text not null default ''::text /* Text that the payer wrote. */,
  payment_id integer,
  hint text /* Hint for the operator: the likely purpose of the line, and why it was not matched. */,
  imported_at timestamp with time zone not null default now(),
  landed_at timestamp with time zone /* Time at which the money was booked to its payment. */,
  account text not null default ''::text /* IBAN or other number of the account. Empty if the statement has none, or is from before this column and has no IBAN. */,
  reference text /* Reference of the bank, with the position in a batch. Null if the bank gave none, or no import has seen the line since this column exists. */,
  returned_on text /* Booking date of the debit that sent the credit back to its payer. Null while nobody did. */,
  closed_by text /* Booking that has the money of the credit already: a failed refund that came back, the parts of this sum, or the sum of this part. Null while the credit waits, and once it is assigned or sent back. */,
  constraint bank_statement_lines_pkey PRIMARY KEY (id),
  constraint bank_statement_lines_amount_check CHECK ((amount > 0)),
  constraint bank_statement_lines_booked_on_check CHECK ((booked_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
  constraint bank_statement_lines_closed CHECK (((closed_by IS NULL) OR ((payment_id IS NULL) AND (returned_on IS NULL)))),
  constraint bank_statement_lines_closed_by_check CHECK ((closed_by = ANY (ARRAY['refund'::text, 'parts'::text, 'sum'::text]))),
  constraint bank_statement_lines_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_statement_lines_line_check CHECK ((line <> ''::text)),
  constraint bank_statement_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint bank_statement_lines_reference_check CHECK ((reference <> ''::text)),
  constraint bank_statement_lines_returned CHECK (((returned_on IS NULL) OR (payment_id IS NULL))),
  constraint bank_statement_lines_returned_on_check CHECK ((returned_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
  constraint bank_statement_lines_statement_check CHECK ((statement <> ''::text))
);

-- Sources that the kernel blocks now, as the worker last saw them. Not logged: a crash of PostgreSQL may empty the table.
create unlogged table blocked_sources (
  ip_address_id integer not null,
  source inet not null /* An address, or a prefix of 64 bits of IPv6. */,
  blocked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint blocked_sources_pkey PRIMARY KEY (ip_address_id, source),
  constraint blocked_sources_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE
);

-- Cancellations of services: at once, or at the end of the paid time. A withdrawn cancellation is deleted.
create table cancel_requests (
  id integer not null generated always as identity,
  service_id integer not null,
  now boolean not null /* True to suspend at once, otherwise at the expiry. The service ends after the grace period that follows. */,
  reason text /* Reason that the customer gave. */,
  created_at timestamp with time zone not null default now(),
  constraint cancel_requests_pkey PRIMARY KEY (id),
  constraint cancel_requests_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint cancel_requests_service_id_key UNIQUE (service_id)
);

create table canned_replies (
  id integer not null generated always as identity,
  key text not null,
  text text not null /* Plain text with placeholders (model/support/canned-replies.ts). */,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint canned_replies_pkey PRIMARY KEY (id),
  constraint canned_replies_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9.-]{0,39}$'::text)),
  constraint canned_replies_key_key UNIQUE (key),
  constraint canned_replies_text_check CHECK ((text <> ''::text))
);

-- One row: the version of the data that cached reads show to all accounts. Each transaction that changes this raises it (versions.ts).
create table catalogue_version (
  only_one boolean not null default true,
  version bigint not null default 1,
  constraint catalogue_version_pkey PRIMARY KEY (only_one),
  constraint catalogue_version_only_one_check CHECK (only_one)
);

-- Single-use addresses that open a console.
create table console_tickets (
  secret_hash bytea not null /* SHA-256 of the secret in the address. */,
  account_id integer not null,
  token_id integer /* Token or session that requested the ticket. */,
  session_id integer,
  server_id integer not null,
  expires_at timestamp with time zone not null,
  renewable_until timestamp with time zone not null /* Time until which the secret can be exchanged for a new ticket. */,
  constraint console_tickets_pkey PRIMARY KEY (secret_hash),
  constraint console_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint console_tickets_asked CHECK (((token_id IS NULL) <> (session_id IS NULL))),
  constraint console_tickets_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint console_tickets_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id),
  constraint console_tickets_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint console_tickets_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens(id)
);

create table copies (
  id integer not null generated always as identity,
  account_id integer not null,
  created_at timestamp with time zone not null default now(),
  kind text not null,
  server_id integer not null,
  node_id integer /* Node whose disk has the file, or will have it. Null if every node reaches the store. */,
  name text not null,
  origin text not null /* Reason for the copy. The oldest weekly copy is deleted for a new one. */,
  status text not null,
  status_reason text /* Sentence for the customer, if the copy failed. */,
  server_hostname text not null /* Properties of the server at the time of the copy. */,
  server_ip text not null,
  size_gb integer not null,
  image_id integer not null,
  target text /* Name of the store that has the file. Null until a worker begins to store it. */,
  object_key text,
  bytes bigint /* Size in bytes and SHA-256 of the file. */,
  sha256 text,
  frozen boolean /* True if the guest's file systems were frozen for the copy. Otherwise the copy is as after a power failure. */,
  verified_at timestamp with time zone,
  kept_until timestamp with time zone /* Time until which the copy is kept. Set when its server has ended. */,
  constraint copies_pkey PRIMARY KEY (id),
  constraint copies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint copies_bytes_check CHECK ((bytes > 0)),
  constraint copies_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint copies_kind_check CHECK ((kind = ANY (ARRAY['snapshot'::text, 'backup'::text]))),
  constraint copies_name_check CHECK ((name <> ''::text)),
  constraint copies_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint copies_origin_check CHECK ((origin = ANY (ARRAY['customer'::text, 'weekly'::text, 'last'::text]))),
  constraint copies_ready_is_whole CHECK (((status <> 'ready'::text) OR (ROW(target, object_key, bytes, sha256, frozen, verified_at) IS NOT NULL))),
  constraint copies_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id),
  constraint copies_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint copies_size_gb_check CHECK ((size_gb > 0)),
  constraint copies_status_check CHECK ((status = ANY (ARRAY['creating'::text, 'ready'::text, 'failed'::text, 'deleting'::text])))
);

-- Stores in which each node puts copies, as its worker last saw them.
create table copy_rooms (
  kind text not null,
  node_id integer not null,
  target text not null,
  location text /* Location that is the same for all nodes that reach the store. Null if the store is on the node's own disk. */,
  free_bytes bigint /* Bytes that are free for copies, without the operator's reserve. Null for unlimited. */,
  seen_at timestamp with time zone not null,
  constraint copy_rooms_pkey PRIMARY KEY (kind, node_id),
  constraint copy_rooms_kind_check CHECK ((kind = ANY (ARRAY['snapshot'::text, 'backup'::text]))),
  constraint copy_rooms_location_check CHECK ((location <> ''::text)),
  constraint copy_rooms_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table countries (
  id integer not null generated always as identity,
  code text not null,
  name text not null,
  constraint countries_pkey PRIMARY KEY (id),
  constraint countries_code_check CHECK ((code ~ '^[A-Z]{2}$'::text)),
  constraint countries_code_key UNIQUE (code)
);

-- Disk space of a node that is held for ISO files. Part of nodes.disk_gb_used.
create table disk_rooms (
  kind text not null,
  resource_id integer not null /* Id of the ISO. The reservation outlives the ISO's row until the file itself is gone. */,
  node_id integer not null,
  account_id integer /* Account of the file. Null for a file of the operator. */,
  gb integer not null /* Size of the file in GB, or the maximum allowed size while it is unknown. */,
  constraint disk_rooms_pkey PRIMARY KEY (kind, resource_id, node_id),
  constraint disk_rooms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint disk_rooms_gb_check CHECK ((gb > 0)),
  constraint disk_rooms_kind_check CHECK ((kind = 'iso'::text)),
  constraint disk_rooms_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table disputes (
  id integer not null generated always as identity,
  account_id integer not null,
  payment_id integer not null,
  gateway text not null,
  gateway_id text not null,
  amount bigint not null,
  written_off bigint not null default 0 /* Cents that the balance did not cover and that were written off. */,
  state text not null default 'open'::text /* State of the dispute. The account cannot order while it is open, or lost and not settled. */,
  reason text,
  entry_id integer,
  opened_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_check CHECK (((written_off >= 0) AND (written_off <= amount))),
  constraint disputes_closed CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint disputes_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint disputes_gateway_check CHECK ((gateway = ANY (ARRAY['bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint disputes_gateway_id_check CHECK ((gateway_id <> ''::text)),
  constraint disputes_once UNIQUE (gateway, gateway_id),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'settled'::text])))
);

-- One row: the DNS server that names are pushed to, and how names are checked.
create table dns_settings (
  only_one boolean not null default true,
  driver text /* Null if names are only kept here. */,
  url text /* URL of the server's API. The key is in the environment of the workers, or in a file. */,
  server text not null default 'localhost'::text /* For PowerDNS, the name of the server in its API. */,
  nameservers text[] not null default '{}'::text[] /* Name servers of the zones, and their contact as an email address. */,
  contact text,
  notify boolean not null default false /* True if secondaries are notified of changes. */,
  ttl integer not null default 3600 /* Time in seconds for which resolvers may cache a name. */,
  forward_confirmed boolean not null default false /* True if a name must resolve to its address before it is accepted. */,
  resolvers inet[] not null default '{}'::inet[] /* Resolvers for that check. Empty for the resolvers of the host. */,
  away_since timestamp with time zone /* Time since which the server is away, with the error, the number of failed attempts and the time of the next attempt. */,
  away_error text,
  away_tries integer not null default 0,
  retry_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint dns_settings_pkey PRIMARY KEY (only_one),
  constraint dns_settings_complete CHECK (((driver IS DISTINCT FROM 'powerdns'::text) OR (url IS NOT NULL))),
  constraint dns_settings_contact_check CHECK ((contact <> ''::text)),
  constraint dns_settings_driver_check CHECK ((driver = ANY (ARRAY['powerdns'::text, 'simulated'::text]))),
  constraint dns_settings_only_one_check CHECK (only_one),
  constraint dns_settings_server_check CHECK ((server <> ''::text)),
  constraint dns_settings_ttl_check CHECK (((ttl >= 60) AND (ttl <= 604800))),
  constraint dns_settings_url_check CHECK ((url ~ '^https?://'::text))
);

-- Failed items of sweeps and of the watch. A row is deleted when its item succeeds or is no longer due.
create table due_failures (
  work text not null /* Kind of the work: expire-orders, start-interrupted. */,
  item_id integer not null,
  attempts integer not null default 1,
  error text not null,
  next_at timestamp with time zone not null /* Time until which the item is skipped. */,
  constraint due_failures_pkey PRIMARY KEY (work, item_id),
  constraint due_failures_attempts_check CHECK ((attempts > 0)),
  constraint due_failures_work_check CHECK ((work <> ''::text))
);

create table email_changes (
  id integer not null generated always as identity,
  user_id integer not null,
  email text not null,
  old_email text not null /* Previous address, which received the other link. */,
  session_id integer /* Session that requested the change. It stays signed in. */,
  created_at timestamp with time zone not null,
  new_hash bytea not null /* SHA-256 of the secrets in the two mails, their expiry, and the times of their use. */,
  old_hash bytea not null,
  expires_at timestamp with time zone not null,
  new_confirmed_at timestamp with time zone,
  old_confirmed_at timestamp with time zone,
  outcome text /* Result: the address was changed, somebody stopped the change, or another change replaced it. Null while it waits. */,
  requested_by text /* Person of the host who requested the change, and time from which the new address counts without the old address's link. Null if the user requested it. */,
  counts_from timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_changed CHECK (((outcome IS DISTINCT FROM 'changed'::text) OR ((new_confirmed_at IS NOT NULL) AND ((old_confirmed_at IS NOT NULL) OR (counts_from IS NOT NULL))))),
  constraint email_changes_counts CHECK (((counts_from > created_at) AND (counts_from < expires_at))),
  constraint email_changes_email_check CHECK ((email ~~ '%_@_%'::text)),
  constraint email_changes_new_hash_check CHECK ((length(new_hash) = 32)),
  constraint email_changes_new_hash_key UNIQUE (new_hash),
  constraint email_changes_old_email_check CHECK ((old_email <> ''::text)),
  constraint email_changes_old_hash_check CHECK ((length(old_hash) = 32)),
  constraint email_changes_old_hash_key UNIQUE (old_hash),
  constraint email_changes_outcome_check CHECK ((outcome = ANY (ARRAY['changed'::text, 'stopped'::text, 'replaced'::text]))),
  constraint email_changes_requested CHECK (((requested_by IS NULL) = (counts_from IS NULL))),
  constraint email_changes_requested_by_check CHECK ((requested_by <> ''::text)),
  constraint email_changes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Deliveries of events to webhooks.
create table event_deliveries (
  id integer not null generated always as identity,
  account_id integer not null,
  webhook_id integer not null,
  key text not null default ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) /* Id for customers and receivers, the same for every attempt, so that receivers can drop duplicates. */,
  event_type text not null,
  event_id bigint /* Number of the event in its account. Null for a test. */,
  body text not null /* Body as it is sent and signed. */,
  status text not null default 'pending'::text,
  tries integer not null default 0,
  first_try_at timestamp with time zone /* Time of the first attempt, since the last replay if there was one. */,
  next_try_at timestamp with time zone not null,
  attempts jsonb not null default '[]'::jsonb /* Latest attempts (model/webhooks/schedule.ts): at, status, ms, error. */,
  answer text /* Beginning of the last reply. */,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint event_deliveries_pkey PRIMARY KEY (id),
  constraint event_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint event_deliveries_ended CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  constraint event_deliveries_key_check CHECK ((key ~ '^msg_[0-9a-f]{32}$'::text)),
  constraint event_deliveries_key_key UNIQUE (key),
  constraint event_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint event_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

-- State of an account that is written at commit.
create table event_heads (
  account_id integer not null,
  last_id bigint not null /* Number of the account's latest event. */,
  version bigint not null default 1 /* Version of the data that cached reads show of the account. Each transaction that changes this raises it (versions.ts). */,
  constraint event_heads_pkey PRIMARY KEY (account_id),
  constraint event_heads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

-- Changes of an account, counted from 1 without gaps. Only triggers write them (db/migrations/start/events.ts).
create table events (
  account_id integer not null,
  id bigint not null,
  xid xid8 not null,
  at timestamp with time zone not null,
  resource_kind text not null,
  resource_id integer not null,
  change text not null,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (account_id, id),
  constraint events_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text])))
);

create table firewall_servers (
  firewall_id integer not null,
  server_id integer not null,
  pending boolean not null /* True if the server's node must still apply the firewall or its new rules. */,
  removing boolean not null default false /* True if the firewall must be removed from the server. Its row is deleted afterwards. */,
  constraint firewall_servers_pkey PRIMARY KEY (firewall_id, server_id),
  constraint firewall_servers_firewall_id_fkey FOREIGN KEY (firewall_id) REFERENCES firewalls(id),
  constraint firewall_servers_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id) ON DELETE CASCADE
);

create table firewalls (
  id integer not null generated always as identity,
  account_id integer not null,
  name text not null,
  for_new_servers boolean not null default false /* True if each new server of the account gets the firewall. */,
  rules jsonb not null /* Rules in the format of model/net/firewalls.ts. */,
  version integer not null default 1 /* Version of the rules, raised with each change. */,
  status text not null default 'active'::text /* `applying` while some server does not obey the rules yet. */,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint firewalls_pkey PRIMARY KEY (id),
  constraint firewalls_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint firewalls_name_check CHECK ((name <> ''::text)),
  constraint firewalls_status_check CHECK ((status = ANY (ARRAY['active'::text, 'applying'::text]))),
  constraint firewalls_version_check CHECK ((version > 0))
);

-- A floating IP without the columns that every service has. Read `floating_ips` instead.
create table floating_ip_details (
  id integer not null,
  attach_to integer /* Server that the floating IP is attached to as soon as possible. It was ordered for that server, or was suspended while attached to it. Null for none. */,
  address_id integer not null /* Address as in ip_addresses, with its properties in the next columns. It is still shown after the floating IP has ended. */,
  address inet not null,
  prefix integer not null,
  version integer not null,
  gateway inet not null,
  ddos_protected boolean not null,
  assigned_at timestamp with time zone not null,
  constraint floating_ip_details_pkey PRIMARY KEY (id),
  constraint floating_ip_details_attach_to_fkey FOREIGN KEY (attach_to) REFERENCES server_details(id),
  constraint floating_ip_details_id_fkey FOREIGN KEY (id) REFERENCES services(id),
  constraint floating_ip_details_version_check CHECK ((version = ANY (ARRAY[4, 6])))
);

-- Prices of floating IPs by the kind of address.
create table floating_ip_plans (
  id integer not null generated always as identity,
  key text not null,
  kind text not null,
  name text not null,
  price bigint not null /* Net cents per month. */,
  "position" integer not null default 0,
  disabled_at timestamp with time zone,
  constraint floating_ip_plans_pkey PRIMARY KEY (id),
  constraint floating_ip_plans_key_check CHECK ((key <> ''::text)),
  constraint floating_ip_plans_key_key UNIQUE (key),
  constraint floating_ip_plans_kind_check CHECK ((kind = ANY (ARRAY['ipv4'::text, 'ipv4-ddos'::text, 'ipv6'::text]))),
  constraint floating_ip_plans_name_check CHECK ((name <> ''::text)),
  constraint floating_ip_plans_price_check CHECK ((price >= 0))
);

-- Result of an import.
create table geo_datasets (
  id integer not null generated always as identity,
  kind text not null,
  location text not null,
  licence text not null,
  attribution text not null,
  version text not null /* Version of the data as its publisher states it: the build date. */,
  built_at timestamp with time zone not null,
  imported_at timestamp with time zone not null,
  ranges integer not null default 0,
  sha256 text not null,
  in_use boolean not null default false,
  constraint geo_datasets_pkey PRIMARY KEY (id),
  constraint geo_datasets_kind_fkey FOREIGN KEY (kind) REFERENCES geo_sources(kind)
);

-- Ranges of addresses, which do not overlap within a data set. Without a foreign key, whose check would run for each of half a million rows.
create table geo_ranges (
  dataset_id integer not null,
  first_address inet not null,
  last_address inet not null,
  country text,
  asn bigint,
  name text /* Name of the autonomous system. */,
  constraint geo_ranges_pkey PRIMARY KEY (dataset_id, first_address),
  constraint geo_ranges_asn_check CHECK (((asn >= 0) AND (asn <= '4294967295'::bigint))),
  constraint geo_ranges_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

-- Source of each kind of data, and the state of its import.
create table geo_sources (
  kind text not null,
  location text not null /* File on a worker's host, or an HTTP or HTTPS URL. */,
  licence text not null default ''::text /* Licence and attribution as the publisher states them, shown wherever the data is shown. */,
  attribution text not null default ''::text,
  requested_at timestamp with time zone /* Time at which the operator or the schedule requested an import that has not ended. Null if none is requested. */,
  accepts_shrunk boolean not null default false /* True if the requested import may have less than half as many ranges as before. */,
  error text /* Error of the last import, as a sentence. Null if it succeeded. */,
  tried_at timestamp with time zone,
  constraint geo_sources_pkey PRIMARY KEY (kind),
  constraint geo_sources_kind_check CHECK ((kind = ANY (ARRAY['country'::text, 'asn'::text])))
);

create table idempotency_keys (
  account_id integer not null,
  key text not null,
  fingerprint bytea not null /* SHA-256 of method, path and body. */,
  status integer not null,
  headers jsonb not null default '{}'::jsonb,
  body text,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key),
  constraint idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint idempotency_keys_key_check CHECK ((key <> ''::text)),
  constraint idempotency_keys_status_check CHECK (((status >= 0) AND (status <= 599)))
);

-- Domains whose addresses a provider vouches for, once they are proven to belong to the account.
create table identity_domains (
  id integer not null generated always as identity,
  provider_id integer not null,
  name text not null /* Name in lower case. Subdomains are domains of their own. */,
  token text not null /* Value that the TXT record must contain. */,
  created_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  verified_by text,
  constraint identity_domains_pkey PRIMARY KEY (id),
  constraint identity_domains_name_check CHECK (((name = lower(name)) AND (name ~~ '%_._%'::text))),
  constraint identity_domains_once UNIQUE (provider_id, name),
  constraint identity_domains_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint identity_domains_token_check CHECK ((length(token) = 32)),
  constraint identity_domains_verified CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
  constraint identity_domains_verified_by_check CHECK ((verified_by = ANY (ARRAY['dns'::text, 'operator'::text])))
);

create table identity_providers (
  id integer not null generated always as identity,
  account_id integer not null,
  issuer text not null /* Issuer as the provider's tokens name it: https://login.example.com */,
  client_id text not null,
  client_secret bytea not null /* Sealed with the installation's key, for this account. */,
  sign_in_key text not null /* Key of the provider for a sign-in without an address. Random, so that nobody can list providers. */,
  default_role text /* Role of a user who signs in for the first time without an invitation. Null if an invitation is required. */,
  trusted_amr text[] not null default '{}'::text[] /* Values of amr and acr that count as a second factor here. Empty if none does. */,
  trusted_acr text[] not null default '{}'::text[],
  enabled boolean not null default false,
  required boolean not null default false /* True if members other than the owner can sign in only by this provider. */,
  tested_at timestamp with time zone /* Time of the last attempt to sign in with this issuer and client. Null if never tried. */,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  trust_email boolean not null default false /* True if addresses of the verified domains count although the provider does not call them verified. */,
  constraint identity_providers_pkey PRIMARY KEY (id),
  constraint identity_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint identity_providers_account_id_key UNIQUE (account_id),
  constraint identity_providers_client_id_check CHECK ((client_id <> ''::text)),
  constraint identity_providers_default_role_check CHECK ((default_role = ANY (ARRAY['admin'::text, 'billing'::text, 'technical'::text, 'read-only'::text]))),
  constraint identity_providers_issuer_check CHECK ((issuer <> ''::text)),
  constraint identity_providers_required CHECK ((enabled OR (NOT required))),
  constraint identity_providers_sign_in_key_check CHECK ((length(sign_in_key) = 22)),
  constraint identity_providers_sign_in_key_key UNIQUE (sign_in_key),
  constraint identity_providers_tested CHECK (((tested_at IS NOT NULL) OR (NOT enabled)))
);

create table image_groups (
  id integer not null generated always as identity,
  key text not null,
  name text not null,
  type text not null,
  icon text not null default ''::text,
  "position" integer not null default 0,
  coming_soon boolean not null default false,
  constraint image_groups_pkey PRIMARY KEY (id),
  constraint image_groups_key_check CHECK ((key <> ''::text)),
  constraint image_groups_key_key UNIQUE (key),
  constraint image_groups_type_check CHECK ((type = ANY (ARRAY['os'::text, 'app'::text])))
);

create table images (
  id integer not null generated always as identity,
  key text not null,
  name text not null,
  group_id integer not null,
  virtualization text not null default 'kvm'::text,
  minimum_ram_gb integer not null default 1,
  eol boolean not null default false,
  ssh_keys_support boolean not null default false,
  amd_sev_supported boolean not null default false,
  "position" integer not null default 0,
  path text not null /* File of the image. A relative path is below the engine directory of each node. */,
  format text not null,
  disabled_at timestamp with time zone,
  sha256 text /* SHA-256 of the file in hexadecimal. Null until it was measured. */,
  bytes bigint /* Size of the file. Null until it was measured. */,
  source jsonb /* Origin of the file, from which it can be made again: recipe, or url and sha256. Null for images of earlier releases. */,
  missing_since timestamp with time zone /* Time since which the file is missing on the first host or has another size. Such an image is not on sale. Null if the file is there. */,
  user_data text not null default 'cloud-init'::text /* Kinds of user data that the image can use: all that cloud-init knows, or scripts only. */,
  minimum_disk_gb integer /* Size of the disk in the file, rounded up. Smaller plans are refused. Null until it was measured. */,
  reports text not null default 'agent'::text /* How guests report a boot: by their agent, by the ready line of cloud-init, or not at all. Then a running machine counts as booted. */,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_bytes_check CHECK ((bytes >= 0)),
  constraint images_format_check CHECK ((format = ANY (ARRAY['qcow2'::text, 'raw'::text]))),
  constraint images_group_id_fkey FOREIGN KEY (group_id) REFERENCES image_groups(id),
  constraint images_key_check CHECK ((key <> ''::text)),
  constraint images_key_key UNIQUE (key),
  constraint images_minimum_disk_gb_check CHECK ((minimum_disk_gb > 0)),
  constraint images_minimum_ram_gb_check CHECK ((minimum_ram_gb > 0)),
  constraint images_path_check CHECK ((path <> ''::text)),
  constraint images_reports_check CHECK ((reports = ANY (ARRAY['agent'::text, 'line'::text, 'none'::text]))),
  constraint images_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint images_user_data_check CHECK ((user_data = ANY (ARRAY['cloud-init'::text, 'script'::text]))),
  constraint images_virtualization_check CHECK ((virtualization <> ''::text))
);

create table inbox_settings (
  only_one boolean not null default true,
  address text /* Address that customers write to. Null if no mail is accepted, which our own mails then state. */,
  abuse_address text /* Address for complaints about abuse. Null if complaints are handled like other mail. */,
  unknown_senders text not null default 'refuse'::text /* Treatment of mail from senders who are in no account. */,
  department_id integer /* Department of tickets that are opened by mail. Null for the first department. */,
  imap_host text /* Mailbox that is read. Null if none is read and mail arrives by `mail receive`. */,
  imap_port integer not null default 993,
  imap_tls text not null default 'implicit'::text,
  imap_user text,
  imap_password bytea /* Sealed with the installation's key. */,
  imap_folder text not null default 'INBOX'::text,
  imap_done_folder text /* Folder that accepted mail is moved to. Null if such mail is marked as seen. */,
  away_since timestamp with time zone /* Time since which the mailbox cannot be read, with the error, the number of attempts and the time of the next attempt. */,
  away_error text,
  away_tries integer not null default 0,
  retry_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint inbox_settings_pkey PRIMARY KEY (only_one),
  constraint inbox_settings_abuse_address_check CHECK ((abuse_address ~ '^[^[:space:][:cntrl:]<>@]+@[^[:space:][:cntrl:]<>@]+$'::text)),
  constraint inbox_settings_address_check CHECK ((address ~ '^[^[:space:][:cntrl:]<>+@]+@[^[:space:][:cntrl:]<>@]+$'::text)),
  constraint inbox_settings_complete CHECK (((imap_host IS NULL) OR ((imap_user IS NOT NULL) AND (imap_password IS NOT NULL) AND (address IS NOT NULL)))),
  constraint inbox_settings_department_id_fkey FOREIGN KEY (department_id) REFERENCES support_departments(id),
  constraint inbox_settings_imap_done_folder_check CHECK ((imap_done_folder <> ''::text)),
  constraint inbox_settings_imap_folder_check CHECK ((imap_folder <> ''::text)),
  constraint inbox_settings_imap_host_check CHECK ((imap_host <> ''::text)),
  constraint inbox_settings_imap_port_check CHECK (((imap_port >= 1) AND (imap_port <= 65535))),
  constraint inbox_settings_imap_tls_check CHECK ((imap_tls = ANY (ARRAY['implicit'::text, 'starttls'::text, 'none'::text]))),
  constraint inbox_settings_imap_user_check CHECK ((imap_user <> ''::text)),
  constraint inbox_settings_only_one_check CHECK (only_one),
  constraint inbox_settings_unknown_senders_check CHECK ((unknown_senders = ANY (ARRAY['ticket'::text, 'refuse'::text, 'drop'::text])))
);

create table installation (
  only_one boolean not null default true,
  currency text /* Currency of all amounts, which have none of their own. Null before the first start. It does not change once money was booked. */,
  default_time_zone text not null default 'UTC'::text /* Time zone of the seller without one in the catalogue: the configuration key guests.time_zone at the latest start. */,
  document_time_zone text /* Time zone of all documents, which the first one fixes. Null before it. */,
  secret_key_digest text /* SHA-256 of the key that seals secrets, in hexadecimal. Null until the first start of a release with this column. */,
  constraint installation_pkey PRIMARY KEY (only_one),
  constraint installation_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint installation_default_time_zone_check CHECK ((default_time_zone <> ''::text)),
  constraint installation_document_time_zone_check CHECK ((document_time_zone <> ''::text)),
  constraint installation_only_one_check CHECK (only_one),
  constraint installation_secret_key_digest_check CHECK ((secret_key_digest ~ '^[0-9a-f]{64}$'::text))
);

create table invitations (
  id integer not null generated always as identity,
  account_id integer not null,
  email text not null /* Address of the user who may accept the invitation, now or after a sign-up. */,
  role text not null,
  invited_by integer,
  secret_hash bytea not null /* SHA-256 of the secret in the latest mail. Only that mail contains the secret itself. */,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  valid_until timestamp with time zone not null /* Time until which the account sees that the invitation can be accepted. */,
  expires_at timestamp with time zone not null /* Time until which the invitation can be accepted. It is later if the mail waits because another account has invited the address. Nobody sees the difference. */,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint invitations_email_check CHECK ((email ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'::text)),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'billing'::text, 'technical'::text, 'read-only'::text]))),
  constraint invitations_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint invitations_secret_hash_key UNIQUE (secret_hash)
);

-- Amounts of an original that a credit note takes back, in positive cents. They never exceed what is left of the original.
create table invoice_corrections (
  credit_note_id integer not null,
  original_id integer not null,
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  constraint invoice_corrections_pkey PRIMARY KEY (credit_note_id, original_id),
  constraint invoice_corrections_add_up CHECK (((net + vat) = gross)),
  constraint invoice_corrections_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES invoices(id),
  constraint invoice_corrections_gross_check CHECK ((gross > 0)),
  constraint invoice_corrections_net_check CHECK ((net >= 0)),
  constraint invoice_corrections_original_id_fkey FOREIGN KEY (original_id) REFERENCES invoices(id),
  constraint invoice_corrections_vat_check CHECK ((vat >= 0))
);

-- Files of an invoice, rendered at the first request and never changed.
create table invoice_documents (
  invoice_id integer not null,
  format text not null,
  bytes bytea not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  constraint invoice_documents_pkey PRIMARY KEY (invoice_id, format),
  constraint invoice_documents_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'ubl'::text]))),
  constraint invoice_documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

-- Numbers of a series that no document of this database has. A restore lost their documents, or found no record of any.
create table invoice_gaps (
  id integer not null generated always as identity,
  type text not null,
  first integer not null /* First and last number of the gap, both inclusive. */,
  last integer not null,
  at timestamp with time zone not null,
  reason text not null /* Reason of the gap, as a sentence for the tax office. */,
  constraint invoice_gaps_pkey PRIMARY KEY (id),
  constraint invoice_gaps_first_check CHECK ((first > 0)),
  constraint invoice_gaps_in_order CHECK ((first <= last)),
  constraint invoice_gaps_reason_check CHECK ((reason <> ''::text)),
  constraint invoice_gaps_type_fkey FOREIGN KEY (type) REFERENCES invoice_series(type)
);

-- Logos of the seller by the hash that documents name, so that documents keep the logo they were issued with.
create table invoice_logos (
  sha256 text not null,
  bytes bytea not null,
  constraint invoice_logos_pkey PRIMARY KEY (sha256),
  constraint invoice_logos_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table invoice_orders (
  invoice_id integer not null,
  order_id integer not null,
  constraint invoice_orders_pkey PRIMARY KEY (invoice_id, order_id),
  constraint invoice_orders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);

-- Requested files that wait to be rendered.
create table invoice_renders (
  id integer not null generated always as identity,
  invoice_id integer not null,
  format text not null,
  created_at timestamp with time zone not null,
  constraint invoice_renders_pkey PRIMARY KEY (id),
  constraint invoice_renders_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'ubl'::text]))),
  constraint invoice_renders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_renders_invoice_id_format_key UNIQUE (invoice_id, format)
);

-- Last number of each series. The issuer locks the row to the end of its transaction, so that no number is skipped or given twice.
create table invoice_series (
  type text not null,
  last integer not null default 0,
  unknown_since timestamp with time zone /* Time since which the last number is unknown, because a restore found no journal of it. Nothing is issued then. Null if the number is known. */,
  constraint invoice_series_pkey PRIMARY KEY (type),
  constraint invoice_series_last_check CHECK (((last >= 0) AND (last <= 999999999))),
  constraint invoice_series_type_check CHECK ((type = ANY (ARRAY['proform'::text, 'original'::text, 'credit-note'::text])))
);

create table invoices (
  id integer not null generated always as identity,
  account_id integer not null,
  type text not null,
  number integer not null /* Number within the series, from 1 without gaps. */,
  issued_at timestamp with time zone not null,
  entry_id integer /* Ledger entry that the invoice documents. Null for a proform. */,
  part integer not null default 1 /* Number of the document of an entry, from 1. An entry with very many lines may need several documents (model/invoices/parts.ts). */,
  currency text not null,
  net bigint not null /* Cents, negative on a credit note. */,
  vat bigint not null,
  gross bigint not null,
  document jsonb not null /* Content of the document as issued (model/invoices/document.ts). */,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invoices_add_up CHECK (((net + vat) = gross)),
  constraint invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_entry CHECK (((type = 'proform'::text) = (entry_id IS NULL))),
  constraint invoices_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint invoices_entry_id_part_key UNIQUE (entry_id, part),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_part_check CHECK ((part > 0)),
  constraint invoices_sign CHECK (
CASE type
    WHEN 'credit-note'::text THEN ((net <= 0) AND (gross < 0))
    ELSE ((net >= 0) AND (gross > 0))
END),
  constraint invoices_type_check CHECK ((type = ANY (ARRAY['proform'::text, 'original'::text, 'credit-note'::text]))),
  constraint invoices_type_fkey FOREIGN KEY (type) REFERENCES invoice_series(type),
  constraint invoices_type_number_key UNIQUE (type, number)
);

-- Documents to issue: for a ledger entry, or a proform for a waiting order. Without foreign keys, whose checks would run in each order's transaction. The referenced rows were written in the same transaction, or are never deleted.
create table invoices_due (
  id integer not null generated always as identity,
  account_id integer not null,
  type text not null,
  order_id integer not null,
  entry_id integer,
  created_at timestamp with time zone not null,
  constraint invoices_due_pkey PRIMARY KEY (id),
  constraint invoices_due_entry CHECK (((type = 'proform'::text) = (entry_id IS NULL))),
  constraint invoices_due_entry_id_key UNIQUE (entry_id),
  constraint invoices_due_type_check CHECK ((type = ANY (ARRAY['proform'::text, 'original'::text, 'credit-note'::text])))
);

create table ip_addresses (
  id integer not null generated always as identity,
  pool_id integer not null,
  address inet not null /* IPv4 address, or the guest's address within an IPv6 prefix. */,
  prefix integer not null,
  version integer not null,
  gateway inet not null,
  type text not null default 'public'::text,
  ddos_protected boolean not null default false,
  excluded boolean not null default false /* True if the address is never assigned (the pool's `excluded`). An existing assignment stays. */,
  account_id integer /* Account that has the address. Null if the address is free. */,
  server_id integer /* Server that has the address. Null if the address is free, or if its floating IP is not attached. */,
  addon_id integer /* Addon that the address was ordered with. Null if the address comes with the plan. */,
  floating_ip_id integer /* Floating IP that the address belongs to. Null for an address of a server itself. */,
  main boolean not null default false,
  assigned_at timestamp with time zone,
  freed_at timestamp with time zone /* Time since which the address is free. Null if in use or never used. */,
  rests_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone /* Time until which only the last account can get the address. */,
  last_account_id integer,
  fenced_at timestamp with time zone /* Time since which the address is kept back (excluded), because a machine without a row for it has it. Null if it is not kept back for that. */,
  constraint ip_addresses_pkey PRIMARY KEY (id),
  constraint ip_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ip_addresses_addon_id_fkey FOREIGN KEY (addon_id) REFERENCES addon_details(id),
  constraint ip_addresses_address_key UNIQUE (address),
  constraint ip_addresses_floating CHECK (((floating_ip_id IS NULL) OR ((account_id IS NOT NULL) AND (addon_id IS NULL)))),
  constraint ip_addresses_floating_ip_id_fkey FOREIGN KEY (floating_ip_id) REFERENCES services(id),
  constraint ip_addresses_main_of_a_server CHECK (((NOT main) OR ((server_id IS NOT NULL) AND (floating_ip_id IS NULL)))),
  constraint ip_addresses_of_a_server CHECK (((server_id IS NULL) OR (account_id IS NOT NULL))),
  constraint ip_addresses_of_its_pool FOREIGN KEY (pool_id, version, ddos_protected) REFERENCES ip_pools(id, version, ddos_protected),
  constraint ip_addresses_one_family CHECK (((family(address) = version) AND (family(gateway) = version))),
  constraint ip_addresses_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES ip_pools(id),
  constraint ip_addresses_prefix_check CHECK (((prefix >= 0) AND (prefix <= 128))),
  constraint ip_addresses_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id),
  constraint ip_addresses_type_check CHECK ((type = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint ip_addresses_version_check CHECK ((version = ANY (ARRAY[4, 6])))
);

-- Holders of an address, with beginning and end. Only triggers write it (db/migrations/start/ip-assignments.ts).
create table ip_assignments (
  id bigint not null generated always as identity,
  network cidr not null /* An address, or an IPv6 prefix. */,
  account_id integer not null,
  server_id integer /* Server that used the address. Null for a floating IP that was not attached. */,
  floating_ip_id integer /* Floating IP that the address belonged to. Null for an address of the server itself. */,
  held_from timestamp with time zone not null,
  held_until timestamp with time zone /* End of the assignment. Null if it continues. */,
  constraint ip_assignments_pkey PRIMARY KEY (id),
  constraint ip_assignments_one_holder EXCLUDE USING gist (network inet_ops WITH &&, tstzrange(held_from, held_until) WITH &&)
);

create table ip_pools (
  id integer not null generated always as identity,
  name text not null,
  node_id integer /* Only node whose servers get addresses of the pool. Null if the operator routes the pool to all nodes. */,
  cidr cidr not null,
  gateway inet not null /* For IPv6, a link-local address that is the same for all guests. */,
  version integer not null,
  uses text not null default 'both'::text /* Use of the addresses: `primary` for servers (first address or addon), `floating` for floating IPs, or `both`. */,
  ddos_protected boolean not null default false /* True if attacks on the addresses are filtered. Only customers who pay for this get such an address. */,
  excluded cidr[] not null default '{}'::cidr[] /* Addresses and networks of the pool that are never assigned. */,
  draining boolean not null default false /* True if no further address is assigned. Existing assignments stay. */,
  rest_seconds integer not null default 86400 /* Time in seconds during which a freed address is assigned to no other account. */,
  next_prefix bigint not null default 0 /* For IPv6, the number of the first prefix that has no row yet. */,
  zones_made_at timestamp with time zone /* Time at which the DNS server received the pool's zones. Null if not yet. */,
  constraint ip_pools_pkey PRIMARY KEY (id),
  constraint ip_pools_apart EXCLUDE USING gist (cidr inet_ops WITH &&),
  constraint ip_pools_kind UNIQUE (id, version, ddos_protected),
  constraint ip_pools_name_check CHECK ((name <> ''::text)),
  constraint ip_pools_name_key UNIQUE (name),
  constraint ip_pools_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint ip_pools_one_family CHECK (((family((cidr)::inet) = version) AND (family(gateway) = version) AND
CASE version
    WHEN 4 THEN (gateway << (cidr)::inet)
    ELSE ((gateway << 'fe80::/10'::inet) AND ((masklen((cidr)::inet) >= 16) AND (masklen((cidr)::inet) <= 64)))
END)),
  constraint ip_pools_rest_seconds_check CHECK (((rest_seconds >= 0) AND (rest_seconds <= 31536000))),
  constraint ip_pools_uses_check CHECK ((uses = ANY (ARRAY['primary'::text, 'floating'::text, 'both'::text]))),
  constraint ip_pools_version_check CHECK ((version = ANY (ARRAY[4, 6])))
);

-- Addresses that the worker of a node must check again soon. The worker also compares all addresses from time to time.
create table ip_protection_changes (
  id bigint not null generated always as identity,
  node_id integer not null,
  ip_address_id integer not null,
  constraint ip_protection_changes_pkey PRIMARY KEY (id),
  constraint ip_protection_changes_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

-- Sources that users who had locked themselves out let in for a while (`allow-me`), regardless of lists and filter.
create table ip_protection_grants (
  ip_address_id integer not null,
  source inet not null,
  ends_at timestamp with time zone not null,
  constraint ip_protection_grants_pkey PRIMARY KEY (ip_address_id, source),
  constraint ip_protection_grants_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE
);

-- Lists and geo filter of an address, from the first time that one is set. They end when the account loses the address.
create table ip_protections (
  ip_address_id integer not null,
  whitelist_active boolean not null default false,
  whitelist cidr[] not null default '{}'::cidr[] /* Networks that are always let through: canonical, of the address's family, sorted by address, then prefix. */,
  blacklist_active boolean not null default false,
  blacklist cidr[] not null default '{}'::cidr[] /* Networks that are always dropped, in the form of the whitelist. */,
  geo_active boolean not null default false,
  geo_action text not null default 'deny'::text /* `allow` lets only these countries through, `deny` all but these. */,
  geo_countries text[] not null default '{}'::text[],
  revision text not null default "left"(md5((gen_random_uuid())::text), 12) /* Random value that changes with each update. A worker compares it to see whether the kernel has these rules. */,
  constraint ip_protections_pkey PRIMARY KEY (ip_address_id),
  constraint ip_protections_blacklist_check CHECK ((cardinality(blacklist) <= 1000)),
  constraint ip_protections_geo_action_check CHECK ((geo_action = ANY (ARRAY['allow'::text, 'deny'::text]))),
  constraint ip_protections_geo_countries_check CHECK ((cardinality(geo_countries) <= 250)),
  constraint ip_protections_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE,
  constraint ip_protections_whitelist_check CHECK ((cardinality(whitelist) <= 1000))
);

-- Nodes that have the file, and its path there.
create table iso_files (
  iso_id integer not null,
  node_id integer not null,
  path text not null,
  constraint iso_files_pkey PRIMARY KEY (iso_id, node_id),
  constraint iso_files_iso_id_fkey FOREIGN KEY (iso_id) REFERENCES isos(id) ON DELETE CASCADE,
  constraint iso_files_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint iso_files_path_check CHECK ((path <> ''::text))
);

create table isos (
  id integer not null generated always as identity,
  account_id integer /* Account that downloaded the file. Null for a file of the operator, which everybody can use. */,
  created_at timestamp with time zone not null default now(),
  name text not null,
  url text,
  status text not null,
  size bigint /* Size in bytes. Null until known. */,
  sha256 text /* Required SHA-256, or that of the file. */,
  error text /* Sentence for the customer, if the download failed. */,
  constraint isos_pkey PRIMARY KEY (id),
  constraint isos_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint isos_failed_says_why CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint isos_name_check CHECK ((name <> ''::text)),
  constraint isos_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint isos_size_check CHECK ((size >= 0)),
  constraint isos_status_check CHECK ((status = ANY (ARRAY['downloading'::text, 'ready'::text, 'failed'::text])))
);

create table ledger_accounts (
  id integer not null generated always as identity,
  kind text not null,
  account_id integer /* Set only for `customer`. */,
  gateway text /* Source of the money, set only for `gateway`. `operator` stands for money taken by hand. */,
  country text /* Country that the VAT is owed to (ISO 3166), and its rate in basis points. Set only for `vat_payable`. */,
  rate_bp integer,
  code text not null /* Name in journals: `customer:12`, `gateway:stripe`, `revenue`, `vat_payable:AT:2000`. (Not generated: only one transaction at a time could then move a balance, as if the key changed.) */,
  balance bigint not null default 0 /* Balance of a customer in cents, never below `-credit_limit`. A trigger maintains it from the postings. Always 0 for the house, whose balance is the sum of its postings. */,
  credit_limit bigint not null default 0,
  monthly_cap bigint /* Maximum spending of a customer in cents per calendar month (UTC), VAT included. Null for no limit. */,
  orders_frozen_at timestamp with time zone,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ledger_accounts_account_id_key UNIQUE (account_id),
  constraint ledger_accounts_code CHECK ((code = ((((kind || COALESCE((':'::text || (account_id)::text), ''::text)) || COALESCE((':'::text || gateway), ''::text)) || COALESCE((':'::text || country), ''::text)) || COALESCE((':'::text || (rate_bp)::text), ''::text)))),
  constraint ledger_accounts_code_key UNIQUE (code),
  constraint ledger_accounts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint ledger_accounts_covered CHECK (((kind <> 'customer'::text) OR (balance >= (- credit_limit)))),
  constraint ledger_accounts_credit_limit_check CHECK ((credit_limit >= 0)),
  constraint ledger_accounts_dimensions CHECK ((((kind = 'customer'::text) = (account_id IS NOT NULL)) AND ((kind = 'gateway'::text) = (gateway IS NOT NULL)) AND ((kind = 'vat_payable'::text) = (country IS NOT NULL)) AND ((kind = 'vat_payable'::text) = (rate_bp IS NOT NULL)))),
  constraint ledger_accounts_gateway_check CHECK ((gateway = ANY (ARRAY['operator'::text, 'bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint ledger_accounts_kept CHECK (((kind = 'customer'::text) OR (balance = 0))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'gateway'::text, 'revenue'::text, 'vat_payable'::text, 'credits'::text, 'affiliate_payable'::text, 'write_offs'::text]))),
  constraint ledger_accounts_monthly_cap_check CHECK ((monthly_cap >= 0)),
  constraint ledger_accounts_rate_bp_check CHECK (((rate_bp >= 1) AND (rate_bp <= 10000)))
);

create table ledger_entries (
  id integer not null generated always as identity,
  kind text not null /* Kind of the entry. ledger_posts_to lists the ledger accounts that each kind may post to. */,
  account_id integer not null,
  order_id integer,
  order_line_id integer /* Line that a refund is for. Null if only the VAT of all lines was refunded. */,
  payment_method text not null,
  description text not null,
  created_at timestamp with time zone not null default now(),
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'payment'::text, 'refund'::text, 'credit'::text, 'withdrawal'::text, 'affiliate'::text, 'write_off'::text]))),
  constraint ledger_entries_of_line CHECK (((order_line_id IS NULL) OR (kind = 'refund'::text))),
  constraint ledger_entries_of_order CHECK (((order_id IS NOT NULL) OR (kind <> ALL (ARRAY['payment'::text, 'refund'::text])))),
  constraint ledger_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint ledger_entries_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint ledger_entries_payment_method_check CHECK ((payment_method <> ''::text))
);

create table ledger_postings (
  entry_id integer not null,
  ledger_account_id integer not null,
  amount bigint not null /* Cents. A positive amount credits the account. The database checks that the postings of an entry add up to 0. */,
  constraint ledger_postings_pkey PRIMARY KEY (entry_id, ledger_account_id),
  constraint ledger_postings_amount_check CHECK ((amount <> 0)),
  constraint ledger_postings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint ledger_postings_ledger_account_id_fkey FOREIGN KEY (ledger_account_id) REFERENCES ledger_accounts(id)
);

create table locks (
  kind text not null,
  resource_id integer not null,
  workflow_id integer not null,
  reason text not null,
  locked_at timestamp with time zone not null default now(),
  deadline_at timestamp with time zone not null /* Time at which the operator gets an alert that the lock is held for too long. */,
  constraint locks_pkey PRIMARY KEY (kind, resource_id),
  constraint locks_kind_check CHECK ((kind <> ''::text)),
  constraint locks_reason_check CHECK ((reason <> ''::text)),
  constraint locks_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id)
);

create table mails (
  id integer not null generated always as identity,
  key uuid not null default gen_random_uuid() /* Part of the Message-ID that is the same for every attempt, so that receivers can drop duplicates. */,
  account_id integer,
  user_id integer,
  address text not null,
  template text not null /* Name of the template (model/mail). */,
  language text not null,
  data jsonb not null /* Input of the template. */,
  once text not null /* Deduplication key of event and recipient. The same event is mailed once. */,
  ticket_id integer /* Ticket that answers to the mail are added to. Null for none. */,
  in_reply_to text /* Message-ID of the mail that this mail answers. */,
  automatic boolean not null default false /* True if the mail is sent without a return path, so that only people answer it. */,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone /* Time at which delivery was given up. `error` holds the reason. */,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  error text,
  attachments jsonb not null default '[]'::jsonb /* Ids of the invoices whose PDFs the mail carries. */,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint mails_address_check CHECK ((address ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'::text)),
  constraint mails_ended_once CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mails_key_key UNIQUE (key),
  constraint mails_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint mails_once_check CHECK ((once <> ''::text)),
  constraint mails_once_key UNIQUE (once),
  constraint mails_template_check CHECK ((template <> ''::text)),
  constraint mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Facts that a mail reports. The transaction of the fact writes the row, and a job writes the mail. Without foreign keys, whose checks would run in each order's transaction.
create table mails_due (
  id integer not null generated always as identity,
  kind text not null /* Kind of the fact (model/mail/facts.ts). */,
  account_id integer not null,
  order_id integer not null default 0 /* Order of the fact. 0 for none. */,
  ids integer[] not null default '{}'::integer[] /* Rows of the fact. Their table follows from the kind. */,
  created_at timestamp with time zone not null /* Time of the first fact. */,
  due_at timestamp with time zone not null,
  constraint mails_due_pkey PRIMARY KEY (id),
  constraint mails_due_kind_account_id_order_id_key UNIQUE (kind, account_id, order_id),
  constraint mails_due_kind_check CHECK ((kind <> ''::text))
);

create table memberships (
  id integer not null generated always as identity,
  account_id integer not null,
  user_id integer not null,
  role text not null /* Role of the member. model/people/roles.ts lists its abilities. */,
  created_at timestamp with time zone not null default now(),
  constraint memberships_pkey PRIMARY KEY (account_id, user_id),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint memberships_id_key UNIQUE (id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'billing'::text, 'technical'::text, 'read-only'::text]))),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Links of nodes. The worker of a node writes its row at each start, and a deleted row ends the link.
create table node_links (
  node_id integer not null,
  address text not null /* Address and port on which the worker listens for other nodes, such as 10.0.0.5:7443. */,
  certificate text not null /* SHA-256 of the worker's certificate in hexadecimal. Both sides compare it at each connection. */,
  constraint node_links_pkey PRIMARY KEY (node_id),
  constraint node_links_address_check CHECK ((address <> ''::text)),
  constraint node_links_certificate_check CHECK ((certificate ~ '^[0-9a-f]{64}$'::text)),
  constraint node_links_certificate_key UNIQUE (certificate),
  constraint node_links_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id)
);

create table nodes (
  id integer not null generated always as identity,
  name text not null /* Name of the node, and of a socket's file. */,
  state text not null default 'active'::text,
  engine text not null,
  accelerator text not null default ''::text,
  accelerator_why text not null default ''::text,
  vcpus_total integer not null /* Capacity that `up` measured: cores, and the memory and disk that can be sold. */,
  memory_mb_total integer not null,
  disk_gb_total integer not null,
  vcpus_used integer not null default 0 /* Capacity that its servers hold. It can exceed what the node offers after that was reduced, but then it cannot grow. */,
  memory_mb_used integer not null default 0,
  disk_gb_used integer not null default 0,
  seen_at timestamp with time zone /* Time at which its worker last reported, which it does every 5 s. Null if it never had a worker. */,
  back_by timestamp with time zone /* Time by which its worker is expected back, after it announced that it leaves or starts. Null if nothing was announced. */,
  vcpus_overcommit numeric(4,2) not null default 1 /* Overcommit, 0.1 to 20. */,
  memory_overcommit numeric(4,2) not null default 1,
  disk_overcommit numeric(4,2) not null default 1,
  uplink jsonb /* Uplink of its guests to the internet (model/net/uplink.ts). Null for none. */,
  uplink_made_at timestamp with time zone /* Time at which the worker had set up the uplink. Null if not yet. `uplink_error` holds what prevents the set-up or its upkeep. */,
  uplink_error text,
  network jsonb /* Network as the worker last read it from the kernel (model/net/node-network.ts). Null if not read yet. */,
  vcpus_setting integer /* Capacity that the operator set. Null for the measured capacity. */,
  memory_mb_setting integer,
  disk_gb_setting integer,
  memory_mb_offered integer not null generated always as ((floor(((COALESCE(memory_mb_setting, memory_mb_total))::numeric * memory_overcommit)))::integer) stored,
  disk_gb_offered integer not null generated always as ((floor(((COALESCE(disk_gb_setting, disk_gb_total))::numeric * disk_overcommit)))::integer) stored,
  dedicated_vcpus_used integer not null default 0 /* Number of vcpus_used that are dedicated cores. */,
  vcpus_offered integer not null generated always as (((floor(((GREATEST((COALESCE(vcpus_setting, vcpus_total) - dedicated_vcpus_used), 0))::numeric * vcpus_overcommit)))::integer + LEAST(COALESCE(vcpus_setting, vcpus_total), dedicated_vcpus_used))) stored /* Maximum number of vCPUs that can be sold: dedicated vCPUs as whole cores, and the other cores times the overcommit, rounded down. Calculated by the database. */,
  filters boolean not null default true /* True if the node's engine can filter packets by firewalls, as measured. */,
  drains_live boolean not null default false /* True if a job moves all servers of the draining node, running ones without a stop. */,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_check CHECK (((dedicated_vcpus_used >= 0) AND (dedicated_vcpus_used <= vcpus_used))),
  constraint nodes_disk_gb_setting_check CHECK ((disk_gb_setting > 0)),
  constraint nodes_disk_gb_total_check CHECK ((disk_gb_total >= 0)),
  constraint nodes_disk_gb_used_check CHECK ((disk_gb_used >= 0)),
  constraint nodes_disk_overcommit_check CHECK (((disk_overcommit >= 0.1) AND (disk_overcommit <= (20)::numeric))),
  constraint nodes_drain CHECK (((state = 'draining'::text) OR (NOT drains_live))),
  constraint nodes_memory_mb_setting_check CHECK ((memory_mb_setting > 0)),
  constraint nodes_memory_mb_total_check CHECK ((memory_mb_total >= 0)),
  constraint nodes_memory_mb_used_check CHECK ((memory_mb_used >= 0)),
  constraint nodes_memory_overcommit_check CHECK (((memory_overcommit >= 0.1) AND (memory_overcommit <= (20)::numeric))),
  constraint nodes_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint nodes_name_key UNIQUE (name),
  constraint nodes_state_check CHECK ((state = ANY (ARRAY['active'::text, 'draining'::text, 'offline'::text]))),
  constraint nodes_vcpus_overcommit_check CHECK (((vcpus_overcommit >= 0.1) AND (vcpus_overcommit <= (20)::numeric))),
  constraint nodes_vcpus_setting_check CHECK ((vcpus_setting > 0)),
  constraint nodes_vcpus_total_check CHECK ((vcpus_total >= 0)),
  constraint nodes_vcpus_used_check CHECK ((vcpus_used >= 0))
);

create table operator_alerts (
  id integer not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null /* Stable code: `deploy_failed`, `workflow_stuck`, `server_crashed`. */,
  resource_kind text,
  resource_id integer,
  message text not null,
  resolved_at timestamp with time zone,
  acknowledged_at timestamp with time zone /* Time at which somebody of the staff, or at the host, took charge of the alert, and that person's name. */,
  acknowledged_by text,
  key text not null /* Subject of the alert: `server:12`, `workflow:7`. At most one alert is open per kind and key. */,
  noticed_at timestamp with time zone /* Time of the last notice that listed the alert as open. Null if none did. */,
  notices integer not null default 0 /* Number of notices that listed the alert as open. */,
  repeat_at timestamp with time zone /* Time from which the notice is repeated while nobody acknowledges the alert. Null before the first notice. */,
  closed_noticed_at timestamp with time zone /* Time of the notice that listed the alert as closed. Null if none did. */,
  times integer not null default 1 /* Number of times that the alert has opened, each within an hour after its previous end. */,
  constraint operator_alerts_pkey PRIMARY KEY (id),
  constraint operator_alerts_key_check CHECK ((key <> ''::text)),
  constraint operator_alerts_kind_check CHECK ((kind <> ''::text)),
  constraint operator_alerts_notices_check CHECK ((notices >= 0)),
  constraint operator_alerts_repeated CHECK ((((noticed_at IS NULL) = (notices = 0)) AND ((noticed_at IS NULL) = (repeat_at IS NULL)))),
  constraint operator_alerts_times_check CHECK ((times > 0))
);

create table order_lines (
  id integer not null generated always as identity,
  order_id integer not null,
  "position" integer not null,
  label text not null,
  sublabel text not null default ''::text,
  service_type text /* Null together with service_id for a deposit, or for a custom line of the operator. */,
  service_id integer,
  quantity integer not null default 1 /* Number of seats, addresses, TB and so on. */,
  period_from timestamp with time zone,
  period_to timestamp with time zone,
  billing_cycle integer not null,
  minimum_billing_cycle integer not null default 1,
  is_period_changeable boolean not null default false,
  list_net bigint not null /* Net cents before discounts. */,
  discount bigint not null default 0,
  promo jsonb /* Promo code that gave the discount: {code, percentage, minimum_billing_cycle}. */,
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  explanation jsonb not null /* Inputs and steps that produced the amounts (model/pricing/explanation.ts). */,
  refunded_net bigint not null default 0 /* Cents that were refunded to the balance. */,
  refunded_vat bigint not null default 0,
  refunded_at timestamp with time zone /* Time of the refund of the whole line, because it could not be delivered. */,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_add_up CHECK (((net + vat) = gross)),
  constraint order_lines_billing_cycle_check CHECK ((billing_cycle >= 0)),
  constraint order_lines_check CHECK (((discount >= 0) AND (discount <= list_net))),
  constraint order_lines_check1 CHECK (((refunded_net >= 0) AND (refunded_net <= net))),
  constraint order_lines_check2 CHECK (((refunded_vat >= 0) AND (refunded_vat <= vat))),
  constraint order_lines_discounted CHECK (((list_net - discount) = net)),
  constraint order_lines_gross_check CHECK ((gross >= 0)),
  constraint order_lines_list_net_check CHECK ((list_net >= 0)),
  constraint order_lines_minimum_billing_cycle_check CHECK ((minimum_billing_cycle > 0)),
  constraint order_lines_net_check CHECK ((net >= 0)),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_lines_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_lines_period CHECK ((period_to > period_from)),
  constraint order_lines_position_check CHECK (("position" >= 0)),
  constraint order_lines_quantity_check CHECK ((quantity > 0)),
  constraint order_lines_service CHECK (((service_type IS NULL) = (service_id IS NULL))),
  constraint order_lines_service_type_check CHECK ((service_type <> ''::text)),
  constraint order_lines_vat_check CHECK ((vat >= 0))
);

-- Refunded part of each line, with its entry in the ledger.
create table order_refund_lines (
  refund_id integer not null,
  line_id integer not null,
  net bigint not null,
  vat bigint not null,
  entry_id integer not null,
  constraint order_refund_lines_pkey PRIMARY KEY (refund_id, line_id),
  constraint order_refund_lines_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint order_refund_lines_entry_id_key UNIQUE (entry_id),
  constraint order_refund_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint order_refund_lines_net_check CHECK ((net > 0)),
  constraint order_refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES order_refunds(id),
  constraint order_refund_lines_vat_check CHECK ((vat >= 0))
);

-- Refunds of orders by staff. Other refunds follow from changes and ends of services.
create table order_refunds (
  id integer not null generated always as identity,
  order_id integer not null,
  to_payer boolean not null /* True if the money went back to the payer, false if it stayed on the balance. */,
  reason text not null /* Reason as a sentence, which the customer reads. */,
  payment_refund_id integer /* Refund of the payment. Null if the money stayed on the balance. */,
  made_by integer /* Member of the staff. Null for somebody at the host. */,
  created_at timestamp with time zone not null,
  constraint order_refunds_pkey PRIMARY KEY (id),
  constraint order_refunds_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint order_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_refunds_payment_refund_id_fkey FOREIGN KEY (payment_refund_id) REFERENCES payment_refunds(id),
  constraint order_refunds_payment_refund_id_key UNIQUE (payment_refund_id),
  constraint order_refunds_reason_check CHECK ((reason <> ''::text)),
  constraint order_refunds_way CHECK ((to_payer = (payment_refund_id IS NOT NULL)))
);

create table orders (
  id integer not null generated always as identity,
  account_id integer not null,
  type text not null,
  status text not null,
  status_reason text,
  tax jsonb not null /* Country, rate, rule and evidence of the VAT: a TaxDecision of model/vat/decide.ts. */,
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  from_balance bigint not null default 0,
  payment_method text not null,
  promo_code text /* Promo code that was given for the whole order. */,
  auto_pay boolean not null default false,
  token_id integer /* Token that last ordered, changed or requested payment. The cost counts as spent by that token. Null if a signed-in user or the system did so. */,
  uncapped boolean not null default false /* True if spending caps do not apply: for a renewal by a job, or an order by the operator. Nobody of the account requested it. */,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone,
  paid_at timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint orders_add_up CHECK (((net + vat) = gross)),
  constraint orders_from_balance_fits CHECK (((from_balance >= 0) AND (from_balance <= gross))),
  constraint orders_gross_check CHECK ((gross >= 0)),
  constraint orders_net_check CHECK ((net >= 0)),
  constraint orders_payment_method_check CHECK ((payment_method <> ''::text)),
  constraint orders_promo_code_check CHECK ((promo_code <> ''::text)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'processing'::text, 'paid'::text, 'cancelled'::text]))),
  constraint orders_tax CHECK ((((tax ->> 'country'::text) ~ '^[A-Z]{2}$'::text) AND ((((tax ->> 'rateBp'::text))::integer >= 0) AND (((tax ->> 'rateBp'::text))::integer <= 10000)) AND ((tax ->> 'rule'::text) = ANY (ARRAY['domestic'::text, 'eu-consumer-destination'::text, 'eu-consumer-origin'::text, 'reverse-charge'::text, 'outside-eu'::text])) AND (jsonb_typeof((tax -> 'pending'::text)) = 'boolean'::text) AND (jsonb_typeof((tax -> 'evidence'::text)) = 'object'::text))),
  constraint orders_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens(id),
  constraint orders_type_check CHECK ((type <> ''::text)),
  constraint orders_vat_check CHECK ((vat >= 0))
);

-- Offer of an owner to a member, who accepts it or not. An account has at most one.
create table ownership_offers (
  account_id integer not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint ownership_offers_pkey PRIMARY KEY (account_id),
  constraint ownership_offers_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES memberships(account_id, user_id) ON DELETE CASCADE
);

-- Challenges for an authenticator to sign. Each is answered once, within minutes, and only for its purpose.
create table passkey_challenges (
  id integer not null generated always as identity,
  challenge_hash bytea not null /* SHA-256 of the challenge. */,
  purpose text not null,
  user_id integer /* User whose passkey is requested. Null for any user. */,
  session_id integer /* Session that requested the challenge. A second factor has sign_in_challenge_id instead. */,
  sign_in_challenge_id integer,
  network text not null /* Network that requested the challenge. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_bound CHECK ((((user_id IS NULL) = (purpose = 'sign_in'::text)) AND ((session_id IS NOT NULL) = (purpose = ANY (ARRAY['register'::text, 'confirm'::text]))) AND ((sign_in_challenge_id IS NOT NULL) = (purpose = 'second_factor'::text)))),
  constraint passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
  constraint passkey_challenges_challenge_hash_key UNIQUE (challenge_hash),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'second_factor'::text, 'confirm'::text]))),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint passkey_challenges_sign_in_challenge_id_fkey FOREIGN KEY (sign_in_challenge_id) REFERENCES sign_in_challenges(id) ON DELETE CASCADE,
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Links that set a new password. A request stores only the address, whether or not a user has it. A job looks the address up and sends the link.
create table password_resets (
  id integer not null generated always as identity,
  email text not null /* Requested address in lower case. */,
  asked_from inet /* IP address of the request. Null if unknown. */,
  created_at timestamp with time zone not null,
  user_id integer /* User whose password the link sets, with the SHA-256 of its secret and its expiry. Null until the job has run. */,
  secret_hash bytea,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone /* Time of use, or time at which a newer link or another password replaced the link. Null if the link works. */,
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_email_check CHECK ((email ~~ '%_@_%'::text)),
  constraint password_resets_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint password_resets_secret_hash_key UNIQUE (secret_hash),
  constraint password_resets_sent CHECK ((((user_id IS NULL) = (secret_hash IS NULL)) AND ((secret_hash IS NULL) = (expires_at IS NULL)))),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Payment methods. The balance is always available and has no row.
create table payment_methods (
  key text not null,
  driver text not null /* Driver of the payments port. */,
  name text not null,
  minimum bigint /* Minimum and maximum of one payment in cents. Null for no limit. */,
  maximum bigint,
  saves_card boolean not null default false,
  enabled boolean not null default true,
  "position" integer not null default 0,
  constraint payment_methods_pkey PRIMARY KEY (key),
  constraint payment_methods_driver_check CHECK ((driver <> ''::text)),
  constraint payment_methods_key_check CHECK ((key = ANY (ARRAY['card'::text, 'bank'::text, 'bitcoin'::text, 'bitcoin-ln'::text]))),
  constraint payment_methods_limits CHECK ((maximum >= minimum)),
  constraint payment_methods_maximum_check CHECK ((maximum > 0)),
  constraint payment_methods_minimum_check CHECK ((minimum > 0)),
  constraint payment_methods_name_check CHECK ((name <> ''::text))
);

-- Orders that a payment pays for. Several orders may share a payment.
create table payment_orders (
  payment_id integer not null,
  order_id integer not null,
  stage text not null default 'waiting'::text /* `waiting` until the previous attempt is closed, `open` while money may arrive, then `over`. */,
  constraint payment_orders_pkey PRIMARY KEY (payment_id, order_id),
  constraint payment_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payment_orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_orders_stage_check CHECK ((stage = ANY (ARRAY['waiting'::text, 'open'::text, 'over'::text])))
);

-- Money that a gateway reported as received. It is posted together with its row, so that each receipt counts once.
create table payment_receipts (
  gateway text not null,
  receipt text not null /* The gateway's id of the movement of money. */,
  payment_id integer not null,
  amount bigint not null,
  entry_id integer not null,
  received_at timestamp with time zone not null default now(),
  constraint payment_receipts_pkey PRIMARY KEY (gateway, receipt),
  constraint payment_receipts_amount_check CHECK ((amount > 0)),
  constraint payment_receipts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint payment_receipts_entry_id_key UNIQUE (entry_id),
  constraint payment_receipts_gateway_check CHECK ((gateway = ANY (ARRAY['bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint payment_receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_receipts_receipt_check CHECK ((receipt <> ''::text))
);

-- Refunds to the payer. The amount is taken from the balance with the row, and returned if the gateway refuses.
create table payment_refunds (
  id integer not null generated always as identity,
  payment_id integer not null,
  amount bigint not null,
  state text not null default 'pending'::text /* State of the refund. The payer's bank may return a refund that had succeeded, which then has failed. */,
  reference text not null /* Idempotency key of requests to the gateway. */,
  gateway_id text,
  reason text,
  attempted_at timestamp with time zone,
  tries integer not null default 0 /* Number of polls since the gateway accepted the refund. `next_look_at` is null if no poll follows. */,
  next_look_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  entry_id integer not null,
  by_hand boolean not null default false /* True if a person sends the money, because no gateway does. Such a refund is never polled. */,
  payee text /* Name of the payer on the bank statement, for a refund by hand. Null if it is not known. */,
  iban text /* Account that gets the transfer of a refund by hand. Null if it is not known. */,
  constraint payment_refunds_pkey PRIMARY KEY (id),
  constraint payment_refunds_amount_check CHECK ((amount > 0)),
  constraint payment_refunds_ended CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint payment_refunds_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint payment_refunds_iban_check CHECK ((iban <> ''::text)),
  constraint payment_refunds_payee_check CHECK ((payee <> ''::text)),
  constraint payment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_refunds_reference_check CHECK ((reference <> ''::text)),
  constraint payment_refunds_reference_key UNIQUE (reference),
  constraint payment_refunds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint payment_refunds_tries_check CHECK ((tries >= 0))
);

create table payments (
  id integer not null generated always as identity,
  account_id integer not null,
  gateway text not null /* Driver in engine/payments. */,
  method text not null /* Key of payment_methods. */,
  kind text not null,
  state text not null default 'pending'::text,
  amount bigint not null /* Requested amount in cents. */,
  currency text not null,
  reference text not null /* Reference that the payer writes and the gateway keeps. It finds a payment whose answer was lost. It is also the idempotency key of requests to the gateway. */,
  gateway_id text,
  url text /* URL of the gateway's page. */,
  saved_card_id integer,
  failure_code text /* Cause of the failure: a code of the gateway, and a sentence for the customer. */,
  reason text,
  hard_decline boolean not null default false /* True if the card's bank reported that no further attempt can succeed. */,
  closing boolean not null default false /* True if the payment must be ended at the gateway: its orders are gone, paid, or paid otherwise. */,
  attempted_at timestamp with time zone /* Time of the first request that made the gateway act, written before the request. */,
  tries integer not null default 0 /* Number of polls since its outcome was lost. */,
  next_look_at timestamp with time zone /* Time of the next poll of the gateway. Null if no poll is planned. */,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  store_card boolean not null default false /* True if the payer agreed that the card of this payment is stored. */,
  card_country character(2) /* Country of issue of the card that paid, as evidence for VAT. Null if the gateway does not report it. */,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payments_ended CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint payments_gateway_check CHECK ((gateway = ANY (ARRAY['bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint payments_gateway_id_check CHECK ((gateway_id <> ''::text)),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['checkout'::text, 'saved_card'::text, 'transfer'::text]))),
  constraint payments_method_check CHECK ((method <> ''::text)),
  constraint payments_of_gateway UNIQUE (gateway, gateway_id),
  constraint payments_reference_check CHECK ((reference <> ''::text)),
  constraint payments_reference_key UNIQUE (reference),
  constraint payments_saved_card CHECK (((kind = 'saved_card'::text) = (saved_card_id IS NOT NULL))),
  constraint payments_saved_card_id_fkey FOREIGN KEY (saved_card_id) REFERENCES saved_cards(id),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text]))),
  constraint payments_tries_check CHECK ((tries >= 0))
);

-- Plans that an addon is sold for. An addon without a row is sold for all plans.
create table plan_addons (
  addon_product_id integer not null,
  plan_id integer not null,
  constraint plan_addons_pkey PRIMARY KEY (addon_product_id, plan_id),
  constraint plan_addons_addon_product_id_fkey FOREIGN KEY (addon_product_id) REFERENCES addon_products(id),
  constraint plan_addons_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);

create table plans (
  id integer not null generated always as identity,
  key text not null,
  type text not null,
  name text not null,
  vcpus integer not null,
  dedicated_cpu boolean not null,
  memory_mb integer not null,
  disk_gb integer not null,
  bandwidth_tb integer not null /* TB per month. 0 if unmetered. */,
  network_speed_mbps integer not null,
  minimum_billing_cycle integer not null default 1,
  price bigint not null /* Net cents per month. */,
  "position" integer not null default 0,
  disabled_at timestamp with time zone,
  disk_iops integer /* Reads and writes per second on the node's disk. Null for no limit. */,
  disk_mb_per_second integer,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_bandwidth_tb_check CHECK ((bandwidth_tb >= 0)),
  constraint plans_disk_gb_check CHECK ((disk_gb > 0)),
  constraint plans_disk_iops_check CHECK ((disk_iops > 0)),
  constraint plans_disk_mb_per_second_check CHECK ((disk_mb_per_second > 0)),
  constraint plans_key_check CHECK ((key <> ''::text)),
  constraint plans_key_key UNIQUE (key),
  constraint plans_memory_mb_check CHECK ((memory_mb > 0)),
  constraint plans_minimum_billing_cycle_check CHECK ((minimum_billing_cycle > 0)),
  constraint plans_network_speed_mbps_check CHECK ((network_speed_mbps > 0)),
  constraint plans_price_check CHECK ((price >= 0)),
  constraint plans_type_check CHECK ((type <> ''::text)),
  constraint plans_vcpus_check CHECK ((vcpus > 0))
);

-- Plans that a promo code applies to. A code without a row applies to all plans.
create table promo_code_plans (
  promo_code_id integer not null,
  plan_id integer not null,
  constraint promo_code_plans_pkey PRIMARY KEY (promo_code_id, plan_id),
  constraint promo_code_plans_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint promo_code_plans_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id)
);

-- Codes that reduce the price of servers.
create table promo_codes (
  id integer not null generated always as identity,
  code text not null,
  percentage integer not null,
  minimum_billing_cycle integer not null default 1 /* Minimum number of months that must be paid at once. */,
  applies_to text not null,
  listed boolean not null default true /* True if customers see the code with the plan. */,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone /* End of the validity, exclusive. */,
  most_uses integer /* Maximum number of orders that may use the code. Null for any number. */,
  most_uses_per_account integer,
  "position" integer not null default 0,
  disabled_at timestamp with time zone,
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_codes_applies_to_check CHECK ((applies_to = ANY (ARRAY['new'::text, 'renewal'::text, 'both'::text]))),
  constraint promo_codes_code_check CHECK ((code <> ''::text)),
  constraint promo_codes_minimum_billing_cycle_check CHECK ((minimum_billing_cycle > 0)),
  constraint promo_codes_most_uses_check CHECK ((most_uses > 0)),
  constraint promo_codes_most_uses_per_account_check CHECK ((most_uses_per_account > 0)),
  constraint promo_codes_percentage_check CHECK (((percentage >= 1) AND (percentage <= 100))),
  constraint promo_codes_valid CHECK ((valid_until > valid_from))
);

-- Orders that use a promo code, paid or not. A row is deleted when its order is cancelled unpaid. Adding a row locks the row of the code.
create table promo_uses (
  order_id integer not null,
  promo_code_id integer not null,
  account_id integer not null,
  constraint promo_uses_pkey PRIMARY KEY (order_id, promo_code_id),
  constraint promo_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint promo_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint promo_uses_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id)
);

-- Names of addresses, and names that the DNS server must still delete.
create table ptr_names (
  address inet not null,
  pool_id integer not null,
  ip_address_id integer /* Address that has the name. Null if the address has no holder, and the server must delete the name. */,
  name text /* Null if there is none, and the server must delete what it has. */,
  version integer not null default 1 /* Version of the name, raised by each change. A push of an older version does not count. */,
  told boolean not null default false /* True if the DNS server may have a name of the address. Only such a name must be deleted there. */,
  push_at timestamp with time zone /* Time of the next push. Null if the server is up to date. */,
  held_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone /* Time until which a worker that pushes the name has it alone. */,
  tries integer not null default 0,
  error text,
  constraint ptr_names_pkey PRIMARY KEY (address),
  constraint ptr_names_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id),
  constraint ptr_names_name_check CHECK (((name ~ '^[A-Za-z0-9.-]+$'::text) AND (length(name) <= 253))),
  constraint ptr_names_of_an_address CHECK (((name IS NULL) = (ip_address_id IS NULL))),
  constraint ptr_names_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES ip_pools(id)
);

create table received_mails (
  id integer not null generated always as identity,
  received_at timestamp with time zone not null,
  source text not null,
  recipient text /* Recipient as the receiving server reported it. Null if not reported. */,
  bytes integer not null,
  sha256 text not null /* SHA-256 of the raw mail. A mail that is fetched twice has one row. */,
  key text /* Key of the file. Null after the file was deleted for its age. */,
  forced boolean not null default false /* True if an operator requested handling, although the mail looked like a loop or an automatic mail. */,
  sender_checked_at timestamp with time zone /* Time at which its sender was checked. Null while it is unchecked. */,
  verified_from text /* Address of From in lower case, if the mail is verified to be from it. */,
  unanswered_domain text /* Registered domain of the sender, while the mail waits for DNS to answer for it. */,
  begun_by uuid /* Process that handles the mail now, or ended while it did. Null if none. */,
  lost_attempts integer not null default 0 /* Number of processes that ended while they handled the mail. */,
  handled_at timestamp with time zone /* Time at which the mail was handled. The following columns are set then. */,
  outcome text,
  why text /* Reason as one word: `loop`, `auto-reply`, `twice`. */,
  message_id text,
  from_address text /* Address of the sender in lower case. */,
  subject text,
  ticket_id integer,
  complaint_addresses text[] not null default '{}'::text[] /* IP addresses that a complaint is about. */,
  complaint_time timestamp with time zone /* Reported time of a complaint, or its arrival. Null for other mail and older complaints. */,
  complaint_kind text /* Kind of a complaint in its own words. Null if it states none. */,
  constraint received_mails_pkey PRIMARY KEY (id),
  constraint received_mails_bytes_check CHECK ((bytes >= 0)),
  constraint received_mails_handled CHECK (((handled_at IS NULL) = (outcome IS NULL))),
  constraint received_mails_key_check CHECK ((key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'::text)),
  constraint received_mails_key_key UNIQUE (key),
  constraint received_mails_lost_attempts_check CHECK ((lost_attempts >= 0)),
  constraint received_mails_outcome_check CHECK ((outcome = ANY (ARRAY['reply'::text, 'opened'::text, 'refused'::text, 'held'::text, 'ignored'::text, 'complaint'::text]))),
  constraint received_mails_sender CHECK ((((sender_checked_at IS NULL) AND (verified_from IS NULL)) OR ((sender_checked_at IS NOT NULL) AND (unanswered_domain IS NULL)))),
  constraint received_mails_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint received_mails_sha256_key UNIQUE (sha256),
  constraint received_mails_source_check CHECK ((source = ANY (ARRAY['pipe'::text, 'imap'::text]))),
  constraint received_mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint received_mails_tickets CHECK (((ticket_id IS NOT NULL) = COALESCE((outcome = ANY (ARRAY['reply'::text, 'opened'::text, 'complaint'::text])), false)))
);

-- One row while the installation recovers from a restore, none otherwise. API, workers and commands read it before they act.
create table recovering (
  only_one boolean not null default true,
  since timestamp with time zone not null /* Time of the restore. */,
  backup text not null /* File name of the restored backup. */,
  taken_at timestamp with time zone not null /* Time of the backup's snapshot. Later changes are lost. */,
  steps text[] not null default '{}'::text[] /* Names of the completed steps of restore finish, in their order. */,
  constraint recovering_pkey PRIMARY KEY (only_one),
  constraint recovering_backup_check CHECK ((backup <> ''::text)),
  constraint recovering_only_one_check CHECK (only_one)
);

-- Recovery codes for a lost app, each accepted once.
create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null /* HMAC of the code under the installation's key. */,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone /* Time of use. Null if unused. */,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_totp(user_id) ON DELETE CASCADE
);

-- Affiliate that referred an account, set once. An account is never among those that referred its affiliate (domain/affiliates/attribute.ts).
create table referrals (
  account_id integer not null,
  affiliate_id integer not null,
  code_id integer not null,
  attributed_at timestamp with time zone not null,
  constraint referrals_pkey PRIMARY KEY (account_id),
  constraint referrals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint referrals_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(account_id),
  constraint referrals_code_id_fkey FOREIGN KEY (code_id) REFERENCES affiliate_codes(id),
  constraint referrals_not_self CHECK ((account_id <> affiliate_id))
);

create table response_targets (
  id integer not null generated always as identity,
  ticket_id integer not null,
  account_id integer not null,
  service_id integer not null /* Support plan that promises the answer. */,
  waiting_since timestamp with time zone not null /* Start of the ticket's wait. Each wait has one row. */,
  started_at timestamp with time zone not null /* Time of the customer's message, from which working time counts. */,
  warn_at timestamp with time zone not null /* Time at which the staff is warned that the target is near. */,
  due_at timestamp with time zone not null,
  warned_at timestamp with time zone,
  stopped_at timestamp with time zone /* Time at which the wait ended. Null if it continues, or if nobody noticed its end. */,
  outcome text /* Result of the target. Null until settled. `void` if the plan had ended before the target, or was suspended. */,
  settled_at timestamp with time zone,
  promised bigint not null /* Net cents that the plan promises for a missed target. */,
  credited bigint not null default 0 /* Cents that were credited, after the limit of a month. */,
  entry_id integer,
  constraint response_targets_pkey PRIMARY KEY (id),
  constraint response_targets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint response_targets_credited CHECK ((((credited >= 0) AND (credited <= promised)) AND ((credited > 0) = (entry_id IS NOT NULL)) AND ((credited = 0) OR (outcome = 'missed'::text)))),
  constraint response_targets_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint response_targets_entry_id_key UNIQUE (entry_id),
  constraint response_targets_met CHECK (((outcome <> 'met'::text) OR (stopped_at <= due_at))),
  constraint response_targets_once UNIQUE (ticket_id, waiting_since),
  constraint response_targets_order CHECK (((started_at <= warn_at) AND (warn_at <= due_at))),
  constraint response_targets_outcome_check CHECK ((outcome = ANY (ARRAY['met'::text, 'missed'::text, 'void'::text]))),
  constraint response_targets_promised_check CHECK ((promised >= 0)),
  constraint response_targets_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint response_targets_settled CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  constraint response_targets_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);

create table saved_cards (
  id integer not null generated always as identity,
  account_id integer not null,
  gateway text not null,
  gateway_id text not null /* The gateway's ids of the card and of the customer who owns it. */,
  gateway_customer text not null,
  brand text not null,
  last4 text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  country character(2) /* Country of issue, as evidence for VAT. Null if the gateway does not report it. */,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone /* Time from which the card is no longer charged: removed by the gateway, replaced, or permanently declined. */,
  detach_asked_at timestamp with time zone /* Time at which its removal from the gateway was requested, and time of the removal. Reasons: its owner removed or replaced it, its account is closed, or its bank declined it for good. */,
  detached_at timestamp with time zone,
  constraint saved_cards_pkey PRIMARY KEY (id),
  constraint saved_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint saved_cards_expiry_month_check CHECK (((expiry_month >= 1) AND (expiry_month <= 12))),
  constraint saved_cards_gateway_check CHECK ((gateway = ANY (ARRAY['bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint saved_cards_gateway_customer_check CHECK ((gateway_customer <> ''::text)),
  constraint saved_cards_gateway_gateway_id_key UNIQUE (gateway, gateway_id),
  constraint saved_cards_gateway_id_check CHECK ((gateway_id <> ''::text)),
  constraint saved_cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text))
);

create table scanner_settings (
  only_one boolean not null default true,
  socket text /* Address of the scanner: a unix socket, or a host and a port. All are null if files are accepted unchecked. */,
  host text,
  port integer,
  away_since timestamp with time zone /* Time since which the scanner fails, with the error. Null if it works. */,
  away_error text,
  constraint scanner_settings_pkey PRIMARY KEY (only_one),
  constraint scanner_settings_away CHECK (((away_since IS NULL) = (away_error IS NULL))),
  constraint scanner_settings_complete CHECK (((host IS NULL) = (port IS NULL))),
  constraint scanner_settings_host_check CHECK ((host <> ''::text)),
  constraint scanner_settings_one_place CHECK (((socket IS NULL) OR (host IS NULL))),
  constraint scanner_settings_only_one_check CHECK (only_one),
  constraint scanner_settings_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint scanner_settings_socket_check CHECK ((socket ~~ '/%'::text))
);

-- Migrations that made the tables of this database (db/judge-schema.ts). Only the owner reads it.
create table schema_digests (
  migration text not null /* Name of the migration. */,
  digest text not null /* SHA-256 of its statements, in hex. */,
  release text not null /* Release that recorded the row, with its commit, such as 0.1.0+6f617465f4a1. */,
  at timestamp with time zone not null /* Time of the record. */,
  constraint schema_digests_pkey PRIMARY KEY (migration),
  constraint schema_digests_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
);

-- One row.
create table seller (
  only_one boolean not null default true,
  name text not null default ''::text,
  address text not null default ''::text,
  city text not null default ''::text,
  postal_code text not null default ''::text,
  country text not null default 'DE'::text,
  company_number text,
  vat_number text /* VAT number with its country prefix. Queries to the VAT register use it. */,
  email text,
  iban text,
  bic text,
  bank_name text,
  oss boolean not null default true /* True if registered for the One Stop Shop. Consumers of other EU countries then pay the VAT of their country. */,
  small_business_threshold_passed boolean not null default false /* True if sales to these consumers exceed 10 000 EUR a year. They then pay the same VAT without a registration. */,
  logo bytea /* PNG or JPEG file. */,
  time_zone text /* IANA time zone that the catalogue names. Null if it names none. */,
  constraint seller_pkey PRIMARY KEY (only_one),
  constraint seller_bank_name_check CHECK ((bank_name <> ''::text)),
  constraint seller_bic_check CHECK ((bic <> ''::text)),
  constraint seller_company_number_check CHECK ((company_number <> ''::text)),
  constraint seller_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint seller_email_check CHECK ((email <> ''::text)),
  constraint seller_iban_check CHECK ((iban <> ''::text)),
  constraint seller_only_one_check CHECK (only_one),
  constraint seller_time_zone_check CHECK ((time_zone <> ''::text)),
  constraint seller_vat_number_check CHECK ((vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'::text))
);

-- A server without the columns that every service has. Read `servers` instead, and write both by db/tables/servers/rows.ts.
create table server_details (
  id integer not null,
  node_id integer not null,
  plan_id integer not null,
  image_id integer not null,
  hostname text not null,
  power text not null,
  status_reason text /* Sentence for the customer, if one is needed, such as why the deployment failed. */,
  vcpus integer not null,
  memory_mb integer not null,
  disk_gb integer not null,
  network_speed_mbps integer not null,
  bandwidth_tb integer not null,
  root_password_hash text,
  startup_script text,
  boot_id text,
  ssh_host text /* Endpoint of the guest for SSH clients: its address, or a forwarded port of the host. */,
  ssh_port integer,
  rescue boolean not null default false,
  network_suspended boolean not null default false,
  holds_capacity boolean not null default false /* True if capacity of the node is held for the server. */,
  updated_at timestamp with time zone not null default now(),
  source_copy_id integer /* Copy that the first disk was made from. Null if it was made from the image. */,
  seed_version integer not null default 1 /* Version of the seed, raised with each seed that the guest must apply again. */,
  seed_waits text[] not null default '{}'::text[] /* Parts of the seed that the guest applies at its next boot. */,
  rescue_seed jsonb /* Seed of the rescue system. Null outside rescue mode. */,
  primary_iso_id integer /* ISOs in the drives. Null for an empty drive. */,
  secondary_iso_id integer,
  boot_iso boolean not null default false /* True if the next start boots the primary drive. */,
  disk_replaced_by integer /* Workflow that last replaced the disk. Null if none did. */,
  dedicated_cpu boolean not null default false /* True if each vCPU is a core of its own. */,
  crashed_at timestamp with time zone /* Time at which the guest was found crashed. Null once it runs again or is switched off. */,
  crash_starts timestamp with time zone[] not null default '{}'::timestamp with time zone[] /* Times of starts after a crash. A start that the owner orders clears them. */,
  startup_script_at timestamp with time zone /* Time at which the startup script was given: with the order, or with a reinstall. */,
  startup_script_kind text not null default 'script'::text /* Kind of the user data in startup_script. The first line decides when the data is given. */,
  constraint server_details_pkey PRIMARY KEY (id),
  constraint server_details_bandwidth_tb_check CHECK ((bandwidth_tb >= 0)),
  constraint server_details_disk_gb_check CHECK ((disk_gb > 0)),
  constraint server_details_hostname_check CHECK (((length(hostname) >= 1) AND (length(hostname) <= 253))),
  constraint server_details_id_fkey FOREIGN KEY (id) REFERENCES services(id),
  constraint server_details_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint server_details_memory_mb_check CHECK ((memory_mb > 0)),
  constraint server_details_network_speed_mbps_check CHECK ((network_speed_mbps > 0)),
  constraint server_details_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint server_details_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint server_details_power_check CHECK ((power = ANY (ARRAY['absent'::text, 'booting'::text, 'running'::text, 'stopped'::text, 'crashed'::text, 'interrupted'::text, 'unreachable'::text, 'stalled'::text]))),
  constraint server_details_primary_iso_id_fkey FOREIGN KEY (primary_iso_id) REFERENCES isos(id),
  constraint server_details_secondary_iso_id_fkey FOREIGN KEY (secondary_iso_id) REFERENCES isos(id),
  constraint server_details_seed_version_check CHECK ((seed_version > 0)),
  constraint server_details_seed_waits_check CHECK ((seed_waits <@ ARRAY['hostname'::text, 'password'::text, 'ssh_keys'::text])),
  constraint server_details_source_copy_id_fkey FOREIGN KEY (source_copy_id) REFERENCES copies(id) ON DELETE SET NULL,
  constraint server_details_ssh_port_check CHECK (((ssh_port >= 1) AND (ssh_port <= 65535))),
  constraint server_details_startup_script_kind_check CHECK ((startup_script_kind = ANY (ARRAY['script'::text, 'cloud-config'::text, 'template'::text, 'boothook'::text, 'mime'::text]))),
  constraint server_details_vcpus_check CHECK ((vcpus > 0))
);

-- Closed buckets of servers with neighbouring ids, of one moment, until they are folded into server_metrics.
create table server_metric_batches (
  id bigint not null generated always as identity,
  neighbours integer not null /* Ids of the servers divided by 64. */,
  at timestamp with time zone not null /* Start of the buckets. */,
  server_ids integer[] not null,
  buckets bytea[] not null /* Packed buckets (model/servers/metrics.ts), in the order of server_ids. */,
  constraint server_metric_batches_pkey PRIMARY KEY (neighbours, at, id)
);

-- The closed buckets of a day (UTC), packed one after the other (model/servers/metrics.ts).
create table server_metrics (
  server_id integer not null,
  day date not null,
  buckets bytea not null,
  constraint server_metrics_pkey PRIMARY KEY (server_id, day),
  constraint server_metrics_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id)
);

-- Latest sample of a server. Written every few seconds and therefore not logged: a crash of PostgreSQL empties the table. The next sample then continues from server_usage.
create unlogged table server_samples (
  server_id integer not null,
  sampled_at timestamp with time zone not null,
  cpu_seconds double precision not null /* Counters of the last sample. The next sample counts the difference. */,
  net_in_bytes bigint not null,
  net_out_bytes bigint not null,
  disk_read_bytes bigint not null,
  disk_written_bytes bigint not null,
  cpu_percent real not null /* Share of the vCPUs in use between the last two samples, 0 to 100. */,
  disk_bytes bigint not null,
  unsaved_in_bytes bigint not null /* Counted bytes that are not yet in server_usage and server_traffic. */,
  unsaved_out_bytes bigint not null,
  bucket_running boolean not null /* Sums of the bucket of 5 minutes that the sample is in. */,
  bucket_seconds double precision not null /* Seconds between the samples in the bucket. */,
  bucket_cpu_seconds double precision not null,
  bucket_in_bytes bigint not null,
  bucket_out_bytes bigint not null,
  bucket_read_bytes bigint not null,
  bucket_written_bytes bigint not null,
  constraint server_samples_pkey PRIMARY KEY (server_id),
  constraint server_samples_cpu_percent_check CHECK (((cpu_percent >= (0)::double precision) AND (cpu_percent <= (100)::double precision))),
  constraint server_samples_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id)
);

-- Servers in the form that a search reads.
create table server_search (
  server_id integer not null,
  account_id integer not null,
  status server_status not null,
  created_at timestamp with time zone not null,
  expiry_at timestamp with time zone not null /* Expiry of the service, or `infinity` if it has none, which sorts alike. */,
  names bytea not null /* Hostname and addresses in lower case, one per line. A search text never contains a line break. Stored as bytes, since `position` takes three quarters of the time of `like`. */,
  constraint server_search_pkey PRIMARY KEY (server_id)
);

create table server_ssh_keys (
  server_id integer not null,
  ssh_key_id integer not null,
  hostname text /* Hostname of the server. Null once the server has ended. Triggers write it. */,
  constraint server_ssh_keys_pkey PRIMARY KEY (server_id, ssh_key_id),
  constraint server_ssh_keys_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id) ON DELETE CASCADE,
  constraint server_ssh_keys_ssh_key_id_fkey FOREIGN KEY (ssh_key_id) REFERENCES ssh_keys(id) ON DELETE CASCADE
);

-- Bytes that a server received and sent on a day (UTC).
create table server_traffic (
  server_id integer not null,
  day date not null,
  in_bytes bigint not null,
  out_bytes bigint not null,
  constraint server_traffic_pkey PRIMARY KEY (server_id, day),
  constraint server_traffic_in_bytes_check CHECK ((in_bytes >= 0)),
  constraint server_traffic_out_bytes_check CHECK ((out_bytes >= 0)),
  constraint server_traffic_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id)
);

-- Traffic of a server up to its last save: after 64 MB, and with the first sample of an hour.
create table server_usage (
  server_id integer not null,
  saved_at timestamp with time zone not null,
  net_in_bytes bigint not null /* Counters of the saved sample. All traffic up to them is counted. */,
  net_out_bytes bigint not null,
  cycle_began_at timestamp with time zone not null,
  cycle_bytes bigint not null /* Bytes received and sent since the cycle began, over all boots. */,
  constraint server_usage_pkey PRIMARY KEY (server_id),
  constraint server_usage_server_id_fkey FOREIGN KEY (server_id) REFERENCES server_details(id)
);

-- One row per service, not per process. It is written about once a minute while any process of the service runs.
create table service_beats (
  service text not null,
  beat_at timestamp with time zone not null /* Time of the last beat. The beat that ends an outage postpones deadlines in the same transaction. */,
  constraint service_beats_pkey PRIMARY KEY (service),
  constraint service_beats_service_check CHECK ((service = ANY (ARRAY['api'::text, 'worker'::text])))
);

-- Ends of services by staff. A row is open until it is undone or the service is terminated.
create table service_ends (
  id integer not null generated always as identity,
  service_id integer not null,
  reason text not null /* Reason as a sentence, which the customer reads. */,
  ends_at timestamp with time zone not null,
  was_suspended boolean not null /* True if staff had suspended the service before. Undoing the end then leaves it suspended. */,
  requested_by integer /* Member of the staff. Null for somebody at the host. */,
  approved_by integer /* Member of the staff. Null for somebody at the host, and for an end without an approval. */,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint service_ends_pkey PRIMARY KEY (id),
  constraint service_ends_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint service_ends_reason_check CHECK ((reason <> ''::text)),
  constraint service_ends_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES staff(id),
  constraint service_ends_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id)
);

-- Periods of a service. A row is written when the period is ordered, and for a new service when its first period begins.
create table service_periods (
  service_id integer not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  order_line_id integer not null /* Order line that pays for the period. */,
  state text not null /* `ordered` while the order waits for payment, `void` if it was cancelled unpaid. A manual order may replace a void period, an automatic one may not. */,
  automatic boolean not null default false /* True if the renewals job ordered the period, not the owner. */,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint service_periods_pkey PRIMARY KEY (service_id, period_from),
  constraint service_periods_apart EXCLUDE USING gist (int4range(service_id, service_id, '[]'::text) WITH &&, tstzrange(period_from, period_to) WITH &&) WHERE ((state <> 'void'::text)),
  constraint service_periods_forward CHECK ((period_to > period_from)),
  constraint service_periods_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint service_periods_order_line_id_key UNIQUE (order_line_id),
  constraint service_periods_paid CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint service_periods_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint service_periods_state_check CHECK ((state = ANY (ARRAY['ordered'::text, 'paid'::text, 'void'::text])))
);

create table services (
  id integer not null generated always as identity,
  type text not null /* Type of service (domain/services/registry.ts). */,
  account_id integer not null,
  parent_id integer /* Server of an addon. The addon is renewed and ends with that server. */,
  key text /* Key in the catalogue: `backups`, `cpanel` and so on for an addon, the plan for a floating IP or for support. Null for a server, whose plan is in its own row. */,
  status text not null,
  quantity integer not null default 1 /* Number of seats, addresses, TB and so on. */,
  billing_cycle integer not null /* Length in months. */,
  renew_price bigint not null /* Net cents per billing cycle for the whole quantity, without discounts. */,
  promo_code text /* Promo code of the order. */,
  discounts jsonb not null default '[]'::jsonb /* Discounts of promo codes on the paid time, and the value of time that was given: [{net, from, to}] (model/pricing/paid-value.ts). */,
  auto_renew boolean not null default true,
  created_at timestamp with time zone not null default now(),
  activated_at timestamp with time zone,
  billing_anchor timestamp with time zone /* Time from which periods are counted. Set together with expiry_at. */,
  expiry_at timestamp with time zone /* End of the paid time, or the end that the staff set (`term_changes`). */,
  suspend_after timestamp with time zone /* Earliest time of a suspension for lack of payment. Null if the expiry applies. It moves by the length of an outage (jobs/heartbeat.ts). */,
  suspended_at timestamp with time zone /* Start of the grace period: time of the suspension, or of a later cancellation. It moves by the length of an outage of the API. */,
  staff_suspended_at timestamp with time zone /* Time of a suspension by the staff, and its reason, which the owner reads. Only the staff ends it, whatever is paid. Never set for addons, which follow their server. */,
  staff_suspend_reason text,
  ended_at timestamp with time zone,
  end_steps jsonb /* Calculation of the refund, if the service ended early (model/pricing/explanation.ts). */,
  staff_ends_at timestamp with time zone /* End that staff ordered (service_ends). A trigger writes it, so that renewals need no further table. It stays after the end. Null for none. */,
  constraint services_pkey PRIMARY KEY (id),
  constraint services_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint services_anchored CHECK (((expiry_at IS NULL) OR (billing_anchor IS NOT NULL))),
  constraint services_billing_cycle_check CHECK ((billing_cycle > 0)),
  constraint services_key CHECK (((type = 'server'::text) = (key IS NULL))),
  constraint services_key_check CHECK ((key <> ''::text)),
  constraint services_parent CHECK (((type = 'server-addon'::text) = (parent_id IS NOT NULL))),
  constraint services_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES services(id),
  constraint services_promo_code_check CHECK ((promo_code <> ''::text)),
  constraint services_quantity_check CHECK ((quantity > 0)),
  constraint services_renew_price_check CHECK ((renew_price >= 0)),
  constraint services_staff_suspend_reason_check CHECK ((staff_suspend_reason <> ''::text)),
  constraint services_staff_suspended CHECK ((((staff_suspended_at IS NULL) = (staff_suspend_reason IS NULL)) AND ((staff_suspended_at IS NULL) OR ((parent_id IS NULL) AND (status = ANY (ARRAY['suspended'::text, 'terminated'::text])))))),
  constraint services_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'processing'::text, 'active'::text, 'suspended'::text, 'terminated'::text]))),
  constraint services_type_check CHECK ((type = ANY (ARRAY['server'::text, 'server-addon'::text, 'floating-ip'::text, 'support-plan'::text])))
);

create table sessions (
  id integer not null generated always as identity,
  user_id integer not null,
  account_id integer not null /* Account that the session acts in, one at a time. The user is a member of it. */,
  secret_hash bytea not null /* SHA-256 of the secret in the cookie. */,
  previous_hash bytea /* SHA-256 of the secret before the last rotation, for requests that were in flight. */,
  previous_until timestamp with time zone /* Time until which the previous secret works. Null until the new secret is used, since the reply that contains it may have been lost. */,
  created_at timestamp with time zone not null,
  rotated_at timestamp with time zone not null /* Time at which the secret was created. */,
  authenticated_at timestamp with time zone not null /* Time at which the user last proved their identity, by password and second factor. */,
  last_used_at timestamp with time zone not null,
  last_used_from inet,
  user_agent text not null default ''::text /* User agent of the browser. */,
  expires_at timestamp with time zone not null /* Time at which the session ends, even if it is in use. */,
  ended_at timestamp with time zone /* Time of an earlier end. Null if there was none. */,
  identity_provider_id integer,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sessions_identity_provider_id_fkey FOREIGN KEY (identity_provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint sessions_overlap CHECK (((previous_hash IS NOT NULL) OR (previous_until IS NULL))),
  constraint sessions_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint sessions_previous_hash_key UNIQUE (previous_hash),
  constraint sessions_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint sessions_secret_hash_key UNIQUE (secret_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Users who gave the right password and must still give a second factor.
create table sign_in_challenges (
  id integer not null generated always as identity,
  secret_hash bytea not null /* SHA-256 of the secret that continues the sign-in. */,
  user_id integer not null,
  email_code_hash bytea /* HMAC of the code that was sent by email. Null if a code of the authenticator app is requested. */,
  tries integer not null default 0 /* Number of wrong codes. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  done_at timestamp with time zone /* Time from which no code is accepted. Null if one can be given. */,
  identity_provider_id integer,
  authenticated_at timestamp with time zone,
  constraint sign_in_challenges_pkey PRIMARY KEY (id),
  constraint sign_in_challenges_email_code_hash_check CHECK ((length(email_code_hash) = 32)),
  constraint sign_in_challenges_identity_provider_id_fkey FOREIGN KEY (identity_provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint sign_in_challenges_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint sign_in_challenges_secret_hash_key UNIQUE (secret_hash),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Links by which the owner of the demo account signs in for the first time. Only the command line creates them. A used link is deleted.
create table sign_in_links (
  user_id integer not null /* A new link ends the user's previous one. */,
  secret_hash bytea not null /* SHA-256 of the secret. */,
  expires_at timestamp with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (user_id),
  constraint sign_in_links_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint sign_in_links_secret_hash_key UNIQUE (secret_hash),
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Networks from which users have signed in. A sign-in from there is not new to the user. A flood of wrong passwords from elsewhere cannot lock the user out there.
create table sign_in_places (
  user_id integer not null,
  network text not null /* An IPv4 address, or an IPv6 prefix of 64 bits. */,
  last_used_at timestamp with time zone not null,
  constraint sign_in_places_pkey PRIMARY KEY (user_id, network),
  constraint sign_in_places_network_check CHECK ((network <> ''::text)),
  constraint sign_in_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Browsers that were sent to a provider. Each comes back once, within minutes, for the purpose that it was sent for.
create table sign_on_requests (
  id integer not null generated always as identity,
  provider_id integer not null,
  purpose text not null,
  state_hash bytea not null /* SHA-256 of the state in the URL, and of the secret in the browser's cookie. Nonce and code verifier are derived from that secret. */,
  browser_hash bytea not null,
  session_id integer /* Session that confirms or tests. Null if nobody is signed in yet. */,
  second_factor boolean not null default false /* True if the user gave a code of the authenticator app at the beginning. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  done_at timestamp with time zone /* Time at which the browser came back, whatever the result. */,
  constraint sign_on_requests_pkey PRIMARY KEY (id),
  constraint sign_on_requests_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint sign_on_requests_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint sign_on_requests_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'confirm'::text, 'test'::text]))),
  constraint sign_on_requests_session CHECK (((session_id IS NULL) = (purpose = 'sign_in'::text))),
  constraint sign_on_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint sign_on_requests_state_hash_check CHECK ((length(state_hash) = 32)),
  constraint sign_on_requests_state_hash_key UNIQUE (state_hash)
);

create table sign_up_settings (
  only_one boolean not null default true,
  mode text not null default 'closed'::text /* People who may open an account: everybody, those whom the host has invited, or nobody. */,
  terms_version text /* Version and URL of the current terms of service. Null if there are none yet. */,
  terms_url text,
  constraint sign_up_settings_pkey PRIMARY KEY (only_one),
  constraint sign_up_settings_complete CHECK (((mode = 'closed'::text) OR (terms_version IS NOT NULL))),
  constraint sign_up_settings_mode_check CHECK ((mode = ANY (ARRAY['open'::text, 'invitation'::text, 'closed'::text]))),
  constraint sign_up_settings_only_one_check CHECK (only_one),
  constraint sign_up_settings_terms CHECK (((terms_version IS NULL) = (terms_url IS NULL))),
  constraint sign_up_settings_terms_url_check CHECK ((terms_url ~ '^https?://'::text)),
  constraint sign_up_settings_terms_version_check CHECK ((terms_version <> ''::text))
);

-- Requests to become a customer. A request stores only the address, whether or not a user has it. A job looks the address up and sends a mail.
create table sign_ups (
  id integer not null generated always as identity,
  email text not null /* Address in lower case. */,
  language text not null default 'en'::text /* Language of the mail and of the user. */,
  asked_from inet /* IP address of the request. Null if unknown, or for an invitation by the host. */,
  invited_by text /* Person of the host who sent the invitation. Null if the sign-up was requested. */,
  created_at timestamp with time zone not null,
  secret_hash bytea /* SHA-256 of the secret in the link, and its expiry. Null until the job has run, and if a user has the address. */,
  expires_at timestamp with time zone,
  outcome text /* Result: `account`, or `known` if a user already has the address. Null while the request waits. */,
  account_id integer,
  constraint sign_ups_pkey PRIMARY KEY (id),
  constraint sign_ups_account CHECK (((NOT (outcome IS DISTINCT FROM 'account'::text)) = (account_id IS NOT NULL))),
  constraint sign_ups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sign_ups_email_check CHECK ((email ~~ '%_@_%'::text)),
  constraint sign_ups_invited_by_check CHECK ((invited_by <> ''::text)),
  constraint sign_ups_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint sign_ups_outcome_check CHECK ((outcome = ANY (ARRAY['account'::text, 'known'::text]))),
  constraint sign_ups_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint sign_ups_secret_hash_key UNIQUE (secret_hash),
  constraint sign_ups_sent CHECK (((secret_hash IS NULL) = (expires_at IS NULL)))
);

-- Sources of packets to an address in a minute, those with the most bytes. Kept for an hour. Not logged: a crash of PostgreSQL empties the table.
create unlogged table source_traffic (
  ip_address_id integer not null,
  minute timestamp with time zone not null /* Start of the minute. */,
  sources inet[] not null,
  bytes bigint[] not null /* Bytes and packets of each source, let through or dropped. */,
  packets bigint[] not null,
  other_bytes bigint not null default 0 /* Bytes and packets of all sources that are not listed. */,
  other_packets bigint not null default 0,
  constraint source_traffic_pkey PRIMARY KEY (ip_address_id, minute),
  constraint source_traffic_bounded CHECK (((cardinality(sources) <= 64) AND (cardinality(bytes) = cardinality(sources)) AND (cardinality(packets) = cardinality(sources)))),
  constraint source_traffic_ip_address_id_fkey FOREIGN KEY (ip_address_id) REFERENCES ip_addresses(id) ON DELETE CASCADE
);

create table ssh_keys (
  id integer not null generated always as identity,
  account_id integer not null,
  name text not null,
  fingerprint text not null,
  public_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint ssh_keys_pkey PRIMARY KEY (id),
  constraint ssh_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ssh_keys_name_check CHECK ((name <> ''::text)),
  constraint ssh_keys_once UNIQUE (account_id, fingerprint)
);

-- Rows are kept, since audit lines name them. A person who leaves is disabled.
create table staff (
  id integer not null generated always as identity,
  email text not null,
  name text not null,
  role text not null /* Role of the person. The operator's operations list what each role may do (contract/operator). */,
  disabled_at timestamp with time zone /* Time from which the person's tokens are refused. Null if enabled. */,
  created_at timestamp with time zone not null default now(),
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_email_check CHECK ((email <> ''::text)),
  constraint staff_name_check CHECK ((name <> ''::text)),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['support'::text, 'billing'::text, 'technical'::text, 'owner'::text])))
);

-- Operations that a member of the staff may not do alone, kept until another member decides.
create table staff_approvals (
  id integer not null generated always as identity,
  operation text not null,
  input jsonb not null /* Input as the operation validated it. */,
  amount bigint /* Amount in cents. For time that is given, its price. */,
  account_id integer /* Account that the operation concerns. Null for none. */,
  requested_by integer not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  outcome text /* void: it can no longer be carried out, as the reason says. */,
  decided_by integer /* Member of the staff who decided. Null before that, and for somebody at the host, who has only a name. */,
  decided_name text,
  decided_at timestamp with time zone,
  reason text,
  expiry_mail jsonb /* Address and data of the mail to the requester about the expiry. Null once it was queued, and after a decision. */,
  constraint staff_approvals_pkey PRIMARY KEY (id),
  constraint staff_approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint staff_approvals_amount_check CHECK ((amount > 0)),
  constraint staff_approvals_decided CHECK ((((outcome IS NULL) = (decided_at IS NULL)) AND (((outcome IS NULL) OR (outcome = 'void'::text)) = (decided_name IS NULL)))),
  constraint staff_approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint staff_approvals_four_eyes CHECK (((outcome <> 'approved'::text) OR (decided_by <> requested_by))),
  constraint staff_approvals_operation_check CHECK ((operation = ANY (ARRAY['assignBank'::text, 'chargeAccount'::text, 'confirmPayment'::text, 'endAccount'::text, 'endService'::text, 'failRefund'::text, 'fundAccount'::text, 'refundOrder'::text, 'refundPayment'::text, 'setService'::text]))),
  constraint staff_approvals_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'refused'::text, 'void'::text]))),
  constraint staff_approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES staff(id)
);

-- Credentials of the staff: both factors, or no row.
create table staff_credentials (
  staff_id integer not null,
  password_hash text not null /* Hash by argon2id. */,
  totp_secret bytea not null /* Secret of the authenticator app, sealed with the installation's key for this person (model/installation/sealing.ts). */,
  last_step bigint not null /* Latest step of 30 seconds whose code was accepted. Neither this code nor an earlier one is accepted again. */,
  created_at timestamp with time zone not null,
  constraint staff_credentials_pkey PRIMARY KEY (staff_id),
  constraint staff_credentials_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_credentials_totp_secret_check CHECK ((length(totp_secret) > 29))
);

-- Stored replies for repeated requests of the staff.
create table staff_idempotency_keys (
  staff_id integer not null,
  key text not null,
  fingerprint bytea not null /* SHA-256 of method, path and body. */,
  status integer not null,
  headers jsonb not null default '{}'::jsonb,
  body text,
  created_at timestamp with time zone not null default now(),
  constraint staff_idempotency_keys_pkey PRIMARY KEY (staff_id, key),
  constraint staff_idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint staff_idempotency_keys_key_check CHECK ((key <> ''::text)),
  constraint staff_idempotency_keys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_idempotency_keys_status_check CHECK (((status >= 0) AND (status <= 599)))
);

-- Identity of a member of the staff at the provider.
create table staff_identities (
  staff_id integer not null,
  issuer text not null,
  subject text not null,
  by_group boolean not null default false /* True if a group admitted the person. The group then sets the role at each sign-in. */,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint staff_identities_pkey PRIMARY KEY (staff_id),
  constraint staff_identities_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_identities_subject UNIQUE (issuer, subject),
  constraint staff_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

-- Groups whose members belong to the staff, with their role. The alphabetically first of several groups decides.
create table staff_identity_groups (
  name text not null,
  role text not null,
  constraint staff_identity_groups_pkey PRIMARY KEY (name),
  constraint staff_identity_groups_name_check CHECK ((name <> ''::text)),
  constraint staff_identity_groups_role_check CHECK ((role = ANY (ARRAY['support'::text, 'billing'::text, 'technical'::text, 'owner'::text])))
);

-- One row, or none.
create table staff_identity_provider (
  only_one boolean not null default true,
  issuer text not null /* Issuer as the provider's tokens name it. */,
  client_id text not null,
  client_secret bytea not null /* Sealed with the installation's key. */,
  redirect_url text not null /* Page of the host that the provider redirects browsers to. */,
  trusted_amr text[] not null default '{}'::text[] /* Values of amr and acr that prove a second factor. A sign-in without any of them is refused. */,
  trusted_acr text[] not null default '{}'::text[],
  groups_claim text /* Claim that names groups. Null if everybody who signs in was invited. */,
  updated_at timestamp with time zone not null,
  trust_email boolean not null default false /* True if addresses count although the provider does not call them verified. */,
  constraint staff_identity_provider_pkey PRIMARY KEY (only_one),
  constraint staff_identity_provider_client_id_check CHECK ((client_id <> ''::text)),
  constraint staff_identity_provider_groups_claim_check CHECK ((groups_claim <> ''::text)),
  constraint staff_identity_provider_issuer_check CHECK ((issuer <> ''::text)),
  constraint staff_identity_provider_only_one_check CHECK (only_one),
  constraint staff_identity_provider_redirect_url_check CHECK ((redirect_url <> ''::text)),
  constraint staff_identity_provider_trusted CHECK (((cardinality(trusted_amr) + cardinality(trusted_acr)) > 0))
);

-- Invitations to set up the own sign-in, one per person. A used invitation is deleted.
create table staff_invitations (
  staff_id integer not null,
  secret_hash bytea not null /* SHA-256 of the secret, which the operator hands over. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  password_hash text /* Password and secret of the first step, until a code proves that the app has the secret. */,
  totp_secret bytea,
  constraint staff_invitations_pkey PRIMARY KEY (staff_id),
  constraint staff_invitations_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint staff_invitations_secret_hash_key UNIQUE (secret_hash),
  constraint staff_invitations_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_invitations_step CHECK (((password_hash IS NULL) = (totp_secret IS NULL)))
);

-- Recovery codes for a lost app, each accepted once.
create table staff_recovery_codes (
  staff_id integer not null,
  code_hash bytea not null /* HMAC of the code under the installation's key. */,
  used_at timestamp with time zone /* Time of use. Null if unused. */,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_credentials(staff_id) ON DELETE CASCADE
);

-- Browsers that were sent to the provider. Each comes back once, within minutes, for the purpose that it was sent for.
create table staff_sign_on_requests (
  id integer not null generated always as identity,
  purpose text not null,
  state_hash bytea not null /* SHA-256 of the state in the URL, and of the secret in the browser's cookie. */,
  browser_hash bytea not null,
  invitation_hash bytea /* SHA-256 of the secret of the invitation that links a person. */,
  staff_token_id integer /* Session that confirms. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  done_at timestamp with time zone /* Time at which the browser came back, whatever the result. */,
  constraint staff_sign_on_requests_pkey PRIMARY KEY (id),
  constraint staff_sign_on_requests_bound CHECK ((((invitation_hash IS NOT NULL) = (purpose = 'link'::text)) AND ((staff_token_id IS NOT NULL) = (purpose = 'confirm'::text)))),
  constraint staff_sign_on_requests_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint staff_sign_on_requests_invitation_hash_check CHECK ((length(invitation_hash) = 32)),
  constraint staff_sign_on_requests_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'link'::text, 'confirm'::text]))),
  constraint staff_sign_on_requests_staff_token_id_fkey FOREIGN KEY (staff_token_id) REFERENCES staff_tokens(id) ON DELETE CASCADE,
  constraint staff_sign_on_requests_state_hash_check CHECK ((length(state_hash) = 32)),
  constraint staff_sign_on_requests_state_hash_key UNIQUE (state_hash)
);

create table staff_tokens (
  id integer not null generated always as identity,
  staff_id integer not null,
  made_by integer /* Member of the staff who created the token. Null for somebody at the host, or for a session. */,
  kind text not null default 'token'::text /* `token` for a program, `session` for a signed-in browser with its secret in a cookie. */,
  name text not null,
  token_hash bytea not null /* SHA-256 of the token or of the secret, which is shown once and never stored. */,
  hint text not null /* First characters, by which people recognise the token. */,
  allowed_networks text[] not null default '{}'::text[] /* Networks from which the token works, in CIDR form. Empty for all networks. */,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from inet /* Address of the last use. */,
  authenticated_at timestamp with time zone /* Time at which the person last proved their identity. Null for a program's token. */,
  place text /* Place of the sign-in, as attempts are counted (domain/sign-in/place.ts). Set for a session. */,
  by_provider boolean not null default false,
  constraint staff_tokens_pkey PRIMARY KEY (id),
  constraint staff_tokens_kind_check CHECK ((kind = ANY (ARRAY['token'::text, 'session'::text]))),
  constraint staff_tokens_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint staff_tokens_session CHECK ((((kind = 'session'::text) = (authenticated_at IS NOT NULL)) AND ((kind = 'token'::text) OR ((last_used_at IS NOT NULL) AND (place IS NOT NULL))))),
  constraint staff_tokens_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint staff_tokens_token_hash_key UNIQUE (token_hash)
);

create table support_accesses (
  id integer not null generated always as identity,
  account_id integer not null,
  staff_id integer not null /* Member of the staff who acts. */,
  grant_id integer /* Consent that the access uses. Null for an access without consent, which has a reason. */,
  reason text /* Reason for an access without consent, which the account reads. */,
  scope text not null,
  staff_token_id integer /* Token of the staff that opened the access. The access ends with it. Null if opened at the host. */,
  allowed_networks text[] not null default '{}'::text[] /* Networks from which the access works, as for that token, in CIDR form. Empty for all networks. */,
  token_hash bytea not null /* SHA-256 of the token. The token itself is shown once and never stored. */,
  hint text not null /* First characters, by which people recognise the token. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone /* Time of an early end. Null if there was none. */,
  last_used_at timestamp with time zone,
  last_used_from inet /* Address of the last use. */,
  constraint support_accesses_pkey PRIMARY KEY (id),
  constraint support_accesses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint support_accesses_bounded CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '01:00:00'::interval)))),
  constraint support_accesses_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES support_grants(id) ON DELETE CASCADE,
  constraint support_accesses_reason_check CHECK (((length(reason) >= 10) AND (length(reason) <= 500))),
  constraint support_accesses_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint support_accesses_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint support_accesses_staff_token_id_fkey FOREIGN KEY (staff_token_id) REFERENCES staff_tokens(id) ON DELETE CASCADE,
  constraint support_accesses_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint support_accesses_token_hash_key UNIQUE (token_hash),
  constraint support_accesses_why CHECK (((grant_id IS NULL) = (reason IS NOT NULL)))
);

-- Departments that receive tickets.
create table support_departments (
  id integer not null generated always as identity,
  key text not null,
  name text not null,
  "position" integer not null default 0,
  disabled_at timestamp with time zone /* Time from which the department gets no new tickets. Null if enabled. */,
  constraint support_departments_pkey PRIMARY KEY (id),
  constraint support_departments_key_check CHECK ((key <> ''::text)),
  constraint support_departments_key_key UNIQUE (key),
  constraint support_departments_name_check CHECK ((name <> ''::text))
);

create table support_grants (
  id integer not null generated always as identity,
  account_id integer not null,
  scope text not null /* Permission of support. Write includes read. */,
  ticket_id integer /* Ticket that the consent concerns. Null for no particular ticket. */,
  granted_by integer /* Member who consented. Null if the user is gone. */,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone /* Time at which the account ended the consent early. Null if it did not. */,
  constraint support_grants_pkey PRIMARY KEY (id),
  constraint support_grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint support_grants_bounded CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '168:00:00'::interval)))),
  constraint support_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint support_grants_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint support_grants_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE SET NULL
);

-- Working hours of support: one row, or none for Monday to Friday from 9 to 17 (UTC).
create table support_hours (
  only_one boolean not null default true,
  time_zone text not null /* IANA name of the time zone of these hours. */,
  monday text not null /* Hours of each day as `09:00-17:00`, or `closed`. */,
  tuesday text not null,
  wednesday text not null,
  thursday text not null,
  friday text not null,
  saturday text not null,
  sunday text not null,
  holidays text[] not null default '{}'::text[] /* Days on which support is closed: `2026-12-25`. */,
  constraint support_hours_pkey PRIMARY KEY (only_one),
  constraint support_hours_only_one_check CHECK (only_one),
  constraint support_hours_time_zone_check CHECK ((time_zone <> ''::text))
);

create table support_plans (
  id integer not null generated always as identity,
  key text not null,
  name text not null,
  price bigint not null /* Net cents per month. */,
  features text[] not null default '{}'::text[],
  response_minutes integer /* Promised response time in minutes, counted in working hours or around the clock. Null if none is promised. */,
  around_the_clock boolean not null default false,
  credit_percentage integer not null default 0 /* Percentage of a month's price that is credited for each late answer. */,
  "position" integer not null default 0,
  disabled_at timestamp with time zone,
  constraint support_plans_pkey PRIMARY KEY (id),
  constraint support_plans_credit CHECK (((response_minutes IS NOT NULL) OR (credit_percentage = 0))),
  constraint support_plans_credit_percentage_check CHECK (((credit_percentage >= 0) AND (credit_percentage <= 100))),
  constraint support_plans_key_check CHECK ((key <> ''::text)),
  constraint support_plans_key_key UNIQUE (key),
  constraint support_plans_name_check CHECK ((name <> ''::text)),
  constraint support_plans_price_check CHECK ((price >= 0)),
  constraint support_plans_response_minutes_check CHECK ((response_minutes > 0))
);

-- Moves of the end of a service by the staff, together with those of its addons (model/pricing/moved-end.ts).
create table term_changes (
  id integer not null generated always as identity,
  service_id integer not null,
  changed_at timestamp with time zone not null,
  anchor_before timestamp with time zone not null /* Previous anchor, from which the periods paid until then are counted. */,
  expiry_before timestamp with time zone not null,
  expiry_after timestamp with time zone not null,
  cut jsonb not null default '[]'::jsonb /* Paid periods that were shortened or removed, as before the move: [{line_id, from, to, paid_at}]. Removed periods have no row in `service_periods`. */,
  constraint term_changes_pkey PRIMARY KEY (id),
  constraint term_changes_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id)
);

-- Terms of service that a user accepted for an account. Rows are kept as they were written.
create table terms_acceptances (
  id integer not null generated always as identity,
  account_id integer not null,
  user_id integer,
  version text not null,
  url text not null /* URL of the terms at that time. */,
  accepted_at timestamp with time zone not null,
  accepted_from inet /* IP address of the user. Null if unknown. */,
  constraint terms_acceptances_pkey PRIMARY KEY (id),
  constraint terms_acceptances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint terms_acceptances_url_check CHECK ((url <> ''::text)),
  constraint terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint terms_acceptances_version_check CHECK ((version <> ''::text))
);

create table ticket_attachments (
  id integer not null generated always as identity,
  account_id integer /* Account of the ticket. Null if it has none. */,
  ticket_id integer not null,
  message_id integer not null,
  author text not null /* Side that wrote the message, and whose limit the file counts towards. */,
  created_at timestamp with time zone not null,
  name text not null,
  mime_type text not null,
  bytes bigint not null,
  sha256 text not null,
  key text not null /* Key of the file. */,
  constraint ticket_attachments_pkey PRIMARY KEY (id),
  constraint ticket_attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ticket_attachments_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint ticket_attachments_bytes_check CHECK ((bytes >= 0)),
  constraint ticket_attachments_key_check CHECK ((key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'::text)),
  constraint ticket_attachments_key_key UNIQUE (key),
  constraint ticket_attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id),
  constraint ticket_attachments_mime_type_check CHECK ((mime_type <> ''::text)),
  constraint ticket_attachments_name_check CHECK ((name <> ''::text)),
  constraint ticket_attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint ticket_attachments_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);

create table ticket_messages (
  id integer not null generated always as identity,
  ticket_id integer not null,
  created_at timestamp with time zone not null,
  author text not null /* Side that wrote the message. Customers have a user_id, or null once the user is gone. Staff have a name. */,
  user_id integer,
  staff_name text,
  mail_from text /* Sender that a mail claims. The claim is verified only if `user_id` is set. */,
  internal boolean not null default false /* True if only the staff sees the message. */,
  content text not null /* HTML that was sanitised before it was stored. */,
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_author CHECK ((((author = 'staff'::text) = (staff_name IS NOT NULL)) AND ((author = 'staff'::text) OR (NOT internal)))),
  constraint ticket_messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint ticket_messages_by_mail CHECK (((author = 'customer'::text) OR (mail_from IS NULL))),
  constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  constraint ticket_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table tickets (
  id integer not null generated always as identity,
  account_id integer /* Account of the ticket. Null for mail from somebody without an account, and for complaints. */,
  complaint boolean not null default false /* True for complaints about abuse, which only the staff sees. */,
  user_id integer /* User who opened the ticket. Null for the staff, or for somebody without an account. */,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null /* Time of the last message or change of the status. */,
  status text not null default 'opened'::text,
  subject text not null,
  department_id integer not null,
  service_id integer /* Service that the ticket concerns. Null for no particular service. */,
  waiting_since timestamp with time zone /* Time since which the customer waits for an answer. Null if the customer does not wait. */,
  resolved_at timestamp with time zone,
  assigned_to text /* Member of the staff who handles the ticket. */,
  mail_token text not null default replace((gen_random_uuid())::text, '-'::text, ''::text) /* Token of the ticket's address. Anybody with the address may write in the ticket by mail (model/mail-in/addresses.ts). */,
  requester text /* Address of the requester who opened the ticket by mail and has no account. */,
  customer_seen integer not null default 0 /* Latest message of the other side that each side has seen. 0 for none. */,
  staff_seen integer not null default 0,
  merged_into integer /* Ticket of the same people that has the messages now. Null if not merged. */,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint tickets_assigned_to_check CHECK ((assigned_to <> ''::text)),
  constraint tickets_department_id_fkey FOREIGN KEY (department_id) REFERENCES support_departments(id),
  constraint tickets_mail_token_check CHECK ((mail_token ~ '^[0-9a-f]{32}$'::text)),
  constraint tickets_mail_token_key UNIQUE (mail_token),
  constraint tickets_merged CHECK (((merged_into IS NULL) OR ((status = 'resolved'::text) AND (merged_into <> id)))),
  constraint tickets_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES tickets(id),
  constraint tickets_of_somebody CHECK (
CASE
    WHEN complaint THEN ((account_id IS NULL) AND (requester IS NULL))
    ELSE ((account_id IS NULL) = (requester IS NOT NULL))
END),
  constraint tickets_requester_check CHECK ((requester <> ''::text)),
  constraint tickets_resolved CHECK (((resolved_at IS NOT NULL) = (status = 'resolved'::text))),
  constraint tickets_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['opened'::text, 'answered'::text, 'customer-reply'::text, 'resolved'::text]))),
  constraint tickets_subject_check CHECK ((subject <> ''::text)),
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint tickets_waiting CHECK (((waiting_since IS NOT NULL) = (status = ANY (ARRAY['opened'::text, 'customer-reply'::text]))))
);

-- Buckets of a minute of addresses with neighbouring ids.
create table traffic_batches (
  id bigint not null generated always as identity,
  neighbours integer not null /* Ids of the addresses divided by 64. */,
  at timestamp with time zone not null /* Start of the buckets. */,
  ip_address_ids integer[] not null,
  buckets bytea[] not null /* Packed buckets, in the order of ip_address_ids. */,
  constraint traffic_batches_pkey PRIMARY KEY (neighbours, at, id)
);

-- Identity of a user at a provider. It is kept when the user leaves the account, so that removed users cannot come back uninvited.
create table user_identities (
  id integer not null generated always as identity,
  provider_id integer not null,
  user_id integer not null,
  subject text not null /* The provider's identifier of the user, which it never gives to another user. */,
  email text not null /* Email address as the provider last reported it. */,
  linked_by_user boolean not null default false /* True if the user linked the identity while signed in here, which the owner of an account must do. */,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint user_identities_pkey PRIMARY KEY (id),
  constraint user_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint user_identities_subject UNIQUE (provider_id, subject),
  constraint user_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint user_identities_user UNIQUE (provider_id, user_id),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Passkeys, each of which signs its user in, alone or after the password.
create table user_passkeys (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null /* Name that the user gave. */,
  credential_id bytea not null /* Identifier that the authenticator chose at random, and by which it finds the passkey. */,
  public_key bytea not null /* Public key in COSE format. */,
  sign_count bigint not null default 0 /* Counter of the latest answer. 0 if the authenticator does not count. */,
  transports text[] not null default '{}'::text[] /* Ways in which browsers reach the authenticator: internal, usb, hybrid. */,
  synced boolean not null default false /* True if the passkey is on several devices of its user. */,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_from inet,
  counter_regressed_at timestamp with time zone /* Time of a refused answer whose counter was not ahead, so that a copy may exist. Null if never. */,
  constraint user_passkeys_pkey PRIMARY KEY (id),
  constraint user_passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint user_passkeys_credential_id_key UNIQUE (credential_id),
  constraint user_passkeys_name_check CHECK ((name <> ''::text)),
  constraint user_passkeys_sign_count_check CHECK ((sign_count >= 0)),
  constraint user_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Authenticator apps of users. A sign-in of a user with a row needs a code, unless the app is unproven.
create table user_totp (
  user_id integer not null,
  secret bytea not null /* Secret of the app, sealed with the installation's key for this user (model/installation/sealing.ts). */,
  last_step bigint not null /* Latest step of 30 seconds whose code was accepted. Neither this code nor an earlier one is accepted again. */,
  enabled_at timestamp with time zone not null,
  unproven_until timestamp with time zone /* Time at which an app that a token enabled ends. Sign-ins do not need its codes. Null once a session has given a code, or if a session enabled the app. */,
  session_id integer /* Session that enabled the app. Null if a token did, or the session is purged. */,
  constraint user_totp_pkey PRIMARY KEY (user_id),
  constraint user_totp_secret_check CHECK ((length(secret) > 29)),
  constraint user_totp_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  constraint user_totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- People who sign in. They can use the accounts of which they are members.
create table users (
  id integer not null generated always as identity,
  email text not null,
  name text not null default ''::text,
  language text not null default 'en'::text /* Language of messages, as two letters. */,
  newsletter boolean not null default false /* True if the user receives newsletters. */,
  email_otp_enabled boolean not null default false /* True if signing in requires a code that is sent by email. */,
  password_hash text /* Null if no password is set. The user then cannot sign in with a password. */,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone /* Time of the suspension, during which the user's tokens are refused. Null if not suspended. */,
  alone_since timestamp with time zone default given_now() /* Time since which the user has no account, or time of a later sign-in. Null for members and erased users. */,
  erases_at timestamp with time zone /* Time at which a user without an account is erased, as announced by mail. Null before the mail. */,
  muted_mails text[] not null default '{}'::text[] /* Mails that the user does not want. */,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email ~~ '%_@_%'::text)),
  constraint users_erased_alone CHECK (((erases_at IS NULL) OR (alone_since IS NOT NULL))),
  constraint users_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint users_muted_mails_check CHECK ((muted_mails <@ ARRAY['server-ready'::text, 'renewal-ahead'::text, 'renewed'::text, 'deposit'::text]))
);

-- Answers of the VAT register about an account's number. The latest check of a number decides. Earlier checks stay as evidence.
create table vat_checks (
  id integer not null generated always as identity,
  account_id integer not null,
  vat_number text not null,
  verdict text not null /* `unknown` until the register answers. */,
  consultation_number text /* Proof of the query, which the register issues to requesters with a VAT number. */,
  name text /* Registered name and address, if the country discloses them. */,
  address text,
  checked_at timestamp with time zone /* Time of the verdict. */,
  tries integer not null default 0 /* Number of failed queries since the last verdict. */,
  next_try_at timestamp with time zone /* Time of the next query. Null if none follows, because the account has another number or a later check. */,
  error text /* Reason for the missing answer. */,
  constraint vat_checks_pkey PRIMARY KEY (id),
  constraint vat_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint vat_checks_told CHECK (((verdict = 'unknown'::text) = (checked_at IS NULL))),
  constraint vat_checks_vat_number_check CHECK ((vat_number <> ''::text)),
  constraint vat_checks_verdict_check CHECK ((verdict = ANY (ARRAY['valid'::text, 'invalid'::text, 'unknown'::text])))
);

-- VAT rates by country, each with the time from which it applies. Earlier orders keep the rate that they were placed with.
create table vat_rates (
  country_id integer not null,
  rate_bp integer not null,
  valid_from timestamp with time zone not null,
  constraint vat_rates_pkey PRIMARY KEY (country_id, valid_from),
  constraint vat_rates_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id),
  constraint vat_rates_rate_bp_check CHECK (((rate_bp >= 0) AND (rate_bp <= 10000)))
);

-- Messages of gateways as received, stored once their signature was verified.
create table webhook_deliveries (
  id integer not null generated always as identity,
  gateway text not null,
  event_id text not null,
  event_type text not null,
  body bytea not null,
  account_id integer /* Account that the message concerns, if known on arrival. The messages of the accounts are handled in turn. */,
  received_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  outcome text /* Result: ignored, or the payment, dispute or card that the message concerned. */,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_deliveries_event_id_check CHECK ((event_id <> ''::text)),
  constraint webhook_deliveries_gateway_check CHECK ((gateway = ANY (ARRAY['bank'::text, 'sandbox'::text, 'stripe'::text]))),
  constraint webhook_deliveries_once UNIQUE (gateway, event_id)
);

create table webhooks (
  id integer not null generated always as identity,
  account_id integer not null,
  url text not null,
  host text not null /* Host of the URL, in lower case. */,
  name text not null default ''::text /* Name for people. */,
  event_types text[] not null default '{}'::text[] /* Types of events that the webhook receives. Empty for all. */,
  status text not null default 'enabled'::text,
  disabled_reason text /* Cause of the disabling: the account, or us after days without a delivery. */,
  secret bytea not null /* Signing secret, sealed (domain/webhooks/secrets.ts). */,
  previous_secret bytea /* Secret before the last rotation, which also signs until previous_until. */,
  previous_until timestamp with time zone,
  "position" bigint not null /* Number of the last event that was queued for the webhook. */,
  take_after timestamp with time zone /* Time before which no event is queued, because too many deliveries wait. Null for no such time. */,
  failing_since timestamp with time zone /* Time since which no attempt has succeeded. Null if the last attempt succeeded, or if there was none. */,
  slow boolean not null default false /* True if the last attempt failed or was slow. The webhook then has one slot. */,
  created_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhooks_disabled CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL))),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['customer'::text, 'failing'::text]))),
  constraint webhooks_host_check CHECK ((host <> ''::text)),
  constraint webhooks_previous CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint webhooks_url_check CHECK ((url <> ''::text))
);

-- Log of the steps, for people.
create table workflow_steps (
  workflow_id integer not null,
  step text not null,
  direction text not null,
  attempts integer not null default 1,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  error text,
  "position" integer not null generated always as identity /* Order in which the steps began. */,
  constraint workflow_steps_pkey PRIMARY KEY (workflow_id, step, direction),
  constraint workflow_steps_attempts_check CHECK ((attempts >= 0)),
  constraint workflow_steps_direction_check CHECK ((direction = ANY (ARRAY['forward'::text, 'back'::text]))),
  constraint workflow_steps_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);

create table workflows (
  id integer not null generated always as identity,
  kind text not null,
  account_id integer,
  user_id integer /* User who requested the workflow. Null if no user did. */,
  resource_kind text,
  resource_id integer,
  node_id integer /* Node whose engine the current step needs. Null for any node. */,
  input jsonb not null,
  state text not null default 'queued'::text,
  direction text not null default 'forward'::text /* `forward`, or `back` while the workflow is rolled back. */,
  memory jsonb not null default '{}'::jsonb /* Results of steps by name. */,
  attempts integer not null default 0,
  epoch integer not null default 0 /* Number of claims. Every write of a worker names its epoch, so that a worker that lost the workflow writes nothing. */,
  worker_id integer,
  lease_until timestamp with time zone,
  run_at timestamp with time zone not null default now(),
  step_started_at timestamp with time zone /* Start of the current step, for people. Deadlines use spent_ms. */,
  error text /* Cause of the rollback, for the operator. */,
  reason text /* Cause of the rollback, for the customer. */,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  percent smallint /* Progress of the current step in percent. Null if unknown. */,
  begun_at timestamp with time zone /* Time of the first claim. */,
  shown_state text not null generated always as (
CASE
    WHEN (state = 'done'::text) THEN 'done'::text
    WHEN (state = 'undone'::text) THEN 'failed'::text
    WHEN (direction = 'back'::text) THEN 'undoing'::text
    WHEN (begun_at IS NULL) THEN 'queued'::text
    ELSE 'running'::text
END) stored /* State that customers see, computed by the database. */,
  fault text /* Party that can fix the failure. Null without a failure. */,
  cancel_asked_at timestamp with time zone /* Time at which cancellation was requested. The worker then rolls the workflow back. */,
  cancel_reason text /* Reason for the cancellation, as a sentence for the customer. */,
  step text /* Name of the step to run next (forward) or to undo next (back). Null before the first step begins, `end` after the last. */,
  spent_ms double precision not null default 0 /* Counted time of the current step in milliseconds. */,
  counted_at timestamp with time zone /* Time up to which the current step is counted, by the clock of the database. */,
  superseded_by integer /* Workflow that ended this workflow's wait and took its lock. */,
  constraint workflows_pkey PRIMARY KEY (id),
  constraint workflows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint workflows_at_step_check CHECK ((step <> ''::text)),
  constraint workflows_attempts_check CHECK ((attempts >= 0)),
  constraint workflows_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint workflows_cancel_says_why CHECK (((cancel_asked_at IS NULL) = (cancel_reason IS NULL))),
  constraint workflows_direction_check CHECK ((direction = ANY (ARRAY['forward'::text, 'back'::text]))),
  constraint workflows_epoch_check CHECK ((epoch >= 0)),
  constraint workflows_fault_check CHECK ((fault = ANY (ARRAY['customer'::text, 'operator'::text, 'cancelled'::text]))),
  constraint workflows_kind_check CHECK ((kind <> ''::text)),
  constraint workflows_node_id_fkey FOREIGN KEY (node_id) REFERENCES nodes(id),
  constraint workflows_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint workflows_resource CHECK (((resource_kind IS NULL) = (resource_id IS NULL))),
  constraint workflows_spent_ms_check CHECK ((spent_ms >= (0)::double precision)),
  constraint workflows_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'undone'::text, 'stuck'::text]))),
  constraint workflows_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES workflows(id),
  constraint workflows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create view addons as
 SELECT d.id,
    d.next_backup_at,
    v.parent_id AS server_id,
    v.key,
    v.account_id,
    v.status,
    v.quantity,
    v.billing_cycle,
    v.renew_price,
    v.promo_code,
    v.discounts,
    v.auto_renew,
    v.created_at,
    v.activated_at,
    v.billing_anchor,
    v.expiry_at,
    v.suspended_at,
    v.ended_at
   FROM services v
     JOIN addon_details d ON d.id = v.id;

create view floating_ips as
 SELECT d.id,
    d.attach_to,
    d.address_id,
    d.address,
    d.prefix,
    d.version,
    d.gateway,
    d.ddos_protected,
    d.assigned_at,
    v.key,
    v.account_id,
    v.status,
    v.billing_cycle,
    v.renew_price,
    v.discounts,
    v.auto_renew,
    v.created_at,
    v.activated_at,
    v.billing_anchor,
    v.expiry_at,
    v.suspended_at,
    v.ended_at,
    ( SELECT a.server_id
           FROM ip_addresses a
          WHERE a.floating_ip_id = d.id) AS server_id
   FROM services v
     JOIN floating_ip_details d ON d.id = v.id;

create view servers as
 SELECT d.id,
    d.node_id,
    d.plan_id,
    d.image_id,
    d.hostname,
    d.power,
    d.status_reason,
    d.vcpus,
    d.memory_mb,
    d.disk_gb,
    d.network_speed_mbps,
    d.bandwidth_tb,
    d.root_password_hash,
    d.startup_script,
    d.boot_id,
    d.ssh_host,
    d.ssh_port,
    d.rescue,
    d.network_suspended,
    d.holds_capacity,
    d.updated_at,
    d.source_copy_id,
    d.seed_version,
    d.seed_waits,
    d.rescue_seed,
    d.primary_iso_id,
    d.secondary_iso_id,
    d.boot_iso,
    d.disk_replaced_by,
    d.dedicated_cpu,
    d.crashed_at,
    d.crash_starts,
    d.startup_script_at,
    v.account_id,
    v.status,
    v.billing_cycle,
    v.renew_price,
    v.promo_code,
    v.discounts,
    v.auto_renew,
    v.created_at,
    v.activated_at,
    v.billing_anchor,
    v.expiry_at,
    v.suspended_at,
    v.ended_at,
        CASE
            WHEN v.staff_ends_at IS NOT NULL AND v.status <> 'terminated'::text THEN (('Our staff ends this server on '::text || to_char((v.staff_ends_at AT TIME ZONE 'UTC'::text), 'FMDD Mon YYYY HH24:MI'::text)) || ' UTC: '::text) || (( SELECT e.reason
               FROM service_ends e
              WHERE e.service_id = v.id AND e.undone_at IS NULL))
            WHEN v.status = 'suspended'::text AND v.staff_suspend_reason IS NOT NULL THEN 'Our staff has suspended this server: '::text || v.staff_suspend_reason
            ELSE d.status_reason
        END AS shown_reason,
    v.staff_ends_at,
    d.startup_script_kind
   FROM services v
     JOIN server_details d ON d.id = v.id;

CREATE INDEX access_tokens_account ON public.access_tokens USING btree (account_id, id);

CREATE INDEX access_tokens_made_by ON public.access_tokens USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX access_tokens_rotated_by ON public.access_tokens USING btree (rotated_by) WHERE (rotated_by IS NOT NULL);

CREATE INDEX access_tokens_user ON public.access_tokens USING btree (user_id);

CREATE INDEX account_exports_account ON public.account_exports USING btree (account_id, id);

CREATE INDEX account_exports_age ON public.account_exports USING btree (created_at) WHERE (status = 'expired'::text);

CREATE INDEX account_exports_due ON public.account_exports USING btree (next_look_at) WHERE (status = 'pending'::text);

CREATE INDEX account_exports_expiry ON public.account_exports USING btree (expires_at) WHERE (status = 'ready'::text);

CREATE UNIQUE INDEX account_exports_one ON public.account_exports USING btree (account_id) WHERE (status = 'pending'::text);

CREATE INDEX account_notes_account ON public.account_notes USING btree (account_id, id);

CREATE INDEX accounts_closing ON public.accounts USING btree (closes_at) WHERE ((closes_at IS NOT NULL) AND (erased_at IS NULL));

CREATE INDEX addon_details_next_backup ON public.addon_details USING btree (next_backup_at NULLS FIRST);

CREATE INDEX address_traffic_due ON public.address_traffic USING btree (step_seconds, at);

CREATE INDEX affiliate_codes_affiliate ON public.affiliate_codes USING btree (affiliate_id);

CREATE UNIQUE INDEX affiliate_codes_code ON public.affiliate_codes USING btree (lower(code));

CREATE UNIQUE INDEX affiliate_codes_current ON public.affiliate_codes USING btree (affiliate_id) WHERE current;

CREATE INDEX affiliate_conversions_affiliate ON public.affiliate_conversions USING btree (affiliate_id, id);

CREATE INDEX affiliate_conversions_approved ON public.affiliate_conversions USING btree (affiliate_id) WHERE (status = 'approved'::text);

CREATE INDEX affiliate_conversions_pending ON public.affiliate_conversions USING btree (approve_at) WHERE (status = 'pending'::text);

CREATE INDEX affiliate_due_order ON public.affiliate_due USING btree (order_id);

CREATE INDEX affiliate_movements_conversion ON public.affiliate_movements USING btree (conversion_id);

CREATE INDEX affiliate_payouts_affiliate ON public.affiliate_payouts USING btree (affiliate_id, id);

CREATE INDEX affiliates_next_payout ON public.affiliates USING btree (next_payout_at);

CREATE INDEX alert_deliveries_waiting ON public.alert_deliveries USING btree (next_try_at) WHERE ((delivered_at IS NULL) AND (failed_at IS NULL));

CREATE INDEX attacks_account ON public.attacks USING btree (account_id, id);

CREATE INDEX attacks_ended ON public.attacks USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX attacks_ip_address ON public.attacks USING btree (ip_address_id, started_at DESC, id DESC);

CREATE UNIQUE INDEX attacks_ongoing ON public.attacks USING btree (ip_address_id) WHERE (ended_at IS NULL);

CREATE INDEX audit_log_account ON public.audit_log USING btree (account_id, id);

CREATE INDEX audit_log_period ON public.audit_log USING btree (account_id, at, id) INCLUDE (action, user_id, resource_kind);

CREATE INDEX audit_log_resource ON public.audit_log USING btree (resource_kind, resource_id, id);

CREATE INDEX audit_log_staff ON public.audit_log USING btree (actor_id, at) WHERE (actor_kind = 'staff'::text);

CREATE INDEX bank_statement_lines_equal ON public.bank_statement_lines USING btree (amount, booked_on);

CREATE INDEX bank_statement_lines_payment ON public.bank_statement_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX bank_statement_lines_to_land ON public.bank_statement_lines USING btree (id) WHERE ((payment_id IS NOT NULL) AND (landed_at IS NULL));

CREATE INDEX bank_statement_lines_unmatched ON public.bank_statement_lines USING btree (id) WHERE ((payment_id IS NULL) AND (returned_on IS NULL) AND (closed_by IS NULL));

CREATE INDEX console_tickets_account ON public.console_tickets USING btree (account_id);

CREATE INDEX console_tickets_expiry ON public.console_tickets USING btree (expires_at);

CREATE INDEX copies_account ON public.copies USING btree (account_id, id);

CREATE INDEX copies_kept_until ON public.copies USING btree (kept_until) WHERE (kept_until IS NOT NULL);

CREATE INDEX copies_listed ON public.copies USING btree (account_id, kind, created_at, id) WHERE (status = 'ready'::text);

CREATE INDEX copies_server ON public.copies USING btree (server_id);

CREATE INDEX disk_rooms_account ON public.disk_rooms USING btree (account_id);

CREATE INDEX disputes_account ON public.disputes USING btree (account_id, id);

CREATE INDEX disputes_entry ON public.disputes USING btree (entry_id) WHERE (entry_id IS NOT NULL);

CREATE INDEX disputes_payment ON public.disputes USING btree (payment_id);

CREATE INDEX email_changes_age ON public.email_changes USING btree (created_at);

CREATE INDEX email_changes_counting ON public.email_changes USING btree (counts_from) WHERE ((outcome IS NULL) AND (new_confirmed_at IS NOT NULL));

CREATE UNIQUE INDEX email_changes_open ON public.email_changes USING btree (user_id) WHERE (outcome IS NULL);

CREATE INDEX email_changes_session ON public.email_changes USING btree (session_id);

CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id, created_at);

CREATE INDEX event_deliveries_account ON public.event_deliveries USING btree (account_id, id) WHERE (status <> 'pending'::text);

CREATE INDEX event_deliveries_due ON public.event_deliveries USING btree (webhook_id, next_try_at, id) WHERE (status = 'pending'::text);

CREATE INDEX event_deliveries_ended_at ON public.event_deliveries USING btree (ended_at) WHERE (status <> 'pending'::text);

CREATE INDEX event_deliveries_next ON public.event_deliveries USING btree (next_try_at) WHERE (status = 'pending'::text);

CREATE INDEX event_deliveries_webhook ON public.event_deliveries USING btree (webhook_id, id);

CREATE INDEX events_at ON public.events USING brin (at);

CREATE UNIQUE INDEX events_once ON public.events USING btree (resource_kind, resource_id, xid);

CREATE INDEX firewall_servers_server ON public.firewall_servers USING btree (server_id);

CREATE INDEX firewalls_account ON public.firewalls USING btree (account_id, id);

CREATE INDEX firewalls_applying ON public.firewalls USING btree (id) WHERE (status = 'applying'::text);

CREATE INDEX floating_ip_details_attach_to ON public.floating_ip_details USING btree (attach_to) WHERE (attach_to IS NOT NULL);

CREATE UNIQUE INDEX geo_datasets_in_use ON public.geo_datasets USING btree (kind) WHERE in_use;

CREATE INDEX geo_ranges_country ON public.geo_ranges USING btree (dataset_id, country) WHERE (country IS NOT NULL);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX identity_domains_one_account ON public.identity_domains USING btree (name) WHERE (verified_at IS NOT NULL);

CREATE INDEX images_group ON public.images USING btree (group_id);

CREATE INDEX invitations_email ON public.invitations USING btree (lower(email));

CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at);

CREATE UNIQUE INDEX invitations_once ON public.invitations USING btree (account_id, lower(email));

CREATE INDEX invoice_corrections_original ON public.invoice_corrections USING btree (original_id);

CREATE INDEX invoice_orders_order ON public.invoice_orders USING btree (order_id, invoice_id);

CREATE INDEX invoices_account ON public.invoices USING btree (account_id, id);

CREATE INDEX invoices_issued ON public.invoices USING btree (issued_at);

CREATE INDEX invoices_due_order ON public.invoices_due USING btree (order_id) WHERE (type = 'proform'::text);

CREATE INDEX ip_addresses_account ON public.ip_addresses USING btree (account_id, id) WHERE (account_id IS NOT NULL);

CREATE INDEX ip_addresses_addon ON public.ip_addresses USING btree (addon_id) WHERE (addon_id IS NOT NULL);

CREATE UNIQUE INDEX ip_addresses_floating_ip ON public.ip_addresses USING btree (floating_ip_id) WHERE (floating_ip_id IS NOT NULL);

CREATE INDEX ip_addresses_free ON public.ip_addresses USING btree (pool_id, rests_until, id) WHERE ((account_id IS NULL) AND (NOT excluded));

CREATE INDEX ip_addresses_last_account ON public.ip_addresses USING btree (last_account_id) WHERE ((account_id IS NULL) AND (last_account_id IS NOT NULL));

CREATE UNIQUE INDEX ip_addresses_one_main ON public.ip_addresses USING btree (server_id, version) WHERE main;

CREATE INDEX ip_addresses_pool ON public.ip_addresses USING btree (pool_id);

CREATE INDEX ip_addresses_server ON public.ip_addresses USING btree (server_id) WHERE (server_id IS NOT NULL);

CREATE INDEX ip_assignments_network ON public.ip_assignments USING btree (network, held_until DESC);

CREATE INDEX ip_protection_changes_node ON public.ip_protection_changes USING btree (node_id, id);

CREATE INDEX ip_protection_grants_ends_at ON public.ip_protection_grants USING btree (ends_at);

CREATE INDEX isos_account ON public.isos USING btree (account_id, id);

CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_id, id);

CREATE INDEX ledger_entries_created ON public.ledger_entries USING brin (created_at);

CREATE INDEX ledger_entries_order ON public.ledger_entries USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX ledger_entries_refunds ON public.ledger_entries USING btree (account_id, created_at) WHERE (kind = 'refund'::text);

CREATE INDEX ledger_postings_account ON public.ledger_postings USING btree (ledger_account_id, entry_id);

CREATE INDEX locks_deadline ON public.locks USING btree (deadline_at);

CREATE INDEX locks_workflow ON public.locks USING btree (workflow_id);

CREATE INDEX mails_account ON public.mails USING btree (account_id, id);

CREATE INDEX mails_address ON public.mails USING btree (lower(address));

CREATE INDEX mails_failed ON public.mails USING btree (id) WHERE (failed_at IS NOT NULL);

CREATE INDEX mails_ticket ON public.mails USING btree (ticket_id, id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX mails_user ON public.mails USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX mails_waiting ON public.mails USING btree (next_try_at, id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE INDEX mails_due_due ON public.mails_due USING btree (due_at, id);

CREATE UNIQUE INDEX memberships_one_owner ON public.memberships USING btree (account_id) WHERE (role = 'owner'::text);

CREATE INDEX memberships_user ON public.memberships USING btree (user_id);

CREATE INDEX operator_alerts_end_untold ON public.operator_alerts USING btree (id) WHERE ((resolved_at IS NOT NULL) AND (noticed_at IS NOT NULL) AND (closed_noticed_at IS NULL));

CREATE INDEX operator_alerts_ended ON public.operator_alerts USING btree (kind, key, resolved_at) WHERE (resolved_at IS NOT NULL);

CREATE INDEX operator_alerts_open ON public.operator_alerts USING btree (at) WHERE (resolved_at IS NULL);

CREATE UNIQUE INDEX operator_alerts_open_once ON public.operator_alerts USING btree (kind, key) WHERE (resolved_at IS NULL);

CREATE INDEX order_lines_service ON public.order_lines USING btree (service_type, service_id);

CREATE INDEX order_refund_lines_line ON public.order_refund_lines USING btree (line_id);

CREATE INDEX order_refunds_made_by ON public.order_refunds USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX order_refunds_order ON public.order_refunds USING btree (order_id);

CREATE INDEX orders_account ON public.orders USING btree (account_id, id);

CREATE INDEX orders_account_status ON public.orders USING btree (account_id, status, id);

CREATE INDEX orders_auto_pay ON public.orders USING btree (id) WHERE ((status = 'awaiting_payment'::text) AND auto_pay);

CREATE INDEX orders_due ON public.orders USING btree (due_at) WHERE (status = 'awaiting_payment'::text);

CREATE INDEX orders_spent ON public.orders USING btree (account_id, paid_at) INCLUDE (gross, token_id) WHERE ((paid_at IS NOT NULL) AND (gross > 0) AND (type <> 'deposit'::text));

CREATE INDEX orders_tax_pending ON public.orders USING btree (account_id) WHERE ((tax ->> 'pending'::text))::boolean;

CREATE INDEX ownership_offers_expiry ON public.ownership_offers USING btree (expires_at);

CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_network ON public.passkey_challenges USING btree (network, id);

CREATE INDEX passkey_challenges_session ON public.passkey_challenges USING btree (session_id);

CREATE INDEX passkey_challenges_sign_in ON public.passkey_challenges USING btree (sign_in_challenge_id);

CREATE INDEX passkey_challenges_user ON public.passkey_challenges USING btree (user_id, id);

CREATE INDEX password_resets_age ON public.password_resets USING btree (created_at);

CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id, created_at);

CREATE UNIQUE INDEX password_resets_waiting ON public.password_resets USING btree (email) WHERE (secret_hash IS NULL);

CREATE UNIQUE INDEX payment_orders_one_open ON public.payment_orders USING btree (order_id) WHERE (stage = 'open'::text);

CREATE UNIQUE INDEX payment_orders_one_waiting ON public.payment_orders USING btree (order_id) WHERE (stage = 'waiting'::text);

CREATE INDEX payment_orders_order ON public.payment_orders USING btree (order_id, payment_id);

CREATE INDEX payment_receipts_payment ON public.payment_receipts USING btree (payment_id);

CREATE INDEX payment_refunds_entry ON public.payment_refunds USING btree (entry_id);

CREATE INDEX payment_refunds_gateway_id ON public.payment_refunds USING btree (gateway_id) WHERE (gateway_id IS NOT NULL);

CREATE INDEX payment_refunds_look ON public.payment_refunds USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX payment_refunds_payment ON public.payment_refunds USING btree (payment_id);

CREATE INDEX payment_refunds_to_send ON public.payment_refunds USING btree (id) WHERE (by_hand AND (state = 'pending'::text));

CREATE INDEX payments_account ON public.payments USING btree (account_id, id);

CREATE INDEX payments_card_country ON public.payments USING btree (account_id, id) WHERE (card_country IS NOT NULL);

CREATE INDEX payments_look ON public.payments USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX payments_saved_card ON public.payments USING btree (saved_card_id) WHERE (saved_card_id IS NOT NULL);

CREATE INDEX plan_addons_plan ON public.plan_addons USING btree (plan_id);

CREATE INDEX promo_code_plans_plan ON public.promo_code_plans USING btree (plan_id);

CREATE UNIQUE INDEX promo_codes_code ON public.promo_codes USING btree (lower(code));

CREATE INDEX promo_uses_account ON public.promo_uses USING btree (account_id);

CREATE INDEX promo_uses_code ON public.promo_uses USING btree (promo_code_id, account_id);

CREATE INDEX ptr_names_due ON public.ptr_names USING btree (push_at) WHERE (push_at IS NOT NULL);

CREATE INDEX ptr_names_ip_address ON public.ptr_names USING btree (ip_address_id, address) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX ptr_names_pool ON public.ptr_names USING btree (pool_id);

CREATE INDEX received_mails_complaints ON public.received_mails USING btree (received_at) WHERE (outcome = 'complaint'::text);

CREATE INDEX received_mails_kept ON public.received_mails USING btree (received_at) WHERE (key IS NOT NULL);

CREATE UNIQUE INDEX received_mails_once ON public.received_mails USING btree (message_id, from_address) WHERE (outcome = ANY (ARRAY['reply'::text, 'opened'::text]));

CREATE INDEX received_mails_reasons ON public.received_mails USING btree (why, received_at) WHERE (outcome = ANY (ARRAY['ignored'::text, 'held'::text]));

CREATE INDEX received_mails_sender ON public.received_mails USING btree (from_address, received_at);

CREATE INDEX received_mails_ticket ON public.received_mails USING btree (ticket_id, received_at) WHERE (outcome = ANY (ARRAY['reply'::text, 'opened'::text]));

CREATE INDEX received_mails_waiting ON public.received_mails USING btree (id) WHERE (handled_at IS NULL);

CREATE INDEX referrals_affiliate ON public.referrals USING btree (affiliate_id);

CREATE INDEX referrals_code ON public.referrals USING btree (code_id);

CREATE INDEX response_targets_credited ON public.response_targets USING btree (account_id, due_at) WHERE (credited > 0);

CREATE INDEX response_targets_due ON public.response_targets USING btree (due_at, id) WHERE (outcome IS NULL);

CREATE INDEX response_targets_warn ON public.response_targets USING btree (warn_at, id) WHERE ((outcome IS NULL) AND (warned_at IS NULL) AND (stopped_at IS NULL));

CREATE INDEX saved_cards_account ON public.saved_cards USING btree (account_id, id);

CREATE INDEX saved_cards_to_detach ON public.saved_cards USING btree (id) WHERE ((detach_asked_at IS NOT NULL) AND (detached_at IS NULL));

CREATE INDEX server_details_crashed ON public.server_details USING btree (id) WHERE (power = 'crashed'::text);

CREATE INDEX server_details_interrupted ON public.server_details USING btree (id) WHERE (power = 'interrupted'::text);

CREATE INDEX server_details_node ON public.server_details USING btree (node_id) WHERE holds_capacity;

CREATE INDEX server_details_primary_iso ON public.server_details USING btree (primary_iso_id) WHERE (primary_iso_id IS NOT NULL);

CREATE INDEX server_details_secondary_iso ON public.server_details USING btree (secondary_iso_id) WHERE (secondary_iso_id IS NOT NULL);

CREATE INDEX server_details_source_copy ON public.server_details USING btree (source_copy_id) WHERE (source_copy_id IS NOT NULL);

CREATE INDEX server_details_stalled ON public.server_details USING btree (id) WHERE (power = 'stalled'::text);

CREATE INDEX server_metrics_day ON public.server_metrics USING btree (day);

CREATE INDEX server_search_account ON public.server_search USING btree (account_id, status, created_at, server_id) INCLUDE (expiry_at, names);

CREATE INDEX server_ssh_keys_key_server ON public.server_ssh_keys USING btree (ssh_key_id, server_id) INCLUDE (hostname);

CREATE INDEX server_traffic_day ON public.server_traffic USING btree (day);

CREATE INDEX service_ends_approved_by ON public.service_ends USING btree (approved_by) WHERE (approved_by IS NOT NULL);

CREATE UNIQUE INDEX service_ends_open ON public.service_ends USING btree (service_id) WHERE (undone_at IS NULL);

CREATE INDEX service_ends_requested_by ON public.service_ends USING btree (requested_by) WHERE (requested_by IS NOT NULL);

CREATE INDEX services_account_created ON public.services USING btree (account_id, type, created_at, id);

CREATE INDEX services_account_expiry ON public.services USING btree (account_id, type, expiry_at, id);

CREATE INDEX services_account_status ON public.services USING btree (account_id, type, status, created_at, id);

CREATE UNIQUE INDEX services_addon_once ON public.services USING btree (parent_id, key) WHERE (status <> 'terminated'::text);

CREATE INDEX services_expiry ON public.services USING btree (expiry_at, id) WHERE (status = 'active'::text);

CREATE INDEX services_parent ON public.services USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX services_staff_ends ON public.services USING btree (staff_ends_at) WHERE ((staff_ends_at IS NOT NULL) AND (status = ANY (ARRAY['active'::text, 'suspended'::text])));

CREATE UNIQUE INDEX services_support_plan_once ON public.services USING btree (account_id) WHERE ((type = 'support-plan'::text) AND (status <> 'terminated'::text));

CREATE INDEX services_suspended ON public.services USING btree (suspended_at, id) WHERE (status = 'suspended'::text);

CREATE INDEX sessions_account ON public.sessions USING btree (account_id);

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_identity_provider ON public.sessions USING btree (identity_provider_id) WHERE (identity_provider_id IS NOT NULL);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id, id);

CREATE INDEX sign_in_challenges_expiry ON public.sign_in_challenges USING btree (expires_at);

CREATE INDEX sign_in_challenges_identity_provider ON public.sign_in_challenges USING btree (identity_provider_id) WHERE (identity_provider_id IS NOT NULL);

CREATE INDEX sign_in_challenges_user ON public.sign_in_challenges USING btree (user_id, created_at);

CREATE INDEX sign_in_places_age ON public.sign_in_places USING btree (last_used_at);

CREATE INDEX sign_on_requests_expiry ON public.sign_on_requests USING btree (expires_at);

CREATE INDEX sign_on_requests_provider ON public.sign_on_requests USING btree (provider_id);

CREATE INDEX sign_on_requests_session_of ON public.sign_on_requests USING btree (session_id);

CREATE INDEX sign_ups_account ON public.sign_ups USING btree (account_id);

CREATE INDEX sign_ups_age ON public.sign_ups USING btree (created_at);

CREATE INDEX sign_ups_email ON public.sign_ups USING btree (email, created_at);

CREATE UNIQUE INDEX sign_ups_waiting ON public.sign_ups USING btree (email) WHERE ((secret_hash IS NULL) AND (outcome IS NULL));

CREATE INDEX source_traffic_minute ON public.source_traffic USING btree (minute);

CREATE INDEX ssh_keys_account ON public.ssh_keys USING btree (account_id, id);

CREATE UNIQUE INDEX staff_email ON public.staff USING btree (lower(email));

CREATE INDEX staff_approvals_account ON public.staff_approvals USING btree (account_id);

CREATE INDEX staff_approvals_expiring ON public.staff_approvals USING btree (expires_at) WHERE (expiry_mail IS NOT NULL);

CREATE INDEX staff_approvals_waiting ON public.staff_approvals USING btree (id) WHERE (outcome IS NULL);

CREATE INDEX staff_sign_on_requests_expiry ON public.staff_sign_on_requests USING btree (expires_at);

CREATE INDEX staff_tokens_staff ON public.staff_tokens USING btree (staff_id, id);

CREATE INDEX support_accesses_account ON public.support_accesses USING btree (account_id, id);

CREATE INDEX support_accesses_expiry ON public.support_accesses USING btree (expires_at);

CREATE INDEX support_accesses_grant ON public.support_accesses USING btree (grant_id);

CREATE INDEX support_accesses_staff ON public.support_accesses USING btree (staff_id, id);

CREATE INDEX support_grants_account ON public.support_grants USING btree (account_id, id);

CREATE INDEX support_grants_expiry ON public.support_grants USING btree (expires_at);

CREATE INDEX term_changes_service ON public.term_changes USING btree (service_id, id);

CREATE INDEX terms_acceptances_account ON public.terms_acceptances USING btree (account_id, id);

CREATE INDEX terms_acceptances_user ON public.terms_acceptances USING btree (user_id);

CREATE INDEX ticket_attachments_account ON public.ticket_attachments USING btree (account_id, author) INCLUDE (bytes);

CREATE INDEX ticket_attachments_message ON public.ticket_attachments USING btree (message_id);

CREATE INDEX ticket_attachments_ticket ON public.ticket_attachments USING btree (ticket_id);

CREATE INDEX ticket_messages_ticket ON public.ticket_messages USING btree (ticket_id, id);

CREATE INDEX tickets_account ON public.tickets USING btree (account_id, id);

CREATE INDEX tickets_complaints ON public.tickets USING btree (created_at) WHERE complaint;

CREATE INDEX tickets_merged_into ON public.tickets USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX tickets_waiting ON public.tickets USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX user_identities_of_user ON public.user_identities USING btree (user_id);

CREATE INDEX user_passkeys_user ON public.user_passkeys USING btree (user_id, id);

CREATE INDEX user_totp_session ON public.user_totp USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX user_totp_unproven ON public.user_totp USING btree (unproven_until) WHERE (unproven_until IS NOT NULL);

CREATE INDEX users_alone ON public.users USING btree (alone_since) WHERE (alone_since IS NOT NULL);

CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE INDEX vat_checks_account ON public.vat_checks USING btree (account_id, vat_number, id);

CREATE INDEX vat_checks_due ON public.vat_checks USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE UNIQUE INDEX vat_checks_next ON public.vat_checks USING btree (account_id, vat_number) WHERE (next_try_at IS NOT NULL);

CREATE INDEX webhook_deliveries_account ON public.webhook_deliveries USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (received_at);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (gateway, account_id, id) WHERE (handled_at IS NULL);

CREATE INDEX webhooks_account ON public.webhooks USING btree (account_id, id);

CREATE INDEX webhooks_enabled ON public.webhooks USING btree (id) WHERE (status = 'enabled'::text);

CREATE INDEX workflows_account_unfinished ON public.workflows USING btree (account_id, id) WHERE (finished_at IS NULL);

CREATE INDEX workflows_cancelled ON public.workflows USING btree (id) WHERE ((cancel_asked_at IS NOT NULL) AND (finished_at IS NULL));

CREATE INDEX workflows_done ON public.workflows USING btree (kind, id) WHERE (state = 'done'::text);

CREATE INDEX workflows_due ON public.workflows USING btree (run_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'stuck'::text]));

CREATE INDEX workflows_node ON public.workflows USING btree (node_id) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX workflows_one_running ON public.workflows USING btree (resource_kind, resource_id) WHERE (state = 'running'::text);

CREATE INDEX workflows_resource ON public.workflows USING btree (resource_kind, resource_id, id);

CREATE INDEX workflows_running ON public.workflows USING btree (lease_until) WHERE (state = 'running'::text);

CREATE INDEX workflows_superseded ON public.workflows USING btree (id) WHERE ((superseded_by IS NOT NULL) AND (finished_at IS NULL));

CREATE TRIGGER tell_token_changed AFTER UPDATE OF abilities, expires_at, allowed_networks, server_ids, token_hash, previous_hash ON access_tokens FOR EACH ROW WHEN (old.abilities IS DISTINCT FROM new.abilities OR old.expires_at IS DISTINCT FROM new.expires_at OR old.allowed_networks IS DISTINCT FROM new.allowed_networks OR old.server_ids IS DISTINCT FROM new.server_ids OR old.token_hash IS DISTINCT FROM new.token_hash OR old.previous_hash IS DISTINCT FROM new.previous_hash) EXECUTE FUNCTION tell_token_changed();

CREATE TRIGGER tell_token_revoked AFTER UPDATE OF revoked_at ON access_tokens FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION tell_token_revoked();

CREATE TRIGGER tell_account_suspended AFTER UPDATE OF suspended_at, closes_at ON accounts FOR EACH ROW WHEN ((old.suspended_at IS NULL) IS DISTINCT FROM (new.suspended_at IS NULL) OR (old.closes_at IS NULL) IS DISTINCT FROM (new.closes_at IS NULL)) EXECUTE FUNCTION tell_account_suspended();

CREATE TRIGGER tell_sessions_suspended AFTER UPDATE OF suspended_at, closes_at ON accounts FOR EACH ROW WHEN ((old.suspended_at IS NULL) IS DISTINCT FROM (new.suspended_at IS NULL) OR (old.closes_at IS NULL) IS DISTINCT FROM (new.closes_at IS NULL)) EXECUTE FUNCTION tell_sessions_of_account();

CREATE TRIGGER tell_tax AFTER UPDATE OF country_id, company, vat_number, postal_code ON accounts FOR EACH ROW WHEN (old.country_id IS DISTINCT FROM new.country_id OR old.company IS DISTINCT FROM new.company OR old.vat_number IS DISTINCT FROM new.vat_number OR old.postal_code IS DISTINCT FROM new.postal_code) EXECUTE FUNCTION tell_tax_of_account();

CREATE TRIGGER tell_tax_of_sessions AFTER UPDATE OF country_id, company, vat_number, postal_code ON accounts FOR EACH ROW WHEN (old.country_id IS DISTINCT FROM new.country_id OR old.company IS DISTINCT FROM new.company OR old.vat_number IS DISTINCT FROM new.vat_number OR old.postal_code IS DISTINCT FROM new.postal_code) EXECUTE FUNCTION tell_tax_of_sessions();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON addon_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON addon_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(new.id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON addon_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON addon_products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON addon_products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON addon_products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON affiliate_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON affiliate_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER tell_attack_insert AFTER INSERT ON attacks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(new.account_id, 'attack'::text, new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_attack_update AFTER UPDATE ON attacks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_attack_update_of_attacks(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON cancel_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.service_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON cancel_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(new.service_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON cancel_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.service_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_cancelled AFTER INSERT ON cancel_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_service(new.service_id, 'updated'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_kept AFTER DELETE ON cancel_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_service(old.service_id, 'updated'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_backup_delete AFTER DELETE ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.kind = 'backup'::text THEN note_resource(old.account_id, 'backup'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status, 'server_id', old.server_id))
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_backup_insert AFTER INSERT ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.kind = 'backup'::text THEN note_resource(new.account_id, 'backup'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_backup_update AFTER UPDATE ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_backup_update_of_copies(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_snapshot_delete AFTER DELETE ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.kind = 'snapshot'::text THEN note_resource(old.account_id, 'snapshot'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status, 'server_id', old.server_id))
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_snapshot_insert AFTER INSERT ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.kind = 'snapshot'::text THEN note_resource(new.account_id, 'snapshot'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_snapshot_update AFTER UPDATE ON copies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_snapshot_update_of_copies(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON firewall_servers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.server_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON firewall_servers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(new.server_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON firewall_servers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.server_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_firewall_delete AFTER DELETE ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(old.account_id, 'firewall'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status))) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_firewall_insert AFTER INSERT ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(new.account_id, 'firewall'::text, new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_firewall_update AFTER UPDATE ON firewalls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_firewall_update_of_firewalls(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON floating_ip_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON floating_ip_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(new.id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON floating_ip_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_floating_ip_created AFTER INSERT ON floating_ip_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_service(new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON floating_ip_plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON floating_ip_plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON floating_ip_plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER end_sessions_of_disabled_provider AFTER UPDATE OF enabled ON identity_providers FOR EACH ROW WHEN (old.enabled AND NOT new.enabled) EXECUTE FUNCTION end_sessions_of_provider();

CREATE TRIGGER end_sessions_of_provider BEFORE DELETE ON identity_providers FOR EACH ROW EXECUTE FUNCTION end_sessions_of_provider();

CREATE TRIGGER tell_provider_required AFTER UPDATE OF required ON identity_providers FOR EACH ROW WHEN (new.required AND NOT old.required) EXECUTE FUNCTION tell_provider_required();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON image_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON image_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON image_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON images DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON images DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON images DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER tell_tax AFTER UPDATE OF default_time_zone, document_time_zone ON installation FOR EACH STATEMENT EXECUTE FUNCTION tell_tax_of_all();

CREATE TRIGGER invitations_mail AFTER DELETE OR UPDATE OF secret_hash ON invitations FOR EACH ROW EXECUTE FUNCTION give_up_invitation_mail();

CREATE CONSTRAINT TRIGGER tell_invitation_delete AFTER DELETE ON invitations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(old.account_id, 'invitation'::text, old.id, 'deleted'::text, jsonb_build_object('role', old.role))) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_invitation_insert AFTER INSERT ON invitations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(new.account_id, 'invitation'::text, new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_logos FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER keep_changed_ip_assignments AFTER UPDATE OF account_id, server_id, floating_ip_id ON ip_addresses FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id OR old.server_id IS DISTINCT FROM new.server_id OR old.floating_ip_id IS DISTINCT FROM new.floating_ip_id) EXECUTE FUNCTION keep_ip_assignments();

CREATE TRIGGER keep_deleted_ip_assignments AFTER DELETE ON ip_addresses FOR EACH ROW WHEN (old.account_id IS NOT NULL) EXECUTE FUNCTION keep_ip_assignments();

CREATE TRIGGER keep_ip_assignments AFTER INSERT ON ip_addresses FOR EACH ROW WHEN (new.account_id IS NOT NULL) EXECUTE FUNCTION keep_ip_assignments();

CREATE TRIGGER move_protection AFTER UPDATE OF account_id, server_id ON ip_addresses FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id OR old.server_id IS DISTINCT FROM new.server_id) EXECUTE FUNCTION move_protection();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON ip_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON ip_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON ip_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER release_names AFTER UPDATE OF account_id ON ip_addresses FOR EACH ROW WHEN (old.account_id IS NOT NULL AND old.account_id IS DISTINCT FROM new.account_id) EXECUTE FUNCTION release_names_of_freed();

CREATE TRIGGER release_names_of_deleted BEFORE DELETE ON ip_addresses FOR EACH ROW WHEN (old.account_id IS NOT NULL) EXECUTE FUNCTION release_names_of_deleted();

CREATE TRIGGER rest_freed_address BEFORE UPDATE OF account_id ON ip_addresses FOR EACH ROW WHEN (old.account_id IS NOT NULL AND new.account_id IS NULL) EXECUTE FUNCTION rest_freed_address();

CREATE TRIGGER search_added_address AFTER INSERT ON ip_addresses FOR EACH ROW WHEN (new.server_id IS NOT NULL) EXECUTE FUNCTION search_new_address();

CREATE TRIGGER search_deleted_address AFTER DELETE ON ip_addresses FOR EACH ROW WHEN (old.server_id IS NOT NULL) EXECUTE FUNCTION search_new_address();

CREATE TRIGGER search_new_address AFTER UPDATE OF server_id, address ON ip_addresses FOR EACH ROW WHEN (old.server_id IS DISTINCT FROM new.server_id OR old.address IS DISTINCT FROM new.address) EXECUTE FUNCTION search_new_address();

CREATE CONSTRAINT TRIGGER tell_moved AFTER UPDATE ON ip_addresses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_moved_of_ip_addresses(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER note_protection AFTER INSERT OR DELETE OR UPDATE ON ip_protections FOR EACH ROW EXECUTE FUNCTION note_protection();

CREATE TRIGGER revise_protection BEFORE UPDATE ON ip_protections FOR EACH ROW EXECUTE FUNCTION revise_protection();

CREATE CONSTRAINT TRIGGER tell_iso_delete AFTER DELETE ON isos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.account_id IS NOT NULL THEN note_resource(old.account_id, 'iso'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status, 'size', old.size))
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_iso_insert AFTER INSERT ON isos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.account_id IS NOT NULL THEN note_resource(new.account_id, 'iso'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_iso_update AFTER UPDATE ON isos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_iso_update_of_isos(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER guard_balance BEFORE INSERT OR UPDATE ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_guard_balance();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON ledger_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON ledger_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON ledger_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER posted AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_posted();

CREATE TRIGGER queue_conversion AFTER INSERT ON ledger_entries FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['payment'::text, 'refund'::text])) AND new.order_id IS NOT NULL) EXECUTE FUNCTION queue_conversion();

CREATE TRIGGER queue_invoice AFTER INSERT ON ledger_entries FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['payment'::text, 'refund'::text])) AND new.order_id IS NOT NULL) EXECUTE FUNCTION queue_invoice();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER post AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger_post();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON locks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* AND (new.kind = ANY (ARRAY['server'::text, 'floating_ip'::text])) THEN note_shown_of_service(new.resource_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_locked AFTER INSERT ON locks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.kind = 'server'::text THEN note_server(new.resource_id, 'updated'::text)
            WHEN new.kind = 'floating_ip'::text THEN note_service(new.resource_id, 'updated'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_unlocked AFTER DELETE ON locks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.kind = 'server'::text THEN note_server(old.resource_id, 'updated'::text)
            WHEN old.kind = 'floating_ip'::text THEN note_service(old.resource_id, 'updated'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER end_sessions_of_member AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_sessions_of_member();

CREATE CONSTRAINT TRIGGER memberships_an_owner AFTER DELETE OR UPDATE OF role ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.role = 'owner'::text) EXECUTE FUNCTION require_owner();

CREATE TRIGGER note_alone AFTER INSERT OR DELETE OR UPDATE OF user_id ON memberships FOR EACH ROW EXECUTE FUNCTION note_alone();

CREATE TRIGGER revoke_tokens_of_member AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION revoke_tokens_of_member();

CREATE CONSTRAINT TRIGGER tell_member_delete AFTER DELETE ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.role <> 'owner'::text THEN note_resource(old.account_id, 'member'::text, old.id, 'deleted'::text, jsonb_build_object('role', old.role))
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_member_insert AFTER INSERT ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.role <> 'owner'::text THEN note_resource(new.account_id, 'member'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_member_update AFTER UPDATE ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_member_update_of_memberships(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER tell_role_changed AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (old.role <> new.role) EXECUTE FUNCTION tell_role_changed();

CREATE TRIGGER tell_sessions_of_member AFTER UPDATE OF role ON memberships FOR EACH ROW WHEN (old.role <> new.role) EXECUTE FUNCTION tell_sessions_of_member();

CREATE TRIGGER refuse_oversold AFTER UPDATE OF vcpus_used, dedicated_vcpus_used, memory_mb_used, disk_gb_used ON nodes FOR EACH ROW EXECUTE FUNCTION refuse_oversold();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_order(old.order_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_order(new.order_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_order(new.order_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER queue_proform_insert AFTER INSERT ON orders FOR EACH ROW WHEN (new.status = 'awaiting_payment'::text AND new.gross > 0) EXECUTE FUNCTION queue_proform();

CREATE TRIGGER queue_proform_update AFTER UPDATE OF net, vat, gross ON orders FOR EACH ROW WHEN (new.status = 'awaiting_payment'::text AND new.gross > 0 AND (old.net <> new.net OR old.gross <> new.gross)) EXECUTE FUNCTION queue_proform();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_order_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(old.account_id, 'order'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status))) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_order_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(new.account_id, 'order'::text, new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_order_update AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_order_update_of_orders(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER queue_proform AFTER INSERT ON payment_orders FOR EACH ROW EXECUTE FUNCTION queue_proform_of_transfer();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON payment_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_order(old.order_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON payment_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_order(new.order_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON payment_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_order(new.order_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER end_payment_orders AFTER UPDATE OF state ON payments FOR EACH ROW WHEN ((new.state = ANY (ARRAY['succeeded'::text, 'failed'::text])) AND (old.state <> ALL (ARRAY['succeeded'::text, 'failed'::text]))) EXECUTE FUNCTION end_payment_orders();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.account_id IS DISTINCT FROM new.account_id OR old.kind IS DISTINCT FROM new.kind OR old.reference IS DISTINCT FROM new.reference OR old.amount IS DISTINCT FROM new.amount OR old.currency IS DISTINCT FROM new.currency OR old.closing IS DISTINCT FROM new.closing OR old.failure_code IS DISTINCT FROM new.failure_code OR old.reason IS DISTINCT FROM new.reason THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_payment AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_payment_of_payments(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_address(old.ip_address_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_address(new.ip_address_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.ip_address_id IS DISTINCT FROM new.ip_address_id OR old.name IS DISTINCT FROM new.name THEN note_shown_of_address(old.ip_address_id, new.ip_address_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_named AFTER INSERT ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_named(new.ip_address_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_renamed AFTER UPDATE ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_renamed_of_ptr_names(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_unnamed AFTER DELETE ON ptr_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_named(old.ip_address_id)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON referrals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON seller DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON seller DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_catalogue()) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON seller DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_catalogue()
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER tell_tax AFTER UPDATE OF country, oss, small_business_threshold_passed, time_zone ON seller FOR EACH STATEMENT EXECUTE FUNCTION tell_tax_of_all();

CREATE TRIGGER add_to_server_search AFTER INSERT ON server_details FOR EACH ROW EXECUTE FUNCTION add_to_server_search();

CREATE TRIGGER delete_server_search AFTER DELETE ON server_details FOR EACH ROW EXECUTE FUNCTION delete_server_search();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER refuse_held_after_end AFTER INSERT ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.holds_capacity OR new.primary_iso_id IS NOT NULL OR new.secondary_iso_id IS NOT NULL) EXECUTE FUNCTION refuse_held_after_end();

CREATE CONSTRAINT TRIGGER refuse_more_after_end AFTER UPDATE ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.holds_capacity > old.holds_capacity OR new.primary_iso_id IS DISTINCT FROM old.primary_iso_id OR new.secondary_iso_id IS DISTINCT FROM old.secondary_iso_id) EXECUTE FUNCTION refuse_held_after_end();

CREATE TRIGGER rename_linked_server AFTER UPDATE OF hostname ON server_details FOR EACH ROW WHEN (old.hostname <> new.hostname) EXECUTE FUNCTION rename_linked_server();

CREATE TRIGGER search_new_hostname AFTER UPDATE OF hostname ON server_details FOR EACH ROW WHEN (old.hostname <> new.hostname) EXECUTE FUNCTION search_new_hostname();

CREATE CONSTRAINT TRIGGER tell_created AFTER INSERT ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_server(new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_updated AFTER UPDATE ON server_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_updated_of_server_details(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER name_linked_server BEFORE INSERT ON server_ssh_keys FOR EACH ROW EXECUTE FUNCTION name_linked_server();

CREATE TRIGGER name_server_linked_before AFTER INSERT ON server_ssh_keys FOR EACH ROW WHEN (new.hostname IS NULL) EXECUTE FUNCTION name_server_linked_before();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON server_ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(old.server_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON server_ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown_of_service(new.server_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON server_ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown_of_service(new.server_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER set_staff_end AFTER INSERT OR UPDATE OF ends_at, undone_at ON service_ends FOR EACH ROW EXECUTE FUNCTION set_staff_end();

CREATE TRIGGER end_server AFTER UPDATE OF status ON services FOR EACH ROW WHEN (new.type = 'server'::text AND new.status = 'terminated'::text) EXECUTE FUNCTION end_server();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER refuse_held_after_end AFTER INSERT OR UPDATE OF status ON services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.type = 'server'::text AND new.status = 'terminated'::text) EXECUTE FUNCTION refuse_held_after_end();

CREATE TRIGGER release_firewalls AFTER UPDATE OF status ON services FOR EACH ROW WHEN (new.type = 'server'::text AND new.status = 'terminated'::text) EXECUTE FUNCTION release_firewalls();

CREATE CONSTRAINT TRIGGER tell_updated AFTER UPDATE ON services DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_updated_of_services(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER update_server_search AFTER UPDATE OF account_id, status, created_at, expiry_at ON services FOR EACH ROW EXECUTE FUNCTION update_server_search();

CREATE TRIGGER tell_session_changed AFTER UPDATE OF ended_at, account_id, secret_hash, authenticated_at ON sessions FOR EACH ROW WHEN (old.ended_at IS DISTINCT FROM new.ended_at OR old.account_id IS DISTINCT FROM new.account_id OR old.secret_hash IS DISTINCT FROM new.secret_hash OR old.authenticated_at IS DISTINCT FROM new.authenticated_at) EXECUTE FUNCTION tell_session_changed();

CREATE CONSTRAINT TRIGGER raise_version_delete AFTER DELETE ON ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(old.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_insert AFTER INSERT ON ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_shown(new.account_id)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER raise_version_update AFTER UPDATE ON ssh_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.* IS DISTINCT FROM new.* THEN note_shown(old.account_id, new.account_id)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_ticket_delete AFTER DELETE ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN old.account_id IS NOT NULL THEN note_resource(old.account_id, 'ticket'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status))
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_ticket_insert AFTER INSERT ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.account_id IS NOT NULL THEN note_resource(new.account_id, 'ticket'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_ticket_update AFTER UPDATE ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_ticket_update_of_tickets(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER end_sessions_of_user AFTER UPDATE OF suspended_at ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_user();

CREATE TRIGGER tell_user_suspended AFTER UPDATE OF suspended_at ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL) EXECUTE FUNCTION tell_user_suspended();

CREATE TRIGGER tell_tax AFTER INSERT OR UPDATE OF verdict, checked_at ON vat_checks FOR EACH ROW EXECUTE FUNCTION tell_tax_of_account();

CREATE TRIGGER tell_tax_of_sessions AFTER INSERT OR UPDATE OF verdict, checked_at ON vat_checks FOR EACH ROW EXECUTE FUNCTION tell_tax_of_sessions();

CREATE TRIGGER open_vat_account AFTER INSERT OR UPDATE ON vat_rates FOR EACH ROW WHEN (new.rate_bp > 0) EXECUTE FUNCTION open_vat_account();

CREATE TRIGGER tell_tax AFTER INSERT OR DELETE OR UPDATE ON vat_rates FOR EACH STATEMENT EXECUTE FUNCTION tell_tax_of_all();

CREATE CONSTRAINT TRIGGER tell_webhook_delete AFTER DELETE ON webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(old.account_id, 'webhook'::text, old.id, 'deleted'::text, jsonb_build_object('status', old.status))) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_webhook_insert AFTER INSERT ON webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (note_resource(new.account_id, 'webhook'::text, new.id, 'created'::text)) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_webhook_update AFTER UPDATE ON webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_webhook_update_of_webhooks(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER forget_inputs BEFORE INSERT OR UPDATE OF finished_at ON workflows FOR EACH ROW WHEN (new.finished_at IS NOT NULL) EXECUTE FUNCTION forget_inputs();

CREATE CONSTRAINT TRIGGER tell_operation_insert AFTER INSERT ON workflows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
        CASE
            WHEN new.account_id IS NOT NULL THEN note_resource(new.account_id, 'operation'::text, new.id, 'created'::text)
            ELSE false
        END) EXECUTE FUNCTION act_at_commit();

CREATE CONSTRAINT TRIGGER tell_operation_update AFTER UPDATE ON workflows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (tell_operation_update_of_workflows(old.*, new.*)) EXECUTE FUNCTION act_at_commit();

CREATE TRIGGER tell_workflows AFTER INSERT ON workflows FOR EACH STATEMENT EXECUTE FUNCTION tell_workflows();

CREATE OR REPLACE FUNCTION public.act_at_commit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    again boolean := current_setting('innkeeper.may_repeat', true) <> '';
    notes text[] := read_notes();
    account text;
    note text;
  begin
    if notes = '{}' then return null; end if;
    note := set_config('innkeeper.may_repeat', 'true', true);
    account := split_part(notes[1], E'\t', 1) || E'\t';
    foreach note in array notes loop
      if not starts_with(note, account) then
        perform act_for_account(one.account, one.notes, again) from (
          select split_part(line, E'\t', 1)::integer as account, array_agg(line order by position) as notes
          from unnest(notes) with ordinality as lines (line, position) group by 1 order by 1) as one;
        return null;
      end if;
    end loop;
    perform act_for_account(account::integer, notes, again);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.act_for_account(account integer, notes text[], again boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    lines text := array_to_string(notes, E'\n');
    -- Events of a server, a floating IP or an order also raise the version.
    raised integer := (lines ~ E'\t(shown|server|floating_ip|order)\t')::integer;
  begin
    -- Account 0 stands for the catalogue.
    if account = 0 then
      update catalogue_version set version = version + 1;
      return;
    end if;
    notes := array_remove(notes, account || E'\tshown\t0');
    if notes <> '{}' then
      perform write_events(account, notes, again, raised);
    elsif raised > 0 then
      insert into event_heads as head (account_id, last_id) select id, 0 from accounts where id = account
        on conflict (account_id) do update set version = head.version + 1;
    end if;
  end $function$
;

CREATE OR REPLACE FUNCTION public.add_to_server_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into server_search (server_id, account_id, status, created_at, expiry_at, names)
      select id, account_id, status::server_status, created_at, coalesce(expiry_at, 'infinity'), names_to_search(id)
      from services where id = new.id;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.close_account(closing_id integer, given_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  declare
    gone_users integer[];
    gone_emails text[];
  begin
    perform from accounts where id = closing_id and closes_at <= given_time and closed_at is null for update;
    if not found then return false; end if;
    -- Wait for users who join or leave another account at this moment, so that the next query sees the result.
    perform from users where id in (select user_id from memberships where account_id = closing_id) order by id for update;
    select coalesce(array_agg(u.id), '{}'), coalesce(array_agg(lower(u.email)), '{}') into gone_users, gone_emails
      from memberships m join users u on u.id = m.user_id
      where m.account_id = closing_id
        and not exists (select from memberships o where o.user_id = m.user_id and o.account_id <> closing_id);
    update accounts set closed_at = given_time where id = closing_id;
    delete from memberships where ctid = any(array(select t.ctid from memberships t where t.account_id = closing_id));
    delete from identity_providers where ctid = any(array(select t.ctid from identity_providers t where t.account_id = closing_id));
    delete from user_identities where ctid = any(array(select t.ctid from user_identities t where t.user_id = any(gone_users)));
    delete from mails where ctid = any(array(select t.ctid from mails t where t.user_id = any(gone_users) or lower(t.address) = any(gone_emails)));
    delete from sign_ups where ctid = any(array(select t.ctid from sign_ups t where t.email = any(gone_emails)));
    delete from received_mails where ctid = any(array(select t.ctid from received_mails t where t.from_address = any(gone_emails)));
    delete from passkey_challenges where ctid = any(array(select t.ctid from passkey_challenges t where t.user_id = any(gone_users)));
    delete from sign_in_challenges where ctid = any(array(select t.ctid from sign_in_challenges t where t.user_id = any(gone_users)));
    delete from sign_in_links where ctid = any(array(select t.ctid from sign_in_links t where t.user_id = any(gone_users)));
    delete from email_changes where ctid = any(array(select t.ctid from email_changes t where t.user_id = any(gone_users)));
    delete from password_resets where ctid = any(array(select t.ctid from password_resets t where t.user_id = any(gone_users)));
    delete from sessions where ctid = any(array(select t.ctid from sessions t where t.user_id = any(gone_users)));
    delete from sign_in_places where ctid = any(array(select t.ctid from sign_in_places t where t.user_id = any(gone_users)));
    delete from user_passkeys where ctid = any(array(select t.ctid from user_passkeys t where t.user_id = any(gone_users)));
    delete from user_totp where ctid = any(array(select t.ctid from user_totp t where t.user_id = any(gone_users)));
    update users t set email = 'erased-' || t.id || '@erased.invalid', name = '', newsletter = false, email_otp_enabled = false, password_hash = null, suspended_at = coalesce(t.suspended_at, given_time), alone_since = null, erases_at = null
      where t.ctid = any(array(select t.ctid from users t where (t.id = any(gone_users)) and row(t.email, t.name, t.newsletter, t.email_otp_enabled, t.password_hash, t.suspended_at, t.alone_since, t.erases_at) is distinct from row('erased-' || t.id || '@erased.invalid', '', false, false, null, coalesce(t.suspended_at, given_time), null, null)));
    update accounts t set name = '', address = null, city = null, postal_code = null, phone_number = null, tech_email = null, company_name = null, company_address = null, company_number = null, vat_number = null, suspended_at = null, suspend_reason = null, billing_parked_at = null, billing_parked_reason = null
      where t.ctid = any(array(select t.ctid from accounts t where (t.id = closing_id) and row(t.name, t.address, t.city, t.postal_code, t.phone_number, t.tech_email, t.company_name, t.company_address, t.company_number, t.vat_number, t.suspended_at, t.suspend_reason, t.billing_parked_at, t.billing_parked_reason) is distinct from row('', null, null, null, null, null, null, null, null, null, null, null, null, null)));
    update access_tokens t set name = '', allowed_networks = '{}'::text[], last_used_from = null, previous_hash = null, previous_until = null, revoked_at = coalesce(t.revoked_at, given_time)
      where t.ctid = any(array(select t.ctid from access_tokens t where (t.user_id = any(gone_users)) and row(t.name, t.allowed_networks, t.last_used_from, t.previous_hash, t.previous_until, t.revoked_at) is distinct from row('', '{}'::text[], null, null, null, coalesce(t.revoked_at, given_time))));
    return true;
  end $function$
;

CREATE OR REPLACE FUNCTION public.copy_restored_since(copy integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
    select created_at from workflows
    where kind = 'server.restore' and finished_at is null and (input ->> 'copyId')::integer = copy
    limit 1
  $function$
;

CREATE OR REPLACE FUNCTION public.delete_server_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    delete from server_search where server_id = old.id;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.end_payment_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update payment_orders set stage = 'over' where payment_id = new.id and stage <> 'over';
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.end_server()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update server_ssh_keys set hostname = null where server_id = new.id;
    update server_details set primary_iso_id = null, secondary_iso_id = null
      where id = new.id and (primary_iso_id, secondary_iso_id) is distinct from (null, null);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.end_sessions_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update sessions set ended_at = now() where account_id = old.account_id and user_id = old.user_id and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.end_sessions_of_provider()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update sessions set ended_at = now() where identity_provider_id = old.id and ended_at is null;
    update sign_in_challenges set done_at = now() where identity_provider_id = old.id and done_at is null;
    return case tg_op when 'DELETE' then old else new end;
  end $function$
;

CREATE OR REPLACE FUNCTION public.end_sessions_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update sessions set ended_at = now() where user_id = new.id and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.erase_closed_account(closing_id integer, given_time timestamp with time zone, most_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  declare
    done integer := 0;
    rows_done integer;
  begin
    perform from accounts where id = closing_id and closed_at is not null and erased_at is null for update;
    if not found then return 0; end if;
    delete from mails where ctid = any(array(select t.ctid from mails t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from sign_ups where ctid = any(array(select t.ctid from sign_ups t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from received_mails where ctid = any(array(select t.ctid from received_mails t where t.ticket_id in (select id from tickets where account_id = closing_id) and t.outcome in ('reply', 'opened') limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from sessions where ctid = any(array(select t.ctid from sessions t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    update access_tokens t set name = '', allowed_networks = '{}'::text[], last_used_from = null, previous_hash = null, previous_until = null, revoked_at = coalesce(t.revoked_at, given_time)
      where t.ctid = any(array(select t.ctid from access_tokens t where (t.account_id = closing_id) and row(t.name, t.allowed_networks, t.last_used_from, t.previous_hash, t.previous_until, t.revoked_at) is distinct from row('', '{}'::text[], null, null, null, coalesce(t.revoked_at, given_time)) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    update terms_acceptances t set accepted_from = null
      where t.ctid = any(array(select t.ctid from terms_acceptances t where (t.account_id = closing_id) and row(t.accepted_from) is distinct from row(null) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from console_tickets where ctid = any(array(select t.ctid from console_tickets t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from support_accesses where ctid = any(array(select t.ctid from support_accesses t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from support_grants where ctid = any(array(select t.ctid from support_grants t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from invitations where ctid = any(array(select t.ctid from invitations t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from event_deliveries where ctid = any(array(select t.ctid from event_deliveries t where t.webhook_id in (select id from webhooks where account_id = closing_id) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from webhooks where ctid = any(array(select t.ctid from webhooks t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from account_exports where ctid = any(array(select t.ctid from account_exports t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from account_notes where ctid = any(array(select t.ctid from account_notes t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from idempotency_keys where ctid = any(array(select t.ctid from idempotency_keys t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from ticket_attachments where ctid = any(array(select t.ctid from ticket_attachments t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from ticket_messages where ctid = any(array(select t.ctid from ticket_messages t where t.ticket_id in (select id from tickets where account_id = closing_id) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    update tickets t set subject = 'erased', status = 'resolved', waiting_since = null, resolved_at = coalesce(t.resolved_at, given_time)
      where t.ctid = any(array(select t.ctid from tickets t where (t.account_id = closing_id) and row(t.subject, t.status, t.waiting_since, t.resolved_at) is distinct from row('erased', 'resolved', null, coalesce(t.resolved_at, given_time)) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from ssh_keys where ctid = any(array(select t.ctid from ssh_keys t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from firewall_servers where ctid = any(array(select t.ctid from firewall_servers t where t.firewall_id in (select id from firewalls where account_id = closing_id) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from firewalls where ctid = any(array(select t.ctid from firewalls t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from cancel_requests where ctid = any(array(select t.ctid from cancel_requests t where t.service_id in (select id from services where account_id = closing_id) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    update server_details t set hostname = 'erased', startup_script = null, root_password_hash = null, rescue_seed = null, boot_id = null, ssh_host = null, ssh_port = null, status_reason = null
      where t.ctid = any(array(select t.ctid from server_details t where (t.id in (select id from services where account_id = closing_id)) and row(t.hostname, t.startup_script, t.root_password_hash, t.rescue_seed, t.boot_id, t.ssh_host, t.ssh_port, t.status_reason) is distinct from row('erased', null, null, null, null, null, null, null) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    delete from events where ctid = any(array(select t.ctid from events t where t.account_id = closing_id limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    update saved_cards t set gateway_customer = 'erased', brand = 'erased', last4 = '0000', ended_at = coalesce(t.ended_at, given_time), detach_asked_at = coalesce(t.detach_asked_at, given_time)
      where t.ctid = any(array(select t.ctid from saved_cards t where (t.account_id = closing_id) and row(t.gateway_customer, t.brand, t.last4, t.ended_at, t.detach_asked_at) is distinct from row('erased', 'erased', '0000', coalesce(t.ended_at, given_time), coalesce(t.detach_asked_at, given_time)) limit most_rows - done));
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;
    if done = 0 then update accounts set erased_at = given_time where id = closing_id; end if;
    return done;
  end $function$
;

CREATE OR REPLACE FUNCTION public.erase_lone_user(lone_id integer, given_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  declare
    gone_users integer[] := array[lone_id];
    gone_emails text[];
  begin
    select array[lower(email)] into gone_emails from users where id = lone_id and erases_at <= given_time for update;
    if not found or exists (select from memberships where user_id = lone_id) then return false; end if;
    delete from user_identities where ctid = any(array(select t.ctid from user_identities t where t.user_id = any(gone_users)));
    delete from mails where ctid = any(array(select t.ctid from mails t where t.user_id = any(gone_users) or lower(t.address) = any(gone_emails)));
    delete from sign_ups where ctid = any(array(select t.ctid from sign_ups t where t.email = any(gone_emails)));
    delete from received_mails where ctid = any(array(select t.ctid from received_mails t where t.from_address = any(gone_emails)));
    delete from passkey_challenges where ctid = any(array(select t.ctid from passkey_challenges t where t.user_id = any(gone_users)));
    delete from sign_in_challenges where ctid = any(array(select t.ctid from sign_in_challenges t where t.user_id = any(gone_users)));
    delete from sign_in_links where ctid = any(array(select t.ctid from sign_in_links t where t.user_id = any(gone_users)));
    delete from email_changes where ctid = any(array(select t.ctid from email_changes t where t.user_id = any(gone_users)));
    delete from password_resets where ctid = any(array(select t.ctid from password_resets t where t.user_id = any(gone_users)));
    delete from sessions where ctid = any(array(select t.ctid from sessions t where t.user_id = any(gone_users)));
    delete from sign_in_places where ctid = any(array(select t.ctid from sign_in_places t where t.user_id = any(gone_users)));
    delete from user_passkeys where ctid = any(array(select t.ctid from user_passkeys t where t.user_id = any(gone_users)));
    delete from user_totp where ctid = any(array(select t.ctid from user_totp t where t.user_id = any(gone_users)));
    update users t set email = 'erased-' || t.id || '@erased.invalid', name = '', newsletter = false, email_otp_enabled = false, password_hash = null, suspended_at = coalesce(t.suspended_at, given_time), alone_since = null, erases_at = null
      where t.ctid = any(array(select t.ctid from users t where (t.id = any(gone_users)) and row(t.email, t.name, t.newsletter, t.email_otp_enabled, t.password_hash, t.suspended_at, t.alone_since, t.erases_at) is distinct from row('erased-' || t.id || '@erased.invalid', '', false, false, null, coalesce(t.suspended_at, given_time), null, null)));
    update access_tokens t set name = '', allowed_networks = '{}'::text[], last_used_from = null, previous_hash = null, previous_until = null, revoked_at = coalesce(t.revoked_at, given_time)
      where t.ctid = any(array(select t.ctid from access_tokens t where (t.user_id = any(gone_users)) and row(t.name, t.allowed_networks, t.last_used_from, t.previous_hash, t.previous_until, t.revoked_at) is distinct from row('', '{}'::text[], null, null, null, coalesce(t.revoked_at, given_time))));
    return true;
  end $function$
;

CREATE OR REPLACE FUNCTION public.forget_inputs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.input := without_words(new.input);
    new.memory := without_words(new.memory);
    return new;
  end $function$
;

CREATE OR REPLACE FUNCTION public.forget_told(what text, resource integer)
 RETURNS TABLE(id bigint, change text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    delete from events where resource_kind = what and resource_id = resource and xid = pg_current_xact_id()
    returning events.id, events.change
  $function$
;

CREATE OR REPLACE FUNCTION public.give_up_invitation_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  begin
    update mails set failed_at = now(), error = 'Its invitation was withdrawn, accepted or sent again.', data = data - 'link'
      where once = 'invitation:' || old.id || ':' || encode(old.secret_hash, 'hex') and sent_at is null and failed_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.given_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
    select clock_timestamp() + coalesce(nullif(current_setting('innkeeper.clock_ahead', true), ''), '0')::interval
  $function$
;

CREATE OR REPLACE FUNCTION public.held_network(address inet, version integer, prefix integer)
 RETURNS cidr
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select network(set_masklen(address, case version when 4 then 32 else prefix end))
  $function$
;

CREATE OR REPLACE FUNCTION public.hostname_in_service(server integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
    select hostname from servers where id = server and status <> 'terminated'
  $function$
;

CREATE OR REPLACE FUNCTION public.keep_ip_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  declare
    held cidr;
    moved_at timestamptz;
  begin
    if tg_op <> 'INSERT' and old.account_id is not null then
      held := held_network(old.address, old.version, old.prefix);
      moved_at := case when tg_op = 'UPDATE' and new.account_id is null then new.freed_at else given_now() end;
      update ip_assignments set held_until = greatest(held_from, moved_at) where network = held and held_until is null;
    end if;
    if tg_op <> 'DELETE' and new.account_id is not null then
      held := held_network(new.address, new.version, new.prefix);
      -- The row begins after the last one ended, even if the clocks of two processes differ. If the address had a holder, the row begins
      -- now.
      insert into ip_assignments (network, account_id, server_id, floating_ip_id, held_from)
        values (held, new.account_id, new.server_id, new.floating_ip_id, greatest(coalesce(moved_at, new.assigned_at, given_now()),
          (select held_until from ip_assignments where network = held order by held_until desc nulls first limit 1)));
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if not exists (select from ledger_postings where entry_id = new.id) then
      raise exception 'ledger entry % has no postings', new.id
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_guard_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if pg_trigger_depth() < 2 and new.balance <> (case tg_op when 'UPDATE' then old.balance else 0 end) then
      raise exception 'balances follow the postings and are not set by hand'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    entry integer;
    total numeric;
    postings integer;
    fits boolean;
  begin
    select sums.* into entry, total, postings, fits from (
      select p.entry_id, sum(p.amount), count(*), bool_and(ledger_posts_to(e.kind, a.kind)
        and (a.kind <> 'customer' or a.account_id = e.account_id)
        and (a.kind <> 'vat_payable'
          or coalesce(a.country = o.tax ->> 'country' and a.rate_bp = (o.tax ->> 'rateBp')::integer, false)))
      from (select distinct entry_id as id from posted) one
      cross join lateral (select * from ledger_entries where id = one.id offset 0) e
      cross join lateral (select * from ledger_postings where entry_id = one.id offset 0) p
      cross join lateral (select * from ledger_accounts where id = p.ledger_account_id offset 0) a
      left join orders o on o.id = e.order_id
      group by p.entry_id) as sums (entry_id, total, postings, fits)
      where sums.total <> 0 or sums.postings < 2 or not sums.fits limit 1;
    if found and (total <> 0 or postings < 2) then
      raise exception 'ledger entry % does not balance: % postings add up to %', entry, postings, total
        using errcode = 'check_violation', constraint = 'ledger_entries_balance';
    elsif found then
      raise exception 'ledger entry % posts to a ledger account that its kind, its customer or its order does not have', entry
        using errcode = 'check_violation', constraint = 'ledger_entries_dimensions';
    end if;
    update ledger_accounts a set balance = a.balance + moved.amount
      from (select ledger_account_id, sum(amount)::bigint as amount from posted group by ledger_account_id) moved
      where a.id = moved.ledger_account_id and a.kind = 'customer';
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_posts_to(entry_kind text, account_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select case entry_kind
      when 'deposit' then account_kind in ('customer', 'gateway')
      when 'withdrawal' then account_kind in ('customer', 'gateway')
      when 'payment' then account_kind in ('customer', 'revenue', 'vat_payable')
      when 'refund' then account_kind in ('customer', 'revenue', 'vat_payable')
      when 'credit' then account_kind in ('customer', 'credits')
      when 'affiliate' then account_kind in ('customer', 'credits', 'affiliate_payable')
      when 'write_off' then account_kind in ('customer', 'write_offs')
      else false end
  $function$
;

CREATE OR REPLACE FUNCTION public.move_protection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if not exists (select from ip_protections where ip_address_id = new.id) then return null; end if;
    perform note_protection_change(new.id, old.server_id);
    if old.server_id is distinct from new.server_id then perform note_protection_change(new.id, new.server_id); end if;
    if old.account_id is distinct from new.account_id then
      delete from ip_protection_grants where ip_address_id = new.id;
      delete from ip_protections where ip_address_id = new.id;
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.name_linked_server()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.hostname := hostname_in_service(new.server_id);
    return new;
  end $function$
;

CREATE OR REPLACE FUNCTION public.name_server_linked_before()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update server_ssh_keys set hostname = hostname_in_service(server_id)
      where (server_id, ssh_key_id) = (new.server_id, new.ssh_key_id) and hostname_in_service(server_id) is not null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.names_to_search(server integer)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
    select searchable(concat_ws(E'\n', d.hostname, string_agg(host(a.address), E'\n' order by a.id)))
    from server_details d left join ip_addresses a on a.server_id = d.id where d.id = server group by d.id
  $function$
;

CREATE OR REPLACE FUNCTION public.note_account(account integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare line text := account || E'\taccount\t0';
  begin
    if strpos(current_setting('innkeeper.notes', true), line) > 0 then return false; end if;
    return take_note(line);
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_alone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changed integer;
  begin
    foreach changed in array case tg_op
      when 'INSERT' then array[new.user_id]
      when 'DELETE' then array[old.user_id]
      else array[least(old.user_id, new.user_id), greatest(old.user_id, new.user_id)] end
    loop
      perform from users where id = changed for no key update;
      if exists (select from memberships where user_id = changed) then
        update users set alone_since = null, erases_at = null where id = changed and alone_since is not null;
      else
        update users set alone_since = given_now() where id = changed and alone_since is null;
      end if;
    end loop;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_catalogue()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return take_note(E'0\tcatalogue\t0');
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_named(named integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare holder record;
  begin
    select account_id, server_id, floating_ip_id into holder from ip_addresses where id = named;
    if not found then return false; end if;
    return case when holder.server_id is not null then note_server(holder.server_id, 'updated') else false end
      or case when holder.floating_ip_id is not null
        then note_resource(holder.account_id, 'floating_ip', holder.floating_ip_id, 'updated') else false end;
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_paid_orders(payment integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare
    paid record;
    first boolean := false;
  begin
    for paid in select o.account_id, o.id from payment_orders p join orders o on o.id = p.order_id where p.payment_id = payment order by o.id loop
      first := note_resource(paid.account_id, 'order', paid.id, 'updated') or first;
    end loop;
    return first;
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_protection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform note_protection_change(a.id, a.server_id) from ip_addresses a
      where a.id = case tg_op when 'DELETE' then old.ip_address_id else new.ip_address_id end;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_protection_change(address integer, server integer)
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into ip_protection_changes (node_id, ip_address_id)
      select node_id, address from server_details where id = server
  $function$
;

CREATE OR REPLACE FUNCTION public.note_resource(account integer, kind text, id integer, change text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare line text := account || E'\t' || kind || E'\t' || id || E'\t';
  begin
    if change = 'deleted' then return take_note(line || change || E'\t' || data); end if;
    if strpos(current_setting('innkeeper.notes', true), line) > 0 then return false; end if;
    return take_note(line || change);
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_server(server integer, change text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare account integer;
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\tserver\t' || server || E'\t') > 0 then return false; end if;
    select account_id into account from services where id = server;
    return found and note_resource(account, 'server', server, change);
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_service(service integer, change text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare account integer; what text;
  begin
    select account_id, case type when 'floating-ip' then 'floating_ip' else 'server' end into account, what from services where id = service;
    return found and note_resource(account, what, service, change);
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_shown(account integer, other_account integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare
    notes text := coalesce(current_setting('innkeeper.notes', true), '') || E'\n';
    first boolean := false;
  begin
    if account is not null and strpos(notes, E'\n' || account || E'\tshown\t0') = 0 then
      first := take_note(account || E'\tshown\t0');
    end if;
    if other_account is distinct from account and other_account is not null then first := note_shown(other_account) or first; end if;
    return first;
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_shown_of_address(named integer, other_named integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return note_shown(
      (select account_id from ip_addresses where id = named), (select account_id from ip_addresses where id = other_named));
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_shown_of_order(an_order integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\torder\t' || an_order || E'\t') > 0 then return false; end if;
    return note_shown((select account_id from orders where id = an_order));
  end $function$
;

CREATE OR REPLACE FUNCTION public.note_shown_of_service(service integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\tserver\t' || service || E'\t') > 0 then return false; end if;
    return note_shown((select account_id from services where id = service));
  end $function$
;

CREATE OR REPLACE FUNCTION public.open_vat_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into ledger_accounts (code, kind, country, rate_bp)
      select 'vat_payable:' || code || ':' || new.rate_bp, 'vat_payable', code, new.rate_bp from countries where id = new.country_id
      on conflict (code) do nothing;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.queue_conversion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into affiliate_due (entry_id, order_id)
      select new.id, new.order_id from referrals r where r.account_id = new.account_id;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.queue_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into invoices_due (account_id, type, order_id, entry_id, created_at)
      values (new.account_id, case new.kind when 'payment' then 'original' else 'credit-note' end, new.order_id, new.id, new.created_at);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.queue_proform()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into invoices_due (account_id, type, order_id, created_at) values (new.account_id, 'proform', new.id, new.created_at);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.queue_proform_of_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into invoices_due (account_id, type, order_id, created_at)
      select o.account_id, 'proform', o.id, p.created_at from orders o, payments p
      where o.id = new.order_id and p.id = new.payment_id and p.kind = 'transfer' and o.status = 'awaiting_payment' and o.gross > 0;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.read_notes()
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
  declare
    notes text := current_setting('innkeeper.notes', true);
    full_pages integer := coalesce(nullif(current_setting('innkeeper.full_pages', true), ''), '0');
    page text;
  begin
    if notes = '' then return '{}'; end if;
    page := set_config('innkeeper.notes', '', true);
    if full_pages > 0 then
      page := set_config('innkeeper.full_pages', '', true);
      select string_agg(current_setting('innkeeper.page_' || n), '' order by n) || notes into notes from generate_series(1, full_pages) n;
    end if;
    return string_to_array(substr(notes, 2), E'\n');
  end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op)
      using errcode = 'restrict_violation';
  end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_held_after_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from servers where id = new.id and status = 'terminated'
        and (holds_capacity or primary_iso_id is not null or secondary_iso_id is not null)) then
      raise exception 'server % has ended and still holds something', new.id
        using errcode = 'check_violation', constraint = 'servers_ended_hold_nothing';
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_oversold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if (new.vcpus_used > old.vcpus_used or new.dedicated_vcpus_used > old.dedicated_vcpus_used)
        and (new.vcpus_used > new.vcpus_offered or new.state <> 'active')
      or new.memory_mb_used > old.memory_mb_used and (new.memory_mb_used > new.memory_mb_offered or new.state <> 'active')
      or new.disk_gb_used > old.disk_gb_used and (new.disk_gb_used > new.disk_gb_offered or new.state <> 'active') then
      raise exception '%', case new.state when 'active' then format('more of node %s would be sold than it offers', new.name)
          else format('node %s takes nothing new', new.name) end
        using errcode = 'check_violation', constraint = 'nodes_room';
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.release_firewalls()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    delete from firewall_servers where server_id = new.id;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.release_names_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform release_ptr_names(old.id);
    return old;
  end $function$
;

CREATE OR REPLACE FUNCTION public.release_names_of_freed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform release_ptr_names(old.id);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.release_ptr_names(released integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    delete from ptr_names where ip_address_id = released and not told;
    update ptr_names set ip_address_id = null, name = null, version = version + 1, push_at = given_now(), tries = 0, error = null
      where ip_address_id = released;
  end $function$
;

CREATE OR REPLACE FUNCTION public.rename_linked_server()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update server_ssh_keys set hostname = new.hostname where server_id = new.id and hostname is not null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.require_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from accounts where id = old.account_id and closed_at is null)
      and not exists (select from memberships where account_id = old.account_id and role = 'owner') then
      raise exception 'account % has no owner', old.account_id using errcode = '23514', constraint = 'memberships_an_owner';
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.rest_freed_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.last_account_id := old.account_id;
    new.freed_at := coalesce(new.freed_at, given_now());
    select new.freed_at + make_interval(secs => rest_seconds) into new.rests_until from ip_pools where id = new.pool_id;
    return new;
  end $function$
;

CREATE OR REPLACE FUNCTION public.revise_protection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.revision := left(md5(gen_random_uuid()::text), 12);
    return new;
  end $function$
;

CREATE OR REPLACE FUNCTION public.revoke_tokens_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update access_tokens set revoked_at = now()
    where account_id = old.account_id and user_id = old.user_id and revoked_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.search_new_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    -- The lower id comes first, as in all code that locks two.
    perform update_search_names(id) from (
      select distinct id from unnest(array[old.server_id, new.server_id]) as id where id is not null order by id) as servers;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.search_new_hostname()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform update_search_names(new.id);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.searchable(names text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select convert_to(lower(names collate "C"), 'UTF8')
  $function$
;

CREATE OR REPLACE FUNCTION public.set_staff_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update services set staff_ends_at = case when new.undone_at is null then new.ends_at end where id = new.service_id;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.spent(of_account integer, of_token integer, since timestamp with time zone, until timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
  begin
    return (
      select coalesce(sum(o.gross), 0) from orders o
      where o.account_id = of_account and o.paid_at >= since and o.paid_at < until and o.gross > 0 and o.type <> 'deposit'
        and (of_token is null or o.token_id = of_token)
    ) - (
      select coalesce(sum(p.amount), 0) from ledger_entries e
      join orders o on o.id = e.order_id
      join ledger_accounts a on a.account_id = e.account_id
      join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = a.id
      where e.account_id = of_account and e.kind = 'refund' and e.created_at >= since
        and o.paid_at >= since and o.paid_at < until and o.gross > 0
        and (of_token is null or o.token_id = of_token)
    );
  end $function$
;

CREATE OR REPLACE FUNCTION public.take_note(note text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare
    notes text := coalesce(current_setting('innkeeper.notes', true), '');
    full_pages integer;
    page text;
  begin
    if octet_length(notes) > 4000 then
      full_pages := coalesce(nullif(current_setting('innkeeper.full_pages', true), ''), '0')::integer + 1;
      page := set_config('innkeeper.page_' || full_pages, notes, true);
      page := set_config('innkeeper.full_pages', full_pages::text, true);
      page := set_config('innkeeper.notes', E'\n' || note, true);
      page := set_config('innkeeper.may_repeat', 'true', true);
      return false;
    end if;
    page := set_config('innkeeper.notes', notes || E'\n' || note, true);
    return notes = '';
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_account_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where account_id = new.id and revoked_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_attack_update_of_attacks(old attacks, new attacks)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when (old.ended_at, old.severity) is distinct from (new.ended_at, new.severity) then note_resource(new.account_id, 'attack', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_backup_update_of_copies(old copies, new copies)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.kind = 'backup' and old is distinct from new then note_resource(new.account_id, 'backup', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_firewall_update_of_firewalls(old firewalls, new firewalls)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when old is distinct from new then note_resource(new.account_id, 'firewall', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_iso_update_of_isos(old isos, new isos)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.account_id is not null and old is distinct from new then note_resource(new.account_id, 'iso', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_member_update_of_memberships(old memberships, new memberships)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.role <> 'owner' and (old.role) is distinct from (new.role) then note_resource(new.account_id, 'member', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_moved_of_ip_addresses(old ip_addresses, new ip_addresses)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when old.server_id is not null and (old.server_id, old.main) is distinct from (new.server_id, new.main) then note_server(old.server_id, 'updated') else false end)::integer + (case when new.server_id is not null and (old.server_id, old.main) is distinct from (new.server_id, new.main) then note_server(new.server_id, 'updated') else false end)::integer + (case when new.floating_ip_id is not null and (old.server_id) is distinct from (new.server_id) then note_service(new.floating_ip_id, 'updated') else false end)::integer > 0;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_operation_update_of_workflows(old workflows, new workflows)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.account_id is not null and (old.shown_state, old.step, old.percent) is distinct from (new.shown_state, new.step, new.percent) then note_resource(new.account_id, 'operation', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_order_update_of_orders(old orders, new orders)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when old is distinct from new then note_resource(new.account_id, 'order', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_payment_of_payments(old payments, new payments)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when (old.url, old.state) is distinct from (new.url, new.state) then note_paid_orders(new.id) else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_provider_required()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', 's' || id) from sessions where account_id = new.account_id and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_renamed_of_ptr_names(old ptr_names, new ptr_names)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when (old.name) is distinct from (new.name) then note_named(new.ip_address_id) else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_role_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', id::text) from access_tokens
    where account_id = new.account_id and user_id = new.user_id and revoked_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_session_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', case when new.ended_at is null and new.account_id = old.account_id then '~s' else 's' end || new.id);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_sessions_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', 's' || id) from sessions where account_id = new.id and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_sessions_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', 's' || id) from sessions
    where account_id = new.account_id and user_id = new.user_id and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_snapshot_update_of_copies(old copies, new copies)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.kind = 'snapshot' and old is distinct from new then note_resource(new.account_id, 'snapshot', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_tax_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changed integer := case tg_table_name when 'accounts' then (to_jsonb(new) ->> 'id')::integer
      else (to_jsonb(new) ->> 'account_id')::integer end;
  begin
    perform pg_notify('tokens', '~' || id) from access_tokens where account_id = changed and revoked_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_tax_of_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', '*');
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_tax_of_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changed integer := case tg_table_name when 'accounts' then (to_jsonb(new) ->> 'id')::integer
      else (to_jsonb(new) ->> 'account_id')::integer end;
  begin
    perform pg_notify('tokens', '~s' || id) from sessions where account_id = changed and ended_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_ticket_update_of_tickets(old tickets, new tickets)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.account_id is not null and (old.status, old.updated_at) is distinct from (new.status, new.updated_at) then note_resource(new.account_id, 'ticket', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_token_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', case when new.previous_hash = old.token_hash then '~' else '' end || new.id);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_token_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', new.id::text);
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_updated_of_server_details(old server_details, new server_details)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when (old.hostname, old.power, old.status_reason, old.rescue, old.network_suspended, old.plan_id, old.image_id, old.vcpus, old.memory_mb, old.disk_gb, old.bandwidth_tb, old.network_speed_mbps, old.ssh_host, old.ssh_port) is distinct from (new.hostname, new.power, new.status_reason, new.rescue, new.network_suspended, new.plan_id, new.image_id, new.vcpus, new.memory_mb, new.disk_gb, new.bandwidth_tb, new.network_speed_mbps, new.ssh_host, new.ssh_port) then note_server(new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_updated_of_services(old services, new services)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when new.type in ('server', 'floating-ip') and old is distinct from new then (case new.type when 'server' then note_server(new.id, 'updated') else note_service(new.id, 'updated') end) else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_user_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where user_id = new.id and revoked_at is null;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_webhook_update_of_webhooks(old webhooks, new webhooks)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  begin
    return (case when (old.status, old.url, old.name, old.event_types, old.previous_until) is distinct from (new.status, new.url, new.name, new.event_types, new.previous_until) then note_resource(new.account_id, 'webhook', new.id, 'updated') else false end);
  end $function$
;

CREATE OR REPLACE FUNCTION public.tell_workflows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform wake('workflows', '');
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.update_search_names(server integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    -- Lock first and read in a separate statement, which sees what another transaction has just written to the hostname or the addresses.
    perform from server_search where server_id = server for update;
    update server_search set names = new_names from names_to_search(server) as new_names where server_id = server and names <> new_names;
  end $function$
;

CREATE OR REPLACE FUNCTION public.update_server_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if new.type = 'server' and (old.account_id, old.status, old.created_at, old.expiry_at)
      is distinct from (new.account_id, new.status, new.created_at, new.expiry_at) then
      update server_search set account_id = new.account_id, status = new.status::server_status, created_at = new.created_at,
          expiry_at = coalesce(new.expiry_at, 'infinity')
        where server_id = new.id;
    end if;
    return null;
  end $function$
;

CREATE OR REPLACE FUNCTION public.wake(channel text, payload text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    raise notice '%', channel using errcode = '01WAK', detail = payload;
  end $function$
;

CREATE OR REPLACE FUNCTION public.without_words(given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select coalesce(jsonb_object_agg(key, value) filter (where jsonb_typeof(value) in ('number', 'boolean')), '{}')
    from jsonb_each(given)
  $function$
;

CREATE OR REPLACE FUNCTION public.write_events(account integer, notes text[], again boolean, raised integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    reserved bigint;
    number bigint;
    note text;
    words text[];
    what text;
    resource integer;
    how text;
    told_id bigint;
    told_change text;
  begin
    insert into event_heads as head (account_id, last_id) select id, cardinality(notes) from accounts where id = account
      on conflict (account_id) do update set last_id = head.last_id + excluded.last_id, version = head.version + raised
      returning last_id into reserved;
    -- A deleted account gets no events.
    if not found then return; end if;
    number := reserved - cardinality(notes);
    foreach note in array notes loop
      words := string_to_array(note, E'\t');
      what := words[2];
      resource := words[3];
      how := words[4];
      if again then
        select id, change into told_id, told_change from forget_told(what, resource);
        if how = 'updated' then how := coalesce(told_change, how); end if;
      end if;
      case
      when how = 'deleted' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, words[5]::jsonb;
      when what = 'server' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', s.status, 'status_reason', s.shown_reason, 'power', s.power, 'rescue', s.rescue, 'network_suspended', s.network_suspended, 'lock_reason', l.reason, 'hostname', s.hostname, 'plan', (select key from plans where id = s.plan_id), 'image', (select name from images where id = s.image_id), 'main_ip', (select host(address) from ip_addresses where server_id = s.id and main order by version limit 1), 'billing_cycle', s.billing_cycle, 'renew_price', s.renew_price, 'auto_renew', s.auto_renew, 'cancelled', exists (select from cancel_requests where service_id = s.id), 'created_at', s.created_at, 'expiry_at', s.expiry_at)
          from servers s left join locks l on l.kind = 'server' and l.resource_id = s.id where s.id = resource;
      when what = 'floating_ip' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', f.status, 'server_id', f.server_id)
          from floating_ips f where f.id = resource;
      when what = 'order' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from orders r where r.id = resource;
      when what = 'operation' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('kind', r.kind, 'shown_state', r.shown_state, 'step', r.step, 'percent', r.percent, 'resource_kind', r.resource_kind, 'resource_id', r.resource_id) from workflows r where r.id = resource;
      when what = 'iso' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'size', r.size) from isos r where r.id = resource;
      when what = 'ticket' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from tickets r where r.id = resource;
      when what = 'firewall' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from firewalls r where r.id = resource;
      when what = 'webhook' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from webhooks r where r.id = resource;
      when what = 'attack' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('key', r.key, 'ip_address_id', r.ip_address_id, 'ended_at', r.ended_at, 'detector', r.detector, 'severity', r.severity, 'server_id', (select server_id from ip_addresses where id = r.ip_address_id)) from attacks r where r.id = resource;
      when what = 'member' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('role', r.role) from memberships r where r.id = resource;
      when what = 'invitation' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('role', r.role) from invitations r where r.id = resource;
      when what = 'snapshot' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'server_id', r.server_id) from copies r where r.id = resource;
      when what = 'backup' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'server_id', r.server_id) from copies r where r.id = resource;
      else continue;
      end case;
      if found and told_id is null then number := number + 1; end if;
    end loop;
    if number < reserved then update event_heads set last_id = number where account_id = account; end if;
    if number > reserved - cardinality(notes) then perform wake('events', account::text); end if;
  end $function$
;
