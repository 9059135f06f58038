import type { Exported } from './define.ts';

/** Export of the account, the rights of its members, and their sign-in data. */
export const PEOPLE = {
  accounts: [
    {
      file: 'account',
      what: 'the account with its billing data',
      account: 'id',
      single: true,
      columns: `id name country_id address city postal_code phone_number tech_email company company_name company_address
        company_number vat_number created_at suspended_at closing_asked_at closes_at closed_at`,
      withheld: 'erased_at suspend_reason billing_parked_at billing_parked_reason',
    },
  ],
  ownership_offers: [
    {
      within: 'accounts',
      as: 'ownership_offer',
      by: 'account_id',
      one: true,
      columns: 'user_id created_at expires_at',
      withheld: 'account_id',
    },
  ],
  referrals: [
    {
      within: 'accounts',
      as: 'referral',
      by: 'account_id',
      one: true,
      columns: 'attributed_at',
      withheld: 'account_id affiliate_id code_id',
    },
  ],
  users: [
    {
      file: 'user',
      what: 'the user who asked for this export',
      user: 'id',
      single: true,
      columns: 'id email name language newsletter email_otp_enabled muted_mails created_at suspended_at',
      withheld: 'password_hash alone_since erases_at',
    },
    { within: 'memberships', as: 'user', by: 'id', to: 'user_id', one: true, columns: 'email name' },
  ],
  user_totp: [
    {
      within: 'users',
      as: 'authenticator_app',
      by: 'user_id',
      one: true,
      columns: 'enabled_at unproven_until',
      withheld: 'user_id secret last_step session_id',
    },
  ],
  user_passkeys: [
    {
      within: 'users',
      as: 'passkeys',
      by: 'user_id',
      columns: 'id name transports synced created_at last_used_at last_used_from counter_regressed_at',
      withheld: 'user_id credential_id public_key sign_count',
    },
  ],
  sessions: [
    {
      within: 'users',
      as: 'sessions',
      by: 'user_id',
      columns: 'id account_id created_at last_used_at last_used_from user_agent expires_at ended_at',
      withheld: 'user_id secret_hash previous_hash previous_until rotated_at authenticated_at identity_provider_id',
    },
  ],
  user_identities: [
    {
      within: 'users',
      as: 'identities',
      by: 'user_id',
      columns: 'id provider_id subject email linked_by_user created_at last_used_at',
      withheld: 'user_id',
    },
  ],
  identity_providers: [
    {
      file: 'identity-provider',
      what: 'the identity provider of the account, without its secret',
      columns: `id issuer client_id default_role trusted_amr trusted_acr enabled required tested_at created_at updated_at trust_email`,
      withheld: 'account_id client_secret sign_in_key',
    },
  ],
  identity_domains: [
    {
      within: 'identity_providers',
      as: 'domains',
      by: 'provider_id',
      columns: 'name created_at verified_at verified_by',
      withheld: 'id provider_id token',
    },
  ],
  sign_in_places: [
    { within: 'users', as: 'sign_in_places', by: 'user_id', columns: 'network last_used_at', withheld: 'user_id' },
  ],
  memberships: [
    { file: 'members', what: 'the members of the account', columns: 'id user_id role created_at', withheld: 'account_id' },
  ],
  invitations: [
    {
      file: 'invitations',
      what: 'invitations that are open',
      columns: 'id email role invited_by created_at sent_at valid_until',
      withheld: 'account_id secret_hash expires_at',
    },
  ],
  access_tokens: [
    {
      file: 'tokens',
      what: 'access tokens, without their secrets',
      columns: `id user_id name hint abilities monthly_cap allowed_networks server_ids created_at expires_at revoked_at last_used_at
        last_used_from made_by rotated_by`,
      withheld: 'account_id token_hash previous_hash previous_until',
    },
  ],
  ssh_keys: [
    { file: 'ssh-keys', what: 'SSH keys', columns: 'id name fingerprint public_key created_at', withheld: 'account_id' },
  ],
  webhooks: [
    {
      file: 'webhooks',
      what: 'webhooks, without their secrets',
      columns: 'id url name event_types status disabled_reason created_at',
      withheld: 'account_id host secret previous_secret previous_until position take_after failing_since slow',
    },
  ],
  audit_log: [
    {
      file: 'audit-log',
      what: 'who did what in the account',
      atATime: 1_000,
      columns: 'id at actor_kind actor_id actor_name user_id action resource_kind resource_id request_id details',
      withheld: 'account_id',
      // Same rule as in `GET /audit-log`.
      instead: {
        actor_name: "case when t.actor_kind = 'staff' then t.actor_name end",
        details: "case when t.actor_kind in ('token', 'session', 'visitor') or t.action = 'forceAccess' then t.details end",
      },
    },
  ],
  mails: [
    {
      file: 'mails',
      what: 'mail that was sent',
      columns: 'id user_id address template language ticket_id created_at sent_at failed_at',
      withheld: 'account_id key data once attachments in_reply_to automatic tries next_try_at error',
    },
  ],
  mails_due: [{ why: 'a mail of some minutes later' }],
  support_grants: [
    {
      file: 'support-consents',
      what: 'consents by which support may act inside the account',
      columns: 'id scope ticket_id granted_by created_at expires_at ended_at',
      withheld: 'account_id',
    },
  ],
  support_accesses: [
    {
      file: 'support-accesses',
      what: 'when support acted inside the account',
      columns: 'id grant_id reason scope created_at expires_at ended_at last_used_at',
      withheld: 'account_id staff_id staff_token_id allowed_networks token_hash hint last_used_from',
    },
  ],
  terms_acceptances: [
    {
      within: 'accounts',
      as: 'terms_accepted',
      by: 'account_id',
      columns: 'id user_id version url accepted_at accepted_from',
      withheld: 'account_id',
    },
  ],
  sign_ups: [{ why: 'how the account began, for some weeks' }],
  account_exports: [{ why: 'these files themselves' }],
  account_notes: [{ why: 'what the staff notes for itself is nothing that the customer gave' }],
  console_tickets: [{ why: 'secrets that work once' }],
  idempotency_keys: [{ why: 'replies that repeat what is exported, for a day' }],
  password_resets: [{ why: 'secrets that work once' }],
  email_changes: [{ why: 'an address that waits to be confirmed, and secrets that work once, for some days' }],
  recovery_codes: [{ why: 'secrets' }],
  passkey_challenges: [{ why: 'secrets of some minutes' }],
  sign_on_requests: [{ why: 'secrets of some minutes' }],
  sign_in_challenges: [{ why: 'secrets of some minutes' }],
  sign_in_links: [{ why: 'a secret of an hour' }],
  staff_approvals: [{ why: 'of the staff, about what stands in the balance when it was done' }],
  events: [{ why: 'tell of changes of what is exported, for some days' }],
  event_heads: [{ why: 'a count' }],
  event_deliveries: [{ why: 'the same events, as they were sent' }],
} as const satisfies Readonly<Record<string, readonly Exported[]>>;
