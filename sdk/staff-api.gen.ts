/** What the API for the staff takes and gives. Made from the contract by `npm run gen`. */

import type { CallOptions, FileReply, Listing } from './types.ts';

/** Stable error code for programs. */
export type ErrorCode = 'unauthenticated' | 'wrong_credentials' | 'reauthentication_required' | 'single_sign_on_required' | 'single_sign_on_refused' | 'identity_provider_failed' | 'ability_missing' | 'account_suspended' | 'not_yours' | 'insufficient_role' | 'out_of_scope' | 'not_found' | 'unknown_path' | 'method_not_allowed' | 'validation' | 'locked' | 'rate_limited' | 'idempotency_mismatch' | 'not_ready' | 'idempotency_running' | 'wrong_state' | 'insufficient_funds' | 'unpaid_limit' | 'spending_cap' | 'payment_disputed' | 'no_capacity' | 'malformed_request' | 'request_timeout' | 'expectation_failed' | 'headers_too_large' | 'payload_too_large' | 'infected_file' | 'scanner_unavailable' | 'not_supported' | 'recovering' | 'unavailable' | 'foreign_origin' | 'insecure_transport' | 'unknown_proxy' | 'internal';

/** Operation that locks the service. */
export type LockReason = 'deploy' | 'start' | 'restart' | 'stop' | 'power-off' | 'host-restart' | 'crash-restart' | 'set-password' | 'set-hostname' | 'set-ssh-keys' | 'set-media' | 'enable-rescue' | 'disable-rescue' | 'scale' | 'restore' | 'reinstall' | 'move' | 'snapshot' | 'backup' | 'download' | 'delete' | 'attached' | 'suspend-network' | 'restore-network' | 'change-primary-ip' | 'scale-addons' | 'suspend' | 'resume' | 'terminate' | 'payment' | 'apply-firewall' | 'floating-ip-attach' | 'floating-ip-detach';

/** A change that waits for approval by another person, or is decided. */
export interface Approval {
  id: number;
  operation: 'assignBank' | 'chargeAccount' | 'confirmPayment' | 'endAccount' | 'endService' | 'failRefund' | 'fundAccount' | 'refundOrder' | 'refundPayment' | 'setService';
  input: Record<string, unknown>;
  amount: string | null;
  account: number | null;
  email: string | null;
  customer: string | null;
  about: string[];
  requested_by: string;
  requested_at: string;
  expires_at: string;
  state: 'waiting' | 'approved' | 'refused' | 'expired' | 'void';
  decided_by: string | null;
  decided_at: string | null;
  reason: string | null;
  approvers: ('support' | 'billing' | 'technical' | 'owner')[];
  may_decide: boolean;
}

/** One method per operation of the API for the staff. */
export interface StaffClient {
  /**
   * Sign in; the reply sets the session cookie.
   *
   * No session is needed.
   */
  createStaffSession(input: {
    /** email address of the person */
    email: string;
    /** Password of the user. */
    password: string;
    /** Code of the authenticator app, or a recovery code. Each code is accepted once. */
    otp: string | number;
  }, options?: CallOptions): Promise<{
    id: number;
    staff: {
      id: number;
      email: string;
      name: string;
      role: 'support' | 'billing' | 'technical' | 'owner';
    };
    created_at: string;
    authenticated_at: string;
    expires_at: string;
    recovery_codes_left: number;
  }>;

  /**
   * Show the current session.
   *
   * Roles: support, billing, technical, owner.
   */
  showStaffSession(input?: Record<string, never>, options?: CallOptions): Promise<{
    id: number;
    staff: {
      id: number;
      email: string;
      name: string;
      role: 'support' | 'billing' | 'technical' | 'owner';
    };
    created_at: string;
    authenticated_at: string;
    expires_at: string;
    recovery_codes_left: number;
  }>;

  /**
   * Authenticate again, for operations that need authentication within 15 minutes.
   *
   * Roles: support, billing, technical, owner.
   */
  confirmStaffSession(input: {
    /** Password of the user. */
    password: string;
    /** Code of the authenticator app, or a recovery code. Each code is accepted once. */
    otp: string | number;
  }, options?: CallOptions): Promise<{
    id: number;
    staff: {
      id: number;
      email: string;
      name: string;
      role: 'support' | 'billing' | 'technical' | 'owner';
    };
    created_at: string;
    authenticated_at: string;
    expires_at: string;
    recovery_codes_left: number;
  }>;

  /**
   * Sign out.
   *
   * Roles: support, billing, technical, owner.
   */
  deleteStaffSession(input?: Record<string, never>, options?: CallOptions): Promise<{
    id: number;
  }>;

  /**
   * Choose a password and get the secret for an authenticator app.
   *
   * No session is needed.
   */
  beginStaffSetUp(input: {
    /** Secret that `./innkeeper staff invite` printed. */
    secret: string;
    /** New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused. */
    password: string;
  }, options?: CallOptions): Promise<{
    email: string;
    name: string;
    secret_key: string;
    otp_auth_url: string;
  }>;

  /**
   * Confirm the authenticator app with a code, and get recovery codes, which are shown once.
   *
   * No session is needed.
   */
  completeStaffSetUp(input: {
    /** Secret that `./innkeeper staff invite` printed. */
    secret: string;
    /** Code of the authenticator app, as 6 digits or as an integer. */
    otp: string | number;
  }, options?: CallOptions): Promise<{
    recovery_codes: string[];
  }>;

  /**
   * Start a sign-in with the identity provider, or link a person to it with the secret of an invitation.
   *
   * No session is needed.
   */
  beginStaffSignOn(input?: {
    /** Secret that `./innkeeper staff invite` printed. */
    secret?: string | undefined;
  }, options?: CallOptions): Promise<{
    url: string;
    expires_at: string;
  }>;

  /**
   * Complete a sign-in or confirmation at the identity provider; the reply sets the session cookie.
   *
   * No session is needed.
   */
  completeStaffSignOn(input: {
    /** `state` parameter of the return URL. */
    state: string;
    /** `code` parameter of the return URL, if present. */
    code?: string | undefined;
    /** `iss` parameter of the return URL, if present. */
    iss?: string | undefined;
    /** `error` parameter of the return URL, instead of the code. */
    error?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    staff: {
      id: number;
      email: string;
      name: string;
      role: 'support' | 'billing' | 'technical' | 'owner';
    };
    created_at: string;
    authenticated_at: string;
    expires_at: string;
    recovery_codes_left: number;
  }>;

  /**
   * Start authenticating again with the identity provider, which asks for the credentials.
   *
   * Roles: support, billing, technical, owner.
   */
  beginStaffConfirmation(input?: Record<string, never>, options?: CallOptions): Promise<{
    url: string;
    expires_at: string;
  }>;

  /**
   * Create an account.
   *
   * Roles: support, billing, owner. A session must have authenticated within the last 15 minutes.
   */
  createAccount(input: {
    /** email address of the account */
    email: string;
    /** two-letter country code; decides the VAT */
    country?: string | undefined;
    /** name of the customer */
    name?: string | undefined;
    /** code of the affiliate who referred the account; cannot be changed, and counts for orders paid afterwards */
    referral_code?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
  }>;

  /**
   * List accounts.
   *
   * Roles: support, billing, technical, owner.
   */
  listAccounts(input?: {
    /** only accounts whose email address or name contains this */
    search?: string | undefined;
    /** only accounts with a balance below this */
    balance_below?: string | undefined;
    /** only accounts with a balance above this */
    balance_above?: string | undefined;
    /** only suspended accounts */
    suspended?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      email: string;
      name: string;
      country: string;
      balance: string;
      servers: number;
      created_at: string;
      suspended_at: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
  }>;

  /**
   * Show an account: balance, servers, tokens, notes and recent activity.
   *
   * Roles: support, billing, technical, owner.
   */
  showAccount(input: {
    /** id or email address of the account */
    account: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
    closes_at: string | null;
    closed_at: string | null;
    billing: {
      address: string | null;
      city: string | null;
      postal_code: string | null;
      company: boolean;
      company_name: string | null;
      company_address: string | null;
      company_number: string | null;
      vat_number: string | null;
      vat: {
        country: string;
        rate: number;
        rule: string;
        pending: boolean;
      };
      vat_check: {
        verdict: 'valid' | 'invalid' | 'unknown';
        checked_at: string | null;
        consultation_number: string | null;
        registered_name: string | null;
        next_try_at: string | null;
        error: string | null;
      } | null;
    };
    spending: {
      monthly_cap: string | null;
      spent_this_month: string;
    };
    tokens: number;
    unpaid_orders: number;
    unpaid_order_ids: number[];
    notes: ({
      id: number;
      at: string;
      by: string;
      text: string;
    })[];
    transactions: ({
      at: string;
      kind: string;
      amount: string;
      description: string;
    })[];
    audit: ({
      at: string;
      actor: string;
      action: string;
      details: Record<string, unknown>;
    })[];
  }>;

  /**
   * Add a note to an account; only staff can see it.
   *
   * Roles: support, billing, technical, owner.
   */
  noteAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** text of one or more lines */
    text: string;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    at: string;
    by: string;
    text: string;
  }>;

  /**
   * Add money to the balance of an account.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  fundAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** amount to add */
    amount: string;
    /** reason, shown to the customer in the list of transactions */
    reason?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
  } | Approval>;

  /**
   * Take money that staff have credited back from the balance of an account.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  chargeAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** amount to take back */
    amount: string;
    /** reason, shown to the customer in the list of transactions */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
  } | Approval>;

  /**
   * Change the billing data of an account for future orders, and its spending cap.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  setAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** name of the customer */
    name?: string | undefined;
    /** two-letter country code; decides the VAT */
    country?: string | undefined;
    /** street and number; an empty text removes it */
    address?: '' | string | undefined;
    /** city; an empty text removes it */
    city?: '' | string | undefined;
    /** postal code; an empty text removes it */
    postal_code?: '' | string | undefined;
    /** the customer is a company */
    company?: boolean | undefined;
    /** name of the company; an empty text removes it */
    company_name?: '' | string | undefined;
    /** address of the company, if different; an empty text removes it */
    company_address?: '' | string | undefined;
    /** number in the company register; an empty text removes it */
    company_number?: '' | string | undefined;
    /** VAT number with its country prefix, which is verified with the register; an empty text removes it */
    vat_number?: '' | string | undefined;
    /** most that the account may spend in a calendar month, VAT included; an empty text removes the cap */
    monthly_cap?: '' | string | undefined;
    /** code of the affiliate who referred the account; cannot be changed, and counts for orders paid afterwards */
    referral_code?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
    billing: {
      address: string | null;
      city: string | null;
      postal_code: string | null;
      company: boolean;
      company_name: string | null;
      company_address: string | null;
      company_number: string | null;
      vat_number: string | null;
      vat: {
        country: string;
        rate: number;
        rule: string;
        pending: boolean;
      };
      vat_check: {
        verdict: 'valid' | 'invalid' | 'unknown';
        checked_at: string | null;
        consultation_number: string | null;
        registered_name: string | null;
        next_try_at: string | null;
        error: string | null;
      } | null;
    };
    spending: {
      monthly_cap: string | null;
      spent_this_month: string;
    };
  }>;

  /**
   * Suspend an account: its tokens can only read, export and use tickets, and its servers keep running.
   *
   * Roles: support, billing, owner.
   */
  suspendAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** reason, for other operators; not shown to the customer */
    reason: string;
    /** also suspend every service in use, for this reason, as a sentence that the customer reads */
    services_reason?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
    servers_running: number;
    services: number;
    locked: number[];
    services_left: number;
  }>;

  /**
   * Suspend an account with all its services at once, and end the services with their data later; no money moves.
   *
   * Roles: support, technical, owner. A session must have authenticated within the last 15 minutes.
   */
  endAccount(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** hours from the approval to the end, in which staff can undo it */
    after?: number | undefined;
    /** reason, as a sentence that the customer reads */
    reason: string;
  }, options?: CallOptions): Promise<{
    account: number;
    ends: ({
      service: number;
      account: number;
      type: string;
      label: string;
      ends_at: string;
      reason: string;
      requested_by: string | null;
      approved_by: string | null;
      paid_until: string | null;
      rest: {
        net: string;
        vat: string;
        gross: string;
        lines: ({
          order: number;
          line: number;
          net: string;
        })[];
      };
    })[];
  } | Approval>;

  /**
   * Resume a suspended account; services that staff ends still end.
   *
   * Roles: support, billing, owner.
   */
  resumeAccount(input: {
    /** id or email address of the account */
    account: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
    ends: ({
      service: number;
      account: number;
      type: string;
      label: string;
      ends_at: string;
      reason: string;
      requested_by: string | null;
      approved_by: string | null;
      paid_until: string | null;
      rest: {
        net: string;
        vat: string;
        gross: string;
        lines: ({
          order: number;
          line: number;
          net: string;
        })[];
      };
    })[];
    suspended_services: number;
    suspended_service_ids: number[];
  }>;

  /**
   * Resume automatic charges of an account that were stopped because its billing looked wrong.
   *
   * Roles: billing, owner.
   */
  unparkAccount(input: {
    /** id or email address of the account */
    account: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    country: string;
    balance: string;
    servers: number;
    created_at: string;
    suspended_at: string | null;
    suspend_reason: string | null;
  }>;

  /**
   * List access tokens.
   *
   * Roles: support, technical, owner.
   */
  listAllTokens(input?: {
    /** email address of the user */
    email?: string | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      email: string;
      name: string;
      hint: string;
      abilities: ('read' | 'write' | 'account')[];
      state: 'valid' | 'expired' | 'revoked';
      created_at: string;
      expires_at: string | null;
      revoked_at: string | null;
      last_used_at: string | null;
      monthly_cap: string | null;
      spent_this_month: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    email: string;
    name: string;
    hint: string;
    abilities: ('read' | 'write' | 'account')[];
    state: 'valid' | 'expired' | 'revoked';
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    monthly_cap: string | null;
    spent_this_month: string | null;
  }>;

  /**
   * Change the spending cap of an access token.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  setToken(input: {
    /** id of the token */
    token: number;
  } & {
    /** most that may be spent in a calendar month, VAT included; an empty text removes the cap */
    monthly_cap?: '' | string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    monthly_cap: string | null;
  }>;

  /**
   * Revoke an access token at once.
   *
   * Roles: support, technical, owner.
   */
  revokeToken(input: {
    /** id of the token */
    token: number;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
  }>;

  /**
   * Add a person to the staff.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  addStaff(input: {
    /** email address of the person */
    email: string;
    /** name of the person, shown to customers and in the audit log */
    name: string;
    /** role of the person: support, billing, technical, owner */
    role: 'support' | 'billing' | 'technical' | 'owner';
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    created_at: string;
    disabled_at: string | null;
    tokens: number;
  }>;

  /**
   * List the staff.
   *
   * Roles: support, billing, technical, owner.
   */
  listStaff(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      email: string;
      name: string;
      role: 'support' | 'billing' | 'technical' | 'owner';
      created_at: string;
      disabled_at: string | null;
      tokens: number;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    email: string;
    name: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    created_at: string;
    disabled_at: string | null;
    tokens: number;
  }>;

  /**
   * Change name, address or role of a staff member, also for existing tokens.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  setStaff(input: {
    /** id or email address of the person */
    person: string;
  } & {
    /** email address of the person */
    email?: string | undefined;
    /** name of the person, shown to customers and in the audit log */
    name?: string | undefined;
    /** role of the person: support, billing, technical, owner */
    role?: 'support' | 'billing' | 'technical' | 'owner' | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    created_at: string;
    disabled_at: string | null;
    tokens: number;
  }>;

  /**
   * Disable a staff member, and all their tokens and sessions.
   *
   * Roles: owner.
   */
  disableStaff(input: {
    /** id or email address of the person */
    person: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    created_at: string;
    disabled_at: string | null;
    tokens: number;
  }>;

  /**
   * Enable a disabled staff member; previous tokens and sign-in stay revoked.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  enableStaff(input: {
    /** id or email address of the person */
    person: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    name: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    created_at: string;
    disabled_at: string | null;
    tokens: number;
  }>;

  /**
   * Create a token for a staff member, for /v1/operator, and show it once.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  tokenStaff(input: {
    /** id or email address of the person */
    person: string;
  } & {
    /** name to recognise the token by */
    name?: string | undefined;
    /** days until the token expires */
    days?: number | undefined;
    /** networks that the token works from, in CIDR form (default: everywhere) */
    networks?: string[] | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    token: string;
    email: string;
    role: 'support' | 'billing' | 'technical' | 'owner';
    expires_at: string;
  }>;

  /**
   * List the tokens and sessions of the staff, with their last use.
   *
   * Roles: owner.
   */
  tokensStaff(input?: {
    /** id or email address of the person */
    person?: string | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      staff: number;
      email: string;
      kind: 'token' | 'session';
      name: string;
      hint: string;
      networks: string[];
      state: 'valid' | 'expired' | 'revoked' | 'disabled';
      created_at: string;
      expires_at: string;
      last_used_at: string | null;
      last_used_from: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    staff: number;
    email: string;
    kind: 'token' | 'session';
    name: string;
    hint: string;
    networks: string[];
    state: 'valid' | 'expired' | 'revoked' | 'disabled';
    created_at: string;
    expires_at: string;
    last_used_at: string | null;
    last_used_from: string | null;
  }>;

  /**
   * Revoke a token of the staff, or end a session, at once.
   *
   * Roles: owner.
   */
  revokeStaff(input: {
    /** id of the token, as `staff tokens` shows it */
    token: number;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
  }>;

  /**
   * List requests that wait for approval by a second person, oldest first.
   *
   * Roles: support, billing, technical, owner.
   */
  listApprovals(input?: {
    /** include approved, refused, expired and void requests */
    all?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: Approval[];
    page: number;
    per_page: number;
    total: number;
  }, Approval>;

  /**
   * Show a request for approval with all that its decision needs: input, reason, who may decide, and until when.
   *
   * Roles: support, billing, technical, owner.
   */
  showApproval(input: {
    /** id of the approval */
    approval: number;
  }, options?: CallOptions): Promise<Approval>;

  /**
   * Approve a request of another person and carry it out.
   *
   * Roles: support, billing, technical, owner. A session must have authenticated within the last 15 minutes.
   */
  approveApproval(input: {
    /** id of the approval */
    approval: number;
  }, options?: CallOptions): Promise<Approval>;

  /**
   * Refuse a pending approval, or withdraw one that you requested.
   *
   * Roles: support, billing, technical, owner.
   */
  refuseApproval(input: {
    /** id of the approval */
    approval: number;
  } & {
    /** reason */
    reason: string;
  }, options?: CallOptions): Promise<Approval>;

  /**
   * Open a staff access to an account that consents, and show its token once.
   *
   * Roles: support, technical, owner.
   */
  openAccess(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** id or email address of the staff member who acts (over HTTP: always the caller) */
    person?: string | undefined;
    /** read, or write, which can also change things such as running servers */
    scope?: 'read' | 'write' | undefined;
    /** minutes until the access ends, at most 60 */
    minutes?: number | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    token: string;
    account: number;
    person: string;
    scope: 'read' | 'write';
    expires_at: string;
  }>;

  /**
   * Open a staff access to an account without consent, and notify the account of the person and reason at once.
   *
   * Roles: technical, owner. A session must have authenticated within the last 15 minutes.
   */
  forceAccess(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** id or email address of the staff member who acts (over HTTP: always the caller) */
    person?: string | undefined;
    /** read, or write, which can also change things such as running servers */
    scope?: 'read' | 'write' | undefined;
    /** minutes until the access ends, at most 60 */
    minutes?: number | undefined;
    /** reason, in 10 to 500 characters; shown to the account */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    token: string;
    account: number;
    person: string;
    scope: 'read' | 'write';
    expires_at: string;
  }>;

  /**
   * List the consents of an account and the staff accesses to it, newest first.
   *
   * Roles: support, technical, owner.
   */
  listAccess(input: {
    /** id or email address of the account */
    account: string;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      account: number;
      staff: number;
      person: string;
      scope: 'read' | 'write';
      grant: number | null;
      reason: string | null;
      state: 'open' | 'expired' | 'ended';
      created_at: string;
      expires_at: string;
      last_used_at: string | null;
      last_used_from: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
    grants: ({
      id: number;
      scope: 'read' | 'write';
      ticket: number | null;
      granted_by: string | null;
      expires_at: string;
    })[];
  }, {
    id: number;
    account: number;
    staff: number;
    person: string;
    scope: 'read' | 'write';
    grant: number | null;
    reason: string | null;
    state: 'open' | 'expired' | 'ended';
    created_at: string;
    expires_at: string;
    last_used_at: string | null;
    last_used_from: string | null;
  }>;

  /**
   * End a staff access to an account at once.
   *
   * Roles: support, technical, owner.
   */
  endAccess(input: {
    /** id of the access, as `access list` shows it */
    access: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    person: string;
  }>;

  /**
   * List services of all accounts, newest first: servers, addons, floating IPs and support plans.
   *
   * Roles: support, billing, technical, owner.
   */
  listServices(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only services of this type: server, server-addon, floating-ip, support-plan */
    type?: 'server' | 'server-addon' | 'floating-ip' | 'support-plan' | undefined;
    /** only services with this status: awaiting_payment, processing, active, suspended, terminated (default: all but terminated) */
    status?: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated' | undefined;
    /** only services that expire earlier, such as 2027-03-31T12:00:00Z */
    expires_before?: string | undefined;
    /** only services that staff ends */
    ending?: boolean | undefined;
    /** only entries with a smaller id: next_after of the part before, or 0 for the newest */
    after?: number | undefined;
    /** entries at most, up to 1000 */
    limit?: number | undefined;
  }, options?: CallOptions): Promise<{
    data: ({
      id: number;
      type: 'server' | 'server-addon' | 'floating-ip' | 'support-plan';
      label: string;
      account: number;
      email: string;
      status: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';
      renew_price: string;
      billing_cycle: number;
      auto_renew: boolean;
      cancelled: boolean;
      staff_suspended: boolean;
      expiry_at: string | null;
      ends_at: string | null;
    })[];
    next_after: number | null;
  }>;

  /**
   * Suspend a service and its addons until staff resume it; a server is powered off and keeps its addresses.
   *
   * Roles: support, billing, technical, owner.
   */
  suspendService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** reason, as a sentence that the customer reads */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    type: string;
    status: string;
    expiry_at: string | null;
    staff_suspended_at: string | null;
    reason: string | null;
    cancellation: {
      now: boolean;
      reason: string | null;
      created_at: string;
      ends_at: string;
    } | null;
    void_orders: number[];
    reduced_orders: ({
      order: number;
      gross: string;
    })[];
  }>;

  /**
   * Resume a service that staff suspended; an unpaid or cancelled one gets a new grace period.
   *
   * Roles: support, billing, technical, owner.
   */
  resumeService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** extend the service by the paid time that it was suspended */
    extend?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    type: string;
    status: string;
    expiry_at: string | null;
    staff_suspended_at: string | null;
    reason: string | null;
    cancellation: {
      now: boolean;
      reason: string | null;
      created_at: string;
      ends_at: string;
    } | null;
    account_suspended: boolean;
  }>;

  /**
   * Change the expiry of a service and its addons; no money moves, and later renewals start from the new expiry.
   *
   * Roles: support, billing, technical, owner. A session must have authenticated within the last 15 minutes.
   */
  setService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** new expiry, such as 2027-03-31T12:00:00Z */
    expiry_at: string;
    /** reason, as a sentence that the customer reads */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    type: string;
    status: string;
    expiry_at: string | null;
    staff_suspended_at: string | null;
    reason: string | null;
    cancellation: {
      now: boolean;
      reason: string | null;
      created_at: string;
      ends_at: string;
    } | null;
    before: string;
    void_orders: number[];
    reduced_orders: ({
      order: number;
      gross: string;
    })[];
  } | Approval>;

  /**
   * Give a customer more days to pay a service and its addons before they are suspended.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  postponeService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** number of additional days */
    days: number;
    /** reason, for other operators */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    type: string;
    expiry_at: string;
    suspend_after: string;
  }>;

  /**
   * Suspend a service and its addons at once and end them with their data later; no money moves, and nothing renews them.
   *
   * Roles: support, technical, owner. A session must have authenticated within the last 15 minutes.
   */
  endService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** hours from the approval to the end, in which staff can undo it */
    after?: number | undefined;
    /** reason, as a sentence that the customer reads */
    reason: string;
  }, options?: CallOptions): Promise<{
    service: number;
    account: number;
    type: string;
    label: string;
    ends_at: string;
    reason: string;
    requested_by: string | null;
    approved_by: string | null;
    paid_until: string | null;
    rest: {
      net: string;
      vat: string;
      gross: string;
      lines: ({
        order: number;
        line: number;
        net: string;
      })[];
    };
  } | Approval>;

  /**
   * Undo the end of a service and resume it, unless staff had suspended it before.
   *
   * Roles: support, billing, technical, owner.
   */
  keepService(input: {
    /** id of the server, floating IP or support plan */
    service: number;
  } & {
    /** reason, for other operators */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    type: string;
    status: string;
    expiry_at: string | null;
    staff_suspended_at: string | null;
    reason: string | null;
    cancellation: {
      now: boolean;
      reason: string | null;
      created_at: string;
      ends_at: string;
    } | null;
    account_suspended: boolean;
  }>;

  /**
   * Disable the two-factor authentication of a user who lost it, and notify the user by mail; verify the person first.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  resetUser(input: {
    /** id or email address of the user */
    user: string;
  } & {
    /** proof of the person's identity, for other operators */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    accounts: number[];
  }>;

  /**
   * Change the email address of a user who lost the mailbox, after 2 days and confirmation of the new address; the old one can stop it; verify the person first.
   *
   * Roles: owner. A session must have authenticated within the last 15 minutes.
   */
  changeUser(input: {
    /** id or email address of the user */
    user: string;
  } & {
    /** new email address, which gets a confirmation link */
    email: string;
    /** proof of the person's identity, for other operators */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    new_email: string;
    counts_from: string;
    expires_at: string;
    accounts: number[];
  }>;

  /**
   * Stop a pending change of a user's email address, and end its links.
   *
   * Roles: support, owner.
   */
  withdrawUser(input: {
    /** id or email address of the user */
    user: string;
  } & {
    /** reason, for other operators */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    new_email: string;
    accounts: number[];
  }>;

  /**
   * Show who can open an account, and the terms of service.
   *
   * Roles: support, billing, technical, owner.
   */
  showSignup(input?: Record<string, never>, options?: CallOptions): Promise<{
    mode: 'open' | 'invitation' | 'closed';
    terms_version: string | null;
    terms_url: string | null;
    asked: number;
    most: number;
    opened: number;
  }>;

  /**
   * Set who can open an account, and the terms of service; other settings stay.
   *
   * Roles: owner.
   */
  setSignup(input?: {
    /** open: everybody; invitation: people whom you invite; closed: nobody (initially) */
    mode?: 'open' | 'invitation' | 'closed' | undefined;
    /** version of the current terms of service; each account keeps the version that it accepted */
    terms_version?: string | undefined;
    /** URL of the terms of service */
    terms_url?: string | undefined;
  }, options?: CallOptions): Promise<{
    mode: 'open' | 'invitation' | 'closed';
    terms_version: string | null;
    terms_url: string | null;
    asked: number;
    most: number;
    opened: number;
  }>;

  /**
   * List sign-ups of the last 7 days, newest first.
   *
   * Roles: support, billing, technical, owner.
   */
  listSignups(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      email: string;
      state: 'waiting' | 'sent' | 'expired' | 'account' | 'known';
      invited_by: string | null;
      asked_from: string | null;
      account: number | null;
      created_at: string;
      expires_at: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    email: string;
    state: 'waiting' | 'sent' | 'expired' | 'account' | 'known';
    invited_by: string | null;
    asked_from: string | null;
    account: number | null;
    created_at: string;
    expires_at: string | null;
  }>;

  /**
   * Send a link that opens an account within 7 days, even while sign-up is by invitation.
   *
   * Roles: support, billing, owner.
   */
  inviteSignup(input: {
    /** email address to invite */
    email: string;
    /** language of the mail and of the user */
    language?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    email: string;
    state: 'waiting' | 'sent' | 'expired' | 'account' | 'known';
    invited_by: string | null;
    asked_from: string | null;
    account: number | null;
    created_at: string;
    expires_at: string | null;
  }>;

  /**
   * List the audit log of all accounts, newest first.
   *
   * Roles: support, billing, technical, owner.
   */
  listAudit(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only actions of this staff member */
    person?: number | undefined;
    /** only this action, such as suspendAccount */
    action?: string | undefined;
    /** only resources of this kind, such as server */
    resource?: string | undefined;
    /** only the resource with this id */
    id?: number | undefined;
    /** only lines before this one (`next` of the previous page) */
    before?: number | undefined;
    /** lines per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      at: string;
      actor: string;
      action: string;
      details: Record<string, unknown>;
      id: number;
      account: number | null;
      resource: {
        kind: string;
        id: number;
      } | null;
      request_id: string | null;
    })[];
    next: number | null;
  }, {
    at: string;
    actor: string;
    action: string;
    details: Record<string, unknown>;
    id: number;
    account: number | null;
    resource: {
      kind: string;
      id: number;
    } | null;
    request_id: string | null;
  }>;

  /**
   * Set a server to the node where its guest runs, after a restore of an older database.
   *
   * Roles: technical, owner.
   */
  placeServer(input: {
    /** id of the server */
    server: number;
  } & {
    /** node whose worker has reported the guest (alert guest_unknown) */
    on: string;
  }, options?: CallOptions): Promise<{
    server: number;
    hostname: string;
    from: string;
    to: string;
  }>;

  /**
   * Move a server to another node: a running one without a stop, a stopped one by a common copy store.
   *
   * Roles: technical, owner.
   */
  moveServer(input: {
    /** id of the server */
    server: number;
  } & {
    /** node to which the server moves (default: the one with most free memory) */
    to?: string | undefined;
    /** leave snapshots and backups on the disk of the old node, where they cannot be restored */
    leave_copies?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    server: number;
    hostname: string;
    from: string;
    to: string;
    live: boolean;
    workflow: number;
  }>;

  /**
   * List servers of all accounts.
   *
   * Roles: support, billing, technical, owner.
   */
  listAllServers(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only servers of this node */
    node?: string | undefined;
    /** only servers with this status: awaiting_payment, processing, active, suspended, terminated (default: all but terminated) */
    status?: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated' | undefined;
    /** only servers whose workflow is stuck or overdue */
    stuck?: boolean | undefined;
    /** only servers whose hostname contains this, or that have this address */
    search?: string | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      hostname: string;
      account: number;
      email: string;
      status: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';
      power: string;
      plan: string;
      node: string;
      address: string | null;
      lock: {
        reason: string;
        locked_at: string;
        deadline_at: string;
        workflow: number;
        state: string;
      } | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    hostname: string;
    account: number;
    email: string;
    status: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';
    power: string;
    plan: string;
    node: string;
    address: string | null;
    lock: {
      reason: string;
      locked_at: string;
      deadline_at: string;
      workflow: number;
      state: string;
    } | null;
  }>;

  /**
   * Show a server with its recent activity and the steps of its last workflow.
   *
   * Roles: support, billing, technical, owner.
   */
  showServer(input: {
    /** id of the server */
    server: number;
  }, options?: CallOptions): Promise<{
    id: number;
    hostname: string;
    account: number;
    email: string;
    status: 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';
    power: string;
    plan: string;
    node: string;
    status_reason: string | null;
    rescue: boolean;
    network_suspended: boolean;
    holds_capacity: boolean;
    vcpus: number;
    memory_mb: number;
    disk_gb: number;
    image: string;
    created_at: string;
    expiry_at: string | null;
    end: {
      service: number;
      account: number;
      type: string;
      label: string;
      ends_at: string;
      reason: string;
      requested_by: string | null;
      approved_by: string | null;
      paid_until: string | null;
      rest: {
        net: string;
        vat: string;
        gross: string;
        lines: ({
          order: number;
          line: number;
          net: string;
        })[];
      };
    } | null;
    cancellation: {
      now: boolean;
      reason: string | null;
      created_at: string;
      ends_at: string;
    } | null;
    unpaid: {
      ends_at: string | null;
      orders: ({
        id: number;
        status: string;
        gross: string;
      })[];
      suspends_at: string | null;
    } | null;
    machine: string;
    addresses: string[];
    lock: {
      reason: string;
      locked_at: string;
      deadline_at: string;
      workflow: number;
      kind: string;
      state: string;
      direction: 'forward' | 'back';
      error: string | null;
    } | null;
    workflows: ({
      id: number;
      kind: string;
      state: string;
      step: string | null;
      attempts: number;
      created_at: string;
      finished_at: string | null;
      reason: string | null;
      error: string | null;
    })[];
    steps: ({
      step: string;
      direction: 'forward' | 'back';
      attempts: number;
      started_at: string;
      finished_at: string | null;
      error: string | null;
    })[];
    alerts: ({
      id: number;
      at: string;
      kind: string;
      message: string;
    })[];
    audit: ({
      at: string;
      actor: string;
      action: string;
      details: Record<string, unknown>;
    })[];
  }>;

  /**
   * List workflows that have not ended, stuck ones first.
   *
   * Roles: support, technical, owner.
   */
  listWorkflows(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only workflows of this kind, such as server.deploy */
    kind?: string | undefined;
    /** only stuck workflows */
    stuck?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      kind: string;
      lane: string;
      state: string;
      direction: 'forward' | 'back';
      account: number | null;
      resource: {
        kind: string;
        id: number;
      } | null;
      created_at: string;
      next_at: string | null;
      cancelled_at: string | null;
      error: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    kind: string;
    lane: string;
    state: string;
    direction: 'forward' | 'back';
    account: number | null;
    resource: {
      kind: string;
      id: number;
    } | null;
    created_at: string;
    next_at: string | null;
    cancelled_at: string | null;
    error: string | null;
  }>;

  /**
   * Show a workflow with its state, locks and steps.
   *
   * Roles: support, technical, owner.
   */
  showWorkflow(input: {
    /** id of the workflow */
    workflow: number;
  }, options?: CallOptions): Promise<{
    id: number;
    kind: string;
    lane: string;
    state: string;
    direction: 'forward' | 'back';
    account: number | null;
    resource: {
      kind: string;
      id: number;
    } | null;
    created_at: string;
    next_at: string | null;
    cancelled_at: string | null;
    error: string | null;
    attempts: number;
    worker: number | null;
    begun_at: string | null;
    finished_at: string | null;
    cancel_reason: string | null;
    reason: string | null;
    fault: string | null;
    steps: ({
      step: string;
      direction: 'forward' | 'back';
      attempts: number;
      started_at: string;
      finished_at: string | null;
      error: string | null;
    })[];
    locks: ({
      kind: string;
      id: number;
      reason: string;
      locked_at: string;
    })[];
  }>;

  /**
   * Cancel a workflow: undo its steps and release its lock.
   *
   * Roles: technical, owner.
   */
  cancelWorkflow(input: {
    /** id of the workflow */
    workflow: number;
  } & {
    /** reason, shown to the customer */
    reason?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    kind: string;
    lane: string;
    state: string;
    direction: 'forward' | 'back';
    account: number | null;
    resource: {
      kind: string;
      id: number;
    } | null;
    created_at: string;
    next_at: string | null;
    cancelled_at: string | null;
    error: string | null;
  }>;

  /**
   * Retry a stuck workflow now.
   *
   * Roles: technical, owner.
   */
  retryWorkflow(input: {
    /** id of the workflow */
    workflow: number;
  }, options?: CallOptions): Promise<{
    id: number;
    kind: string;
    lane: string;
    state: string;
    direction: 'forward' | 'back';
    account: number | null;
    resource: {
      kind: string;
      id: number;
    } | null;
    created_at: string;
    next_at: string | null;
    cancelled_at: string | null;
    error: string | null;
  }>;

  /**
   * List open alerts, newest first.
   *
   * Roles: support, billing, technical, owner.
   */
  listAlerts(input?: {
    /** only alerts of this kind, such as server_crashed */
    kind?: string | undefined;
    /** include closed alerts */
    all?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      at: string;
      kind: string;
      key: string;
      resource: {
        kind: string;
        id: number;
      } | null;
      message: string;
      acknowledged_at: string | null;
      acknowledged_by: string | null;
      resolved_at: string | null;
      closable: boolean;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    at: string;
    kind: string;
    key: string;
    resource: {
      kind: string;
      id: number;
    } | null;
    message: string;
    acknowledged_at: string | null;
    acknowledged_by: string | null;
    resolved_at: string | null;
    closable: boolean;
  }>;

  /**
   * Acknowledge an alert, which stays open.
   *
   * Roles: technical, owner.
   */
  acknowledgeAlert(input: {
    /** id of the alert */
    alert: number;
  }, options?: CallOptions): Promise<{
    id: number;
    at: string;
    kind: string;
    key: string;
    resource: {
      kind: string;
      id: number;
    } | null;
    message: string;
    acknowledged_at: string | null;
    acknowledged_by: string | null;
    resolved_at: string | null;
    closable: boolean;
  }>;

  /**
   * Close an alert that does not close by itself.
   *
   * Roles: technical, owner.
   */
  closeAlert(input: {
    /** id of the alert */
    alert: number;
  }, options?: CallOptions): Promise<{
    id: number;
    at: string;
    kind: string;
    key: string;
    resource: {
      kind: string;
      id: number;
    } | null;
    message: string;
    acknowledged_at: string | null;
    acknowledged_by: string | null;
    resolved_at: string | null;
    closable: boolean;
  }>;

  /**
   * List nodes with their capacity and sold resources.
   *
   * Roles: support, technical, owner.
   */
  listNodes(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      name: string;
      state: string;
      drains_live: boolean;
      engine: string;
      accelerator: string;
      accelerator_why: string;
      seen_at: string | null;
      worker: 'present' | 'away' | 'unseen';
      link: {
        address: string;
        certificate: string;
      } | null;
      vcpus: {
        measured: number;
        setting: number | null;
        overcommit: number;
        total: number;
        used: number;
      };
      memory_mb: {
        measured: number;
        setting: number | null;
        overcommit: number;
        total: number;
        used: number;
      };
      disk_gb: {
        measured: number;
        setting: number | null;
        overcommit: number;
        total: number;
        used: number;
      };
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
  }>;

  /**
   * Show a node: resources of its host, settings, sold resources, and why servers stay on a draining node.
   *
   * Roles: support, technical, owner.
   */
  showNode(input: {
    /** name of the node */
    node: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    drain: {
      moving: ({
        server: number;
        hostname: string;
        to: string;
      })[];
      waiting: number;
      staying: ({
        server: number;
        hostname: string;
        why: string;
      })[];
      more: number;
    } | null;
    servers: ({
      status: string;
      count: number;
    })[];
    warnings: string[];
  }>;

  /**
   * Register a host; it gets servers once its worker has measured it.
   *
   * Roles: technical, owner.
   */
  addNode(input: {
    /** name of the node; it cannot be changed */
    node: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    drain: {
      moving: ({
        server: number;
        hostname: string;
        to: string;
      })[];
      waiting: number;
      staying: ({
        server: number;
        hostname: string;
        why: string;
      })[];
      more: number;
    } | null;
    servers: ({
      status: string;
      count: number;
    })[];
    warnings: string[];
  }>;

  /**
   * Set the capacity and overcommit of a node; existing servers keep running.
   *
   * Roles: technical, owner.
   */
  setNode(input: {
    /** name of the node */
    node: string;
  } & {
    /** number of cores, or "measured" for the value of the host */
    capacity_vcpus?: number | 'measured' | undefined;
    /** GB of memory, or "measured" for the value of the host */
    capacity_memory?: number | 'measured' | undefined;
    /** GB of disk, or "measured" for the value of the host */
    capacity_disk?: number | 'measured' | undefined;
    /** overcommit factor of the cores, 0.1 to 20 */
    overcommit_vcpus?: number | undefined;
    /** overcommit factor of the memory, 0.1 to 20 */
    overcommit_memory?: number | undefined;
    /** overcommit factor of the disk, 0.1 to 20 */
    overcommit_disk?: number | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    drain: {
      moving: ({
        server: number;
        hostname: string;
        to: string;
      })[];
      waiting: number;
      staying: ({
        server: number;
        hostname: string;
        why: string;
      })[];
      more: number;
    } | null;
    servers: ({
      status: string;
      count: number;
    })[];
    warnings: string[];
  }>;

  /**
   * Place nothing new on a node, and move its stopped servers, or all of them, to other nodes.
   *
   * Roles: technical, owner.
   */
  drainNode(input: {
    /** name of the node */
    node: string;
  } & {
    /** also move running servers, without a stop; at most two servers move at a time */
    live?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    moving: ({
      server: number;
      hostname: string;
      to: string;
    })[];
    waiting: number;
    staying: ({
      server: number;
      hostname: string;
      why: string;
    })[];
    more: number;
  }>;

  /**
   * Place servers on a drained node again; moves in progress end.
   *
   * Roles: technical, owner.
   */
  activateNode(input: {
    /** name of the node */
    node: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
  }>;

  /**
   * End the link of a node to the others, until its worker starts again.
   *
   * Roles: technical, owner.
   */
  unlinkNode(input: {
    /** name of the node */
    node: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    state: string;
    drains_live: boolean;
    engine: string;
    accelerator: string;
    accelerator_why: string;
    seen_at: string | null;
    worker: 'present' | 'away' | 'unseen';
    link: {
      address: string;
      certificate: string;
    } | null;
    vcpus: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    memory_mb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
    disk_gb: {
      measured: number;
      setting: number | null;
      overcommit: number;
      total: number;
      used: number;
    };
  }>;

  /**
   * List pools of addresses, with used and free addresses.
   *
   * Roles: support, technical, owner.
   */
  listPools(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      name: string;
      cidr: string;
      version: 4 | 6;
      gateway: string;
      node: string | null;
      uses: 'primary' | 'floating' | 'both';
      ddos_protected: boolean;
      state: 'active' | 'draining';
      excluded: string[];
      rest_hours: number;
      usage: {
        total: number;
        used: number;
        resting: number;
        excluded: number;
        free: number;
      };
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Show a pool: purpose, and numbers of used, resting, excluded and free addresses.
   *
   * Roles: support, technical, owner.
   */
  showPool(input: {
    /** name of the pool */
    pool: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Add a network with addresses for servers and floating IPs: IPv4 from /16 to /30, IPv6 from /16 to /64.
   *
   * Roles: technical, owner.
   */
  addPool(input: {
    /** name of the pool; it cannot be changed */
    pool: string;
    /** network, such as 192.0.2.0/24; with IPv6 each server gets a /64 */
    cidr: string;
    /** gateway of its guests (default: its first address; fe80::1 for IPv6) */
    gateway?: string | undefined;
    /** primary: for servers and their addons; floating: for floating IPs; both */
    uses?: 'primary' | 'floating' | 'both' | undefined;
    /** attacks on its addresses are filtered; only servers that pay for protection get one */
    protected?: boolean | undefined;
    /** addresses and networks of the pool that are never assigned, separated by commas ("none": none) */
    excluded?: string[] | undefined;
    /** hours that a freed address is kept from other accounts (default: 24) */
    rest_hours?: number | undefined;
    /** only node that uses the pool (default: all nodes) */
    node?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Change a pool for new addresses; assigned addresses stay.
   *
   * Roles: technical, owner.
   */
  setPool(input: {
    /** name of the pool */
    pool: string;
  } & {
    /** primary, floating or both */
    uses?: 'primary' | 'floating' | 'both' | undefined;
    /** addresses and networks of the pool that are never assigned, separated by commas ("none": none) */
    excluded?: string[] | undefined;
    /** hours that a freed address is kept from other accounts (default: 24) */
    rest_hours?: number | undefined;
    /** only node that uses the pool, or "all" */
    node?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Assign no new addresses from a pool; assigned addresses stay.
   *
   * Roles: technical, owner.
   */
  drainPool(input: {
    /** name of the pool */
    pool: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Assign addresses from a drained pool again.
   *
   * Roles: technical, owner.
   */
  activatePool(input: {
    /** name of the pool */
    pool: string;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    cidr: string;
    version: 4 | 6;
    gateway: string;
    node: string | null;
    uses: 'primary' | 'floating' | 'both';
    ddos_protected: boolean;
    state: 'active' | 'draining';
    excluded: string[];
    rest_hours: number;
    usage: {
      total: number;
      used: number;
      resting: number;
      excluded: number;
      free: number;
    };
  }>;

  /**
   * Print the reverse DNS zones of a pool, for a DNS server that Innkeeper does not write to.
   *
   * Roles: support, technical, owner.
   */
  exportPool(input: {
    /** name of the pool */
    pool: string;
    /** name servers of the zones (default: those of `dns set`) */
    nameservers?: string[] | undefined;
    /** email address of the contact for the zones (default: that of `dns set`) */
    contact?: string | undefined;
  }, options?: CallOptions): Promise<{
    zones: ({
      name: string;
      text: string;
      ask: string;
    })[];
  }>;

  /**
   * Remove a pool without assigned addresses; its history is kept.
   *
   * Roles: technical, owner.
   */
  removePool(input: {
    /** name of the pool */
    pool: string;
  }, options?: CallOptions): Promise<{
    name: string;
    cidr: string;
  }>;

  /**
   * Show who has an address, or had it at a time, even if address and server are deleted.
   *
   * Roles: support, technical, owner.
   */
  whoAddress(input: {
    /** IPv4 address, or any IPv6 address in a prefix */
    address: string;
    /** time (default: now), such as 2026-01-31T12:00:00Z */
    at?: string | undefined;
  }, options?: CallOptions): Promise<{
    address: string;
    at: string;
    holder: {
      network: string;
      from: string;
      until: string | null;
      account: number;
      email: string | null;
      server: number | null;
      hostname: string | null;
      floating_ip: number | null;
    } | null;
    others: ({
      network: string;
      from: string;
      until: string | null;
      account: number;
      email: string | null;
      server: number | null;
      hostname: string | null;
      floating_ip: number | null;
    })[];
  }>;

  /**
   * Show how guests of a node reach the internet, and with which addresses.
   *
   * Roles: technical, owner.
   */
  showNetwork(input?: {
    /** name of the node */
    node?: string | undefined;
  }, options?: CallOptions): Promise<{
    node: string;
    uplink: {
      mode: 'none' | 'nat' | 'routed' | 'bridge';
      interface: string | null;
      vlan: number | null;
      addresses: string[];
      gateways: string[];
      on_link: boolean;
      allow: string[];
      probe: string[];
    };
    made_at: string | null;
    error: string | null;
    present: {
      seen_at: string | null;
      interface: string | null;
      up: boolean;
      host: ({
        address: string;
        use: 'interface' | 'router' | 'resolver' | 'mirror';
        name: string | null;
      })[];
    } | null;
    pools: ({
      name: string;
      cidr: string;
      gateway: string;
      present: boolean | null;
      problem: string | null;
    })[];
  }>;

  /**
   * Set how guests of a node reach the internet; its worker applies it.
   *
   * Roles: technical, owner.
   */
  uplinkNetwork(input: {
    /** none: the network of the host is not changed; nat: with the address of the host; routed: with their own addresses, which the host routes; bridge: through an interface of their own */
    mode: 'none' | 'nat' | 'routed' | 'bridge';
    /** name of the node */
    node?: string | undefined;
    /** interface of the host that leads to the internet (default: that of its default route) */
    interface?: string | undefined;
    /** bridge: VLAN of the interface (default: untagged) */
    vlan?: number | undefined;
    /** bridge: addresses of the interface, such as 203.0.113.2/24,2001:db8::2/64 */
    addresses?: string[] | undefined;
    /** bridge: next hop, at most one for each IP version */
    gateways?: string[] | undefined;
    /** routed, bridge: the pools are on the link of the interface (proxy ARP and NDP) */
    on_link?: boolean | undefined;
    /** private networks that guests may reach (default: none) */
    allow?: string[] | undefined;
    /** addresses that `network check` pings instead of the router, at most one for each IP version */
    probe?: string[] | undefined;
  }, options?: CallOptions): Promise<{
    node: string;
    uplink: {
      mode: 'none' | 'nat' | 'routed' | 'bridge';
      interface: string | null;
      vlan: number | null;
      addresses: string[];
      gateways: string[];
      on_link: boolean;
      allow: string[];
      probe: string[];
    };
    made_at: string | null;
    error: string | null;
    present: {
      seen_at: string | null;
      interface: string | null;
      up: boolean;
      host: ({
        address: string;
        use: 'interface' | 'router' | 'resolver' | 'mirror';
        name: string | null;
      })[];
    } | null;
    pools: ({
      name: string;
      cidr: string;
      gateway: string;
      present: boolean | null;
      problem: string | null;
    })[];
  }>;

  /**
   * Show the DNS server for reverse DNS, and the names that wait for it.
   *
   * Roles: technical, owner.
   */
  showDns(input?: Record<string, never>, options?: CallOptions): Promise<{
    driver: 'none' | 'powerdns' | 'simulated';
    url: string | null;
    server: string;
    nameservers: string[];
    contact: string | null;
    notify: boolean;
    ttl: number;
    forward_confirmed: boolean;
    resolvers: string[];
    away: {
      since: string;
      error: string;
      retry_at: string;
    } | null;
    names: {
      total: number;
      waiting: number;
      refused: number;
      error: string | null;
    };
    zones: ({
      pool: string;
      name: string;
      parent: string | null;
    })[];
  }>;

  /**
   * Change the DNS server for reverse DNS; other settings stay.
   *
   * Roles: technical, owner.
   */
  setDns(input?: {
    /** PowerDNS: name of the server in its API (initially: localhost) */
    server?: string | undefined;
    /** name servers of new zones, such as ns1.example.net,ns2.example.net */
    nameservers?: string[] | undefined;
    /** email address of the contact for new zones */
    contact?: string | undefined;
    /** notify secondaries of new zones about changes */
    notify?: boolean | undefined;
    /** seconds that resolvers may cache a name (initially: 3600) */
    ttl?: number | undefined;
    /** accept only names that resolve to their address */
    forward_confirmed?: boolean | undefined;
    /** resolvers that check where names lead; "none": the resolvers of the host */
    resolvers?: (string | 'none')[] | undefined;
  }, options?: CallOptions): Promise<{
    driver: 'none' | 'powerdns' | 'simulated';
    url: string | null;
    server: string;
    nameservers: string[];
    contact: string | null;
    notify: boolean;
    ttl: number;
    forward_confirmed: boolean;
    resolvers: string[];
    away: {
      since: string;
      error: string;
      retry_at: string;
    } | null;
    names: {
      total: number;
      waiting: number;
      refused: number;
      error: string | null;
    };
    zones: ({
      pool: string;
      name: string;
      parent: string | null;
    })[];
  }>;

  /**
   * Push all zones and names to the DNS server again, for example after a restore.
   *
   * Roles: technical, owner.
   */
  pushDns(input?: Record<string, never>, options?: CallOptions): Promise<{
    driver: 'none' | 'powerdns' | 'simulated';
    url: string | null;
    server: string;
    nameservers: string[];
    contact: string | null;
    notify: boolean;
    ttl: number;
    forward_confirmed: boolean;
    resolvers: string[];
    away: {
      since: string;
      error: string;
      retry_at: string;
    } | null;
    names: {
      total: number;
      waiting: number;
      refused: number;
      error: string | null;
    };
    zones: ({
      pool: string;
      name: string;
      parent: string | null;
    })[];
  }>;

  /**
   * Show the country and autonomous system data: source, age and licence.
   *
   * Roles: technical, owner.
   */
  showGeo(input?: Record<string, never>, options?: CallOptions): Promise<{
    data: ({
      kind: 'country' | 'asn';
      location: string | null;
      licence: string;
      attribution: string;
      requested_at: string | null;
      error: string | null;
      in_use: {
        version: string;
        built_at: string;
        age_days: number;
        imported_at: string;
        ranges: number;
        location: string;
        licence: string;
        attribution: string;
      } | null;
    })[];
  }>;

  /**
   * Set the file or URL of such data and import it; a URL is fetched again every week.
   *
   * Roles: technical, owner.
   */
  setGeo(input: {
    /** country: networks by country; asn: networks by autonomous system */
    kind: 'country' | 'asn';
  } & {
    /** http or https URL of a CSV (also .gz) or .mmdb file; on the command line also a path on the host of a worker */
    location: string;
    /** licence of the data, such as CC BY 4.0 */
    licence?: string | undefined;
    /** attribution that the licence requires */
    attribution?: string | undefined;
  }, options?: CallOptions): Promise<{
    kind: 'country' | 'asn';
    location: string | null;
    licence: string;
    attribution: string;
    requested_at: string | null;
    error: string | null;
    in_use: {
      version: string;
      built_at: string;
      age_days: number;
      imported_at: string;
      ranges: number;
      location: string;
      licence: string;
      attribution: string;
    } | null;
  }>;

  /**
   * Import such data again; the current data stays in use until the import is complete.
   *
   * Roles: technical, owner.
   */
  importGeo(input: {
    /** country: networks by country; asn: networks by autonomous system */
    kind: 'country' | 'asn';
  } & {
    /** accept data with less than half as many ranges as before */
    accept_shrunk?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    kind: 'country' | 'asn';
    location: string | null;
    licence: string;
    attribution: string;
    requested_at: string | null;
    error: string | null;
    in_use: {
      version: string;
      built_at: string;
      age_days: number;
      imported_at: string;
      ranges: number;
      location: string;
      licence: string;
      attribution: string;
    } | null;
  }>;

  /**
   * List plans, on sale or not.
   *
   * Roles: support, billing, technical, owner.
   */
  listAllPlans(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      key: string;
      name: string;
      type: string;
      vcpus: number;
      dedicated_cpu: boolean;
      memory_mb: number;
      disk_gb: number;
      bandwidth_tb: number;
      network_speed_mbps: number;
      disk_iops: number | null;
      disk_mb_per_second: number | null;
      minimum_billing_cycle: number;
      price: string;
      position: number;
      disabled_at: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    key: string;
    name: string;
    type: string;
    vcpus: number;
    dedicated_cpu: boolean;
    memory_mb: number;
    disk_gb: number;
    bandwidth_tb: number;
    network_speed_mbps: number;
    disk_iops: number | null;
    disk_mb_per_second: number | null;
    minimum_billing_cycle: number;
    price: string;
    position: number;
    disabled_at: string | null;
  }>;

  /**
   * Change a plan for servers sold from now on.
   *
   * Roles: billing, owner.
   */
  setPlan(input: {
    /** key of the plan */
    key: string;
  } & {
    /** name that customers see */
    name?: string | undefined;
    /** disk operations per second (reads and writes) */
    iops?: number | undefined;
    /** disk throughput in MB per second (reads and writes) */
    disk_speed?: number | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    type: string;
    vcpus: number;
    dedicated_cpu: boolean;
    memory_mb: number;
    disk_gb: number;
    bandwidth_tb: number;
    network_speed_mbps: number;
    disk_iops: number | null;
    disk_mb_per_second: number | null;
    minimum_billing_cycle: number;
    price: string;
    position: number;
    disabled_at: string | null;
  }>;

  /**
   * Take a plan off sale; existing servers keep it.
   *
   * Roles: billing, owner.
   */
  disablePlan(input: {
    /** key of the plan */
    key: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    type: string;
    vcpus: number;
    dedicated_cpu: boolean;
    memory_mb: number;
    disk_gb: number;
    bandwidth_tb: number;
    network_speed_mbps: number;
    disk_iops: number | null;
    disk_mb_per_second: number | null;
    minimum_billing_cycle: number;
    price: string;
    position: number;
    disabled_at: string | null;
  }>;

  /**
   * Put a plan on sale again.
   *
   * Roles: billing, owner.
   */
  enablePlan(input: {
    /** key of the plan */
    key: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    type: string;
    vcpus: number;
    dedicated_cpu: boolean;
    memory_mb: number;
    disk_gb: number;
    bandwidth_tb: number;
    network_speed_mbps: number;
    disk_iops: number | null;
    disk_mb_per_second: number | null;
    minimum_billing_cycle: number;
    price: string;
    position: number;
    disabled_at: string | null;
  }>;

  /**
   * List images, on sale or not.
   *
   * Roles: support, technical, owner.
   */
  listImages(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      key: string;
      name: string;
      group: string;
      minimum_ram_gb: number;
      eol: boolean;
      ssh_keys_support: boolean;
      format: string;
      path: string;
      sha256: string | null;
      reports: 'agent' | 'line' | 'none';
      user_data: 'cloud-init' | 'script';
      missing_since: string | null;
      disabled_at: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    key: string;
    name: string;
    group: string;
    minimum_ram_gb: number;
    eol: boolean;
    ssh_keys_support: boolean;
    format: string;
    path: string;
    sha256: string | null;
    reports: 'agent' | 'line' | 'none';
    user_data: 'cloud-init' | 'script';
    missing_since: string | null;
    disabled_at: string | null;
  }>;

  /**
   * Change the catalogue entry of an image.
   *
   * Roles: technical, owner.
   */
  setImage(input: {
    /** key of the image */
    key: string;
  } & {
    /** name that customers see */
    name?: string | undefined;
    /** the publisher no longer supports the image */
    eol?: boolean | undefined;
    /** GB of memory that the image needs */
    minimum_ram?: number | undefined;
    /** user data that the image can use: cloud-init (all kinds), or script (scripts only) */
    user_data?: 'cloud-init' | 'script' | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    group: string;
    minimum_ram_gb: number;
    eol: boolean;
    ssh_keys_support: boolean;
    format: string;
    path: string;
    sha256: string | null;
    reports: 'agent' | 'line' | 'none';
    user_data: 'cloud-init' | 'script';
    missing_since: string | null;
    disabled_at: string | null;
  }>;

  /**
   * Take an image off sale; existing servers keep it.
   *
   * Roles: technical, owner.
   */
  disableImage(input: {
    /** key of the image */
    key: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    group: string;
    minimum_ram_gb: number;
    eol: boolean;
    ssh_keys_support: boolean;
    format: string;
    path: string;
    sha256: string | null;
    reports: 'agent' | 'line' | 'none';
    user_data: 'cloud-init' | 'script';
    missing_since: string | null;
    disabled_at: string | null;
  }>;

  /**
   * Put an image on sale again.
   *
   * Roles: technical, owner.
   */
  enableImage(input: {
    /** key of the image */
    key: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    name: string;
    group: string;
    minimum_ram_gb: number;
    eol: boolean;
    ssh_keys_support: boolean;
    format: string;
    path: string;
    sha256: string | null;
    reports: 'agent' | 'line' | 'none';
    user_data: 'cloud-init' | 'script';
    missing_since: string | null;
    disabled_at: string | null;
  }>;

  /**
   * List ISO files of the operator, or of an account.
   *
   * Roles: support, technical, owner.
   */
  listAllIsos(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      name: string;
      account: number | null;
      status: 'downloading' | 'ready' | 'failed';
      size: number | null;
      url: string | null;
      sha256: string | null;
      error: string | null;
      created_at: string;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    name: string;
    account: number | null;
    status: 'downloading' | 'ready' | 'failed';
    size: number | null;
    url: string | null;
    sha256: string | null;
    error: string | null;
    created_at: string;
  }>;

  /**
   * Download an ISO file that every account may use.
   *
   * Roles: technical, owner.
   */
  addPublicIso(input: {
    /** name that customers see */
    name: string;
    /** URL to download the ISO file from */
    url: string;
    /** SHA-256 checksum to verify (default: not verified) */
    sha256?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    account: number | null;
    status: 'downloading' | 'ready' | 'failed';
    size: number | null;
    url: string | null;
    sha256: string | null;
    error: string | null;
    created_at: string;
  }>;

  /**
   * List payments, newest first.
   *
   * Roles: support, billing, owner.
   */
  listPayments(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only payments in this state: pending, succeeded, failed, unknown */
    state?: 'pending' | 'succeeded' | 'failed' | 'unknown' | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      account_id: number;
      gateway: string;
      kind: 'checkout' | 'saved_card' | 'transfer';
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      amount: string;
      received: string;
      refunded: string;
      reference: string;
      order_ids: number[];
      reason: string | null;
      created_at: string;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
  }>;

  /**
   * Show a payment with its receipts, refunds and disputes.
   *
   * Roles: support, billing, owner.
   */
  showPayment(input: {
    /** id of the payment */
    payment: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
    gateway_id: string | null;
    failure_code: string | null;
    next_look_at: string | null;
    ended_at: string | null;
    receipts: ({
      receipt: string;
      amount: string;
      received_at: string;
    })[];
    refunds: ({
      id: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      reason: string | null;
      created_at: string;
    })[];
    disputes: ({
      id: number;
      amount: string;
      written_off: string;
      state: 'open' | 'won' | 'lost' | 'settled';
      opened_at: string;
    })[];
  }>;

  /**
   * Confirm that the money of a payment has arrived, once for each payment.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  confirmPayment(input: {
    /** id of the payment */
    payment: number;
  } & {
    /** amount received (default: the requested amount) */
    amount?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
    gateway_id: string | null;
    failure_code: string | null;
    next_look_at: string | null;
    ended_at: string | null;
    receipts: ({
      receipt: string;
      amount: string;
      received_at: string;
    })[];
    refunds: ({
      id: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      reason: string | null;
      created_at: string;
    })[];
    disputes: ({
      id: number;
      amount: string;
      written_off: string;
      state: 'open' | 'won' | 'lost' | 'settled';
      opened_at: string;
    })[];
  } | Approval>;

  /**
   * Mark a pending or unknown payment as failed, because no money will arrive.
   *
   * Roles: billing, owner.
   */
  failPayment(input: {
    /** id of the payment */
    payment: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
    gateway_id: string | null;
    failure_code: string | null;
    next_look_at: string | null;
    ended_at: string | null;
    receipts: ({
      receipt: string;
      amount: string;
      received_at: string;
    })[];
    refunds: ({
      id: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      reason: string | null;
      created_at: string;
    })[];
    disputes: ({
      id: number;
      amount: string;
      written_off: string;
      state: 'open' | 'won' | 'lost' | 'settled';
      opened_at: string;
    })[];
  }>;

  /**
   * Refund a payment to the payer, from the balance of the account.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  refundPayment(input: {
    /** id of the payment */
    payment: number;
  } & {
    /** amount to refund (default: everything that is left) */
    amount?: string | undefined;
    /** name of the payee of a transfer, if the statement has no account or a refund to it has failed */
    payee?: string | undefined;
    /** account of the payee of a transfer, required with a payee and if the statement has none */
    iban?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
    gateway_id: string | null;
    failure_code: string | null;
    next_look_at: string | null;
    ended_at: string | null;
    receipts: ({
      receipt: string;
      amount: string;
      received_at: string;
    })[];
    refunds: ({
      id: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      reason: string | null;
      created_at: string;
    })[];
    disputes: ({
      id: number;
      amount: string;
      written_off: string;
      state: 'open' | 'won' | 'lost' | 'settled';
      opened_at: string;
    })[];
    warning: string | null;
  } | Approval>;

  /**
   * List refunds to payers, newest first.
   *
   * Roles: billing, owner.
   */
  listRefunds(input?: {
    /** only refunds in this state: pending, succeeded, failed */
    state?: 'pending' | 'succeeded' | 'failed' | undefined;
    /** only refunds that a person has to send */
    to_send?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      payment: number;
      account: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed';
      to_send: boolean;
      payee: string | null;
      iban: string | null;
      reference: string;
      reason: string | null;
      created_at: string;
      ended_at: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    payment: number;
    account: number;
    amount: string;
    state: 'pending' | 'succeeded' | 'failed';
    to_send: boolean;
    payee: string | null;
    iban: string | null;
    reference: string;
    reason: string | null;
    created_at: string;
    ended_at: string | null;
  }>;

  /**
   * Mark a refund by bank transfer as sent.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  settleRefund(input: {
    /** id of the refund */
    refund: number;
  }, options?: CallOptions): Promise<{
    id: number;
    payment: number;
    account: number;
    amount: string;
    state: 'pending' | 'succeeded' | 'failed';
    to_send: boolean;
    payee: string | null;
    iban: string | null;
    reference: string;
    reason: string | null;
    created_at: string;
    ended_at: string | null;
  }>;

  /**
   * Mark a refund by bank transfer as failed, also after it came back; the money returns to the balance.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  failRefund(input: {
    /** id of the refund */
    refund: number;
  } & {
    /** reason, as a sentence that the customer reads */
    reason: string;
  }, options?: CallOptions): Promise<{
    id: number;
    payment: number;
    account: number;
    amount: string;
    state: 'pending' | 'succeeded' | 'failed';
    to_send: boolean;
    payee: string | null;
    iban: string | null;
    reference: string;
    reason: string | null;
    created_at: string;
    ended_at: string | null;
  } | Approval>;

  /**
   * Mark a lost dispute as settled with the customer, so that the account can order again.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  settleDispute(input: {
    /** id of the dispute */
    dispute: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    gateway: string;
    kind: 'checkout' | 'saved_card' | 'transfer';
    state: 'pending' | 'succeeded' | 'failed' | 'unknown';
    amount: string;
    received: string;
    refunded: string;
    reference: string;
    order_ids: number[];
    reason: string | null;
    created_at: string;
    gateway_id: string | null;
    failure_code: string | null;
    next_look_at: string | null;
    ended_at: string | null;
    receipts: ({
      receipt: string;
      amount: string;
      received_at: string;
    })[];
    refunds: ({
      id: number;
      amount: string;
      state: 'pending' | 'succeeded' | 'failed' | 'unknown';
      reason: string | null;
      created_at: string;
    })[];
    disputes: ({
      id: number;
      amount: string;
      written_off: string;
      state: 'open' | 'won' | 'lost' | 'settled';
      opened_at: string;
    })[];
  }>;

  /**
   * List bank credits that wait for a payment, oldest first.
   *
   * Roles: billing, owner.
   */
  listBank(input?: {
    /** include credits that were sent back, and those of a booking that has their money */
    all?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      account: string;
      statement: string;
      line: string;
      reference: string | null;
      booked_on: string;
      amount: string;
      currency: string;
      payer: string;
      text: string;
      payment_id: number | null;
      hint: string | null;
      returned_on: string | null;
      closed_by: 'refund' | 'parts' | 'sum' | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    account: string;
    statement: string;
    line: string;
    reference: string | null;
    booked_on: string;
    amount: string;
    currency: string;
    payer: string;
    text: string;
    payment_id: number | null;
    hint: string | null;
    returned_on: string | null;
    closed_by: 'refund' | 'parts' | 'sum' | null;
  }>;

  /**
   * Assign a bank credit to a payment, or add it to the balance of an account.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  assignBank(input: {
    /** id of the credit, as `bank list` shows it */
    line: number;
  } & {
    /** id of the payment */
    payment?: number | undefined;
    /** account that gets the credit as balance, by id or email address */
    account?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account: string;
    statement: string;
    line: string;
    reference: string | null;
    booked_on: string;
    amount: string;
    currency: string;
    payer: string;
    text: string;
    payment_id: number | null;
    hint: string | null;
    account_id: number;
    waiting_orders: ({
      id: number;
      amount: string;
    })[];
    warning: string | null;
  } | Approval>;

  /**
   * Show an order with its lines, payments, invoices and refunds.
   *
   * Roles: support, billing, owner.
   */
  showOrder(input: {
    /** id of the order */
    order: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    email: string | null;
    type: string;
    status: 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';
    status_reason: string | null;
    net: string;
    vat: string;
    gross: string;
    refunded: string;
    method: string;
    created_at: string;
    due_at: string | null;
    paid_at: string | null;
    lines: ({
      id: number;
      label: string;
      sublabel: string;
      service: number | null;
      period: {
        from: string;
        to: string;
      } | null;
      net: string;
      vat: string;
      gross: string;
      refunded_net: string;
      refunded_vat: string;
    })[];
    payments: ({
      id: number;
      gateway: string;
      state: string;
      amount: string;
      reference: string;
    })[];
    invoices: ({
      number: string;
      type: 'proform' | 'original' | 'credit-note';
      gross: string;
    })[];
    refunds: ({
      net: string;
      vat: string;
      gross: string;
      to: 'payer' | 'balance';
      payment_refund: number | null;
      id: number;
      state: 'pending' | 'succeeded' | 'failed' | null;
      reason: string;
      created_at: string;
    })[];
  }>;

  /**
   * Refund lines of a paid order, in whole or in part; its services stay.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  refundOrder(input: {
    /** id of the order */
    order: number;
  } & {
    /** destination of the money: payer or balance */
    to: 'payer' | 'balance';
    /** lines to refund, each with an amount without VAT, such as 41=5.00,42 (default: all that is left) */
    lines?: string[] | undefined;
    /** name of the payee of a transfer, if the statement has no account or a refund to it has failed */
    payee?: string | undefined;
    /** account of the payee of a transfer, required with a payee and if the statement has none */
    iban?: string | undefined;
    /** reason, which the customer reads */
    reason: string;
    /** show the refund without making it */
    dry_run?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    email: string | null;
    type: string;
    status: 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';
    status_reason: string | null;
    net: string;
    vat: string;
    gross: string;
    refunded: string;
    method: string;
    created_at: string;
    due_at: string | null;
    paid_at: string | null;
    lines: ({
      id: number;
      label: string;
      sublabel: string;
      service: number | null;
      period: {
        from: string;
        to: string;
      } | null;
      net: string;
      vat: string;
      gross: string;
      refunded_net: string;
      refunded_vat: string;
    })[];
    payments: ({
      id: number;
      gateway: string;
      state: string;
      amount: string;
      reference: string;
    })[];
    invoices: ({
      number: string;
      type: 'proform' | 'original' | 'credit-note';
      gross: string;
    })[];
    refunds: ({
      net: string;
      vat: string;
      gross: string;
      to: 'payer' | 'balance';
      payment_refund: number | null;
      id: number;
      state: 'pending' | 'succeeded' | 'failed' | null;
      reason: string;
      created_at: string;
    })[];
    refund: {
      net: string;
      vat: string;
      gross: string;
      to: 'payer' | 'balance';
      payment_refund: number | null;
      id: number | null;
    };
    warning: string | null;
  } | Approval>;

  /**
   * Create an order for something that is no plan or addon; the customer pays it like any order.
   *
   * Roles: billing, owner. A session must have authenticated within the last 15 minutes.
   */
  addOrder(input: {
    /** id or email address of the account */
    account: string;
  } & {
    /** lines of the order, each with its amount without VAT, such as Setup=50.00,Cabling=20 */
    lines: string[];
    /** pay the order from the balance, now or as soon as the balance covers it */
    auto_pay?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account_id: number;
    status: 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';
    net: string;
    vat: string;
    gross: string;
    due_at: string | null;
  }>;

  /**
   * Add up the VAT of a quarter, for the returns of the seller.
   *
   * Roles: billing, owner.
   */
  reportTax(input: {
    /** quarter in the time zone of the seller, such as 2026Q1 */
    quarter: string;
  }, options?: CallOptions): Promise<{
    quarter: string;
    seller_country: string;
    currency: string;
    oss_declared_in: 'EUR';
    oss: ({
      country: string;
      rate: number;
      base: string;
      vat: string;
    })[];
    oss_corrections: ({
      country: string;
      rate: number;
      base: string;
      vat: string;
      quarter: string;
    })[];
    domestic: ({
      country: string;
      rate: number;
      base: string;
      vat: string;
    })[];
    reverse_charge: ({
      country: string;
      vat_number: string;
      base: string;
    })[];
    outside_eu: ({
      country: string;
      base: string;
    })[];
    vat: string;
  }>;

  /**
   * List invoices, pro forma invoices and credit notes, newest first.
   *
   * Roles: support, billing, owner.
   */
  listAllInvoices(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** month of issue, in the time zone of the seller */
    month?: string | undefined;
    /** only this type: proform, original, credit-note */
    type?: 'proform' | 'original' | 'credit-note' | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      number: string;
      type: 'proform' | 'original' | 'credit-note';
      account: number;
      issued_at: string;
      net: string;
      vat: string;
      gross: string;
      currency: string;
      orders: number[];
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    number: string;
    type: 'proform' | 'original' | 'credit-note';
    account: number;
    issued_at: string;
    net: string;
    vat: string;
    gross: string;
    currency: string;
    orders: number[];
  }>;

  /**
   * Show an invoice as issued.
   *
   * Roles: support, billing, owner.
   */
  showInvoice(input: {
    /** number of the invoice, 10 digits */
    number: string;
  }, options?: CallOptions): Promise<{
    id: number;
    number: string;
    type: 'proform' | 'original' | 'credit-note';
    account: number;
    issued_at: string;
    net: string;
    vat: string;
    gross: string;
    currency: string;
    orders: number[];
    buyer: string;
    corrects: string[];
    lines: ({
      label: string;
      words: string[];
      net: string;
      vat: string;
      gross: string;
    })[];
    notes: string[];
    files: ({
      format: string;
      sha256: string;
    })[];
  }>;

  /**
   * Show the logo on invoices.
   *
   * Roles: support, billing, owner.
   */
  showLogo(input?: Record<string, never>, options?: CallOptions): Promise<{
    logo: {
      format: 'png' | 'jpeg';
      width: number;
      height: number;
      bytes: number;
      sha256: string;
    } | null;
  }>;

  /**
   * Remove the logo: future invoices show the name of the seller.
   *
   * Roles: billing, owner.
   */
  removeLogo(input?: Record<string, never>, options?: CallOptions): Promise<{
    logo: {
      format: 'png' | 'jpeg';
      width: number;
      height: number;
      bytes: number;
      sha256: string;
    } | null;
  }>;

  /**
   * List mail to customers that waits or failed, newest first.
   *
   * Roles: support, billing, owner.
   */
  listMails(input?: {
    /** only failed mail, which is no longer retried */
    failed?: boolean | undefined;
    /** include sent mail */
    all?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      created_at: string;
      account: number | null;
      address: string;
      template: string;
      state: 'waiting' | 'sent' | 'failed';
      tries: number;
      next_try_at: string | null;
      error: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    created_at: string;
    account: number | null;
    address: string;
    template: string;
    state: 'waiting' | 'sent' | 'failed';
    tries: number;
    next_try_at: string | null;
    error: string | null;
  }>;

  /**
   * Send a failed mail again.
   *
   * Roles: support, technical, owner.
   */
  retryMail(input: {
    /** id of the mail */
    mail: number;
  }, options?: CallOptions): Promise<{
    id: number;
    created_at: string;
    account: number | null;
    address: string;
    template: string;
    state: 'waiting' | 'sent' | 'failed';
    tries: number;
    next_try_at: string | null;
    error: string | null;
  }>;

  /**
   * Show the settings for mail to support.
   *
   * Roles: support, technical, owner.
   */
  showInbox(input?: Record<string, never>, options?: CallOptions): Promise<{
    address: string | null;
    abuse_address: string | null;
    unknown_senders: 'ticket' | 'refuse' | 'drop';
    department: string | null;
    imap: {
      host: string;
      port: number;
      tls: 'implicit' | 'starttls' | 'none';
      user: string;
      folder: string;
      done_folder: string | null;
      away: {
        since: string;
        error: string;
        retry_at: string;
      } | null;
    } | null;
    waiting: number;
    held: number;
  }>;

  /**
   * Change the settings for mail to support; other settings stay.
   *
   * Roles: technical, owner.
   */
  setInbox(input?: {
    /** address that customers write to, which must also accept +anything before the @ ("none": accept no mail) */
    address?: string | 'none' | undefined;
    /** address for complaints about abuse, which open tickets that only staff can see ("none": handle complaints like other mail) */
    abuse_address?: string | 'none' | undefined;
    /** handling of mail from unknown senders: ticket, refuse (initially) or drop */
    unknown_senders?: 'ticket' | 'refuse' | 'drop' | undefined;
    /** IMAP server to fetch mail from ("none": fetch no mail) */
    imap_host?: string | undefined;
    /** port of the IMAP server (initially: 993) */
    imap_port?: number | undefined;
    /** implicit (initially), starttls, or none for a server on this host */
    imap_tls?: 'implicit' | 'starttls' | 'none' | undefined;
    /** user name for the mailbox */
    imap_user?: string | undefined;
    /** file with the password, which is stored encrypted with the key of the installation */
    imap_password_file?: string | undefined;
    /** folder to fetch mail from (initially: INBOX) */
    imap_folder?: string | undefined;
    /** folder to move fetched mail to ("none": mark it as seen) */
    imap_done_folder?: string | undefined;
    /** department of tickets opened by mail ("first": the first department) */
    department?: string | undefined;
  }, options?: CallOptions): Promise<{
    address: string | null;
    abuse_address: string | null;
    unknown_senders: 'ticket' | 'refuse' | 'drop';
    department: string | null;
    imap: {
      host: string;
      port: number;
      tls: 'implicit' | 'starttls' | 'none';
      user: string;
      folder: string;
      done_folder: string | null;
      away: {
        since: string;
        error: string;
        retry_at: string;
      } | null;
    } | null;
    waiting: number;
    held: number;
  }>;

  /**
   * List received mail and its results, newest first.
   *
   * Roles: support, technical, owner.
   */
  listInbox(input?: {
    /** only mail that is held for review */
    held?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      received_at: string;
      from: string | null;
      subject: string | null;
      outcome: 'reply' | 'opened' | 'refused' | 'held' | 'ignored' | 'complaint' | 'waiting';
      why: string | null;
      ticket: number | null;
      file: string | null;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    received_at: string;
    from: string | null;
    subject: string | null;
    outcome: 'reply' | 'opened' | 'refused' | 'held' | 'ignored' | 'complaint' | 'waiting';
    why: string | null;
    ticket: number | null;
    file: string | null;
  }>;

  /**
   * Handle a mail again that was held or classified as automatic, or all held for a reason.
   *
   * Roles: support, technical, owner.
   */
  releaseInbox(input: {
    /** id of the mail, or a reason for all that are held for it: loop, flood, unreadable, killed */
    mail: number | 'loop' | 'flood' | 'unreadable' | 'killed';
  }, options?: CallOptions): Promise<{
    mails: number[];
    outcome: 'waiting' | 'ignored';
    remaining: number;
  }>;

  /**
   * Ignore a held mail, or all held for a reason.
   *
   * Roles: support, technical, owner.
   */
  dropInbox(input: {
    /** id of the mail, or a reason for all that are held for it: loop, flood, unreadable, killed */
    mail: number | 'loop' | 'flood' | 'unreadable' | 'killed';
  }, options?: CallOptions): Promise<{
    mails: number[];
    outcome: 'waiting' | 'ignored';
    remaining: number;
  }>;

  /**
   * List unresolved tickets: by response deadline, then by waiting time.
   *
   * Roles: support, billing, technical, owner.
   */
  listAllTickets(input?: {
    /** id or email address of the account */
    account?: string | undefined;
    /** only tickets of this department */
    department?: string | undefined;
    /** only tickets assigned to this person */
    assigned?: string | undefined;
    /** only tickets assigned to nobody */
    unassigned?: boolean | undefined;
    /** only tickets whose customer waits for an answer */
    waiting?: boolean | undefined;
    /** include resolved tickets */
    all?: boolean | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      account: number | null;
      complaint: boolean;
      subject: string;
      status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
      department: string;
      server: string | null;
      assigned_to: string | null;
      waiting_since: string | null;
      response_due_at: string | null;
      updated_at: string;
      messages: number;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    account: number | null;
    complaint: boolean;
    subject: string;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    department: string;
    server: string | null;
    assigned_to: string | null;
    waiting_since: string | null;
    response_due_at: string | null;
    updated_at: string;
    messages: number;
  }>;

  /**
   * Show a ticket with its messages, and recent activity of its server.
   *
   * Roles: support, billing, technical, owner.
   */
  showTicket(input: {
    /** id of the ticket */
    ticket: number;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number | null;
    complaint: boolean;
    subject: string;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    department: string;
    server: string | null;
    assigned_to: string | null;
    waiting_since: string | null;
    response_due_at: string | null;
    updated_at: string;
    email: string | null;
    created_at: string;
    seen: boolean;
    messages: ({
      id: number;
      at: string;
      by: string;
      customer: boolean;
      by_mail: 'verified' | 'unverified' | null;
      internal: boolean;
      text: string;
      attachments: ({
        id: number;
        name: string;
        type: string;
        bytes: number;
      })[];
    })[];
    about: {
      server: {
        id: number;
        status: string;
        power: string;
        lock: string | null;
      } | null;
      workflows: ({
        id: number;
        kind: string;
        state: string;
        at: string;
        error: string | null;
      })[];
      alerts: ({
        id: number;
        at: string;
        message: string;
      })[];
      attacks: number;
      unpaid_orders: number[];
    };
  }>;

  /**
   * Answer a ticket; the customer gets the answer by mail.
   *
   * Roles: support, billing, technical, owner.
   */
  replyTicket(input: {
    /** id of the ticket */
    ticket: number;
  } & {
    /** plain text of one or more lines */
    message?: string | undefined;
    /** key of a canned reply to send instead of a message */
    canned?: string | undefined;
    /** also resolve the ticket */
    resolve?: boolean | undefined;
    /** Files, at most 10. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    message: number;
  }>;

  /**
   * Add an internal note to a ticket, which no customer sees.
   *
   * Roles: support, billing, technical, owner.
   */
  noteTicket(input: {
    /** id of the ticket */
    ticket: number;
  } & {
    /** plain text of one or more lines */
    message: string;
    /** Files, at most 10. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    message: number;
  }>;

  /**
   * Open a ticket for the holder of the address of a complaint, without the complaint itself.
   *
   * Roles: support, billing, technical, owner.
   */
  forwardTicket(input: {
    /** id of the ticket */
    ticket: number;
  } & {
    /** plain text of one or more lines */
    message: string;
    /** id or email address of the account, if several held reported addresses */
    account?: string | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    account: number;
    addresses: string[];
    message: number;
  }>;

  /**
   * Assign a ticket to a staff member.
   *
   * Roles: support, billing, technical, owner.
   */
  assignTicket(input: {
    /** id of the ticket */
    ticket: number;
  } & {
    /** staff member to assign (default: you) */
    to?: string | undefined;
    /** assign the ticket to nobody */
    nobody?: boolean | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    assigned_to: string | null;
  }>;

  /**
   * Merge a ticket into another of the same customer, with its messages, files and mails.
   *
   * Roles: support, billing, technical, owner.
   */
  mergeTicket(input: {
    /** id of the ticket */
    ticket: number;
  } & {
    /** id of the ticket to merge into */
    into: number;
  }, options?: CallOptions): Promise<{
    id: number;
    into: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    messages: number;
  }>;

  /**
   * Resolve a ticket without an answer.
   *
   * Roles: support, billing, technical, owner.
   */
  resolveTicketUnanswered(input: {
    /** id of the ticket */
    ticket: number;
  }, options?: CallOptions): Promise<{
    id: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    assigned_to: string | null;
  }>;

  /**
   * Open a resolved ticket again.
   *
   * Roles: support, billing, technical, owner.
   */
  reopenTicket(input: {
    /** id of the ticket */
    ticket: number;
  }, options?: CallOptions): Promise<{
    id: number;
    status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
    assigned_to: string | null;
  }>;

  /**
   * Save a file of a ticket; files of customers can be hostile, so open them in isolation.
   *
   * Roles: support, billing, technical, owner.
   */
  saveAttachment(input: {
    /** id of the attachment */
    attachment: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * List canned replies, sorted by key.
   *
   * Roles: support, billing, technical, owner.
   */
  listCanned(input?: {
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      key: string;
      text: string;
      created_at: string;
      updated_at: string;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    key: string;
    text: string;
    created_at: string;
    updated_at: string;
  }>;

  /**
   * Show a canned reply, or its text for a ticket.
   *
   * Roles: support, billing, technical, owner.
   */
  showCanned(input: {
    /** key of the canned reply */
    canned: string;
    /** id of the ticket that the placeholders are filled in for */
    ticket?: number | undefined;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    text: string;
    created_at: string;
    updated_at: string;
  }>;

  /**
   * Add a canned reply.
   *
   * Roles: support, owner.
   */
  addCanned(input: {
    /** key of the canned reply */
    canned: string;
    /** plain text of one or more lines, in which these placeholders are filled in for each ticket: {{name}}, {{ticket}}, {{subject}}, {{server}}, {{staff}} */
    text: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    text: string;
    created_at: string;
    updated_at: string;
  }>;

  /**
   * Change the text of a canned reply; earlier answers keep theirs.
   *
   * Roles: support, owner.
   */
  setCanned(input: {
    /** key of the canned reply */
    canned: string;
  } & {
    /** plain text of one or more lines, in which these placeholders are filled in for each ticket: {{name}}, {{ticket}}, {{subject}}, {{server}}, {{staff}} */
    text: string;
  }, options?: CallOptions): Promise<{
    id: number;
    key: string;
    text: string;
    created_at: string;
    updated_at: string;
  }>;

  /**
   * Remove a canned reply.
   *
   * Roles: support, owner.
   */
  removeCanned(input: {
    /** key of the canned reply */
    canned: string;
  }, options?: CallOptions): Promise<{
    key: string;
  }>;

  /**
   * List the email domains of customers' identity providers, verified or not.
   *
   * Roles: support, technical, owner.
   */
  listDomains(input?: {
    /** id of the account */
    account?: number | undefined;
    /** page number */
    page?: number | undefined;
    /** entries per page, at most 1000 */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<{
    data: ({
      id: number;
      name: string;
      account: number;
      issuer: string;
      verified_at: string | null;
      verified_by: 'dns' | 'operator' | null;
      created_at: string;
    })[];
    page: number;
    per_page: number;
    total: number;
  }, {
    id: number;
    name: string;
    account: number;
    issuer: string;
    verified_at: string | null;
    verified_by: 'dns' | 'operator' | null;
    created_at: string;
  }>;

  /**
   * Confirm without a TXT record that a domain belongs to its account.
   *
   * Roles: owner.
   */
  confirmDomain(input: {
    /** id of the domain */
    domain: number;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    account: number;
    issuer: string;
    verified_at: string | null;
    verified_by: 'dns' | 'operator' | null;
    created_at: string;
  }>;

  /**
   * End the verification of a domain, so that another account can prove it.
   *
   * Roles: owner.
   */
  releaseDomain(input: {
    /** id of the domain */
    domain: number;
  }, options?: CallOptions): Promise<{
    id: number;
    name: string;
    account: number;
    issuer: string;
    verified_at: string | null;
    verified_by: 'dns' | 'operator' | null;
    created_at: string;
  }>;

  /**
   * Show the identity provider of the staff.
   *
   * Roles: owner.
   */
  showProvider(input?: Record<string, never>, options?: CallOptions): Promise<{
    provider: {
      issuer: string;
      client_id: string;
      redirect_url: string;
      trusted_amr: string[];
      trusted_acr: string[];
      groups_claim: string | null;
      groups: string[];
      updated_at: string;
      trust_email: boolean;
    } | null;
  }>;

  /**
   * Show the virus scanner for files of tickets.
   *
   * Roles: support, technical, owner.
   */
  showScanner(input?: Record<string, never>, options?: CallOptions): Promise<{
    driver: 'none' | 'clamd';
    socket: string | null;
    tcp: string | null;
    away: {
      since: string;
      error: string;
    } | null;
  }>;
}
