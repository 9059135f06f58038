/** What the API takes and gives. Made from the contract by `npm run gen`. */

import type { CallOptions, FileReply, Listing, StreamOptions } from './types.ts';

/** The secret of an invitation. */
export interface AcceptInvitation {
  /** Secret of the link in the email. */
  secret: string;
}

/** State of closing the account. */
export interface AccountClosure {
  /** `closing` from the request until the account is closed, otherwise `open`. */
  status: 'open' | 'closing';
  /** Time of the request, or null if there is none. */
  asked_at: string | null;
  /** Time when the account is closed and its personal data erased, or null if no closing was requested. */
  closes_at: string | null;
  /** Obstacles that prevent closing the account. They are checked again before the account is closed. */
  obstacles: ClosureObstacle[];
}

/** An export of all data of an account, as one ZIP file. */
export interface AccountExport {
  /** Id of the export. */
  id: number;
  /** `pending` while the export is written, `ready` when it can be downloaded, `expired` when its file is deleted. */
  status: 'pending' | 'ready' | 'expired';
  /** Time of the request. */
  created_at: string;
  /** Time when the export was complete, or null if it is not complete. */
  ready_at: string | null;
  /** Latest time for a download. A newer export replaces this one earlier. Null while the export is written. */
  expires_at: string | null;
  /** Size of the file in bytes, or null while the export is written. */
  size: number | null;
  /** SHA-256 of the file in hexadecimal, or null while the export is written. */
  sha256: string | null;
}

/** A page of a list. */
export interface AccountExportPage {
  /** The items of this page. */
  data: AccountExport[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The identity provider of an account, if there is one. */
export interface AccountIdentityProvider {
  /** Identity provider of the account, or null if there is none. */
  identity_provider: IdentityProvider | null;
}

/** The support plan of the account. */
export interface AccountSupportPlan {
  /** Features and monthly price of the plan. */
  plan: SupportPlan;
  /** Billing status. */
  status: ServiceStatus;
  /** Billing cycle in months. */
  billing_cycle: number;
  /** End of the paid time, or null if the plan is not paid yet. */
  expiry_at: string | null;
  /** True if the plan is renewed automatically. */
  auto_renew: boolean;
  /** Cancellation of the plan, or null if there is none. */
  cancel_request: CancelRequest | null;
}

/** The ISO to download. */
export interface AddIso {
  /** Name of the ISO, 1 to 100 characters. */
  name: string;
  /** URL to download the ISO from. Addresses of private networks are refused. */
  url: string;
  /** Expected SHA-256 of the file. Default: no check. */
  sha256?: string | null | undefined;
}

/** The key to add. */
export interface AddSshKey {
  /** Name of the key, 3 to 100 characters. */
  name: string;
  /** Public key, as one line in OpenSSH format: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*. */
  key: string;
}

/** An extra of a server, in addition to its plan. */
export interface Addon {
  /** Id of the addon. */
  id: number;
  /** Key of the addon. */
  name: string;
  /** Billing status. */
  status: ServiceStatus;
  /** Quantity: number of seats, accounts or pieces. */
  quantity: number;
  /** Monthly price of the whole quantity, without VAT. */
  amount: string;
  /** Monthly price of the whole quantity, with VAT at the rate of the account. */
  amount_with_vat: string;
  /** Monthly price of one more seat, without VAT. Null if the addon has no seats. The price until the expiry is `scale_price` of the available addons. */
  upgrade_price_per_user: string | null;
  /** Monthly price of one more seat, with VAT at the rate of the account. */
  upgrade_price_per_user_with_vat: string | null;
  /** Monthly saving of one seat less, without VAT. Null if the addon has no seats. */
  downgrade_price_per_user: string | null;
  /** Monthly saving of one seat less, with VAT at the rate of the account. */
  downgrade_price_per_user_with_vat: string | null;
  /** Time of the order. */
  created_at: string;
  /** Time when the addon ended, or null if it has not ended. */
  ended_at: string | null;
  /** Cancellation of the addon, or null if there is none. */
  cancel_request: CancelRequest | null;
  /** Additional data of this kind of addon, or null if there is none. */
  extra: {
    /** Time of the next weekly backup, or null if none is due. */
    next_backup_at: string | null;
  } | null;
}

/** Price of other addon quantities. */
export interface AddonScaleCost {
  /** Price until the expiry, without VAT. A negative amount is a refund to the balance. */
  amount: string;
  /** Price until the expiry, with VAT at the rate of the account. */
  amount_with_vat: string;
}

/** The affiliate data of the account: its code and its commission. */
export interface Affiliate {
  /** Unique code that new customers sign up with. Not case-sensitive. */
  referral_code: string;
  /** Sign-up URL that contains the code. */
  referral_url: string;
  /** Amount that accounts with the code have paid so far, without VAT. */
  referrals_turnover: number;
  /** Commission as a percentage of the turnover. */
  commission: number;
  /** Commission that is not paid out yet. */
  estimated_earnings: number;
  /** Total commission earned so far. */
  all_time_earnings: number;
  /** Time in days until the next payout. */
  next_payout_in_days: number;
}

/** A paid order of an account that signed up with the code. */
export interface AffiliateConversion {
  /** Id of the conversion. */
  id: number;
  /** Time when the order was paid. */
  created_at: string;
  /** Price of the order, without VAT. */
  order_amount: number;
  /** Commission for this account. */
  commission_amount: number;
  /** Status of the commission. */
  status: 'pending' | 'approved' | 'paid' | 'reversed';
}

/** A page of a list. */
export interface AffiliateConversionPage {
  /** The items of this page. */
  data: AffiliateConversion[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A payout of commission. */
export interface AffiliatePayout {
  /** Id of the payout. */
  id: number;
  /** Time when the payout was created. */
  created_at: string;
  /** Amount of the payout. */
  amount: number;
  /** Status of the payout. */
  status: 'pending' | 'paid' | 'failed';
  /** Time of the payment, or null if it is not paid yet. */
  paid_at: string | null;
}

/** A page of a list. */
export interface AffiliatePayoutPage {
  /** The items of this page. */
  data: AffiliatePayout[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A source that is allowed temporarily. */
export interface AllowedSource {
  /** Address of the request. */
  source: string;
  /** Time until which the address is allowed. */
  ends_at: string;
}

/** The floating IPs, and the server to attach them to. */
export interface AttachFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** Server to attach the floating IPs to. */
  server_id: number;
}

/** Returns an attack with its sources, protocols and ports. */
export interface Attack {
  /** Id of the attack: 15 letters and digits. */
  id: string;
  /** True while the attack continues. */
  ongoing: boolean;
  /** Start time. */
  started_at: string;
  /** End time, or null while the attack continues. */
  ended_at: string | null;
  /** Limit that detected the attack: packets per second, bits per second, or the bandwidth of the address. */
  detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
  /** Severity of the attack. */
  severity: 'low' | 'middle' | 'high';
  /** Pattern of the attack. */
  reason: string;
  /** Description of the pattern, as text. */
  description: string;
  /** Peak traffic in Mbps. */
  peak_bandwidth: number;
  /** Peak packets per second. */
  peak_pps: number;
  /** Traffic in Mbps at the time of detection. */
  initial_bandwidth: number;
  /** Packets per second at the time of detection. */
  initial_pps: number;
  /** Protocols with the most traffic. */
  top_protocols: ({
    /** Name of the protocol. */
    name: string;
    /** Number of the protocol. */
    number: number;
    /** Peak traffic in Mbps. */
    peak_bandwidth: number;
    /** Peak packets per second. */
    peak_pps: number;
    /** Total traffic in MB. */
    total_bandwidth: number;
    /** Total number of packets. */
    total_pps: number;
  })[];
  /** Autonomous systems with the most traffic. */
  top_source_asns: ({
    /** Number of the autonomous system. */
    asn: number;
    /** Name of the autonomous system, or null if it is unknown. */
    name: string | null;
    /** Country as ISO 3166-1 alpha-2 code, or null if it is unknown. */
    country: string | null;
    /** Peak traffic in Mbps. */
    peak_bandwidth: number;
    /** Peak packets per second. */
    peak_pps: number;
    /** Total traffic in MB. */
    total_bandwidth: number;
    /** Total number of packets. */
    total_pps: number;
  })[];
  /** Source addresses with the most traffic. */
  top_source_ips: ({
    /** Source address. */
    ip: string;
    /** Country as ISO 3166-1 alpha-2 code, or null if it is unknown. */
    country: string | null;
    /** Peak traffic in Mbps. */
    peak_bandwidth: number;
    /** Peak packets per second. */
    peak_pps: number;
    /** Total traffic in MB. */
    total_bandwidth: number;
    /** Total number of packets. */
    total_pps: number;
  })[];
  /** Destination ports with the most traffic. */
  top_ports: {
    /** Traffic per TCP port. */
    tcp: Record<string, {
      /** Peak traffic in Mbps. */
      peak_bandwidth: number;
      /** Peak packets per second. */
      peak_pps: number;
      /** Total traffic in MB. */
      total_bandwidth: number;
      /** Total number of packets. */
      total_pps: number;
    }>;
    /** Traffic per UDP port. */
    udp: Record<string, {
      /** Peak traffic in Mbps. */
      peak_bandwidth: number;
      /** Peak packets per second. */
      peak_pps: number;
      /** Total traffic in MB. */
      total_bandwidth: number;
      /** Total number of packets. */
      total_pps: number;
    }>;
  };
}

/** An attack on an IP address started, became more severe or ended. */
export interface AttackEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time of the event. */
  at: string;
  /** Change of the resource. A word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the IP address that is attacked. */
  resource_id: number;
  /** Kind of the event. Decides the schema of `data`. */
  type: 'attack';
  /** The attack after the change. */
  data: {
    /** Id of the attack. */
    attack_id: string;
    /** True while the attack continues. */
    ongoing: boolean;
    /** Limit that detected the attack. */
    detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
    /** Severity so far. */
    severity: 'low' | 'middle' | 'high';
    /** Server that had the address at the time; null for none. */
    server_id: number | null;
  };
}

/** An attack in a list. */
export interface AttackSummary {
  /** Id of the attack: 15 letters and digits. */
  id: string;
  /** True while the attack continues. */
  ongoing: boolean;
  /** Start time. */
  started_at: string;
  /** End time, or null while the attack continues. */
  ended_at: string | null;
  /** Limit that detected the attack: packets per second, bits per second, or the bandwidth of the address. */
  detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
  /** Severity of the attack. */
  severity: 'low' | 'middle' | 'high';
  /** Pattern of the attack. */
  reason: string;
  /** Description of the pattern, as text. */
  description: string;
  /** Peak traffic in Mbps. */
  peak_bandwidth: number;
  /** Peak packets per second. */
  peak_pps: number;
}

/** A page of a list. */
export interface AttackSummaryPage {
  /** The items of this page. */
  data: AttackSummary[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** An entry of the audit log. Entries cannot be changed. */
export interface AuditEntry {
  /** Id of the entry. */
  id: number;
  /** Time of the action. */
  at: string;
  /** Name of an operation, or of work that continued after it with its outcome, such as `server.restart.done`. */
  action: string;
  /** The actor. */
  actor: {
    /** Kind of the actor: `operator` is the host, `job` is a scheduled task, `visitor` is someone who is not signed in. */
    kind: 'token' | 'session' | 'staff' | 'operator' | 'job' | 'workflow' | 'visitor';
    /** Id of the actor, such as the id of a token, or null if the actor has none. */
    id: number | null;
    /** Name of the staff member, or null for all other actors. */
    name: string | null;
  };
  /** User behind the actor, or null if there is none. */
  user: {
    /** Id of the user. */
    id: number;
    /** Current email address of the user. */
    email: string;
  } | null;
  /** The affected resource, or null if there is none. */
  resource: {
    /** Kind of the affected resource. */
    kind: string;
    /** Id of the affected resource. */
    id: number;
  } | null;
  /** `X-Request-Id` of the request, or null if there was no request. */
  request_id: string | null;
  /** Details as a JSON document, with fields that depend on the action. Present for actions in the name of the account, or of support that broke the glass, otherwise null. */
  details: string | null;
}

/** A page of a list. */
export interface AuditEntryPage {
  /** The items of this page. */
  data: AuditEntry[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** An addon that a server can get, or scale if it already has the addon. */
export interface AvailableAddon {
  /** Key that orders use for the addon. */
  key: string;
  /** Monthly price, without VAT. */
  price: number;
  /** Monthly price, with VAT at the rate of the account. */
  price_with_vat: number;
  /** Price until the expiry of the server, without VAT. */
  price_until_expiry: number;
  /** Price until the expiry of the server, with VAT at the rate of the account. */
  price_until_expiry_with_vat: number;
  /** Price of one more seat until the expiry, without VAT. Only for an addon with seats that the server already has. */
  scale_price?: number | undefined;
  /** Price of one more seat until the expiry, with VAT at the rate of the account. */
  scale_price_with_vat?: number | undefined;
}

/** A list that is not paginated. */
export interface AvailableAddonList {
  /** All items. */
  data: AvailableAddon[];
}

/** A copy of a disk, taken by the backups addon or on request. */
export interface Backup {
  /** Id of the copy. */
  id: number;
  /** Id of the server that was copied. */
  server_id: number;
  /** Hostname of that server. */
  server_hostname: string;
  /** Main IP address of that server. */
  server_ip: string;
  /** File name. */
  name: string;
  /** Time of the copy, in the time zone of the service. */
  created_at: string;
  /** Disk size of the server at the time of the copy, in GB. A restore needs a disk of at least this size. */
  size: number;
}

/** A page of a list. */
export interface BackupPage {
  /** The items of this page. */
  data: Backup[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The balance of the account, and its upcoming expenses. */
export interface Balance {
  /** Balance of the account. */
  balance: number;
  /** Credit limit: amount by which the balance can fall below 0. */
  balance_limit: number;
  /** Cost of the renewals in the next 30 days, with VAT. */
  estimated_expenses: number;
  /** Amount that is missing for `estimated_expenses`, or 0 if the balance covers them. */
  shortfall: number;
  /** Currency of all amounts, as ISO 4217 code. */
  currency: string;
  /** True if a card is stored that can be charged. */
  has_valid_card: boolean;
  /** Latest deposit, or null if there was none. */
  last_deposit: {
    /** Amount of the deposit. */
    amount: number;
    /** Amount with VAT. Equal to `amount`, because VAT is due only when a deposit is spent. */
    amount_with_vat: number;
    /** Payment method of the deposit. */
    payment_method: string;
    /** Time when the deposit was credited. */
    payment_date: string;
  } | null;
  /** Bitcoin payments that the network has not confirmed yet. */
  unconfirmed_bitcoin_deposits: ({
    /** Hash of the transaction. */
    tx_hash: string;
    /** Amount sent, in bitcoin. */
    tx_amount: number;
    /** Amount that will be credited. */
    amount: number;
    /** Amount with VAT. Equal to `amount`, because a deposit carries no VAT. */
    amount_with_vat: number;
    /** Time when the transaction was first seen. */
    noticed_on: string;
  })[];
  /** First `expiry_at` up to 30 days from now whose renewals neither the balance nor a stored card pays, or null if all are paid. The renewals of a day (UTC) are one order, which is paid whole or not. It has passed if a service is overdue. */
  covered_until: string | null;
  /** Day (UTC) of the first renewal in the next 30 days that a stored card pays because the balance does not cover it, or null if there is none. */
  card_charged_at: string | null;
}

/** A change of the balance. */
export interface BalanceTransaction {
  /** Id of the transaction. */
  id: number;
  /** Time when the transaction was posted. */
  created_at: string;
  /** Change of the balance, VAT included. Negative for payments from the balance. */
  amount_with_vat: number;
  /** Order that the transaction paid or refunded, or null if there is none. */
  order_id: number | null;
  /** Payment method of the transaction. */
  payment_method: string;
  /** Purpose of the transaction, as text. */
  description: string;
}

/** A page of a list. */
export interface BalanceTransactionPage {
  /** The items of this page. */
  data: BalanceTransaction[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** Bandwidth limit and usage of a server. */
export interface BandwidthStatistics {
  /** Bandwidth limit of the server in GB. 0 means unmetered. */
  limit: number;
  /** Usage in the current bandwidth cycle in GB. */
  used: number;
  /** Daily usage, oldest first. */
  daily_usage: ({
    /** Start of the day as Unix time in seconds. */
    timestamp: number;
    /** Received data in GB. */
    incoming: number;
    /** Sent data in GB. */
    outgoing: number;
  })[];
}

/** The user or the provider of the sign-in. */
export interface BeginSingleSignOn {
  /** Email address of the user. Its domain selects the identity provider. */
  email?: string | null | undefined;
  /** Key of the provider of an account. Alternative to the address. */
  sign_in_key?: string | null | undefined;
}

/** An automatically blocked address. */
export interface BlockedIp {
  /** Blocked address. */
  ip: string;
  /** Country as ISO 3166-1 alpha-2 code, or null if it is unknown. */
  country: string | null;
  /** Reason of the block, as text. */
  reason: string;
  /** Start time of the block. */
  blocked_at: string;
  /** Expected end of the block. An address that still floods is blocked again. */
  expires_at: string;
}

/** A page of a list. */
export interface BlockedIpPage {
  /** The items of this page. */
  data: BlockedIp[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The servers to renew, and the number of months. */
export interface CalculateRenewal {
  /** Ids of the servers, 1 to 100. */
  server_ids: number[];
  /** Number of months to renew for. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that reduces the price. */
  promo_code?: string | null | undefined;
}

/** Time and reason of the cancellation. */
export interface CancelAddon {
  /** Reason, for the operator of the service. */
  reason: string;
  /** True to cancel immediately, false to cancel at the end of the paid time. */
  now: boolean;
}

/** The floating IPs to cancel, and the time of the cancellation. */
export interface CancelFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** True to cancel immediately, false to cancel at the end of the paid time. */
  now: boolean;
  /** Reason, for the operator of the service. */
  reason?: string | null | undefined;
}

/** The cancellation of a service, until it takes effect or is withdrawn. */
export interface CancelRequest {
  /** Id of the request. */
  id: number;
  /** 1 for an immediate cancellation, 0 for the end of the paid time. */
  now: number;
  /** Reason given by the customer, or null if there is none. */
  reason: string | null;
  /** Time of the request. */
  created_at: string;
}

/** Time and reason of the cancellation. */
export interface CancelServer {
  /** Reason, for the operator of the service. */
  reason?: string | null | undefined;
  /** True to suspend the server immediately and terminate it after the grace period. False to do both after its expiry. Default: false. */
  now?: boolean | null | undefined;
}

/** Time and reason of the cancellation. */
export interface CancelSupportPlan {
  /** Reason, for the operator of the service. */
  reason?: string | null | undefined;
  /** True to cancel immediately, false to cancel at the end of the paid time. */
  now?: boolean | null | undefined;
}

/** The new root password. */
export interface ChangePassword {
  /** New password, 6 to 128 characters. */
  password: string;
  /** True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false. */
  reboot?: boolean | null | undefined;
}

/** The new main address. */
export interface ChangePrimaryIp {
  /** Id of an address of the server. */
  ip_id: number;
}

/** The new billing cycle of the line. */
export interface ChangeRenewalPeriod {
  /** Billing cycle in months. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that reduces the line, for the whole order. A better code of the order or of a server stays. */
  promo_code?: string | null | undefined;
}

/** The new password, and the current one. */
export interface ChangeUserPassword {
  /** Current password, for users who have one. */
  current_password?: string | null | undefined;
  /** New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused. */
  password: string;
}

/** An obstacle that prevents closing the account. */
export interface ClosureObstacle {
  /** Stable code of the obstacle. */
  code: 'suspended' | 'services' | 'unpaid_orders' | 'disputes' | 'payments' | 'refunds' | 'operations' | 'response_targets' | 'invoices' | 'affiliate_earnings' | 'copies' | 'isos' | 'ip_addresses' | 'balance' | 'debt';
  /** Number of items, or the amount in cents for `affiliate_earnings`, `balance` and `debt`. */
  count: number;
}

/** The parameters of the return URL. */
export interface CompleteSingleSignOn {
  /** `state` parameter of the return URL. */
  state: string;
  /** `code` parameter of the return URL, if present. */
  code?: string | null | undefined;
  /** `iss` parameter of the return URL, if present. */
  iss?: string | null | undefined;
  /** `error` parameter of the return URL, instead of the code. */
  error?: string | null | undefined;
}

/** Proof in addition to the credentials at the provider. */
export interface ConfirmBySingleSignOn {
  /** Code of the authenticator app, or a recovery code. Required for users with two-factor authentication, unless the provider reports a trusted second factor. */
  otp?: string | number | null | undefined;
}

/** The secret of a link, and the new password. */
export interface ConfirmPasswordReset {
  /** Secret of the link in the email. */
  secret: string;
  /** New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused. */
  password: string;
}

/** Proof of the identity of the user: the password, or a passkey. */
export interface ConfirmSession {
  /** Password of the user. */
  password?: string | null | undefined;
  /** Code of the authenticator app, or a recovery code, for users with two-factor authentication. */
  otp?: string | number | null | undefined;
  /** Passkey result that the browser has created with the options. Alternative to password and code. */
  passkey?: PasskeyCredential | null | undefined;
}

/** The secret of a link, and the data of the customer. */
export interface ConfirmSignUp {
  /** Secret of the link in the email. */
  secret: string;
  /** Name of the customer. */
  name: string;
  /** Id of the country of residence, which decides the VAT. See `GET /countries`. */
  country_id: number;
  /** New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused. */
  password: string;
  /** Accepted version of the terms of service, which must be the current one. See `GET /sign-up`. */
  terms_version: string;
  /** Referral code of the affiliate who referred the customer. */
  referral_code?: string | null | undefined;
}

/** The result of the confirmation. */
export interface ConfirmedEmailChange {
  /** True if the user now has the new address. False if the link of the other email is also needed. */
  changed: boolean;
}

/** Secret addresses of screen, keyboard and mouse. */
export interface Console {
  /** WebSocket that uses the RFB protocol (VNC), such as for noVNC. No password is needed. */
  url: string;
  /** Page that shows the console in a browser, with keyboard, Ctrl-Alt-Del, text input and full screen. The page uses up `url`. */
  viewer_url: string;
  /** Latest time to open the console, which can be opened once. */
  expires_at: string;
}

/** A country with the VAT that this host charges consumers there. */
export interface Country {
  /** Id of the country. */
  id: number;
  /** ISO 3166-1 alpha-2 code. */
  code: string;
  /** Name in English. */
  name: string;
  /** VAT that this host charges a consumer, as a factor: 1.2 for 20 percent, 1 for none. */
  tax_rate: number;
}

/** A list that is not paginated. */
export interface CountryList {
  /** All items. */
  data: Country[];
}

/** Confirmation for closing the account. */
export interface CreateAccountClosure {
  /** Email address of the owner, as confirmation. */
  email: string;
}

/** The new address of the user. */
export interface CreateEmailChange {
  /** New email address. */
  email: string;
}

/** The firewall to create. It is not applied to any server yet. */
export interface CreateFirewall {
  /** Name of the firewall, 1 to 100 characters. */
  name: string;
  /** Rules, at most 50. Default: none, so no packets are received. */
  rules?: GivenFirewallRule[] | null | undefined;
  /** True to apply the firewall to each new server of the account before its first boot. */
  default?: boolean | null | undefined;
}

/** The address to invite, and the role. */
export interface CreateInvitation {
  /** Email address to invite. */
  email: string;
  /** Role of the new member. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
}

/** A new passkey. */
export interface CreatePasskey {
  /** Name of the passkey. */
  name: string;
  /** Passkey that the browser has created. */
  credential: NewPasskeyCredential;
}

/** The passkey for the sign-in. */
export interface CreatePasskeySession {
  /** Passkey result that the browser has created with the options. */
  credential: PasskeyCredential;
}

/** The user whose password is reset. */
export interface CreatePasswordReset {
  /** Email address of the user. Not case-sensitive. */
  email: string;
}

/** A code that proves access to the authenticator app. */
export interface CreateRecoveryCodes {
  /** Code of the authenticator app, as 6 digits or as an integer. Optional for 15 minutes in the session that enabled two-factor authentication. */
  otp?: string | number | null | undefined;
}

/** The credentials of the user. */
export interface CreateSession {
  /** Email address of the user. Not case-sensitive. */
  email: string;
  /** Password of the user. */
  password: string;
  /** Code of the authenticator app, or a recovery code. Optional in this step. */
  otp?: string | number | null | undefined;
}

/** The link that signs in. */
export interface CreateSessionByLink {
  /** The secret of the link, which stands behind `#`. */
  secret: string;
}

/** The purpose of the passkey. */
export interface CreateSignInOptions {
  /** Token of the first step, if the passkey is the second factor. */
  sign_in_token?: string | null | undefined;
}

/** The address for a new account. */
export interface CreateSignUp {
  /** Email address of the new user, which receives the link. */
  email: string;
  /** Language of messages, as a code of two letters. */
  language?: string | null | undefined;
}

/** The snapshot to create. */
export interface CreateSnapshot {
  /** Name of the snapshot, 1 to 100 characters. */
  name: string;
}

/** The duration and the permissions of support inside the account. */
export interface CreateSupportAccess {
  /** Duration in hours, 1 to 168. */
  hours: number;
  /** Permissions of support: `read` to read, `write` to also operate servers. */
  scope: 'read' | 'write';
  /** Id of the related ticket. */
  ticket?: number | null | undefined;
}

/** The token to create. */
export interface CreateToken {
  /** Name of the token, 1 to 100 characters. */
  name: string;
  /** Abilities of the token: `read` to read; `write` for all changes except those that need `account`; `account` to change the email address or the identity provider, to export the account, and to close it. */
  abilities: ('read' | 'write' | 'account')[];
  /** Time when the token expires. Default: never. */
  expires_at?: string | null | undefined;
  /** IP addresses or networks in CIDR form from which the token is valid, at most 100. Default: all. */
  allowed_networks?: string[] | null | undefined;
  /** Ids of the servers that the token is limited to, at most 100. Such a token can also read the catalogue. Default: no limit. */
  server_ids?: number[] | null | undefined;
  /** Monthly spending cap of the token, VAT included. Default: only the cap of the account. */
  monthly_cap?: number | null | undefined;
}

/** The webhook to create. */
export interface CreateWebhook {
  /** An https URL on a public address, with port 443 or a port from 1024. */
  url: string;
  /** Name of the webhook, at most 100 characters. */
  name?: string | null | undefined;
  /** Kinds of events to send. An empty list means all, future kinds included. */
  event_types?: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[] | null | undefined;
}

/** A passkey descriptor for browsers. */
export interface CredentialDescriptor {
  /** Id of the credential, in base64url. */
  id: string;
  /** Type of the credential. There is only one. */
  type: 'public-key';
  /** Transports of the authenticator. */
  transports: string[];
}

/** The account that a session acts in. */
export interface CurrentAccount {
  /** Id of the account. */
  id: number;
  /** Name of the customer. */
  name: string;
  /** Country of residence, ISO 3166-1 alpha-2. */
  country: string;
  /** True if the account is suspended and can only be read. */
  suspended: boolean;
  /** Time at which the account closes, or null if it stays open. */
  closes_at: string | null;
}

/** The caller of this request, and facts that pages begin with. */
export interface CurrentSession {
  /** Session of this request, or null for a visitor. */
  session: Session | null;
  /** User of the session, or null for a visitor. */
  user: SignedInUser | null;
  /** Account that the session acts in, or null for a visitor. */
  account: CurrentAccount | null;
  /** Role of the user in the account, or null for a visitor. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only' | null;
  /** Id of the membership, or null for a visitor. */
  member_id: number | null;
  /** Accounts that the session can act in, by name. A session of an identity provider has only its own. */
  accounts: OwnAccount[];
  /** Proofs of its user that this session can give. `totp` is a code of the authenticator app, which the password then needs. */
  confirm_with: ('password' | 'totp' | 'passkey' | 'single_sign_on')[];
  /** Number of the account's latest event, 0 before its first; null for a visitor. */
  event_id: number | null;
  installation: Installation;
}

/** Lists the departments that tickets can be sent to. */
export interface Department {
  /** Id of the department, for a new ticket. */
  id: number;
  /** Key of the department, as in tickets. */
  key: string;
  /** Display name. */
  name: string;
}

/** A list that is not paginated. */
export interface DepartmentList {
  /** All items. */
  data: Department[];
}

/** The server or servers to order. An SSH key, a password or a startup script is required, except for a copy or an ISO. A quote (`dry_run=true`) can leave out the name, the source and the login: it assumes one server and names the missing fields. */
export interface DeployServer {
  /** Hostname, or a list of at most 20 hostnames for one server each. Either all servers are ordered or none. */
  name: string | string[];
  /** Key of the plan. */
  plan: string;
  /** Billing cycle in months, 1 to 24. Default: 1. */
  billing_cycle?: number | null | undefined;
  /** Image of the server. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required. */
  image_id?: number | null | undefined;
  /** Snapshot to deploy the server from. */
  snapshot_id?: number | null | undefined;
  /** Backup to deploy the server from. */
  backup_id?: number | null | undefined;
  /** ISO to boot. The disk is empty at first. */
  primary_iso_id?: number | null | undefined;
  /** ISO for the second drive, such as one with drivers. */
  secondary_iso_id?: number | null | undefined;
  /** Root password. With SSH keys and without a password, only the keys can log in. */
  password?: string | null | undefined;
  /** Ids of SSH keys of this account that can log in. Default: none. */
  ssh_keys?: number[] | null | undefined;
  /** True to add weekly backups. The latest 3 are kept. */
  backups?: boolean | null | undefined;
  /** Key of a cPanel licence in the catalogue. */
  cpanel?: string | null | undefined;
  /** Additional traffic in TB per month. 0 means none. */
  bandwidth?: number | null | undefined;
  /** Number of users of Remote Desktop Services. 0 means none. */
  microsoft_rds_sal?: number | null | undefined;
  /** Number of users of Microsoft Office. 0 means none. */
  microsoft_office_sal?: number | null | undefined;
  /** Number of additional IPv4 addresses. Default: 0. */
  extra_ipv4?: number | null | undefined;
  /** Number of IPv4 addresses with DDoS protection. Default: 0. */
  extra_ipv4_ddos?: number | null | undefined;
  /** Number of additional IPv6 networks. Default: 0. */
  extra_ipv6?: number | null | undefined;
  /** Promo code that reduces the price. */
  promo_code?: string | null | undefined;
  /** Script that runs once, at the first boot, or user data for cloud-init. The first line decides: `#cloud-config`, `## template: jinja`, `#cloud-boothook`, and `Content-Type:` or `MIME-Version:` of a MIME message. Any other text is a script. Refused are `#include`, also inside MIME, `#part-handler`, other forms that begin with `#cloud-`, and gzip. An image can be for scripts only. At most 16,384 characters. */
  startup_script?: string | null | undefined;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** Amount and payment method of the deposit. */
export interface DepositFunds {
  /** Amount to deposit, between the minimum and the maximum of the payment method. */
  amount: number;
  /** Payment method of the deposit. */
  payment_method: 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';
  /** Consent to store the card of this payment, which is then charged for renewals that the balance does not cover. Only for payment methods with `saves_card`. Default: false. */
  store_card?: boolean | null | undefined;
}

/** A code of the authenticator app, or a recovery code. */
export interface DisableTwoFactor {
  /** Code of the authenticator app, as 6 digits or as an integer, or a recovery code. */
  otp: string | number;
}

/** The invoices to put into the archive. */
export interface DownloadInvoices {
  /** Ids of the invoices, 1 to 100. */
  ids: number[];
}

/** The lists and the filter to test on the last hour. */
export interface DryRunProtection {
  /** Whitelist networks. Default: the current whitelist. */
  whitelist?: string[] | null | undefined;
  /** Blacklist networks. Default: the current blacklist. */
  blacklist?: string[] | null | undefined;
  /** Geo filter. Default: the current filter. */
  geo?: SetGeoFilter | null | undefined;
}

/** A pending change of the email address. */
export interface EmailChange {
  /** New email address. */
  email: string;
  /** True if the link to the new address was used. */
  new_confirmed: boolean;
  /** True if the link to the current address was used. */
  old_confirmed: boolean;
  /** Time of the request. */
  created_at: string;
  /** Latest time to use both links. */
  expires_at: string;
  /** Time from which the link to the new address is sufficient. Set if support requested the change because the current address is lost. Null if the user requested the change, so that both links are needed. */
  counts_from: string | null;
}

/** The secret of a link from either email. */
export interface EmailChangeSecret {
  /** Secret of the link in the email. */
  secret: string;
}

/** The password and keys for the rescue system. */
export interface EnableRescue {
  /** Password of the rescue system. With SSH keys and without a password, only the keys can log in. */
  password?: string | null | undefined;
  /** Ids of SSH keys of this account that can log in. Default: the keys of the server. */
  ssh_keys?: number[] | null | undefined;
}

/** The secret, and a code that proves that the app has it. */
export interface EnableTwoFactor {
  /** Code of the authenticator app, as 6 digits or as an integer. */
  otp: string | number;
  /** Secret that the code was created with. */
  secret_key: string;
}

/** Stable error code for programs. */
export type ErrorCode = 'unauthenticated' | 'wrong_credentials' | 'reauthentication_required' | 'single_sign_on_required' | 'single_sign_on_refused' | 'identity_provider_failed' | 'ability_missing' | 'account_suspended' | 'not_yours' | 'insufficient_role' | 'out_of_scope' | 'not_found' | 'unknown_path' | 'method_not_allowed' | 'validation' | 'locked' | 'rate_limited' | 'idempotency_mismatch' | 'not_ready' | 'idempotency_running' | 'wrong_state' | 'insufficient_funds' | 'unpaid_limit' | 'spending_cap' | 'payment_disputed' | 'no_capacity' | 'malformed_request' | 'request_timeout' | 'expectation_failed' | 'headers_too_large' | 'payload_too_large' | 'infected_file' | 'scanner_unavailable' | 'not_supported' | 'recovering' | 'unavailable' | 'foreign_origin' | 'insecure_transport' | 'unknown_proxy' | 'internal';

/** A delivery of an event to a webhook. */
export interface EventDelivery {
  /** Id of the delivery, sent as `webhook-id`, equal for all attempts. */
  id: string;
  /** Kind of the event. `test` for a test, `reset` if events are missing. */
  event_type: string;
  /** Number of the event in the stream, or null for a test. */
  event_id: number | null;
  /** `pending` while the delivery is attempted, `delivered` after a 2xx reply, `failed` after the last attempt. */
  status: 'pending' | 'delivered' | 'failed';
  /** Number of attempts since the last replay. */
  tries: number;
  /** Time when the delivery was created. */
  created_at: string;
  /** Earliest time of the next attempt, or null if there is none. */
  next_try_at: string | null;
  /** Time when the delivery succeeded or failed, or null while it is pending. */
  ended_at: string | null;
}

/** A delivery with its payload and the responses of the receiver. */
export interface EventDeliveryDetails {
  /** Id of the delivery, sent as `webhook-id`, equal for all attempts. */
  id: string;
  /** Kind of the event. `test` for a test, `reset` if events are missing. */
  event_type: string;
  /** Number of the event in the stream, or null for a test. */
  event_id: number | null;
  /** `pending` while the delivery is attempted, `delivered` after a 2xx reply, `failed` after the last attempt. */
  status: 'pending' | 'delivered' | 'failed';
  /** Number of attempts since the last replay. */
  tries: number;
  /** Time when the delivery was created. */
  created_at: string;
  /** Earliest time of the next attempt, or null if there is none. */
  next_try_at: string | null;
  /** Time when the delivery succeeded or failed, or null while it is pending. */
  ended_at: string | null;
  /** Payload: the JSON of an event of the stream. */
  body: string;
  /** Latest attempts, at most 20, oldest first. */
  attempts: ({
    /** Time when the attempt started. */
    at: string;
    /** HTTP status of the reply, or null if there was none. */
    status: number | null;
    /** Duration in milliseconds. */
    ms: number;
    /** Reason of the failure, or null if the attempt succeeded. */
    error: string | null;
  })[];
  /** First kilobyte of the last reply body, or null if there was no reply. */
  answer: string | null;
}

/** A page of a list. */
export interface EventDeliveryPage {
  /** The items of this page. */
  data: EventDelivery[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The explanation of an order line. */
export interface ExplainedLine {
  /** Label of the ordered item. */
  label: string;
  /** Kind or name of the service. */
  sublabel: string;
  /** Price without VAT, before discounts. */
  list_amount: number;
  /** Discounts, without VAT. */
  discount: number;
  /** Price without VAT, after discounts. */
  amount: number;
  /** VAT of the line, rounded once. */
  vat_amount: number;
  /** Amount due. */
  amount_with_vat: number;
  /** Calculation steps, in order. */
  steps: ExplainedStep[];
}

/** A step in the calculation of a line. */
export interface ExplainedStep {
  /** Kind of the calculation step. */
  step: 'months' | 'renewal' | 'rest-of-period' | 'difference' | 'fixed' | 'promo' | 'refund' | 'vat';
  /** Description of the step, as on invoices. */
  text: string;
  /** Inputs and result of the step, as text. Missing values are omitted. Amounts are in cents, times in ISO 8601. */
  values: Record<string, string>;
}

/** The VAT decision of an order, and its evidence. */
export interface ExplainedTax {
  /** Country of the VAT, as ISO 3166 code. */
  country: string;
  /** VAT rate in percent. */
  rate: number;
  /** Rule that decides the VAT. */
  rule: string;
  /** Note that the law requires, or null if there is none. */
  note: string | null;
  /** True while the VAT number is not checked yet. */
  pending: boolean;
  /** Evidence at the time of the decision. */
  evidence: {
    /** Country that the account states, as ISO 3166 code. */
    country: string;
    /** Country of the IP address, or null if it is unknown. */
    ip_country: string | null;
    /** Country of the card, or null if it is unknown. */
    card_country: string | null;
    /** True if the account belongs to a company. */
    company: boolean;
    /** VAT number, or null if there is none. */
    vat_number: string | null;
    /** Response of the VAT number register: valid, invalid or unknown. Null if it was not asked. */
    verdict: string | null;
    /** Consultation number for audits, or null if there is none. */
    consultation: string | null;
    /** Time of the response of the register, or null if it was not asked. */
    checked_at: string | null;
    /** Territory with its own VAT that the address is in, or null if there is none. */
    territory: string | null;
  };
  /** Correction after the VAT number proved valid and the VAT was refunded to the balance, otherwise null. */
  correction: {
    /** Rule that applies after the correction. */
    rule: string;
    /** Note that the law requires. */
    note: string;
    /** Consultation number, or null if there is none. */
    consultation: string | null;
    /** Time of the response of the register. */
    checked_at: string | null;
  } | null;
}

/** Rules for incoming and outgoing traffic of servers. A server with at least one firewall receives only packets that a rule of one of its firewalls allows. Outgoing traffic is unrestricted unless one of its firewalls has a rule for `out`. Then only traffic that a rule allows can leave. Replies to allowed traffic pass, and so do related ICMP errors and ICMP errors for path MTU discovery. DHCP, neighbour discovery and metadata always work. A change also applies to open connections: traffic that is no longer allowed is dropped immediately. */
export interface Firewall {
  /** Id of the firewall. */
  id: number;
  /** Name of the firewall. */
  name: string;
  /** True to apply the firewall to each new server of the account before its first boot. */
  default: boolean;
  /** `active` if the rules are in effect for all servers. `applying` if some servers still have the previous rules, for about a second. */
  status: 'active' | 'applying';
  /** Rules as they are set. */
  rules: FirewallRule[];
  /** Servers that the firewall is applied to. */
  servers: ({
    /** Id of the server. */
    id: number;
    /** Hostname of the server. */
    hostname: string;
    /** `applied` if the rules above are in effect. `applying` if they are not yet in effect. `removing` if rules of this firewall are still in effect. */
    status: 'applied' | 'applying' | 'removing';
  })[];
  /** When it was created. */
  created_at: string;
  /** Time of the last change of its name, its rules or `default`. */
  updated_at: string;
}

/** A page of a list. */
export interface FirewallPage {
  /** The items of this page. */
  data: Firewall[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A rule that allows matching packets. No rule denies packets. */
export interface FirewallRule {
  /** Direction: `in` for connections to the server, `out` for connections that the server opens. */
  direction: 'in' | 'out';
  /** Protocol. `any` means all protocols. */
  protocol: 'any' | 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'esp' | 'ah' | 'gre';
  /** Destination ports and port ranges, ascending. Null means all ports, or a protocol without ports. */
  ports: string[] | null;
  /** Allowed networks: sources for `in`, destinations for `out`. */
  networks: string[];
  /** Description of the rule, or null if there is none. */
  description: string | null;
}

/** The servers. Either all of them are changed or none. */
export interface FirewallServers {
  /** Ids of servers of the account, 1 to 50, without duplicates. */
  server_ids: number[];
}

/** An address that can be moved between servers. */
export interface FloatingIp {
  /** Id of the floating IP. */
  id: number;
  /** Billing status. */
  status: ServiceStatus;
  /** Server that the floating IP is attached to, or null if there is none. */
  server_id: number | null;
  /** Hostname of that server, or null if there is none. */
  server_hostname: string | null;
  /** Time when an operation locked the floating IP, or null if there is no lock. */
  locked_at: string | null;
  /** Action of the operation that locks the floating IP, a word of a closed list. Null if there is no lock. */
  lock_reason: LockReason | null;
  /** Billing cycle in months. */
  billing_cycle: number;
  /** End of the paid time, or null if the floating IP is not paid yet. */
  expiry_at: string | null;
  /** Price of a billing cycle. */
  plan: FloatingIpPlan;
  /** Cancellation of the floating IP, or null if there is none. */
  cancel_request: CancelRequest | null;
  /** Main address of the server that the floating IP is attached to, or null if there is none. */
  server_main_ip: string | null;
  /** True while an operation locks the floating IP. */
  locked: boolean;
  /** The address of the floating IP. */
  ip_address: IpAddress;
}

/** The floating IPs. */
export interface FloatingIpIds {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
}

/** A list that is not paginated. */
export interface FloatingIpList {
  /** All items. */
  data: FloatingIp[];
}

/** The floating IP that an address belongs to. */
export interface FloatingIpOfAddress {
  /** Id of the floating IP. */
  id: number;
  /** Billing status. */
  status: ServiceStatus;
  /** Server that the floating IP is attached to, or null if there is none. */
  server_id: number | null;
  /** Hostname of that server, or null if there is none. */
  server_hostname: string | null;
  /** Time when an operation locked the floating IP, or null if there is no lock. */
  locked_at: string | null;
  /** Action of the operation that locks the floating IP, a word of a closed list. Null if there is no lock. */
  lock_reason: LockReason | null;
  /** Billing cycle in months. */
  billing_cycle: number;
  /** End of the paid time, or null if the floating IP is not paid yet. */
  expiry_at: string | null;
  /** Price of a billing cycle. */
  plan: FloatingIpPlan;
  /** Cancellation of the floating IP, or null if there is none. */
  cancel_request: CancelRequest | null;
  /** "true" while an operation locks the service, otherwise null. */
  locked: 'true' | null;
}

/** A page of a list. */
export interface FloatingIpPage {
  /** The items of this page. */
  data: FloatingIp[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A floating IP plan with its price. */
export interface FloatingIpPlan {
  /** Key of the plan. */
  id: string;
  /** Display name. */
  name: string;
  /** True if the plan can be ordered now. */
  available: boolean;
  /** Monthly price, without VAT. */
  price: string;
  /** Monthly price, with VAT at the rate of the account. */
  price_with_vat: string;
}

/** A list that is not paginated. */
export interface FloatingIpPlanList {
  /** All items. */
  data: FloatingIpPlan[];
}

/** A filter by the country of the source. */
export interface GeoFilter {
  /** True if the filter is enabled. */
  active: boolean;
  /** Mode: `allow` allows only these countries, `deny` allows all other countries. */
  action: 'allow' | 'deny';
  /** Countries as ISO 3166-1 alpha-2 codes. */
  countries: string[];
}

/** A rule to set. */
export interface GivenFirewallRule {
  /** Direction: `in` for connections to the server, `out` for connections that the server opens. */
  direction: 'in' | 'out';
  /** Protocol. `any` means all protocols. */
  protocol: 'any' | 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'esp' | 'ah' | 'gre';
  /** Destination ports and port ranges for tcp and udp, at most 15. Default and null: all ports. */
  ports?: string[] | null | undefined;
  /** Allowed networks or addresses of both IP versions: sources for `in`, destinations for `out`. At most 30. Default: all. */
  networks?: string[] | undefined;
  /** Description of the rule, 1 to 100 characters. */
  description?: string | null | undefined;
}

/** A domain whose addresses can sign in with the identity provider. */
export interface IdentityDomain {
  /** Domain of email addresses. */
  name: string;
  /** Time when the domain was verified for the account. Null if it is not verified, so that it has no effect. */
  verified_at: string | null;
  /** Name of the TXT record that verifies the domain. */
  record_name: string;
  /** Value of the TXT record. */
  record_value: string;
}

/** The identity provider of an account (OpenID Connect). Its secret is never shown. */
export interface IdentityProvider {
  /** URL of the issuer. */
  issuer: string;
  /** Client id at the identity provider. */
  client_id: string;
  /** Redirect URI to register at the identity provider. */
  redirect_url: string;
  /** Key of this provider in sign-in links. */
  sign_in_key: string;
  /** Domains of the identity provider. */
  domains: IdentityDomain[];
  /** Role of users who sign in for the first time, or null if they need an invitation. */
  default_role: 'admin' | 'billing' | 'technical' | 'read-only' | null;
  /** Values of the claim `amr` that count as a second factor. Without one of them, users with a second factor are asked for it. */
  trusted_amr: string[];
  /** Values of the claim `acr` that count as a second factor. Without one of them, users with a second factor are asked for it. */
  trusted_acr: string[];
  /** True if members can sign in with the provider. */
  enabled: boolean;
  /** True if members other than the owner must sign in with the provider. */
  required: boolean;
  /** Time of the last test sign-in. Null if there was none, so that the provider cannot be enabled. */
  tested_at: string | null;
  /** Time when the provider was created. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if addresses of the verified domains count although the provider does not call them verified. */
  trust_email: boolean;
}

/** Facts of the installation that pages need. */
export interface Installation {
  /** Version of Innkeeper: the release, and the commit if it is known. It changes with an update. */
  version: string;
  /** Currency of all amounts, as ISO 4217 code. */
  currency: string;
  /** Time zone of snapshots and backups, IANA. */
  time_zone: string;
  /** True if passkeys work here. They need a host name, so they do not work if the API is reached by an address. */
  passkeys: boolean;
  /** True if packets can be filtered by country. */
  geo_filter: boolean;
}

/** An invitation to the account that is not accepted yet. */
export interface Invitation {
  /** Id of the invitation. */
  id: number;
  /** Address that was invited. */
  email: string;
  /** Role of the new member. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
  /** Name of the member who sent the invitation, or null if that user no longer exists. */
  invited_by: string | null;
  /** Time when the invitation was created. */
  created_at: string;
  /** Time when the email was last sent. */
  sent_at: string;
  /** Latest time to accept the invitation. */
  expires_at: string;
}

/** A page of a list. */
export interface InvitationPage {
  /** The items of this page. */
  data: Invitation[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** An invoice. The document is downloaded separately. */
export interface Invoice {
  /** Id of the invoice. */
  id: number;
  /** Number of the invoice, 10 digits, without gaps. */
  invoice_number: string;
  /** Time of issue. */
  created_at: string;
  /** Amount without VAT. Negative for a credit note. */
  amount: number;
  /** Amount with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Type: `proform` requests payment, `original` confirms it, `credit-note` corrects an original. */
  type: 'proform' | 'original' | 'credit-note';
  /** Orders of the invoice. */
  order_ids: number[];
}

/** A page of a list. */
export interface InvoicePage {
  /** The items of this page. */
  data: Invoice[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** An IP address of the account. */
export interface IpAddress {
  /** Id of the address, for operations on addresses and their protection. */
  id: number;
  /** Address, or the first address of an IPv6 network. */
  ip_address: string;
  /** Prefix length of the network in bits. */
  prefix: number;
  /** IP version. */
  version: 4 | 6;
  /** Type: `public` is reachable from the internet. */
  type: string;
  /** True for the main address of its server. */
  main: boolean;
  /** True if attacks on the address are filtered. */
  ddos_protected: boolean;
  /** Gateway of the network. */
  gateway: string;
  /** Floating IP of the address, or null for an address of the server itself. */
  floating_ip: FloatingIpOfAddress | null;
  /** Reverse DNS names, one per address that has a name. */
  ptr: ({
    /** The address. */
    address: string;
    /** Name of the address. */
    name: string;
  })[];
  /** Time when the address was assigned to the account. */
  assigned_on: string;
}

/** An image of a CD or DVD that a server can boot. */
export interface Iso {
  /** Id of the ISO. */
  id: number;
  /** Name of the ISO. */
  name: string;
  /** Size in bytes, or null while it is unknown. */
  size: number | null;
  /** Status. The ISO can be used when it is `ready`. */
  status: 'downloading' | 'ready' | 'failed';
  /** URL of the download, or null for an ISO of the operator. */
  url: string | null;
  /** SHA-256 of the file in hexadecimal, or null while it is unknown. */
  sha256: string | null;
  /** Reason of a failed download, otherwise null. */
  error: string | null;
  /** Time when the ISO was added. */
  created_at: string;
  /** Servers that the ISO is attached to. */
  servers: ServerRef[];
}

/** A page of a list. */
export interface IsoPage {
  /** The items of this page. */
  data: Iso[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The secret of an invitation, and the data of the new user. */
export interface JoinWithNewUser {
  /** Secret of the link in the email. */
  secret: string;
  /** Name of the new user. */
  name: string;
  /** New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused. */
  password: string;
}

/** The account that was joined. */
export interface JoinedAccount {
  /** Id of the account that the user has joined. */
  account_id: number;
  /** Name of the account. */
  account_name: string;
  /** Role of the user in the account. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only';
}

/** Operation that locks the service. */
export type LockReason = 'deploy' | 'start' | 'restart' | 'stop' | 'power-off' | 'host-restart' | 'crash-restart' | 'set-password' | 'set-hostname' | 'set-ssh-keys' | 'set-media' | 'enable-rescue' | 'disable-rescue' | 'scale' | 'restore' | 'reinstall' | 'move' | 'snapshot' | 'backup' | 'download' | 'delete' | 'attached' | 'suspend-network' | 'restore-network' | 'change-primary-ip' | 'scale-addons' | 'suspend' | 'resume' | 'terminate' | 'payment' | 'apply-firewall' | 'floating-ip-attach' | 'floating-ip-detach';

/** A user of the account. */
export interface Member {
  /** Id of the member. */
  id: number;
  /** Name of the user. */
  name: string;
  /** Email address of the user. */
  email: string;
  /** Role of the member. A word of a closed list. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only';
  /** True if the user signs in with a code of an authenticator app. */
  '2fa_enabled': boolean;
  /** Time when the user joined. */
  joined_at: string;
  /** Latest time for this member to accept the ownership of the account, or null if there is no offer. */
  ownership_offered_until: string | null;
}

/** A page of a list. */
export interface MemberPage {
  /** The items of this page. */
  data: Member[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The ISO files of the drives, at least one field. */
export interface ModifyIsos {
  /** ISO for the first drive, or null to eject. Default: unchanged. */
  primary_iso_id?: number | null | undefined;
  /** ISO for the second drive, or null to eject. Default: unchanged. */
  secondary_iso_id?: number | null | undefined;
  /** Boot device from the next start on. Default: the primary ISO if it is inserted by this request, the disk if it is ejected. */
  boot_from?: 'disk' | 'iso' | null | undefined;
}

/** A whitelist or blacklist. */
export interface NetworkList {
  /** True if the list is enabled. */
  active: boolean;
  /** Networks in CIDR form, sorted by address and then by prefix, without duplicates. */
  networks: string[];
}

/** Result of `navigator.credentials.create`, converted with `toJSON`. */
export interface NewPasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** Id of the credential. Equal to `id`. */
  rawId: string;
  /** Type of the credential. There is only one. */
  type: 'public-key';
  /** Response of the authenticator. */
  response: {
    /** Client data of the browser, in base64url. */
    clientDataJSON: string;
    /** Attestation object with the new public key, in base64url. */
    attestationObject: string;
    /** Transports of the authenticator. */
    transports?: string[] | undefined;
  };
}

/** A token with its secret. */
export interface NewToken {
  /** Id of the token. */
  id: number;
  /** Name of the token. */
  name: string;
  /** First characters of the token, for recognition. */
  hint: string;
  /** Abilities of the token: `read` to read; `write` for all changes except those that need `account`; `account` to change the email address or the identity provider, to export the account, and to close it. */
  abilities: ('read' | 'write' | 'account')[];
  /** Networks in CIDR form from which the token is valid. An empty list means all. */
  allowed_networks: string[];
  /** Ids of the servers that the token is limited to. An empty list means no limit. */
  server_ids: number[];
  /** Monthly spending cap of the token, VAT included. Null means only the cap of the account. */
  monthly_cap: number | null;
  /** Time when the token was created or last rotated. */
  created_at: string;
  /** Time when the token expires, or null if it does not expire. */
  expires_at: string | null;
  /** Time of the last use, rounded to the minute, or null if there was none. */
  last_used_at: string | null;
  /** IP address of the last use, or null if there was none. */
  last_used_from: string | null;
  /** Time when the previous secret ends or ended, or null if it ended with the rotation. */
  previous_secret_until: string | null;
  /** Secret of the token. Only this reply contains it. */
  token: string;
}

/** A webhook with its secret. */
export interface NewWebhook {
  /** Id of the webhook. */
  id: number;
  /** URL that receives the events by POST. */
  url: string;
  /** Name of the webhook. Can be empty. */
  name: string;
  /** Kinds of events to send, as words of an open list. An empty list means all. */
  event_types: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[];
  /** True if events are sent. */
  enabled: boolean;
  /** Reason why the webhook is disabled: by the account, after 3 days without a successful delivery, or after a 410 reply. Null while it is enabled. */
  disabled_reason: 'customer' | 'failing' | null;
  /** Time since which all attempts have failed. Null if the last attempt succeeded, or if there was none. */
  failing_since: string | null;
  /** Time until which the previous secret also signs, or signed. Null if there was no overlap. */
  previous_secret_until: string | null;
  /** Time when the webhook was created. */
  created_at: string;
  /** Secret that signs the events. Only this reply contains it. */
  secret: string;
}

/** The new owner of the account. */
export interface OfferOwnership {
  /** Id of the member who becomes the owner of the account. */
  member_id: number;
}

/** The account that was opened. */
export interface OpenedAccount {
  /** Id of the new account. */
  account_id: number;
  /** Email address of the owner, for the sign-in. */
  email: string;
}

/** Work that takes longer than a request. */
export interface Operation {
  /** Id of the operation. */
  id: number;
  /** Action of the operation. */
  kind: OperationKind;
  /** State of the operation. */
  state: OperationState;
  /** Resource of the operation, or null if it no longer exists. */
  resource: OperationResource | null;
  /** Progress in percent, 100 when the operation is done, or null if it is unknown. */
  percent: number | null;
  /** Time of the request. */
  created_at: string;
  /** Start time, or null while the operation is queued. */
  started_at: string | null;
  /** End time, or null if the operation has not ended. */
  finished_at: string | null;
  /** Estimated end time, based on earlier operations of the same kind, or null if it is unknown. */
  estimated_end: string | null;
  /** Reason of the failure, as text, or null if the operation has not failed. */
  reason: string | null;
  /** Steps that have started, in order. */
  steps: OperationStep[];
  /** All steps of this kind of operation, in order. A step that this operation does not need never begins. */
  planned: PlannedStep[];
  /** Email address of the user who started the operation. `null` if a program started it, and for tokens of certain servers. */
  requested_by: string | null;
}

/** An operation started, progressed or ended. */
export interface OperationEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time of the event. */
  at: string;
  /** Change of the resource. A word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event. Decides the schema of `data`. */
  type: 'operation';
  /** The operation after the change. */
  data: {
    /** Action of the operation. */
    kind: OperationKind;
    /** State of the operation. */
    state: OperationState;
    /** Current step, or the step that is being rolled back. Null before the first and after the last step. */
    step: string | null;
    /** Progress in percent, or null if it is unknown. */
    percent: number | null;
    /** Resource of the operation, or null if it no longer exists. */
    resource: OperationResource | null;
  };
}

/** Action of the operation. `other` means an action that this version of the API does not list. */
export type OperationKind = 'start' | 'start-after-crash' | 'restart' | 'stop' | 'power-off' | 'deploy' | 'set-password' | 'set-hostname' | 'set-ssh-keys' | 'enable-rescue' | 'disable-rescue' | 'set-media' | 'set-link' | 'change-primary-ip' | 'release-addresses' | 'suspend' | 'resume' | 'terminate' | 'scale' | 'reinstall' | 'restore' | 'snapshot' | 'backup' | 'move' | 'floating-ip-attach' | 'floating-ip-detach' | 'copy-delete' | 'iso-download' | 'iso-remove' | 'apply-firewall' | 'payment' | 'payment-refund' | 'other';

/** A page of a list. */
export interface OperationPage {
  /** The items of this page. */
  data: Operation[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The resource of an operation. */
export interface OperationResource {
  /** Kind of the resource. */
  type: string;
  /** Id of the resource. */
  id: number;
}

/** State: `queued`, `running`, then `done` or `failed`. `undoing` means that the operation failed and is being rolled back. It then ends as `failed`. */
export type OperationState = 'queued' | 'running' | 'undoing' | 'done' | 'failed';

/** A step of an operation. */
export interface OperationStep {
  /** Name of the step. */
  name: string;
  /** True if this entry is the rollback of the step with this name. */
  undo: boolean;
  /** Number of attempts so far. */
  attempts: number;
  /** Start time. */
  started_at: string;
  /** End time. Null while the step is running, and if it failed. */
  finished_at: string | null;
}

/** An order with its lines and invoices. */
export interface Order {
  /** Id of the order. */
  id: number;
  /** VAT factor: 1.2 for VAT of 20 percent, 1 for a deposit. */
  tax_rate: number;
  /** Amount without VAT. */
  amount: number;
  /** Amount with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Part of the amount that the balance pays, or has paid. */
  amount_from_balance: number;
  /** Part of the amount that was refunded to the balance, without VAT. */
  amount_refunded: number;
  /** Part of the amount that was refunded to the balance, with VAT. */
  amount_refunded_with_vat: number;
  /** Payment method of the order. */
  payment_method: PaymentMethod;
  /** Status of the order. */
  status: OrderStatus;
  /** Type of the order. */
  type: OrderType;
  /** True if the balance pays the order automatically as soon as it covers the amount. */
  auto_pay: boolean;
  /** True if a promo code can reduce the price. */
  promo_applicable: boolean;
  /** Time when the order was created. */
  created_at: string;
  /** Time until which the order awaits payment, postponed after an outage of the service. Unchanged after payment. Null if the order was cancelled unpaid. */
  due_at: string | null;
  /** Time of the payment, or null if the order is not paid. */
  payment_date: string | null;
  /** Promo code of the whole order, or null if there is none. */
  promo: PromoCode | null;
  /** Payment details such as a bank account, or null if there are none. */
  payment_information: Record<string, string> | null;
  /** Payment page of the gateway, or null if there is none. */
  payment_url: string | null;
  /** Reason why a paid order was cancelled, as text, otherwise null. */
  status_reason: string | null;
  /** Invoices of the order. */
  invoices: Invoice[];
  /** Lines of the order. */
  services: OrderLine[];
  /** Reason of the latest failed payment, or null if none failed or the order is paid. A payment that was replaced has not failed. */
  payment_failure: string | null;
}

/** An order was created, changed or deleted, or its payment has a page or another state. */
export interface OrderEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time of the event. */
  at: string;
  /** Change of the resource. A word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event. Decides the schema of `data`. */
  type: 'order';
  /** The order after the change. */
  data: {
    /** Status of the order. */
    status: OrderStatus;
  };
}

/** The calculation of each amount of an order. */
export interface OrderExplanation {
  /** Id of the order. */
  id: number;
  /** Currency of all amounts, as ISO 4217 code. */
  currency: string;
  /** Amount without VAT. */
  amount: number;
  /** Amount with VAT. */
  amount_with_vat: number;
  /** Lines of the order. */
  lines: ExplainedLine[];
  /** VAT decision of the order, and its evidence. */
  tax: ExplainedTax;
}

/** A line of an order. */
export interface OrderLine {
  /** Label of the ordered item. */
  label: string;
  /** Name of the service. */
  sublabel: string;
  /** Start of the paid period as Unix time in seconds, or null for a line without a period. */
  period_from: number | null;
  /** End of the paid period as Unix time in seconds, or null for a line without a period. */
  period_to: number | null;
  /** True if the number of months can be changed while the order is unpaid. */
  is_period_changeable: boolean;
  /** Id of the service, or null for a deposit and a custom line. */
  service_id: number | null;
  /** Billing cycle in months, or null without a service. */
  service_billing_cycle: number | null;
  /** Minimum billing cycle in months, or null without a service. */
  service_minimum_billing_cycle: number | null;
  /** Kind of the service, or null for a deposit and a custom line. */
  service_type: ServiceType | null;
  /** Price of the line without VAT, after discounts. */
  amount: number;
  /** Price of the line with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Quantity that the price is for. */
  amount_sublabel: string;
  /** Promo code of the line, or null if there is none. */
  promo: PromoCode | null;
}

/** A list that is not paginated. */
export interface OrderList {
  /** All items. */
  data: Order[];
}

/** Status: the order awaits payment, is being fulfilled, is paid, or is cancelled. */
export type OrderStatus = 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';

/** An order in a list. */
export interface OrderSummary {
  /** Id of the order. */
  id: number;
  /** VAT factor: 1.2 for VAT of 20 percent, 1 for a deposit. */
  tax_rate: number;
  /** Amount without VAT. */
  amount: number;
  /** Amount with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Part of the amount that the balance pays, or has paid. */
  amount_from_balance: number;
  /** Part of the amount that was refunded to the balance, without VAT. */
  amount_refunded: number;
  /** Part of the amount that was refunded to the balance, with VAT. */
  amount_refunded_with_vat: number;
  /** Payment method of the order. */
  payment_method: PaymentMethod;
  /** Status of the order. */
  status: OrderStatus;
  /** Type of the order. */
  type: OrderType;
  /** True if the balance pays the order automatically as soon as it covers the amount. */
  auto_pay: boolean;
  /** True if a promo code can reduce the price. */
  promo_applicable: boolean;
  /** Time when the order was created. */
  created_at: string;
  /** Time until which the order awaits payment, postponed after an outage of the service. Unchanged after payment. Null if the order was cancelled unpaid. */
  due_at: string | null;
  /** Time of the payment, or null if the order is not paid. */
  payment_date: string | null;
  /** Promo code of the whole order, or null if there is none. */
  promo: PromoCode | null;
  /** Payment details such as a bank account, or null if there are none. */
  payment_information: Record<string, string> | null;
  /** Payment page of the gateway, or null if there is none. */
  payment_url: string | null;
  /** Reason why a paid order was cancelled, as text, otherwise null. */
  status_reason: string | null;
  /** Reason of the latest failed payment, or null if none failed or the order is paid. A payment that was replaced has not failed. */
  payment_failure: string | null;
}

/** A page of a list. */
export interface OrderSummaryPage {
  /** The items of this page. */
  data: OrderSummary[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** Type of the order. `combined` means lines of several types. */
export type OrderType = 'new-service' | 'renew-service' | 'scale-service' | 'new-addon' | 'scale-addon' | 'new-floating-ip' | 'combined' | 'deposit' | 'custom';

/** An account that the user of a session is a member of. */
export interface OwnAccount {
  /** Id of the account. */
  id: number;
  /** Name of the account. */
  name: string;
  /** Role of the user in this account. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only';
}

/** A pagination link: the previous page, each page, or the next page. */
export interface PageLink {
  /** URL of the page, or null if there is no such page. */
  url: string | null;
  /** Text of the link, with HTML entities. */
  label: string;
  /** True if the link leads to the current page. */
  active: boolean;
}

/** Links to other pages of a list, with the filters of the list. */
export interface PageLinks {
  /** URL of the first page. */
  first: string;
  /** URL of the last page. */
  last: string;
  /** URL of the previous page, or null on the first page. */
  prev: string | null;
  /** URL of the next page, or null on the last page. */
  next: string | null;
}

/** Position of the page. For an empty list, `from` and `to` are 0 and `last_page` is 1. */
export interface PageMeta {
  /** Number of this page. */
  current_page: number;
  /** Position of the first item of the page in the list, starting at 1. */
  from: number;
  /** Position of the last item of the page in the list. */
  to: number;
  /** Number of pages. */
  last_page: number;
  /** Maximum number of items per page. */
  per_page: number;
  /** Number of items in the whole list. */
  total: number;
  /** URL of the list without query. */
  path: string;
  /** Pagination links. */
  links: PageLink[];
}

/** A passkey, which signs its user in without a password. Its private key stays with the user. */
export interface Passkey {
  /** Id of the passkey. */
  id: number;
  /** Name that the user has chosen. */
  name: string;
  /** Time when the passkey was added. */
  created_at: string;
  /** Time of the last sign-in or confirmation with the passkey, or null if there was none. */
  last_used_at: string | null;
  /** IP address of the last use, or null if there was none or it is unknown. */
  last_used_from: string | null;
  /** True if the passkey is synchronised between devices, such as by a password manager. */
  synced: boolean;
  /** Time of a refused use with a signature counter lower than before, which can mean a copied authenticator. Null if this never happened. */
  counter_regressed_at: string | null;
}

/** The browser options to create a passkey. */
export interface PasskeyCreation {
  /** Options for `navigator.credentials.create`, to be parsed with `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  public_key: {
    /** Random challenge that the authenticator signs, valid once. */
    challenge: string;
    /** The relying party of the passkey. */
    rp: {
      /** Domain of the passkey. */
      id: string;
      /** Name of the host. */
      name: string;
    };
    /** The user of the passkey. */
    user: {
      /** User handle for the authenticator, in base64url. */
      id: string;
      /** Address of the user. */
      name: string;
      /** Display name of the user. Equal to `name`. */
      displayName: string;
    };
    /** Supported signature algorithms, best first. */
    pubKeyCredParams: ({
      /** Type of the credential. There is only one. */
      type: 'public-key';
      /** Signature algorithm, as COSE number. */
      alg: number;
    })[];
    /** Time in milliseconds to wait for the user. */
    timeout: number;
    /** Existing passkeys of the user. Their authenticators are excluded. */
    excludeCredentials: CredentialDescriptor[];
    /** Requirements for the authenticator. */
    authenticatorSelection: {
      /** The authenticator must store the user (discoverable credential). */
      residentKey: 'required';
      /** Equal to `residentKey`, for older browsers. */
      requireResidentKey: boolean;
      /** User verification is required, by a PIN or a fingerprint. */
      userVerification: 'required';
    };
    /** No attestation of the authenticator is requested. */
    attestation: 'none';
  };
  /** Latest time for the answer. */
  expires_at: string;
}

/** Result of `navigator.credentials.get`, converted with `toJSON`. */
export interface PasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** Id of the credential. Equal to `id`. */
  rawId: string;
  /** Type of the credential. There is only one. */
  type: 'public-key';
  /** Response of the authenticator. */
  response: {
    /** Client data of the browser, in base64url. */
    clientDataJSON: string;
    /** Authenticator data with flags and counter, in base64url. */
    authenticatorData: string;
    /** Signature over the authenticator data and the client data, in base64url. */
    signature: string;
    /** User handle of the authenticator, in base64url. */
    userHandle?: string | null | undefined;
  };
}

/** A page of a list. */
export interface PasskeyPage {
  /** The items of this page. */
  data: Passkey[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The browser options to use a passkey. */
export interface PasskeyRequest {
  /** Options for `navigator.credentials.get`, to be parsed with `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  public_key: {
    /** Random challenge that the authenticator signs, valid once. */
    challenge: string;
    /** Domain of the passkey. */
    rpId: string;
    /** Time in milliseconds to wait for the user. */
    timeout: number;
    /** User verification is required, by a PIN or a fingerprint. */
    userVerification: 'required';
    /** Accepted passkeys. An empty list accepts any passkey of this domain that the user chooses. */
    allowCredentials: CredentialDescriptor[];
  };
  /** Latest time for the answer. */
  expires_at: string;
}

/** The orders to pay. */
export interface PayOrders {
  /** Ids of unpaid orders, 1 to 50. Either all are paid or none. */
  order_ids: number[];
  /** Payment method. Default: the balance. */
  payment_method?: PaymentMethod | null | undefined;
  /** Consent to store the card of this payment, which is then charged for renewals that the balance does not cover. Only for payment methods with `saves_card`. Default: false. */
  store_card?: boolean | null | undefined;
}

/** A card that the payment gateway stores for renewals. */
export interface PaymentCard {
  /** Id of the card. */
  id: number;
  /** Brand of the card. */
  brand: string;
  /** Last four digits of the card number. */
  last4: string;
  /** Last month in which the card is valid, 1 to 12. */
  expiry_month: number;
  /** Year of the last month in which the card is valid. */
  expiry_year: number;
  /** True for the card that renewals charge: the newest one that has not expired. */
  charged: boolean;
  /** Time when the card was stored. */
  created_at: string;
}

/** A page of a list. */
export interface PaymentCardPage {
  /** The items of this page. */
  data: PaymentCard[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A payment method: `balance` takes money from the account, all others add money to it. */
export type PaymentMethod = 'balance' | 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';

/** A payment method of this installation. */
export interface PaymentMethodInfo {
  /** Key that orders use for the payment method. */
  key: PaymentMethod;
  /** Display name. */
  name: string;
  /** Minimum amount of a payment, or null for no minimum. For a bank transfer it applies to deposits only. */
  minimum: number | null;
  /** Maximum amount of a payment, or null for no maximum. For a bank transfer it applies to deposits only. */
  maximum: number | null;
  /** True if a card can be stored for later payments. */
  saves_card: boolean;
}

/** A list that is not paginated. */
export interface PaymentMethodInfoList {
  /** All items. */
  data: PaymentMethodInfo[];
}

/** The pending change of the email address of the user, if any. */
export interface PendingEmailChange {
  /** Pending change, or null if there is none. */
  pending: EmailChange | null;
}

/** The password is correct, and a second factor is required. */
export interface PendingSignIn {
  /** Token to send with the second factor. */
  sign_in_token: string;
  /** Accepted second factors. `email` is a code that was just sent. */
  methods: ('totp' | 'recovery_code' | 'email' | 'passkey')[];
  /** Latest time to complete the sign-in. */
  expires_at: string;
}

/** A server plan. All numbers are strings. */
export interface Plan {
  /** Id of the plan, as a string. */
  id: string;
  /** Family of the plan. */
  type: string;
  /** Key that orders use for the plan. */
  key: string;
  /** Display name. */
  name: string;
  /** Number of virtual CPUs. */
  vcpus: string;
  /** True if the CPUs are dedicated, not shared. */
  dedicated_cpu: boolean;
  /** Memory in GB. */
  memory: string;
  /** Disk in GB. */
  disk: string;
  /** Traffic in TB per month. 0 means unmetered. */
  bandwidth: string;
  /** Network speed in Mbps. */
  network_speed: string;
  /** Minimum billing cycle in months. */
  minimum_billing_cycle: string;
  /** Key of the next plan with a larger disk, or null if there is none. */
  plan_with_more_disk: string | null;
  /** Key of the next plan with more memory, or null if there is none. */
  plan_with_more_memory: string | null;
  /** True if the plan can be ordered. In lists of plans, capacity must also be free now, on the host of the server when scaling. */
  available: boolean;
  /** Monthly price, without VAT. */
  price: string;
  /** Monthly price, with VAT at the rate of the account. */
  price_with_vat: string;
}

/** An addon that servers of a plan can have. */
export interface PlanAddon {
  /** Key that orders use for the addon. */
  key: string;
  /** Monthly price, without VAT. */
  price: number;
  /** Monthly price, with VAT at the rate of the account. */
  price_with_vat: number;
}

/** A list that is not paginated. */
export interface PlanAddonList {
  /** All items. */
  data: PlanAddon[];
}

/** A list that is not paginated. */
export interface PlanList {
  /** All items. */
  data: Plan[];
}

/** A page of a list. */
export interface PlanPage {
  /** The items of this page. */
  data: Plan[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A step that an operation of this kind has. */
export interface PlannedStep {
  /** Name of the step. */
  name: string;
  /** Usual duration in milliseconds. `null` with fewer than 5 samples, and after the end of the operation. */
  usual_ms: number | null;
}

/** A promo code, which reduces a price. */
export interface PromoCode {
  /** Promo code, as customers enter it. */
  code: string;
  /** Discount in percent. */
  percentage: number;
  /** Minimum billing cycle in months for the code. */
  minimum_billing_cycle: number;
}

/** The protection of an IP address. */
export interface Protection {
  /** True while the address is under attack. */
  under_attack: boolean;
  /** IP address. */
  ip_address: IpAddress;
  /** Floating IP of the address, or null if there is none. */
  floating_ip_id: number | null;
  /** End of the paid time of the address, or null if the address is part of its server. */
  expiry_at: string | null;
  /** Service of the address, or null if there is none. */
  protected_service: {
    /** Id of the service, or null if there is none. */
    id: number | null;
    /** Kind of the service, or null if it is unknown. */
    type: string | null;
    /** Name of the service, or null if it has none. */
    label: string | null;
  } | null;
}

/** A bucket of traffic. It covers 1 minute, 5 minutes or 1 hour, depending on the length of the period. */
export interface ProtectionBandwidth {
  /** Start of the bucket as Unix time in seconds. */
  timestamp: number;
  /** Passed traffic in Mbps. */
  passed_mbps: number;
  /** Passed packets per second. */
  passed_pps: number;
  /** Dropped traffic in Mbps. */
  dropped_mbps: number;
  /** Dropped packets per second. */
  dropped_pps: number;
}

/** A list that is not paginated. */
export interface ProtectionBandwidthList {
  /** All items. */
  data: ProtectionBandwidth[];
}

/** The traffic of the last hour that lists and a geo filter would have dropped. */
export interface ProtectionEffect {
  /** Start of the recorded traffic, at most 1 hour ago. Null if nothing was recorded in the last hour. All numbers are then 0. */
  recorded_since: string | null;
  /** Number of source addresses, limited to those with the most traffic per minute. */
  sources: number;
  /** Number of these addresses that would have been dropped. */
  dropped_sources: number;
  /** Bytes from these addresses. */
  bytes: number;
  /** Bytes that would have been dropped. */
  dropped_bytes: number;
  /** Packets from these addresses. */
  packets: number;
  /** Packets that would have been dropped. */
  dropped_packets: number;
  /** Bytes from other sources, which cannot be evaluated. */
  unknown_bytes: number;
  /** Packets from other sources, which cannot be evaluated. */
  unknown_packets: number;
}

/** The addons to order, at least one. */
export interface PurchaseAddons {
  /** True to add weekly backups. The latest 3 are kept. */
  backups?: boolean | null | undefined;
  /** Key of a cPanel licence in the catalogue. */
  cpanel?: string | null | undefined;
  /** Additional traffic in TB per month. 0 means none. */
  bandwidth?: number | null | undefined;
  /** Number of users of Remote Desktop Services. 0 means none. */
  microsoft_rds_sal?: number | null | undefined;
  /** Number of users of Microsoft Office. 0 means none. */
  microsoft_office_sal?: number | null | undefined;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The quantities to order, at least one. */
export interface PurchaseFloatingIps {
  /** Billing cycle in months, 1 to 24. Default: 1. */
  billing_cycle?: number | null | undefined;
  /** Number of IPv4 addresses. */
  ipv4?: number | null | undefined;
  /** Number of IPv4 addresses with DDoS protection. */
  ipv4_ddos?: number | null | undefined;
  /** Number of IPv6 networks. */
  ipv6?: number | null | undefined;
  /** Server to attach the floating IPs to. Default: none. */
  server_id?: number | null | undefined;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The support plan to order, and its billing cycle. */
export interface PurchaseSupportPlan {
  /** Key of the plan. */
  plan: string;
  /** Billing cycle in months, 1 to 24. */
  billing_cycle: number;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The identity provider of the account, with all its settings. */
export interface PutIdentityProvider {
  /** URL of the issuer, exactly as in its tokens. */
  issuer: string;
  /** Client id at the identity provider. */
  client_id: string;
  /** Client secret. Optional if issuer and client do not change. */
  client_secret?: string | null | undefined;
  /** Domains of email addresses that can sign in with the provider. Domains that are not listed no longer count. */
  domains: string[];
  /** Role of users who sign in for the first time. Default: they need an invitation. */
  default_role?: 'admin' | 'billing' | 'technical' | 'read-only' | null | undefined;
  /** Values of the claim `amr` that count as a second factor. Without one of them, users with a second factor are asked for it. */
  trusted_amr?: string[] | null | undefined;
  /** Values of the claim `acr` that count as a second factor. Without one of them, users with a second factor are asked for it. */
  trusted_acr?: string[] | null | undefined;
  /** True to let members sign in with the provider, which must have been tested. False ends its sessions. Default: false. */
  enabled?: boolean | null | undefined;
  /** True to require members to sign in with the provider. Ends their other sessions. The owner keeps all ways to sign in. Default: false. */
  required?: boolean | null | undefined;
  /** True to accept addresses of the verified domains although the claim `email_verified` is absent or false. Only for providers whose users cannot choose their address, such as Entra ID. Default: false. */
  trust_email?: boolean | null | undefined;
}

/** The price or refund of a request, quoted with `?dry_run=true`. */
export interface Quote {
  /** Price without VAT, after discounts. A negative amount is a refund to the balance. */
  amount: number;
  /** Price with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Discounts, without VAT. */
  discount: number;
  /** Discounts, with VAT. */
  discount_with_vat: number;
  /** Amount due now, without VAT. */
  due_today_amount: number;
  /** Amount due now, with VAT. */
  due_today_amount_with_vat: number;
  /** True if the balance covers the amount due now. */
  covered_by_balance: boolean;
  /** Downtime of the server. `short` is about the time of a restart. `extended` rewrites its disk. */
  estimated_downtime: 'none' | 'short' | 'extended';
  /** `ok`, or the missing capacity as text. */
  capacity: string;
  /** Lines of the quoted order. */
  lines: ({
    /** Label of the item. */
    label: string;
    /** Kind of the service. */
    sublabel: string;
    /** Price of the line, without VAT. */
    amount: number;
    /** Price of the line, with VAT. */
    amount_with_vat: number;
    /** Start of the period as Unix time in seconds, or null for a line without a period. */
    period_from: number | null;
    /** End of the period as Unix time in seconds, or null for a line without a period. */
    period_to: number | null;
    /** Price of the line without VAT, before discounts. */
    list_amount: number;
    /** Discounts of the line, without VAT. */
    discount: number;
    /** Calculation of the line, in this order. */
    steps: ExplainedStep[];
  })[];
  /** Fields that the order still needs. `image_id`: a source; memory and key support of the image are then not checked. `ssh_keys`: a key, a password or a startup script. */
  missing: ('name' | 'image_id' | 'ssh_keys')[];
  /** VAT of the order. */
  tax: {
    /** Country of the VAT, as ISO 3166 code. */
    country: string;
    /** Rate in percent. */
    rate: number;
    /** Rule that decides the VAT. */
    rule: string;
    /** Sentence that the law requires; null if there is none. */
    note: string | null;
  };
  /** Balance before and after. Null for a token that is for certain servers, and for a deposit. */
  balance: {
    /** Balance of the account. */
    now: number;
    /** Balance once the amount is paid from it, or refunded to it. Negative: so much is missing. */
    after: number;
  } | null;
  /** Monthly spending cap with the least left; null if there is none. A token that is for certain servers sees only its own. */
  cap: {
    /** Owner of the cap. */
    of: 'account' | 'token';
    /** Limit of a calendar month (UTC), VAT included. */
    limit: number;
    /** Amount spent in this month. It can exceed the limit, since automatic renewals pass. */
    spent: number;
    /** Amount left, without this order; 0 if more is spent than the limit. */
    left: number;
  } | null;
  /** Next renewal after this order, of its services that end on the same day first. Null where nothing is ordered for a period, and for a change of an order of new services. */
  next_renewal: {
    /** End of the paid period, Unix time in seconds. */
    at: number;
    /** Price of the next period without VAT, after discounts that hold for renewals. */
    amount: number;
    /** The same with VAT at the current rate. */
    amount_with_vat: number;
  } | null;
}

/** The recovery codes, for a lost authenticator app. */
export interface RecoveryCodes {
  /** Recovery codes. Each signs in once, instead of the authenticator app. Only this reply contains them. */
  recovery_codes: string[];
}

/** The image that replaces the disk, and the access to the new system. */
export interface ReinstallServer {
  /** Image of the server. */
  image_id: number;
  /** New root password. Default: unchanged. */
  password?: string | null | undefined;
  /** Ids of SSH keys of this account that can log in. Default: unchanged, without deleted keys. Refused with 422 if no way to log in remains. */
  ssh_keys?: number[] | null | undefined;
  /** Script that runs once, at the first boot, or user data for cloud-init. The first line decides: `#cloud-config`, `## template: jinja`, `#cloud-boothook`, and `Content-Type:` or `MIME-Version:` of a MIME message. Any other text is a script. Refused are `#include`, also inside MIME, `#part-handler`, other forms that begin with `#cloud-`, and gzip. An image can be for scripts only. Default: none. */
  startup_script?: string | null | undefined;
}

/** The floating IPs to renew, and the number of months. */
export interface RenewFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** Number of months to renew for. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The servers to renew, and the number of months. */
export interface RenewServers {
  /** Ids of the servers, 1 to 100. */
  server_ids: number[];
  /** Number of months to renew for. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that reduces the price. */
  promo_code?: string | null | undefined;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The number of months to renew for. */
export interface RenewSupportPlan {
  /** Number of months to renew for, 1 to 24. */
  billing_cycle: number;
  /** True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true. */
  auto_pay?: boolean | null | undefined;
}

/** The price of a renewal. */
export interface RenewalCost {
  /** Price without VAT, before discounts. */
  amount: number;
  /** Price with VAT at the rate of the account, before discounts. */
  amount_with_vat: number;
  /** Discount for a long period, without VAT. */
  discount: number;
  /** Discount for a long period, with VAT at the rate of the account. */
  discount_with_vat: number;
  /** Promo code of the request, or null if there is none. */
  promo_code: PromoCode | null;
  /** Discount of the promo code, without VAT. */
  promo_amount: number;
  /** Discount of the promo code, with VAT at the rate of the account. */
  promo_amount_with_vat: number;
  /** Amount due now, without VAT. */
  due_today_amount: number;
  /** Amount due now, with VAT at the rate of the account. */
  due_today_amount_with_vat: number;
}

/** The cursor is no longer known. All data that a client has stored can be out of date and must be read again. */
export interface ResetEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time when the stream restarted. */
  at: string;
  /** Events before this one may be missing. */
  type: 'reset';
}

/** A resource without an event type of its own was created, changed or deleted. */
export interface ResourceEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time of the event. */
  at: string;
  /** Change of the resource. A word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the resource. */
  type: 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook';
  /** The resource after the change. */
  data: {
    /** Status of the resource, or null if it has none. */
    status: string | null;
    /** Server of the resource, or null if there is none. */
    server_id: number | null;
  };
}

/** The copy that replaces the disk. */
export interface RestoreServer {
  /** Backup to restore. Exactly one of `backup_id` and `snapshot_id` is required. */
  backup_id?: number | null | undefined;
  /** Snapshot to restore. */
  snapshot_id?: number | null | undefined;
}

/** The overlap of the previous secret. */
export interface RotateToken {
  /** Time in minutes during which the previous secret remains valid, at most 1440. Default: 0. */
  overlap_minutes?: number | null | undefined;
}

/** The overlap of the previous secret. */
export interface RotateWebhookSecret {
  /** Time in minutes during which the previous secret also signs, at most 10,080. Default: 1440. */
  overlap_minutes?: number | null | undefined;
}

/** Price and downtime of scaling a server. */
export interface ScaleCost {
  /** Price until the expiry, without VAT. A negative amount is a refund to the balance. */
  amount: number;
  /** Price until the expiry, with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Downtime: `short` is about the time of a restart. `extended` rewrites the disk, which can take minutes. */
  estimated_downtime: 'short' | 'extended';
}

/** The new plan. */
export interface ScaleServer {
  /** Key of the new plan. */
  plan: string;
  /** True to grow the disk to the size of the plan. Disks cannot be shrunk. */
  scale_disk: boolean;
}

/** New quantities of addons, at least one. */
export interface ScaleServerAddons {
  /** Key of the cPanel licence that replaces the current one. Default: unchanged. */
  cpanel?: string | null | undefined;
  /** New number of users of Remote Desktop Services. Default: unchanged. */
  microsoft_rds_sal?: number | null | undefined;
  /** New number of users of Microsoft Office. Default: unchanged. */
  microsoft_office_sal?: number | null | undefined;
}

/** A virtual server. */
export interface Server {
  /** Id of the server. */
  id: number;
  /** Hostname of the server. */
  hostname: string;
  /** Billing cycle in months. */
  billing_cycle: number;
  /** Plan of the server. */
  plan: Plan;
  /** Disk size in GB. Can be smaller than the disk of the plan. */
  actual_disk: string;
  /** Billing status. */
  status: ServiceStatus;
  /** Type of virtualization. */
  virtualization: string;
  /** Promo code that reduces the price, or null if there is none. */
  promo_code: string | null;
  /** "true" while an operation locks the service, otherwise null. */
  locked: 'true' | null;
  /** Time when an operation locked the server, or null if there is no lock. */
  locked_at: string | null;
  /** Action of the operation that locks the server, a word of a closed list. Null if there is no lock. */
  lock_reason: LockReason | null;
  /** Time of the order. */
  created_at: string;
  /** End of the paid time, or null if the server is not paid yet. */
  expiry_at: string | null;
  /** `expiry_at` plus the periods of unpaid renewal orders. While `expiry_at` is null, one billing cycle after the order. */
  potential_expiry_at: string;
  /** True if the server is renewed automatically before it expires. */
  auto_renew: boolean;
  /** Image of the server. */
  server_image: ServerImageOfServer;
  /** IP addresses, the main address first. */
  ip_addresses: IpAddress[];
  /** Addons of the server. */
  addons: Addon[];
  /** Cancellation of the server, or null if there is none. */
  cancel_request: CancelRequest | null;
  /** JSON document as a string: whether the server can be renewed, and whether snapshots of it can be created. */
  settings: string;
  /** SSH keys that can log in. */
  ssh_keys: SshKeyOfServer[];
  /** Number of the network adapter. */
  adapter: number;
  /** Script or user data for the first boot, or null if there is none. */
  startup_script: StartupScript | null;
  /** Private networks of the server. */
  vpcs: VpcMembership[];
  /** Network speed in Mbps. */
  actual_network_speed: string;
  /** Renewal price of a billing cycle, without VAT. */
  renew_amount: string;
  /** Renewal price of a billing cycle, with VAT at the rate of the account. */
  renew_amount_with_vat: string;
  /** Current technical states, usually `["running"]`. */
  state: ServerState[];
  /** Reason of the current status, as text: a failed build, a suspension by our staff, a crash and its handling, or a pause. Null if there is nothing to report. */
  status_reason: string | null;
  /** Time of the termination, or null if the server is not terminated. */
  ended_at: string | null;
  /** Power state of the guest. `state` shows a crashed or interrupted guest as stopped. */
  power: ServerPower;
}

/** A server was ordered, changed or terminated. */
export interface ServerEvent {
  /** Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event. */
  id: number;
  /** Time of the event. */
  at: string;
  /** Change of the resource. A word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event. Decides the schema of `data`. */
  type: 'server';
  /** The server after the change, with the fields of its summary. In events from before there were summaries, the fields from `hostname` on are null. */
  data: {
    /** Billing status. */
    status: ServiceStatus;
    /** Reason of the status, or null if there is none. */
    status_reason: string | null;
    /** Power state of the guest. */
    power: ServerPower;
    /** Current technical states. */
    state: ServerState[];
    /** Action of the operation that locks the server, a word of a closed list. Null if there is no lock. */
    lock_reason: LockReason | null;
    /** Hostname; null in older events. */
    hostname: string | null;
    /** Key of the plan; null in older events. */
    plan: string | null;
    /** Name of the image; null in older events. */
    image: string | null;
    /** Main address, IPv4 if there is one, or null if there is none. */
    main_ip: string | null;
    /** Billing cycle in months; null in older events. */
    billing_cycle: number | null;
    /** Price of a renewal for one billing cycle, without VAT; null in older events. */
    renew_amount: string | null;
    /** True if the server is renewed automatically before it expires; null in older events. */
    auto_renew: boolean | null;
    /** True if the server is cancelled; null in older events. */
    cancelled: boolean | null;
    /** Time of the order; null in older events. */
    created_at: string | null;
    /** End of the paid time, or null if the server is not paid yet. */
    expiry_at: string | null;
  };
}

/** An image for servers. */
export interface ServerImage {
  /** Id of the image. */
  id: number;
  /** Display name. */
  name: string;
  /** Minimum memory in GB. */
  minimum_ram: number;
  /** True if the publisher no longer supports the image. */
  eol: boolean;
  /** True if the image supports SSH keys at its first boot. */
  ssh_keys_support: boolean;
  /** Group of the image. */
  group: {
    /** Display name. */
    name: string;
    /** Type: `os` or `app`. */
    type: string;
    /** Key of the group. */
    key: string;
  };
  /** Minimum disk in GB. A plan with a smaller disk is refused. Null until it was measured. */
  minimum_disk: number | null;
}

/** The image of a server. */
export interface ServerImageOfServer {
  /** Id of the image. */
  id: number;
  /** Display name. */
  name: string;
  /** Minimum memory in GB. */
  minimum_ram: number;
  /** True if the publisher no longer supports the image. */
  eol: boolean;
  /** True if the image supports SSH keys at its first boot. */
  ssh_keys_support: boolean;
  /** True if the image supports encrypted memory (AMD SEV). */
  amd_sev_supported: boolean;
  /** Position in lists of images. */
  order: number;
  /** Group of the image. */
  group: {
    /** Display name. */
    name: string;
    /** Type: `os` or `app`. */
    type: string;
    /** Key of the group. */
    key: string;
    /** Name of an icon. */
    icon: string;
    /** Position in lists of groups. */
    order: number;
    /** True if the group is announced and cannot be ordered yet. */
    coming_soon: boolean;
  };
}

/** A page of a list. */
export interface ServerImagePage {
  /** The items of this page. */
  data: ServerImage[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A list that is not paginated. */
export interface ServerList {
  /** All items. */
  data: Server[];
}

/** A bucket of 5 minutes, or of `step`. */
export interface ServerMetric {
  /** Start of the bucket as Unix time in seconds. */
  timestamp: number;
  /** True if the server ran in any part of the bucket. */
  running: boolean;
  /** Load of all CPUs in percent. */
  cpu: number;
  /** Received data in MB/s. */
  network_in: number;
  /** Sent data in MB/s. */
  network_out: number;
  /** Used disk space in GB, as `disk.used` of the status. */
  disk: number;
  /** Disk reads in MB/s. */
  io_read: number;
  /** Disk writes in MB/s. */
  io_write: number;
}

/** A list that is not paginated. */
export interface ServerMetricList {
  /** All items. */
  data: ServerMetric[];
}

/** A page of a list. */
export interface ServerPage {
  /** The items of this page. */
  data: Server[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** Power state of the guest. `absent`: not built yet, or terminated. `booting`: started, without an answer yet. `stopped`: switched off on purpose. `crashed`: went off by itself, and is restarted a few times. `interrupted`: its host went down, and it is restarted automatically. `unreachable`: runs, but does not answer. `stalled`: paused because the disk of its host is full, and resumes automatically. */
export type ServerPower = 'absent' | 'booting' | 'running' | 'stopped' | 'crashed' | 'interrupted' | 'unreachable' | 'stalled';

/** Id and hostname of a server. */
export interface ServerRef {
  /** Id of the server. */
  id: number;
  /** Hostname of the server. */
  hostname: string;
}

/** A technical state. */
export type ServerState = 'running' | 'stopped' | 'rescue' | 'locked' | 'network_suspended' | 'booting' | 'unreachable';

/** The current technical state of a server. */
export interface ServerStatus {
  /** True if the server is running. */
  running: boolean;
  /** True if the server is suspended because it was not paid or was cancelled. */
  suspended: boolean;
  /** True if the network of the server is cut off. */
  network_suspended: boolean;
  /** True if the server is running the rescue system. */
  rescue_mode: boolean;
  /** Addresses of the DNS resolvers for the server. */
  dns_resolvers: string[];
  /** Load of all CPUs in percent. */
  cpu: {
    /** Busy. */
    used: number;
    /** Idle. */
    free: number;
  };
  /** Disk space in GB. `used` is the value of the guest agent for the root file system. Without an agent, it is the space that the disk uses on its host, which can be less. */
  disk: {
    /** Used space in GB. */
    used: number;
    /** Size of the disk in GB. */
    limit: number;
  };
  /** Traffic of this bandwidth cycle in GB. */
  bandwidth: {
    /** Used traffic in GB. */
    used: number;
    /** Included traffic in GB. 0 means unmetered. */
    limit: number;
  };
  /** Host and user for SSH clients, or null if the server cannot be reached. */
  ssh: {
    /** Host name or address. */
    host: string;
    /** Port. */
    port: number;
    /** User name. */
    user: string;
  } | null;
  /** Contents of the drives. */
  drives: {
    /** ISO in the primary drive; null for none. */
    primary_iso_id: number | null;
    /** ISO in the secondary drive; null for none. */
    secondary_iso_id: number | null;
    /** Device that the next start boots: the disk, or the primary drive. */
    boot_from: 'disk' | 'iso';
  };
}

/** A part of the index of servers, all of one moment. */
export interface ServerSummaries {
  /** Servers in the order of their ids. */
  data: ServerSummary[];
  /** Value of `after` for the next part; null if this is the last one. */
  next_after: number | null;
  /** Number of the account's latest event that these rows show; 0 before the first. Later events apply to them. */
  event_id: number;
}

/** A virtual server, in short. */
export interface ServerSummary {
  /** Id of the server. */
  id: number;
  /** Hostname. */
  hostname: string;
  /** Billing status. */
  status: ServiceStatus;
  /** Reason of the status, or null if there is none. */
  status_reason: string | null;
  /** Power state of the guest. */
  power: ServerPower;
  /** Current technical states. */
  state: ServerState[];
  /** Action of the operation that locks the server, a word of a closed list. Null if there is no lock. */
  lock_reason: LockReason | null;
  /** Key of the plan. */
  plan: string;
  /** Name of the image. */
  image: string;
  /** Main address, IPv4 if there is one, or null if there is none. */
  main_ip: string | null;
  /** Billing cycle in months. */
  billing_cycle: number;
  /** Price of a renewal for one billing cycle, without VAT. */
  renew_amount: string;
  /** True if the server is renewed automatically before it expires. */
  auto_renew: boolean;
  /** True if the server is cancelled. */
  cancelled: boolean;
  /** Time of the order. */
  created_at: string;
  /** End of the paid time, or null if the server is not paid yet. */
  expiry_at: string | null;
  /** True while one of the addresses is under attack. Events of attacks report changes. */
  under_attack: boolean;
  /** True if the pools of all attacked addresses have protection, so that the attack is filtered. False if one has none. Null without an attack. */
  attack_filtered: boolean | null;
}

/** The billing status of a service. */
export type ServiceStatus = 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';

/** Kind of a service. */
export type ServiceType = 'server' | 'server-addon' | 'floating-ip' | 'support-plan';

/** A session of a browser. Its secret is only in a cookie. */
export interface Session {
  /** Id of the session. */
  id: number;
  /** Account in which the session acts. */
  account_id: number;
  /** True for the session of this request. */
  current: boolean;
  /** Time of the sign-in. */
  created_at: string;
  /** Time of the last use, rounded to the minute. */
  last_used_at: string;
  /** IP address of the last use, or null if it is unknown. */
  last_used_from: string | null;
  /** User agent of the browser. */
  user_agent: string;
  /** Time when the user last confirmed their identity. */
  authenticated_at: string;
  /** True if the identity provider of the account opened the session. Such a session can act only in this account. */
  single_sign_on: boolean;
  /** Latest end of the session, regardless of its use. */
  expires_at: string;
}

/** A page of a list. */
export interface SessionPage {
  /** The items of this page. */
  data: Session[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The rules that replace all current rules. */
export interface SetFirewallRules {
  /** New rules, at most 50. With an empty list no packets are received. */
  rules: GivenFirewallRule[];
}

/** The filter, which is enabled. */
export interface SetGeoFilter {
  /** Mode: `allow` allows only these countries, `deny` allows all other countries. */
  action: 'allow' | 'deny';
  /** Countries as ISO 3166-1 alpha-2 codes in capital letters, without duplicates. */
  countries: string[];
}

/** The list, which is enabled. */
export interface SetNetworkList {
  /** IP addresses or networks in CIDR form, 1 to 1000. They replace the current entries. */
  networks: string[];
}

/** A session, or the second factor that it still needs. */
export interface SignIn {
  /** Session, whose cookie is set by this reply. Null if a second factor is required. */
  session: Session | null;
  /** Required second factor, or null if none is required. */
  second_factor: PendingSignIn | null;
}

/** The URL to send the browser to. The cookie of this reply is required for the return. */
export interface SignOnRedirect {
  /** URL to send the browser to. */
  url: string;
  /** Latest time for the browser to return. */
  expires_at: string;
}

/** The sign-up mode, and the terms of service. */
export interface SignUpRules {
  /** Sign-up mode: open to everyone, by invitation of the host, or closed at the moment. */
  mode: 'open' | 'invitation' | 'closed';
  /** Terms of service, or null if there are none yet, so that no account can be opened. */
  terms: {
    /** Version of the terms of service. */
    version: string;
    /** URL of the terms of service. */
    url: string;
  } | null;
}

/** The user of a session. */
export interface SignedInUser {
  /** Id of the user. */
  id: number;
  /** Name of the user. */
  name: string;
  /** Email address of the user. */
  email: string;
  /** Language of messages, as a code of two letters. */
  language: string;
  /** True if the user has a password. */
  has_password: boolean;
  /** True if a sign-in needs a code of an authenticator app. */
  two_factor: boolean;
  /** True if a sign-in needs a code that is sent by email. */
  email_code: boolean;
  /** Number of passkeys. */
  passkeys: number;
  /** Number of unused recovery codes. 0 without an authenticator app. */
  recovery_codes_left: number;
}

/** The result of the sign-in. */
export interface SingleSignOn {
  /** Purpose of the sign-in. A word of a closed list. */
  purpose: 'sign_in' | 'confirm' | 'test';
  /** Session, whose cookie is set by this reply. Null if a second factor is required, or after a test. */
  session: Session | null;
  /** Required second factor, or null if none is required. */
  second_factor: PendingSignIn | null;
}

/** A copy of a disk, taken on request. */
export interface Snapshot {
  /** Id of the copy. */
  id: number;
  /** Id of the server that was copied. */
  server_id: number;
  /** Hostname of that server. */
  server_hostname: string;
  /** Main IP address of that server. */
  server_ip: string;
  /** File name. */
  name: string;
  /** Time of the copy, in the time zone of the service. */
  created_at: string;
  /** Disk size of the server at the time of the copy, in GB. A restore needs a disk of at least this size. */
  size: number;
}

/** A page of a list. */
export interface SnapshotPage {
  /** The items of this page. */
  data: Snapshot[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A public SSH key of the account. */
export interface SshKey {
  /** Id of the key. */
  id: number;
  /** Name of the key. */
  name: string;
  /** MD5 fingerprint of the key, as hexadecimal digits with colons. */
  fingerprint: string;
  /** Public key, as one line in OpenSSH format. */
  key: string;
  /** Servers that have the key. */
  servers: ServerRef[];
}

/** A public SSH key of a server. */
export interface SshKeyOfServer {
  /** Id of the key. */
  id: number;
  /** Name of the key. */
  name: string;
  /** MD5 fingerprint of the key, as hexadecimal digits with colons. */
  fingerprint: string;
  /** Public key, as one line in OpenSSH format. */
  key: string;
  /** Hostnames of servers that have the key, separated by commas. At most the 20 oldest. */
  servers: string;
}

/** A page of a list. */
export interface SshKeyPage {
  /** The items of this page. */
  data: SshKey[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** The script that runs once at the first boot, or user data for cloud-init. Its text is never shown. */
export interface StartupScript {
  /** True if the server has a script. */
  exists: boolean;
  /** Kind of the data: `script`, or for cloud-init `cloud-config`, `template`, `boothook` or `mime`. */
  type: string;
  /** Name of a predefined script. Empty for a script of your own. */
  preset: string;
  /** Size of the script in bytes. */
  bytes: number;
  /** SHA-256 of the script, in hexadecimal. */
  sha256: string;
  /** Time of the order or reinstall that contained the script. */
  updated_at: string;
}

/** An event of the stream. The event is small: clients can show it immediately, and read the resource if they need more. */
export type StreamedEvent = ServerEvent | OrderEvent | OperationEvent | AttackEvent | ResourceEvent | ResetEvent;

/** A consent of the account that lets support act inside it. */
export interface SupportAccess {
  /** Id of the consent. */
  id: number;
  /** Permissions of support: `read` to read, `write` to also operate servers. */
  scope: 'read' | 'write';
  /** Id of the related ticket, or null if there is none. */
  ticket: number | null;
  /** Name of the member who consented, or null if that user no longer exists. */
  granted_by: string | null;
  /** True if support can use the consent now. */
  active: boolean;
  /** Time of the consent. */
  created_at: string;
  /** Time when the consent expires. */
  expires_at: string;
  /** Time when the account ended the consent early, or null if it did not. */
  ended_at: string | null;
}

/** A page of a list. */
export interface SupportAccessPage {
  /** The items of this page. */
  data: SupportAccess[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A support plan. */
export interface SupportPlan {
  /** Key that orders use for the support plan. */
  key: string;
  /** Display name. */
  name: string;
  /** Monthly price, without VAT. */
  price: number;
  /** Monthly price, with VAT at the rate of the account. */
  price_with_vat: number;
  /** Features of the plan. */
  features: string[];
  /** Promised response time in minutes of working time, or null for no promise. */
  response_minutes: number | null;
  /** True if working time is around the clock. */
  around_the_clock: boolean;
  /** Credit for a late answer, as a percentage of the monthly price. */
  credit_percentage: number;
}

/** A list that is not paginated. */
export interface SupportPlanList {
  /** All items. */
  data: SupportPlan[];
}

/** A ticket with its messages. */
export interface Ticket {
  /** Id of the ticket. */
  id: number;
  /** Status of the ticket. */
  status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
  /** Subject of the ticket. */
  subject: string;
  /** Time when the ticket was opened. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time by which the support plan promises an answer. Null if the plan has no promise, or if no answer is due. */
  response_due_at: string | null;
  /** Key of the department. */
  department: string;
  /** Name of the related service, or null if there is none. */
  service_label: string | null;
  /** Kind of the related service, or null if there is none. */
  service_type: TicketServiceType | null;
  /** Id of the related service, or null if there is none. */
  service_id: number | null;
  /** Messages of the ticket, oldest first. */
  messages: TicketMessage[];
}

/** A file that is attached to a message. */
export interface TicketAttachment {
  /** Id of the file. */
  id: number;
  /** File name. */
  name: string;
  /** Size in bytes. */
  size: number;
  /** Media type of the file. */
  mimeType: string;
}

/** A message of a ticket. */
export interface TicketMessage {
  /** Id of the message. */
  id: number;
  /** Message as sanitised HTML. */
  content: string;
  /** True for messages of the customer, false for messages of the support staff. */
  is_customer: boolean;
  /** Time of the message. */
  created_at: string;
  /** Files of the message. */
  attachments: TicketAttachment[];
}

/** A service that a ticket can be about. */
export interface TicketService {
  /** Id of the service. */
  id: number;
  /** Kind of the service. */
  type: TicketServiceType;
  /** Name of the service. */
  label: string;
}

/** A page of a list. */
export interface TicketServiceList {
  /** The items of this page. */
  data: TicketService[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** Kind of the service of a ticket. */
export type TicketServiceType = 'server' | 'shared-hosting';

/** A ticket in a list. */
export interface TicketSummary {
  /** Id of the ticket. */
  id: number;
  /** Status of the ticket. */
  status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
  /** Subject of the ticket. */
  subject: string;
  /** Time when the ticket was opened. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time by which the support plan promises an answer. Null if the plan has no promise, or if no answer is due. */
  response_due_at: string | null;
  /** Key of the department. */
  department: string;
  /** Name of the related service, or null if there is none. */
  service_label: string | null;
  /** Kind of the related service, or null if there is none. */
  service_type: TicketServiceType | null;
  /** Id of the related service, or null if there is none. */
  service_id: number | null;
}

/** A page of a list. */
export interface TicketSummaryPage {
  /** The items of this page. */
  data: TicketSummary[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** An access token. Its secret is not shown. */
export interface Token {
  /** Id of the token. */
  id: number;
  /** Name of the token. */
  name: string;
  /** First characters of the token, for recognition. */
  hint: string;
  /** Abilities of the token: `read` to read; `write` for all changes except those that need `account`; `account` to change the email address or the identity provider, to export the account, and to close it. */
  abilities: ('read' | 'write' | 'account')[];
  /** Networks in CIDR form from which the token is valid. An empty list means all. */
  allowed_networks: string[];
  /** Ids of the servers that the token is limited to. An empty list means no limit. */
  server_ids: number[];
  /** Monthly spending cap of the token, VAT included. Null means only the cap of the account. */
  monthly_cap: number | null;
  /** Time when the token was created or last rotated. */
  created_at: string;
  /** Time when the token expires, or null if it does not expire. */
  expires_at: string | null;
  /** Time of the last use, rounded to the minute, or null if there was none. */
  last_used_at: string | null;
  /** IP address of the last use, or null if there was none. */
  last_used_from: string | null;
  /** Time when the previous secret ends or ended, or null if it ended with the rotation. */
  previous_secret_until: string | null;
}

/** A page of a list. */
export interface TokenPage {
  /** The items of this page. */
  data: Token[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** A new secret. Nothing is stored until two-factor authentication is enabled with it. */
export interface TwoFactorSecret {
  /** Base32 secret for an authenticator app: SHA1, 6 digits, 30 seconds. */
  secret_key: string;
  /** Secret as an otpauth URL, for a QR code. */
  otp_auth_url: string;
}

/** The changes: at least one field. */
export interface UpdateFirewall {
  /** Name of the firewall, 1 to 100 characters. */
  name?: string | null | undefined;
  /** True to apply the firewall to each new server of the account before its first boot. */
  default?: boolean | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateGeoFilter {
  /** True to enable the filter. Default: unchanged. */
  active?: boolean | null | undefined;
  /** Mode: `allow` allows only these countries, `deny` allows all other countries. Default: unchanged. */
  action?: 'allow' | 'deny' | null | undefined;
  /** Countries as ISO 3166-1 alpha-2 codes. Default: unchanged. */
  countries?: string[] | null | undefined;
}

/** New hostname. */
export interface UpdateHostname {
  /** New hostname. */
  hostname: string;
  /** True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false. */
  reboot?: boolean | null | undefined;
}

/** The new reverse DNS names. */
export interface UpdateIpAddress {
  /** Name of an IPv4 address, or an object with 1 to 100 names by address for an IPv6 network. A name contains a dot. Null removes the name, or all names of a network. */
  ptr: string | Record<string, string | null> | null;
}

/** The new role of the member. */
export interface UpdateMember {
  /** New role of the member. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
}

/** The changes: at least one field. */
export interface UpdateNetworkList {
  /** True to enable the list. Default: unchanged. */
  active?: boolean | null | undefined;
  /** IP addresses or networks in CIDR form to add. */
  add?: string[] | null | undefined;
  /** IP addresses or networks in CIDR form to remove. Entries that are not in the list are ignored. */
  remove?: string[] | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateOrder {
  /** True if the balance pays the order automatically as soon as it covers the amount. Default: unchanged. */
  auto_pay?: boolean | null | undefined;
  /** Payment method. Default: unchanged. */
  payment_method?: PaymentMethod | null | undefined;
  /** Promo code for the order, or null to remove it. A better code of the order or of a server stays. */
  promo_code?: string | null | undefined;
}

/** The new name. */
export interface UpdatePasskey {
  /** Name of the passkey. */
  name: string;
}

/** The new referral code. */
export interface UpdateReferralCode {
  /** New code: 5 to 20 letters, digits, hyphens or underscores. Links with the previous code remain valid. */
  referral_code: string;
}

/** The SSH keys that can log in. */
export interface UpdateServerSshKeys {
  /** Ids of all SSH keys of this account that can log in. They replace the current keys. */
  ssh_keys: number[];
}

/** The account to switch the session to. */
export interface UpdateSession {
  /** Id of one of your accounts. */
  account_id: number;
}

/** The changes: at least one field. */
export interface UpdateSshKey {
  /** Name of the key, 3 to 100 characters. Default: unchanged. */
  name?: string | null | undefined;
  /** New public key. Default: unchanged. */
  key?: string | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateToken {
  /** Name of the token, 1 to 100 characters. Default: unchanged. */
  name?: string | null | undefined;
  /** Abilities of the token: `read` to read; `write` for all changes except those that need `account`; `account` to change the email address or the identity provider, to export the account, and to close it. Default: unchanged. */
  abilities?: ('read' | 'write' | 'account')[] | null | undefined;
  /** Networks from which the token is valid. An empty list means all. Default: unchanged. */
  allowed_networks?: string[] | null | undefined;
  /** Ids of the servers that the token is limited to. An empty list means no limit. Default: unchanged. */
  server_ids?: number[] | null | undefined;
}

/** The changes: at least one field. Fields that are omitted do not change. */
export interface UpdateUser {
  /** Street and number. An empty string removes them. */
  address?: string | null | undefined;
  /** Id of the country. It cannot be changed after a company is set or an order is paid. */
  country_id?: number | null | undefined;
  /** City. An empty string removes it. */
  city?: string | null | undefined;
  /** Postal code. An empty string removes it. A change to a postal code with other VAT is refused after a company is set or an order is paid. */
  postal_code?: string | null | undefined;
  /** Telephone number. An empty string removes it. */
  phone_number?: string | null | undefined;
  /** Email address for technical messages. An empty string means `email`. */
  tech_email?: string | '' | null | undefined;
  /** Code of the affiliate who referred this account. Can be set once, within 30 days of sign-up or before the first paid order. */
  referral_code?: string | null | undefined;
  /** Language of messages, as a code of two letters. */
  language?: string | null | undefined;
  /** True to get newsletters by email. */
  newsletter?: boolean | null | undefined;
  /** Mails that the user does not want. An empty list means all mails. */
  muted_mails?: ('server-ready' | 'renewal-ahead' | 'renewed' | 'deposit')[] | null | undefined;
  /** True if the customer is a company. */
  company?: boolean | null | undefined;
  /** Name of the company. Company fields can be changed before the first paid order, or within 5 days of the first deposit. */
  company_name?: string | null | undefined;
  /** Address of the company. */
  company_address?: string | null | undefined;
  /** Registration number of the company. */
  company_number?: string | null | undefined;
  /** VAT number of the company. */
  vat_number?: string | null | undefined;
  /** True if a sign-in needs a code sent by email. */
  email_otp_enabled?: boolean | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateWebhook {
  /** An https URL on a public address, with port 443 or a port from 1024. */
  url?: string | null | undefined;
  /** Name of the webhook, at most 100 characters. Default: unchanged. */
  name?: string | null | undefined;
  /** Kinds of events to send. An empty list means all, future kinds included. */
  event_types?: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[] | null | undefined;
  /** True to send events. After it is enabled again, only new events are sent. Read earlier events from the stream. */
  enabled?: boolean | null | undefined;
}

/** The customer and the account. */
export interface User {
  /** Name of the customer. */
  name: string;
  /** Email address for the sign-in and for messages. */
  email: string;
  /** Email address for technical messages, or null to use `email`. */
  tech_email: string | null;
  /** Telephone number, or null if there is none. */
  phone_number: string | null;
  /** Country of residence, which decides the VAT. */
  country: Country;
  /** City, or null if there is none. */
  city: string | null;
  /** Street and number, or null if there are none. */
  address: string | null;
  /** Postal code, or null if there is none. */
  postal_code: string | null;
  /** Language of messages, as a code of two letters. */
  language: string;
  /** Referral code of the account, or null until the affiliate program is activated. */
  aff_hash: string | null;
  /** True if the customer is a company. */
  company: boolean;
  /** Name of the company, or null if there is none. */
  company_name: string | null;
  /** Address of the company, or null if there is none. */
  company_address: string | null;
  /** Registration number of the company, or null if there is none. */
  company_number: string | null;
  /** VAT number of the company, or null if there is none. */
  vat_number: string | null;
  /** True if two-factor authentication is enabled. If an access token enabled it, a sign-in needs a code only after a session has given one, and it ends after an hour without. */
  '2fa_enabled': boolean;
  /** True if a sign-in needs a code sent by email. */
  email_otp_enabled: boolean;
  /** True if newsletters are sent by email. */
  newsletter: boolean;
  /** Mails that the user does not get. */
  muted_mails: ('server-ready' | 'renewal-ahead' | 'renewed' | 'deposit')[];
  /** Time when the account was opened. */
  created_at: string;
}

/** The second factor: a code, or a passkey. */
export interface VerifySession {
  /** Token of the first step. */
  sign_in_token: string;
  /** Code of the authenticator app, a recovery code, or a code sent by email. */
  otp?: string | number | null | undefined;
  /** Passkey result that the browser has created with the options for this token. Alternative to a code. */
  passkey?: PasskeyCredential | null | undefined;
}

/** A private network of a server. */
export interface VpcMembership {
  /** Id of the network. */
  vpc: {
    /** Id of the network. */
    id: number;
    /** Name of the network. */
    name: string;
    /** Address range of the network. */
    cidr: string;
  };
  /** Id of the server. */
  server_id: number;
  /** Hostname of the server. */
  server_hostname: string;
  /** Name of the interface in the guest. */
  interface_name: string;
  /** Probable name of the interface in the guest. */
  interface_name_inferred: string;
  /** MAC address of the interface. */
  mac_address: string;
  /** Address of the server in the network. */
  private_ip: string;
  /** Time when the server joined the network. */
  joined_at: string;
}

/** A webhook, which sends events of the account to a URL. Its secret is not shown. */
export interface Webhook {
  /** Id of the webhook. */
  id: number;
  /** URL that receives the events by POST. */
  url: string;
  /** Name of the webhook. Can be empty. */
  name: string;
  /** Kinds of events to send, as words of an open list. An empty list means all. */
  event_types: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[];
  /** True if events are sent. */
  enabled: boolean;
  /** Reason why the webhook is disabled: by the account, after 3 days without a successful delivery, or after a 410 reply. Null while it is enabled. */
  disabled_reason: 'customer' | 'failing' | null;
  /** Time since which all attempts have failed. Null if the last attempt succeeded, or if there was none. */
  failing_since: string | null;
  /** Time until which the previous secret also signs, or signed. Null if there was no overlap. */
  previous_secret_until: string | null;
  /** Time when the webhook was created. */
  created_at: string;
}

/** A page of a list. */
export interface WebhookPage {
  /** The items of this page. */
  data: Webhook[];
  /** Links to other pages. */
  links: PageLinks;
  /** Position of the page in the list. */
  meta: PageMeta;
}

/** One method per operation of the API. */
export interface Client {
  /**
   * Get 2FA secret key
   *
   * Creates a secret for an authenticator app (SHA1, 6 digits, 30 seconds). Nothing is stored until two-factor authentication is enabled with the secret.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getTwoFactorSecret(input?: Record<string, never>, options?: CallOptions): Promise<TwoFactorSecret>;

  /**
   * Enable 2FA
   *
   * Enables two-factor authentication, verified by a code of the authenticator app. If an access token enables it, the user gets a mail, and a sign-in needs a code only after a session has given one: to confirm the identity, or for recovery codes. Without that it ends after an hour, and a session can replace it.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  enableTwoFactor(input: EnableTwoFactor, options?: CallOptions): Promise<undefined>;

  /**
   * Disable 2FA
   *
   * Disables two-factor authentication, verified by a code of the authenticator app, or by a recovery code.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  disableTwoFactor(input?: DisableTwoFactor, options?: CallOptions): Promise<undefined>;

  /**
   * Create recovery codes
   *
   * Creates recovery codes. Each code signs in once, instead of the authenticator app. Earlier codes are no longer valid. The session that enabled two-factor authentication needs no code for 15 minutes.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createRecoveryCodes(input?: CreateRecoveryCodes, options?: CallOptions): Promise<RecoveryCodes>;

  /**
   * Update user
   *
   * Changes the given fields. Language, newsletter and email codes belong to the user. The other fields need a role that can pay. In a session, a change of email codes needs an identity confirmation within the last 15 minutes. The country cannot be changed after a company is set or an order is paid.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateUser(input?: UpdateUser, options?: CallOptions): Promise<User>;

  /**
   * Get account information
   *
   * Returns the account of this token.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getUser(input?: Record<string, never>, options?: CallOptions): Promise<User>;

  /**
   * Get Balance
   *
   * Returns the balance of the account, and the cost of the renewals in the next 30 days.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getBalance(input?: Record<string, never>, options?: CallOptions): Promise<Balance>;

  /**
   * Deposit funds
   *
   * Orders a deposit. If the payment gateway has a payment page, `payment_url` of the order is its address. It is null at first and appears within seconds (GET /orders/{id}). Money that arrives after the due date is added to the balance too.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  depositFunds(input: DepositFunds, options?: CallOptions): Promise<Order>;

  /**
   * List balance transactions
   *
   * Lists all changes of the balance, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listBalanceTransactions(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
  }, options?: CallOptions): Listing<BalanceTransactionPage, BalanceTransaction>;

  /**
   * Get affiliate information
   *
   * Returns the referral code and its earnings. Answers `not_found` until the affiliate program is activated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getAffiliate(input?: Record<string, never>, options?: CallOptions): Promise<Affiliate>;

  /**
   * List conversions
   *
   * Lists paid orders of customers who signed up with the referral code.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listAffiliateConversions(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AffiliateConversionPage, AffiliateConversion>;

  /**
   * List payouts
   *
   * Lists payouts of commission.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listAffiliatePayouts(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AffiliatePayoutPage, AffiliatePayout>;

  /**
   * Activate affiliate program
   *
   * Activates the affiliate program and creates a referral code for the account. Refused if the program is already active.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  activateAffiliate(input?: Record<string, never>, options?: CallOptions): Promise<Affiliate>;

  /**
   * Update referral code
   *
   * Sets another referral code. Links with the previous code remain valid.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateReferralCode(input: UpdateReferralCode, options?: CallOptions): Promise<Affiliate>;

  /**
   * List invoices
   *
   * Lists the invoices of the account, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listInvoices(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<InvoicePage, Invoice>;

  /**
   * Download an invoice
   *
   * Returns an invoice as a PDF file that contains its electronic form (Factur-X). The file is created on the first request. If that takes more than 10 seconds, the reply is 409 `not_ready` with `Retry-After`.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  downloadInvoice(input: {
    /** Id of the invoice. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Download an invoice as UBL
   *
   * Returns an invoice or credit note as an electronic invoice (UBL 2.1 according to EN 16931). A pro forma invoice has no electronic form.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  downloadInvoiceUbl(input: {
    /** Id of the invoice. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Download invoices
   *
   * Returns at most 100 invoices as a ZIP file of PDF files.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  downloadInvoices(input: DownloadInvoices, options?: CallOptions): Promise<FileReply>;

  /**
   * Tickets: List tickets
   *
   * Lists the tickets of the account, without their messages.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listTickets(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only tickets with one of these statuses. */
    'filter[status]'?: ('opened' | 'answered' | 'customer-reply' | 'resolved')[] | undefined;
  }, options?: CallOptions): Listing<TicketSummaryPage, TicketSummary>;

  /**
   * Tickets: List departments
   *
   * Lists the departments that tickets can be sent to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listDepartments(input?: Record<string, never>, options?: CallOptions): Promise<DepartmentList>;

  /**
   * Tickets: List related services
   *
   * Lists the services of the account that a ticket can be about, by name.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listTicketServices(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<TicketServiceList, TicketService>;

  /**
   * Tickets: Get a ticket
   *
   * Returns a ticket with its messages. Marks the messages as read for support.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getTicket(input: {
    /** Id of the ticket. */
    id: number;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Create new ticket
   *
   * Opens a ticket with the support staff. The message can contain HTML, which is sanitised.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createTicket(input: {
    /** Id of the department. */
    department_id: number;
    /** Subject of the ticket, 3 to 255 characters. */
    subject: string;
    /** Message, which can contain HTML. At least 5 characters. Text must remain after the HTML is sanitised. */
    message: string;
    /** Id of the related service. Requires `service_type`. */
    service_id?: number | undefined;
    /** Kind of the related service. */
    service_type?: TicketServiceType | undefined;
    /** Files, at most 10. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Reply to ticket
   *
   * Adds a message to a ticket. A resolved ticket is reopened.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: 20 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  replyToTicket(input: {
    /** Id of the ticket. */
    id: number;
  } & {
    /** Message, which can contain HTML. At least 5 characters. Text must remain after the HTML is sanitised. */
    message: string;
    /** Files, at most 10. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Mark ticket as resolved
   *
   * Marks a ticket as resolved.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  resolveTicket(input: {
    /** Id of the ticket. */
    id: number;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Download attachment
   *
   * Returns a file of a ticket message as a download. Types that a browser could execute are replaced by a generic type.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  downloadTicketAttachment(input: {
    /** Id of the ticket. */
    id: number;
    /** Id of the ticket attachment. */
    attachment_id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * List plans
   *
   * Lists the support plans that can be ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listSupportPlans(input?: Record<string, never>, options?: CallOptions): Promise<SupportPlanList>;

  /**
   * Get the support plan
   *
   * Returns the support plan of the account. Answers `not_found` if there is none.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getSupportPlan(input?: Record<string, never>, options?: CallOptions): Promise<AccountSupportPlan>;

  /**
   * Purchase support plan
   *
   * Orders a support plan for a number of months.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseSupportPlan(input: PurchaseSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Purchase support plan
   *
   * Orders a support plan for a number of months.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseSupportPlan(input: PurchaseSupportPlan, options?: CallOptions): Promise<Order>;

  /**
   * Renew support plan
   *
   * Orders a renewal of the current support plan.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewSupportPlan(input: RenewSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew support plan
   *
   * Orders a renewal of the current support plan.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewSupportPlan(input: RenewSupportPlan, options?: CallOptions): Promise<Order>;

  /**
   * Cancel support plan
   *
   * Cancels the support plan, immediately or at the end of its paid time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelSupportPlan(input: CancelSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel support plan
   *
   * Cancels the support plan, immediately or at the end of its paid time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelSupportPlan(input?: CancelSupportPlan, options?: CallOptions): Promise<undefined>;

  /**
   * Undo cancel request
   *
   * Withdraws the cancellation of the support plan.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  undoCancelSupportPlan(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Get
   *
   * Returns a public key of the account and the servers that have it.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  }, options?: CallOptions): Promise<SshKey>;

  /**
   * Update
   *
   * Renames a key or replaces it. Servers that have the key keep the old one.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  } & UpdateSshKey, options?: CallOptions): Promise<SshKey>;

  /**
   * Delete
   *
   * Deletes a key from the account. Servers that have the key keep it until they are reinstalled.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List
   *
   * Lists the public keys of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listSshKeys(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SshKeyPage, SshKey>;

  /**
   * Add
   *
   * Adds a public key for new servers. Refused if the account already has the key.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  addSshKey(input: AddSshKey, options?: CallOptions): Promise<SshKey>;

  /**
   * List servers
   *
   * Lists the servers of the account. Default: active and suspended ones.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServers(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only the server with this address. */
    'filter[ip]'?: string | undefined;
    /** Part of a hostname or an IP address. */
    'filter[search]'?: string | undefined;
    /** Only servers with one of these statuses. Default: `active,suspended`. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** Sort by order time: `asc` or `desc`. */
    'sort[created_at]'?: 'asc' | 'desc' | undefined;
    /** Sort by expiry: `asc` or `desc`. */
    'sort[expiry_at]'?: 'asc' | 'desc' | undefined;
  }, options?: CallOptions): Listing<ServerPage, Server>;

  /**
   * List server summaries
   *
   * Lists summaries of the servers of the account, ordered by id, for clients that keep a copy. Read all pages by `after`, then apply the events after `event_id`. All rows of a reply are of one moment.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServerSummaries(input?: {
    /** Only servers with one of these statuses. Default: all but terminated ones. Default: `awaiting_payment,processing,active,suspended`. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** Only servers with a larger id: `next_after` of the part before. */
    after?: number | undefined;
    /** Most servers of a reply, 1 to 1000. */
    limit?: number | undefined;
  }, options?: CallOptions): Promise<ServerSummaries>;

  /**
   * Get a server
   *
   * Returns a server with its plan, image, addresses, addons and keys.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getServer(input: {
    /** Id of the server. */
    id: number;
    /** Related objects to include. The reply always contains all of them, so this has no effect. */
    'include[]'?: string[] | undefined;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Server status
   *
   * Returns whether a server is running, its load, and its address for SSH.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getServerStatus(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<ServerStatus>;

  /**
   * Server metrics
   *
   * Lists load, network and disk usage, newest first: of a month in buckets of 5 minutes, or of at most 400 days in buckets of `step` with averages.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getServerMetrics(input: {
    /** Id of the server. */
    id: number;
    /** Month, 1 to 12. Default: the current month. */
    'filter[month]'?: number | undefined;
    /** Year. Default: the current year. */
    'filter[year]'?: number | undefined;
    /** Beginning of a period, Unix time in seconds. Default: a day before its end. Not together with a month or year. */
    'filter[start]'?: number | undefined;
    /** End of a period, Unix time in seconds. Default: now. Not together with a month or year. */
    'filter[end]'?: number | undefined;
    /** Length of a bucket of the period in seconds. Default: the smallest that makes at most 600 buckets. At most 2000 are allowed. */
    step?: 300 | 1800 | 7200 | 86400 | undefined;
  }, options?: CallOptions): Promise<ServerMetricList>;

  /**
   * Bandwidth
   *
   * Returns the bandwidth limit and usage of a server in GB.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getServerBandwidth(input: {
    /** Id of the server. */
    id: number;
    /** Only records from this Unix time in seconds on. Empty means no bound. */
    'filter[start]'?: null | number | undefined;
    /** Only records until this Unix time in seconds. Empty means no bound. */
    'filter[end]'?: null | number | undefined;
  }, options?: CallOptions): Promise<BandwidthStatistics>;

  /**
   * Deploy new server
   *
   * Orders one server, or one per name. Either all are ordered or none. Returns the server, or a list of servers for a list of names. The servers are built immediately if the balance covers the order. Otherwise the order awaits payment until `due_at`. The number of unpaid servers is limited.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  deployServer(input: Omit<DeployServer, 'name'> & Partial<Pick<DeployServer, 'name'>> & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Deploy new server
   *
   * Orders one server, or one per name. Either all are ordered or none. Returns the server, or a list of servers for a list of names. The servers are built immediately if the balance covers the order. Otherwise the order awaits payment until `due_at`. The number of unpaid servers is limited.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  deployServer(input: DeployServer, options?: CallOptions): Promise<Server | ServerList>;

  /**
   * Start a server
   *
   * Boots a stopped server. Has no effect on a running server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  startServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Restart a server
   *
   * Reboots the server, or starts it if it is stopped.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  restartServer(input: {
    /** Id of the server. */
    server: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Stop a server
   *
   * Asks the guest to shut down, and powers it off if it does not do so within a grace period.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  stopServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Power off
   *
   * Powers the server off immediately. Ends a start, stop, restart or change of rescue mode that is waiting for the guest. Data that the guest has not written to its disk is lost.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service, except `start`, `restart`, `stop`, `host-restart`, `crash-restart`, `enable-rescue`, `disable-rescue`, which this operation ends
   */
  powerOffServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Cancel server
   *
   * Cancels a server. With `now` it is suspended immediately, and terminated after the grace period. Otherwise both happen after its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelServer(input: {
    /** Id of the server. */
    id: number;
  } & CancelServer & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel server
   *
   * Cancels a server. With `now` it is suspended immediately, and terminated after the grace period. Otherwise both happen after its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelServer(input: {
    /** Id of the server. */
    id: number;
  } & CancelServer, options?: CallOptions): Promise<undefined>;

  /**
   * Undo cancel request
   *
   * Withdraws the cancellation of a server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  undoCancelServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Renew server
   *
   * Orders a renewal of servers and their addons, with one order line each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewServers(input: RenewServers & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew server
   *
   * Orders a renewal of servers and their addons, with one order line each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewServers(input: RenewServers, options?: CallOptions): Promise<Order>;

  /**
   * Calculate renew amount
   *
   * Calculates the price of a renewal of these servers. Nothing is ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  calculateServerRenewal(input: CalculateRenewal, options?: CallOptions): Promise<RenewalCost>;

  /**
   * Change password
   *
   * Sets the root password: immediately through the guest agent, or at the next boot.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  changeServerPassword(input: {
    /** Id of the server. */
    id: number;
  } & ChangePassword, options?: CallOptions): Promise<undefined>;

  /**
   * Update hostname
   *
   * Renames a server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateServerHostname(input: {
    /** Id of the server. */
    id: number;
  } & UpdateHostname, options?: CallOptions): Promise<Server>;

  /**
   * Update SSH Keys
   *
   * Replaces the SSH keys that can log in. Keys that are not listed are removed.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateServerSshKeys(input: {
    /** Id of the server. */
    id: number;
  } & UpdateServerSshKeys, options?: CallOptions): Promise<Server>;

  /**
   * Rescue: Enable rescue mode
   *
   * Boots the rescue system with the disk of the server attached. Ends a start, stop or restart that is waiting for the guest.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service, except `start`, `restart`, `stop`, `host-restart`, `crash-restart`, which this operation ends
   */
  enableServerRescue(input: {
    /** Id of the server. */
    id: number;
  } & EnableRescue, options?: CallOptions): Promise<Server>;

  /**
   * Rescue: Disable rescue mode
   *
   * Boots the server from its own disk again.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  disableServerRescue(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Modify ISOs
   *
   * Inserts ISO files into the two drives of a server immediately. null ejects an ISO. A change of `boot_from` takes effect at the next start.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  modifyServerIsos(input: {
    /** Id of the server. */
    id: number;
  } & ModifyIsos, options?: CallOptions): Promise<Server>;

  /**
   * Restore
   *
   * Replaces the disk by a backup or snapshot of any server of the account, and boots the server. Refused if the disk is smaller than the copy. Name, keys and password of the server do not change.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  restoreServer(input: {
    /** Id of the server. */
    id: number;
  } & RestoreServer, options?: CallOptions): Promise<Server>;

  /**
   * Reinstall Server
   *
   * Replaces the disk by a new image and boots the server. All data on the old disk is lost. Keys and password do not change unless set, but deleted keys are removed. Refused with 422 if no way to log in remains. A startup script runs only if it is set.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  reinstallServer(input: {
    /** Id of the server. */
    id: number;
  } & ReinstallServer, options?: CallOptions): Promise<Server>;

  /**
   * Change Primary IP
   *
   * Makes another address of the server its main address. The server reboots.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  changeServerPrimaryIp(input: {
    /** Id of the server. */
    id: number;
  } & ChangePrimaryIp, options?: CallOptions): Promise<Server>;

  /**
   * Scale: List plans
   *
   * Lists the plans that this server can be scaled to. Plans that currently do not fit on its host are unavailable.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServerScalePlans(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<PlanList>;

  /**
   * Scale: Calculate scale cost
   *
   * Calculates the price of another plan, and the downtime. A negative amount is a refund.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  calculateServerScale(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer, options?: CallOptions): Promise<ScaleCost>;

  /**
   * Scale: Scale a server
   *
   * Changes the plan of the server. With `scale_disk` its disk grows. Disks cannot be shrunk.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  scaleServer(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Scale: Scale a server
   *
   * Changes the plan of the server. With `scale_disk` its disk grows. Disks cannot be shrunk.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  scaleServer(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer, options?: CallOptions): Promise<Server>;

  /**
   * Addons: List available addons
   *
   * Lists the addons that this server can get, with prices until its expiry.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServerAddons(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<AvailableAddonList>;

  /**
   * Addons: Scale addons
   *
   * Changes the quantity of addons that the server has. The price is paid from the balance immediately. The request is refused if the balance does not cover it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  scaleServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServerAddons & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Addons: Scale addons
   *
   * Changes the quantity of addons that the server has. The price is paid from the balance immediately. The request is refused if the balance does not cover it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  scaleServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServerAddons, options?: CallOptions): Promise<Server>;

  /**
   * Addons: Calculate scale cost
   *
   * Calculates the price of other addon quantities until the expiry. Nothing is ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  calculateServerAddonScale(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServerAddons, options?: CallOptions): Promise<AddonScaleCost>;

  /**
   * Addons: Purchase new addons
   *
   * Orders addons for a server until its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & PurchaseAddons & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Addons: Purchase new addons
   *
   * Orders addons for a server until its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & PurchaseAddons, options?: CallOptions): Promise<Server>;

  /**
   * Addons: Cancel addon
   *
   * Cancels an addon, immediately or at the end of its paid time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelServerAddon(input: {
    /** Id of the server. */
    id: number;
    /** Id of the addon. */
    addon_id: number;
  } & CancelAddon & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Addons: Cancel addon
   *
   * Cancels an addon, immediately or at the end of its paid time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelServerAddon(input: {
    /** Id of the server. */
    id: number;
    /** Id of the addon. */
    addon_id: number;
  } & CancelAddon, options?: CallOptions): Promise<undefined>;

  /**
   * Addons: Undo cancel request
   *
   * Withdraws the cancellation of an addon.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  undoCancelServerAddon(input: {
    /** Id of the server. */
    id: number;
    /** Id of the addon. */
    addon_id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Console: Open the console
   *
   * Creates a secret WebSocket address for screen, keyboard and mouse of a running server. The address can be opened once, within 1 minute. `viewer_url` is a page for browsers, which can reconnect for 12 hours. The console ends when the server stops, after 10 minutes without input, and when its token ends. A console can also be opened while the server is locked.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  openConsole(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Console>;

  /**
   * Console: Take a screenshot
   *
   * Returns an image of the current screen of a running server.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 60 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getConsoleScreenshot(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Console: Get the serial log
   *
   * Returns the last 64 KiB of the serial console output of the server, without terminal control sequences.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 60 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getConsoleLog(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * List plans
   *
   * Lists the server plans, with prices for this account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPlans(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only plans of this family. */
    'filter[type]'?: string | undefined;
  }, options?: CallOptions): Listing<PlanPage, Plan>;

  /**
   * Plan addon
   *
   * Lists the addons that a server of this plan can have.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPlanAddons(input: {
    /** Id of the plan. */
    id: number;
  }, options?: CallOptions): Promise<PlanAddonList>;

  /**
   * Plan promo-codes
   *
   * Lists the public promo codes for this plan, as a plain array.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPlanPromoCodes(input: {
    /** Id of the plan. */
    id: number;
  }, options?: CallOptions): Promise<PromoCode[]>;

  /**
   * List snapshots
   *
   * Lists the complete snapshots of all servers of the account. They are normally kept for 30 days after their server is terminated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listSnapshots(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Day on which the copy was created, as YYYY-MM-DD. */
    'filter[date]'?: string | undefined;
    /** Only copies of this server. */
    'filter[server_id]'?: number | undefined;
    /** Only copies of at least this size in GB. */
    'filter[size]'?: number | undefined;
    /** Sort order: `date` is oldest first, `-date` is newest first. */
    sort?: 'date' | '-date' | undefined;
  }, options?: CallOptions): Listing<SnapshotPage, Snapshot>;

  /**
   * Delete snapshot
   *
   * Deletes a snapshot permanently.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteSnapshot(input: {
    /** Id of the snapshot. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Create snapshot
   *
   * Creates a snapshot of a server, which keeps running. The snapshot is listed when it is complete and verified.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  createSnapshot(input: {
    /** Id of the server. */
    id: number;
  } & CreateSnapshot, options?: CallOptions): Promise<Snapshot>;

  /**
   * List backups
   *
   * Lists the complete backups of all servers of the account. They are normally kept for 30 days after their server is terminated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listBackups(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Day on which the copy was created, as YYYY-MM-DD. */
    'filter[date]'?: string | undefined;
    /** Only copies of this server. */
    'filter[server_id]'?: number | undefined;
    /** Only copies of at least this size in GB. */
    'filter[size]'?: number | undefined;
    /** Sort order: `date` is oldest first, `-date` is newest first. */
    sort?: 'date' | '-date' | undefined;
  }, options?: CallOptions): Listing<BackupPage, Backup>;

  /**
   * Delete backup
   *
   * Deletes a backup permanently.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteBackup(input: {
    /** Id of the backup. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Create backup
   *
   * Creates a backup of a server now. The server keeps running, and needs the backups addon. The backup is listed when it is complete and verified.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  createBackup(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Backup>;

  /**
   * List server images
   *
   * Lists the systems and applications that a server can be deployed with.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServerImages(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** `os` or `app`. */
    'filter[type]'?: string | undefined;
    /** Only images of the group with this key. */
    'filter[group]'?: string | undefined;
    /** Only images for this kind of virtualization. */
    'filter[virtualization]'?: string | undefined;
  }, options?: CallOptions): Listing<ServerImagePage, ServerImage>;

  /**
   * List Floating IPs
   *
   * Lists the floating IPs of the account. Default: active and suspended ones.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listFloatingIps(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only the floating IP with this address. */
    'filter[ip]'?: string | undefined;
    /** Part of an address or of the hostname of its server. */
    'filter[search]'?: string | undefined;
    /** Only floating IPs with one of these statuses. Default: `active,suspended`. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** Only floating IPs with, or without, DDoS protection. */
    'filter[ddos]'?: boolean | undefined;
  }, options?: CallOptions): Listing<FloatingIpPage, FloatingIp>;

  /**
   * Plans
   *
   * Lists the floating IP plans that can be ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listFloatingIpPlans(input?: Record<string, never>, options?: CallOptions): Promise<FloatingIpPlanList>;

  /**
   * Purchase Floating IPs
   *
   * Orders floating IPs, and attaches them to a server if one is named.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseFloatingIps(input: PurchaseFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Purchase Floating IPs
   *
   * Orders floating IPs, and attaches them to a server if one is named.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  purchaseFloatingIps(input?: PurchaseFloatingIps, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Renew floating IPs
   *
   * Orders a renewal of floating IPs, with one order line each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewFloatingIps(input: RenewFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew floating IPs
   *
   * Orders a renewal of floating IPs, with one order line each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   * - Order: this operation costs money and creates an order; `X-Order-Id` is its id
   */
  renewFloatingIps(input: RenewFloatingIps, options?: CallOptions): Promise<Order>;

  /**
   * Attach Floating IP
   *
   * Attaches floating IPs to a server, and detaches them from their previous server. The floating IPs are locked until the change is done.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  attachFloatingIps(input: AttachFloatingIps, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Detach Floating IP
   *
   * Detaches floating IPs from their servers. The floating IPs stay in the account.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  detachFloatingIps(input: FloatingIpIds, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Cancel Floating IP
   *
   * Cancels floating IPs, immediately with a refund of the remaining paid time, or at the end of that time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelFloatingIps(input: CancelFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel Floating IP
   *
   * Cancels floating IPs, immediately with a refund of the remaining paid time, or at the end of that time.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  cancelFloatingIps(input: CancelFloatingIps, options?: CallOptions): Promise<{
  }>;

  /**
   * Delete Floating IP Cancellation
   *
   * Withdraws the cancellation of floating IPs.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  undoCancelFloatingIps(input?: {
    /** Alternative to `ids` in the body. */
    'ids[]'?: number[] | undefined;
  } & FloatingIpIds, options?: CallOptions): Promise<{
  }>;

  /**
   * Update IP address
   *
   * Sets the reverse DNS name of an address, or of addresses in an IPv6 network.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateIpAddress(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateIpAddress, options?: CallOptions): Promise<IpAddress>;

  /**
   * List firewalls
   *
   * Lists the firewalls of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listFirewalls(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only firewalls that are applied to this server. */
    'filter[server_id]'?: number | undefined;
  }, options?: CallOptions): Listing<FirewallPage, Firewall>;

  /**
   * Create a firewall
   *
   * Creates a firewall with its rules. The firewall has no effect until it is applied to servers.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createFirewall(input: CreateFirewall, options?: CallOptions): Promise<Firewall>;

  /**
   * Get a firewall
   *
   * Returns a firewall, its rules, and the servers that it is applied to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getFirewall(input: {
    /** Id of the firewall. */
    id: number;
  }, options?: CallOptions): Promise<Firewall>;

  /**
   * Update a firewall
   *
   * Renames a firewall, or sets whether new servers get it. Existing servers do not change.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & UpdateFirewall, options?: CallOptions): Promise<Firewall>;

  /**
   * Delete a firewall
   *
   * Deletes a firewall. Refused while the firewall is applied to a server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteFirewall(input: {
    /** Id of the firewall. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Set the rules
   *
   * Replaces all rules. On each host the new rules take effect for all servers in one step. `status` becomes `active` when the rules are in effect for every server. Open connections that the new rules allow continue, and all others are cut.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  setFirewallRules(input: {
    /** Id of the firewall. */
    id: number;
  } & SetFirewallRules, options?: CallOptions): Promise<Firewall>;

  /**
   * Apply to servers
   *
   * Applies a firewall to servers, in addition to their other firewalls. Servers that already have the firewall do not change. Locked servers are accepted too. `status` becomes `active` when the rules are in effect for every server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  applyFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & FirewallServers, options?: CallOptions): Promise<Firewall>;

  /**
   * Remove from servers
   *
   * Removes a firewall from servers. Servers without the firewall are ignored. A server without any firewall receives all packets. A server leaves the list of the firewall when its rules are no longer in effect.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  removeFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & FirewallServers, options?: CallOptions): Promise<Firewall>;

  /**
   * Geo filter: get current
   *
   * Returns the geo filter of an address, which filters packets by the country of their source.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<GeoFilter>;

  /**
   * Geo filter: set
   *
   * Replaces the geo filter and enables it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  setGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  } & SetGeoFilter, options?: CallOptions): Promise<GeoFilter>;

  /**
   * Geo filter: update
   *
   * Changes the given fields of the geo filter.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateGeoFilter, options?: CallOptions): Promise<GeoFilter>;

  /**
   * Geo filter: delete
   *
   * Deletes the geo filter.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Whitelist: get status and list of IPs
   *
   * Returns the whitelist of an address. Its networks are always allowed, despite blacklist, geo filter and automatic blocks.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: Replaces the whitelist and enables it.
   *
   * Replaces the whitelist and switches it on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  setWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  } & SetNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: update list
   *
   * Adds networks to the whitelist, removes networks, or enables or disables it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: Clears the whitelist and disables it.
   *
   * Empties the whitelist and switches it off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Blacklist: get status and list of IPs
   *
   * Returns the blacklist of an address. Its networks are always dropped, including replies to connections that the server opened.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: Replaces the blacklist and enables it.
   *
   * Replaces the blacklist and switches it on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  setBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  } & SetNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: update list
   *
   * Adds networks to the blacklist, removes networks, or enables or disables it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  updateBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: Clears the blacklist and disables it.
   *
   * Empties the blacklist and switches it off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Allow me
   *
   * Allows the address of this request for 10 minutes, despite lists, filter and automatic blocks. Use it if you have locked yourself out. At most 10 addresses are allowed at a time. A new address replaces the one that expires first.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests per minute (one limit for all changes under `/network-protection`), in addition to the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  allowMe(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<AllowedSource>;

  /**
   * Dry run
   *
   * Calculates the share of sources and traffic of the last hour that lists or a geo filter would have dropped. Changes nothing.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  dryRunProtection(input: {
    /** Id of the IP address. */
    id: number;
  } & DryRunProtection, options?: CallOptions): Promise<ProtectionEffect>;

  /**
   * General information
   *
   * Returns whether an address is under attack, and the service that it belongs to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getProtection(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<Protection>;

  /**
   * Bandwidth
   *
   * Lists passed and dropped traffic, oldest first. Default: the last 24 hours, at most 90 days. A bucket covers 1 minute for up to 24 hours, and 5 minutes for up to 7 days. For longer periods it covers 1 hour. Older data has longer buckets. Buckets without traffic are omitted. The latest bucket can be up to 2 minutes late.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getProtectionBandwidth(input: {
    /** Id of the IP address. */
    id: number;
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
  }, options?: CallOptions): Promise<ProtectionBandwidthList>;

  /**
   * List blocked IPs
   *
   * Lists sources that are currently blocked automatically.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listBlockedIps(input: {
    /** Id of the IP address. */
    id: number;
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<BlockedIpPage, BlockedIp>;

  /**
   * List attacks
   *
   * Lists attacks on an address. Default: the last 7 days.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listAttacks(input: {
    /** Id of the IP address. */
    id: number;
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
  }, options?: CallOptions): Listing<AttackSummaryPage, AttackSummary>;

  /**
   * Get an attack
   *
   * Returns an attack with its sources, protocols and ports.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getAttack(input: {
    /** Id of the IP address. */
    id: number;
    /** Id of the attack. */
    attack_id: string;
  }, options?: CallOptions): Promise<Attack>;

  /**
   * Attack bandwidth
   *
   * Lists traffic during an attack.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getAttackBandwidth(input: {
    /** Id of the IP address. */
    id: number;
    /** Id of the attack. */
    attack_id: string;
  }, options?: CallOptions): Promise<ProtectionBandwidthList>;

  /**
   * List orders
   *
   * Lists the orders of the account, without invoices and services. Default: unpaid and paid orders.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listOrders(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only orders with one of these statuses. Default: `awaiting_payment,paid`. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'paid' | 'cancelled')[] | undefined;
  }, options?: CallOptions): Listing<OrderSummaryPage, OrderSummary>;

  /**
   * Get an order
   *
   * Returns an order with its invoices and services.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<Order>;

  /**
   * Explain an order
   *
   * Explains how each amount of an order is calculated: the steps with their inputs and as text, and the rule and evidence for its VAT.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  explainOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<OrderExplanation>;

  /**
   * Delete order
   *
   * Cancels an unpaid order, and releases its reservations.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Pay orders
   *
   * Pays all of these orders, or none of them. If the balance covers them, they are paid from it immediately. With a gateway they share one payment. Its page (`payment_url`) or its bank details (`payment_information`) appear on each order within seconds. A repeated request for the same orders returns the same payment.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 20 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  payOrders(input: PayOrders, options?: CallOptions): Promise<OrderList>;

  /**
   * Update order
   *
   * Changes the payment method or the promo code of an unpaid order.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  updateOrder(input: {
    /** Id of the order. */
    id: number;
  } & UpdateOrder & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Update order
   *
   * Changes the payment method or the promo code of an unpaid order.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  updateOrder(input: {
    /** Id of the order. */
    id: number;
  } & UpdateOrder, options?: CallOptions): Promise<Order>;

  /**
   * Change renewal period
   *
   * Changes the number of months that a line of an unpaid order renews its service for. Requires `is_period_changeable`.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  changeRenewalPeriod(input: {
    /** Id of the order. */
    id: number;
    /** Id of the resource. */
    service_type: ServiceType;
    /** Id of the service. */
    service_id: number;
  } & ChangeRenewalPeriod & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Change renewal period
   *
   * Changes the number of months that a line of an unpaid order renews its service for. Requires `is_period_changeable`.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing, and returns the price
   */
  changeRenewalPeriod(input: {
    /** Id of the order. */
    id: number;
    /** Id of the resource. */
    service_type: ServiceType;
    /** Id of the service. */
    service_id: number;
  } & ChangeRenewalPeriod, options?: CallOptions): Promise<undefined>;

  /**
   * Get an ISO
   *
   * Returns an ISO file, the progress of its download, and the servers that it is attached to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getIso(input: {
    /** Id of the ISO. */
    id: number;
  }, options?: CallOptions): Promise<Iso>;

  /**
   * Delete an ISO
   *
   * Deletes an ISO file, and stops its download if it is still running. Refused with `locked` while the ISO is attached to a server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: 423 while an operation locks the service
   */
  deleteIso(input: {
    /** Id of the ISO. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List ISOs
   *
   * Lists the ISO files of the account and of the operator.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listIsos(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<IsoPage, Iso>;

  /**
   * Add ISO
   *
   * Downloads an ISO file from a public address. Addresses of private networks are refused. The download fails if the file has neither ISO 9660 or UDF nor a boot sector (MBR or GPT) at its place, or is compressed.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  addIso(input: AddIso, options?: CallOptions): Promise<Iso>;

  /**
   * List operations of a server
   *
   * Lists running and finished operations of a server, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listServerOperations(input: {
    /** Id of the server. */
    id: number;
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<OperationPage, Operation>;

  /**
   * List unfinished operations
   *
   * Lists the operations of the account that have not ended, newest first. Ended operations are listed for each server.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listOperations(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<OperationPage, Operation>;

  /**
   * Get an operation
   *
   * Returns the progress of an operation: its state, its steps, and its estimated end.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getOperation(input: {
    /** Id of the operation. */
    id: number;
  }, options?: CallOptions): Promise<Operation>;

  /**
   * Stream events
   *
   * Streams all changes of the account as server-sent events, in order. The stream starts with the next event, or after the event in Last-Event-ID or `cursor`. A client that reconnects with it misses nothing. Events are kept for 7 days. A cursor that is older, or not of this account, gets one event of type `reset` and then the following events.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  streamEvents(input?: {
    /** Id of the event to resume after. 0 starts with the first event. */
    cursor?: number | undefined;
  }, options?: StreamOptions): AsyncGenerator<StreamedEvent, void, undefined>;

  /**
   * List countries
   *
   * Lists the countries that new customers can live in, with the VAT that this host charges consumers there. No token is needed.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listCountries(input?: Record<string, never>, options?: CallOptions): Promise<CountryList>;

  /**
   * List payment methods
   *
   * Lists the payment methods of this installation.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPaymentMethods(input?: Record<string, never>, options?: CallOptions): Promise<PaymentMethodInfoList>;

  /**
   * List tokens
   *
   * Lists the valid access tokens of the user without their secrets. Roles that manage members see the tokens of all members.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listTokens(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<TokenPage, Token>;

  /**
   * Create a token
   *
   * Creates an access token, whose permissions cannot exceed those of this request. Only this reply contains the secret. A repeated request creates another token.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createToken(input: CreateToken, options?: CallOptions): Promise<NewToken>;

  /**
   * Update a token
   *
   * Changes the name, the abilities, the networks or the servers of a token.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateToken(input: {
    /** Id of the token. */
    id: number;
  } & UpdateToken, options?: CallOptions): Promise<Token>;

  /**
   * Delete a token
   *
   * Revokes a token immediately, and ends the streams and consoles that it opened. Tokens that it made or rotated are revoked with it.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteToken(input: {
    /** Id of the token. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Rotate a token
   *
   * Creates a new secret for a token. Only this reply contains the secret. The previous secret ends immediately, or after an overlap.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  rotateToken(input: {
    /** Id of the token. */
    id: number;
  } & RotateToken, options?: CallOptions): Promise<NewToken>;

  /**
   * List members
   *
   * Lists the users of the account with their roles, in the order in which they joined.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listMembers(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<MemberPage, Member>;

  /**
   * Change the role of a member
   *
   * Changes the role of a member. The change takes effect immediately, also for the member's tokens. The role of the owner cannot be changed.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/members`), in addition to the limit of the account
   * - Lock: does not apply
   */
  updateMember(input: {
    /** Id of the member. */
    id: number;
  } & UpdateMember, options?: CallOptions): Promise<Member>;

  /**
   * Remove a member
   *
   * Removes a member, or the user of this request, and ends their tokens and sessions for this account immediately. To remove others, the role must allow managing members. The owner cannot be removed.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute (one limit for all changes under `/members`), in addition to the limit of the account
   * - Lock: does not apply
   */
  deleteMember(input: {
    /** Id of the member. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Offer the ownership
   *
   * Offers the ownership of the account to a member, who can accept it within 7 days. A new offer replaces the previous one.
   *
   * - Ability: `write`
   * - Roles: `owner`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/ownership-offer`), in addition to the limit of the account
   * - Lock: does not apply
   */
  offerOwnership(input: OfferOwnership, options?: CallOptions): Promise<Member>;

  /**
   * Withdraw or decline the ownership
   *
   * Withdraws or declines the offer of ownership. The owner and the member with the offer can do this.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute (one limit for all changes under `/ownership-offer`), in addition to the limit of the account
   * - Lock: does not apply
   */
  withdrawOwnershipOffer(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Accept the ownership
   *
   * Makes the user of this request the owner of the account, if there is an offer for this user. The previous owner becomes an administrator.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute (one limit for all changes under `/ownership-offer`), in addition to the limit of the account
   * - Lock: does not apply
   */
  acceptOwnership(input?: Record<string, never>, options?: CallOptions): Promise<Member>;

  /**
   * List invitations
   *
   * Lists invitations that are not accepted yet, expired ones included.
   *
   * - Ability: `read`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listInvitations(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<InvitationPage, Invitation>;

  /**
   * Invite somebody
   *
   * Sends an invitation by email. The invitation can be accepted once within 7 days. The reply does not reveal whether a user has the address.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/invitations`), in addition to the limit of the account
   * - Lock: does not apply
   */
  createInvitation(input: CreateInvitation, options?: CallOptions): Promise<Invitation>;

  /**
   * Send an invitation again
   *
   * Resends the invitation with a new link, valid for 7 days. The previous link is no longer valid.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/invitations`), in addition to the limit of the account
   * - Lock: does not apply
   */
  resendInvitation(input: {
    /** Id of the invitation. */
    id: number;
  }, options?: CallOptions): Promise<Invitation>;

  /**
   * Withdraw an invitation
   *
   * Withdraws an invitation. Its link is no longer valid.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/invitations`), in addition to the limit of the account
   * - Lock: does not apply
   */
  deleteInvitation(input: {
    /** Id of the invitation. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Accept an invitation
   *
   * Adds the user of this request, whose address was invited, to the account of the invitation.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute (one limit for all changes under `/invitations`), in addition to the limit of the account
   * - Lock: does not apply
   */
  acceptInvitation(input: AcceptInvitation, options?: CallOptions): Promise<JoinedAccount>;

  /**
   * Accept an invitation as a new user
   *
   * Creates a user with the invited address, and adds the user to the account of the invitation. An existing user who is a member of an account must sign in and accept the invitation instead. An existing user without an account joins, and this password replaces the previous one.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  joinWithNewUser(input: JoinWithNewUser, options?: CallOptions): Promise<JoinedAccount>;

  /**
   * List consents to support
   *
   * Lists support consents and their accesses, newest first. They are kept for 90 days after their end.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listSupportAccess(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SupportAccessPage, SupportAccess>;

  /**
   * Let support into the account
   *
   * Allows support to act inside the account for some hours. Support can read, and with the scope `write` also operate servers. Support can never pay, manage people or see secrets. The audit log records each action with the name of the person.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/support-access`), in addition to the limit of the account
   * - Lock: does not apply
   */
  createSupportAccess(input: CreateSupportAccess, options?: CallOptions): Promise<SupportAccess>;

  /**
   * End a consent to support
   *
   * Ends a support consent immediately. Support is refused from the next request on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/support-access`), in addition to the limit of the account
   * - Lock: does not apply
   */
  deleteSupportAccess(input: {
    /** Id of the support grant. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List the audit log
   *
   * Lists who did what in the account, newest first. Default: the last 30 days.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listAuditLog(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
    /** Only entries of this action, such as `restartServer`. */
    'filter[action]'?: string | undefined;
    /** Only actions of this user. */
    'filter[user_id]'?: number | undefined;
    /** Only entries about this kind of resource, such as `server`. */
    'filter[resource_kind]'?: string | undefined;
    /** Only entries about the resource with this id. Requires `filter[resource_kind]`. */
    'filter[resource_id]'?: number | undefined;
  }, options?: CallOptions): Listing<AuditEntryPage, AuditEntry>;

  /**
   * Export the audit log
   *
   * Returns the audit log as one CSV file, oldest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  exportAuditLog(input?: {
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
    /** Only entries of this action, such as `restartServer`. */
    'filter[action]'?: string | undefined;
    /** Only actions of this user. */
    'filter[user_id]'?: number | undefined;
    /** Only entries about this kind of resource, such as `server`. */
    'filter[resource_kind]'?: string | undefined;
    /** Only entries about the resource with this id. Requires `filter[resource_kind]`. */
    'filter[resource_id]'?: number | undefined;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Sign in
   *
   * Signs in with email address and password. The reply sets the session cookie. If a second factor is required, the reply names it.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createSession(input: CreateSession, options?: CallOptions): Promise<SignIn>;

  /**
   * Complete signing in
   *
   * Completes a sign-in with a second factor. The reply sets the session cookie.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  verifySession(input: VerifySession, options?: CallOptions): Promise<Session>;

  /**
   * Begin to sign in with a passkey
   *
   * Returns the options that a browser needs to ask its user for a passkey. Any passkey of this domain is accepted, or only those of the user who has already entered the password. The request needs no address, so it does not reveal whether a user exists. The options are valid once, for 5 minutes.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createSignInOptions(input?: CreateSignInOptions, options?: CallOptions): Promise<PasskeyRequest>;

  /**
   * Sign in with a passkey
   *
   * Signs in with a passkey alone. A passkey counts as both factors. The reply sets the session cookie.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createPasskeySession(input: CreatePasskeySession, options?: CallOptions): Promise<Session>;

  /**
   * Sign in by a first link
   *
   * Signs in by a link that `./innkeeper up` or `./innkeeper demo link` has printed. It works once, within an hour, and on the machine of the API alone. The session is in the cookie of the reply.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createSessionByLink(input: CreateSessionByLink, options?: CallOptions): Promise<Session>;

  /**
   * List sessions
   *
   * Lists the sessions of the user, the last used one first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listSessions(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SessionPage, Session>;

  /**
   * Get the current session
   *
   * Returns who sends this request, the account that the session acts in, and the facts that pages begin with. A visitor gets nulls, and so does a browser whose session has ended. An access token is refused.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getCurrentSession(input?: Record<string, never>, options?: CallOptions): Promise<CurrentSession>;

  /**
   * Switch to another account
   *
   * Switches the session of this request to another account of its user. The reply sets a new cookie.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  updateSession(input: UpdateSession, options?: CallOptions): Promise<Session>;

  /**
   * Begin to confirm with a passkey
   *
   * Returns the options that a browser needs to ask the user of this session for a passkey. They are valid once, for 5 minutes.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  createConfirmOptions(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyRequest>;

  /**
   * Confirm who you are
   *
   * Confirms the identity of the user, which some operations require within the last 15 minutes. Accepts a passkey, or the password and, if enabled, a code of the authenticator app. The reply sets a new cookie.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  confirmSession(input?: ConfirmSession, options?: CallOptions): Promise<Session>;

  /**
   * Sign out
   *
   * Ends the session of this request, and the streams and consoles that it opened.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  deleteCurrentSession(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * End a session
   *
   * Ends a session of the user immediately, and the streams and consoles that it opened.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteSession(input: {
    /** Id of the session. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * End all other sessions
   *
   * Ends all sessions of the user, except the session of this request.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteOtherSessions(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Ask for a new password
   *
   * Sends a link to the user with this address. The link is valid once, for 1 hour. The reply does not reveal whether a user has the address. At most 3 links per hour are sent.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createPasswordReset(input: CreatePasswordReset, options?: CallOptions): Promise<undefined>;

  /**
   * Set a new password
   *
   * Sets the password of the user of this link. All sessions of the user end, and no session is opened. Second factors do not change.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  confirmPasswordReset(input: ConfirmPasswordReset, options?: CallOptions): Promise<undefined>;

  /**
   * Change the password
   *
   * Changes the password of the user of this session, and ends all other sessions of the user. The reply sets a new cookie. Access tokens cannot use this operation, and remain valid.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  changePassword(input: ChangeUserPassword, options?: CallOptions): Promise<undefined>;

  /**
   * Ask who can sign up
   *
   * Returns who can open an account, and the terms of service to accept. No token is needed.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getSignUp(input?: Record<string, never>, options?: CallOptions): Promise<SignUpRules>;

  /**
   * Sign up
   *
   * Sends a link to the address that opens the account within 24 hours. The reply does not reveal whether a user already has this address. Such a user is notified by email. At most 3 emails per hour are sent to an address.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  createSignUp(input: CreateSignUp, options?: CallOptions): Promise<undefined>;

  /**
   * Open the account
   *
   * Opens an account with its owner, and records the accepted terms of service. No session is opened. Sign in with the password.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  confirmSignUp(input: ConfirmSignUp, options?: CallOptions): Promise<OpenedAccount>;

  /**
   * List passkeys
   *
   * Lists the passkeys of the user, oldest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPasskeys(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<PasskeyPage, Passkey>;

  /**
   * Begin to add a passkey
   *
   * Returns the options that a browser needs to create a passkey. They are valid once, for 5 minutes, in the session of this request.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createPasskeyOptions(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyCreation>;

  /**
   * Add a passkey
   *
   * Adds the passkey that the browser has created. The user can then sign in with it. The user is notified by email.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createPasskey(input: CreatePasskey, options?: CallOptions): Promise<Passkey>;

  /**
   * Rename a passkey
   *
   * Renames a passkey.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updatePasskey(input: {
    /** Id of the passkey. */
    id: number;
  } & UpdatePasskey, options?: CallOptions): Promise<Passkey>;

  /**
   * Remove a passkey
   *
   * Deletes a passkey, which can then no longer sign in. Sessions that it opened remain valid. The user is notified by email.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deletePasskey(input: {
    /** Id of the passkey. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List payment cards
   *
   * Lists the stored cards, newest first. Renewals that the balance does not cover charge the newest card that has not expired.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listPaymentCards(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<PaymentCardPage, PaymentCard>;

  /**
   * Remove a payment card
   *
   * Removes a stored card. It is not charged any more, and the payment gateway deletes it. A charge that has already been sent to the gateway is completed.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deletePaymentCard(input: {
    /** Id of the payment card. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Get the change of the email address
   *
   * Returns the pending change of the email address, or null if there is none.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getEmailChange(input?: Record<string, never>, options?: CallOptions): Promise<PendingEmailChange>;

  /**
   * Change the email address
   *
   * Sends a confirmation link to the new and the current address. The change takes effect when both links are used within 24 hours. A new request replaces a pending one.
   *
   * - Ability: `account`
   * - Roles: all
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createEmailChange(input: CreateEmailChange, options?: CallOptions): Promise<PendingEmailChange>;

  /**
   * Withdraw the change of the email address
   *
   * Cancels the pending change. Its links are no longer valid.
   *
   * - Ability: `account`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteEmailChange(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Confirm the change of an email address
   *
   * Confirms the change from one of the two addresses. The second confirmation sets the new address and ends all sessions except the one that requested the change. A repeated confirmation has no effect.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  confirmEmailChange(input: EmailChangeSecret, options?: CallOptions): Promise<ConfirmedEmailChange>;

  /**
   * Stop the change of an email address
   *
   * Cancels a change by a link of one of its emails. Both links are no longer valid.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  stopEmailChange(input: EmailChangeSecret, options?: CallOptions): Promise<undefined>;

  /**
   * List webhooks
   *
   * Lists the webhooks of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listWebhooks(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<WebhookPage, Webhook>;

  /**
   * Create a webhook
   *
   * Creates a webhook that sends events of the account to a URL. Each event is a POST request, signed according to the Standard Webhooks convention. Events are delivered at least once. Receivers should drop duplicates by `webhook-id`, and sort events by `id`. A delivery without a 2xx reply within 10 seconds is retried for 3 days, with respect to `Retry-After`. A 410 reply disables the webhook. Only this reply contains the secret.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createWebhook(input: CreateWebhook, options?: CallOptions): Promise<NewWebhook>;

  /**
   * Get a webhook
   *
   * Returns a webhook, and whether its receiver accepts deliveries.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<Webhook>;

  /**
   * Update a webhook
   *
   * Changes, disables or enables a webhook. Pending deliveries of a disabled webhook fail, and can be replayed after it is enabled again. In a session, a `url` needs an identity confirmation within the last 15 minutes.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  updateWebhook(input: {
    /** Id of the webhook. */
    id: number;
  } & UpdateWebhook, options?: CallOptions): Promise<Webhook>;

  /**
   * Delete a webhook
   *
   * Deletes a webhook with its deliveries. Pending deliveries are not sent.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Rotate the secret of a webhook
   *
   * Creates a new secret for a webhook. Only this reply contains the secret. During the overlap, events are signed with both secrets, and a receiver can verify either.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  rotateWebhookSecret(input: {
    /** Id of the webhook. */
    id: number;
  } & RotateWebhookSecret, options?: CallOptions): Promise<NewWebhook>;

  /**
   * Test a webhook
   *
   * Sends an event of type `test`. Returns its delivery, which soon contains the response of the receiver.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  testWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<EventDelivery>;

  /**
   * List deliveries
   *
   * Lists deliveries, newest first. Finished deliveries are kept for 30 days, at most the latest 10,000 per account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listEventDeliveries(input: {
    /** Id of the webhook. */
    id: number;
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only deliveries with one of these statuses. */
    'filter[status]'?: ('pending' | 'delivered' | 'failed')[] | undefined;
  }, options?: CallOptions): Listing<EventDeliveryPage, EventDelivery>;

  /**
   * Get a delivery
   *
   * Returns a delivery with its payload, and the responses of the receiver to the latest attempts.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getEventDelivery(input: {
    /** Id of the webhook. */
    id: number;
    /** Id of the event delivery. */
    delivery: string;
  }, options?: CallOptions): Promise<EventDeliveryDetails>;

  /**
   * Replay a delivery
   *
   * Sends an event again with the same `webhook-id`, immediately and with retries for 3 days.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 60 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  replayEventDelivery(input: {
    /** Id of the webhook. */
    id: number;
    /** Id of the event delivery. */
    delivery: string;
  }, options?: CallOptions): Promise<EventDelivery>;

  /**
   * List exports
   *
   * Lists exports of the account, newest first.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  listAccountExports(input?: {
    /** Page number, from 1. Default: 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AccountExportPage, AccountExport>;

  /**
   * Export the account
   *
   * Requests an export of all data of the account as one ZIP file. The file contains JSON per kind of data, invoices as PDF, and the files of tickets, but no secrets. It is written in the background, and an email announces it. One export can run at a time, and at most 3 in 24 hours. A suspended account can be exported too.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createAccountExport(input?: Record<string, never>, options?: CallOptions): Promise<AccountExport>;

  /**
   * Get an export
   *
   * Returns an export of the account, and whether it can be downloaded.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getAccountExport(input: {
    /** Id of the account export. */
    id: number;
  }, options?: CallOptions): Promise<AccountExport>;

  /**
   * Download an export
   *
   * Returns the ZIP file of an export, for 7 days. Each download is recorded in the audit log.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  downloadAccountExport(input: {
    /** Id of the account export. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Get the closure of the account
   *
   * Returns whether the account is being closed, and what prevents closing it.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getAccountClosure(input?: Record<string, never>, options?: CallOptions): Promise<AccountClosure>;

  /**
   * Close the account
   *
   * Requests closing the account. The request is refused while something prevents it, such as a service that is not terminated or a suspension of the account. For 14 days the account can only be read and exported, and the closing can be undone. Then the account is closed and its members lose access. Data that the law does not require us to keep is erased. All members get an email.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 5 requests per minute, in addition to the limit of the account
   * - Lock: does not apply
   */
  createAccountClosure(input: CreateAccountClosure, options?: CallOptions): Promise<AccountClosure>;

  /**
   * Keep the account open
   *
   * Undoes the closing of the account.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  deleteAccountClosure(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Begin to sign in by an identity provider
   *
   * Returns the URL that starts a sign-in with the identity provider of a company. The domain of the address selects the provider. The reply does not reveal whether a user has the address. The URL is valid once, in this browser, for 10 minutes.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  beginSingleSignOn(input?: BeginSingleSignOn, options?: CallOptions): Promise<SignOnRedirect>;

  /**
   * Complete what was begun at an identity provider
   *
   * Completes a sign-in, an identity confirmation or a test with the response of the identity provider. The reply sets the session cookie. If a second factor is required, the reply names it.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: the limit of the account
   * - Lock: does not apply
   */
  completeSingleSignOn(input: CompleteSingleSignOn, options?: CallOptions): Promise<SingleSignOn>;

  /**
   * Begin to confirm by an identity provider
   *
   * Returns the URL that confirms the identity of the user of a single sign-on session. The provider asks for the credentials again.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests per minute, in addition to the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  confirmBySingleSignOn(input?: ConfirmBySingleSignOn, options?: CallOptions): Promise<SignOnRedirect>;

  /**
   * Get the identity provider
   *
   * Returns the identity provider of the account, and the DNS records that verify its domains.
   *
   * - Ability: `read`
   * - Roles: `owner`, `admin`
   * - Rate limit: the limit of the account
   * - Lock: accepted also while an operation locks the service
   */
  getIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Set the identity provider
   *
   * Replaces the identity provider of the account. It takes effect when a domain is verified and a sign-in was tested. A change of issuer or client makes it a different provider and ends its sessions.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/identity-provider`), in addition to the limit of the account
   * - Lock: does not apply
   */
  putIdentityProvider(input: PutIdentityProvider, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Remove the identity provider
   *
   * Removes the identity provider of the account. Its sessions end immediately, and members sign in with their passwords.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/identity-provider`), in addition to the limit of the account
   * - Lock: does not apply
   */
  deleteIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Prove the domains
   *
   * Checks the TXT records of domains that are not verified. A domain belongs to one account. A domain that another account has verified does not change.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/identity-provider`), in addition to the limit of the account
   * - Lock: does not apply
   */
  verifyIdentityDomains(input?: Record<string, never>, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Test the identity provider
   *
   * Returns the URL that starts a test sign-in with the identity provider before it is enabled. A user who completes the test with the same address can then sign in with the provider. The account owner must complete it first.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests per minute (one limit for all changes under `/identity-provider`), in addition to the limit of the account
   * - Lock: does not apply
   */
  testIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<SignOnRedirect>;
}
