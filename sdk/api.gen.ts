/** What the API takes and gives. Made from the contract by `npm run gen`. */

import type { CallOptions, FileReply, Listing } from './types.ts';

/** The secret of an invitation. */
export interface AcceptInvitation {
  /** The secret of the link in the mail. */
  secret: string;
}

/** Whether the account is about to be closed. */
export interface AccountClosure {
  /** `closing` from when it was asked for until the account is closed, `open` otherwise. */
  status: 'open' | 'closing';
  /** When it was asked for; null: it was not. */
  asked_at: string | null;
  /** When the account is closed, and its personal data erased, unless that is undone; null: it stays open. */
  closes_at: string | null;
  /** What stands in the way. It is asked for again before the account is closed. */
  obstacles: ClosureObstacle[];
}

/** All that an account has here, as one ZIP file. */
export interface AccountExport {
  /** Id of the export. */
  id: number;
  /** `pending` while it is written, `ready` when it can be downloaded, `expired` when its file is gone. */
  status: 'pending' | 'ready' | 'expired';
  /** When it was asked for. */
  created_at: string;
  /** When it was written; null: not yet. */
  ready_at: string | null;
  /** Until when it can be downloaded, at most: a newer one replaces it. Null while it is written. */
  expires_at: string | null;
  /** Bytes of the file; null while it is written. */
  size: number | null;
  /** SHA-256 of the file, in hex; null while it is written. */
  sha256: string | null;
}

/** A page of a list. */
export interface AccountExportPage {
  /** The items of this page. */
  data: AccountExport[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The identity provider of an account, if it has one. */
export interface AccountIdentityProvider {
  /** That of the account; null: it has none. */
  identity_provider: IdentityProvider | null;
}

/** The support plan of the account. */
export interface AccountSupportPlan {
  /** What it includes, and what a month costs. */
  plan: SupportPlan;
  /** Its billing status. */
  status: ServiceStatus;
  /** Months that are paid at once. */
  billing_cycle: number;
  /** Until when it is paid; null until it is. */
  expiry_at: string | null;
  /** Whether it is renewed automatically. */
  auto_renew: boolean;
  /** The request to end it; null when there is none. */
  cancel_request: CancelRequest | null;
}

/** The ISO to download. */
export interface AddIso {
  /** A name for it, 1 to 100 characters. */
  name: string;
  /** Where to download it from. Never an address of a private network. */
  url: string;
  /** SHA-256 that the file must have; not checked when it is left out. */
  sha256?: string | null | undefined;
}

/** The key to add. */
export interface AddSshKey {
  /** Name for people, 3 to 100 characters. */
  name: string;
  /** The public key, one line of OpenSSH form: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*. */
  key: string;
}

/** An extra of a server, in addition to its plan. */
export interface Addon {
  /** Id of the addon. */
  id: number;
  /** Its key. */
  name: string;
  /** Its billing status. */
  status: ServiceStatus;
  /** How many: seats, accounts or pieces. */
  quantity: number;
  /** Price of a month for all of them, without VAT. */
  amount: string;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: string;
  /** What another seat costs a month, without VAT; null unless it counts seats. Until the expiry it costs the `scale_price` of the available addons. */
  upgrade_price_per_user: string | null;
  /** The same with VAT at the rate of the account. */
  upgrade_price_per_user_with_vat: string | null;
  /** What a seat less saves a month, without VAT; null unless it counts seats. */
  downgrade_price_per_user: string | null;
  /** The same with VAT at the rate of the account. */
  downgrade_price_per_user_with_vat: string | null;
  /** When it was ordered. */
  created_at: string;
  /** When it ended; null until then. */
  ended_at: string | null;
  /** The request to end it; null when there is none. */
  cancel_request: CancelRequest | null;
  /** What only addons of this kind have; null when there is nothing. */
  extra: {
    /** When the next weekly backup is due; null when none is. */
    next_backup_at: string | null;
  } | null;
}

/** What other sizes of addons would cost. */
export interface AddonScaleCost {
  /** Price until the expiry without VAT; negative: a refund to the balance. */
  amount: string;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: string;
}

/** The account as an affiliate: its code, and the commission that it has earned. */
export interface Affiliate {
  /** Code that new customers sign up with. Unique; upper and lower case are the same. */
  referral_code: string;
  /** The sign-up address with the code in it. */
  referral_url: string;
  /** What accounts that signed up with the code have paid so far, without VAT. */
  referrals_turnover: number;
  /** Share of that turnover which is paid out, in percent. */
  commission: number;
  /** Commission of this period, not paid out yet. */
  estimated_earnings: number;
  /** All commission ever earned. */
  all_time_earnings: number;
  /** Days until the next payout. */
  next_payout_in_days: number;
}

/** A paid order of an account that signed up with the code. */
export interface AffiliateConversion {
  /** Id of the conversion. */
  id: number;
  /** When the order was paid. */
  created_at: string;
  /** What the order cost, without VAT. */
  order_amount: number;
  /** What this account gets for it. */
  commission_amount: number;
  /** Status of the commission. */
  status: 'pending' | 'approved' | 'paid' | 'reversed';
}

/** A page of a list. */
export interface AffiliateConversionPage {
  /** The items of this page. */
  data: AffiliateConversion[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** Commission that is paid out. */
export interface AffiliatePayout {
  /** Id of the payout. */
  id: number;
  /** When it was made. */
  created_at: string;
  /** What is paid out. */
  amount: number;
  /** Status of the payout. */
  status: 'pending' | 'paid' | 'failed';
  /** When it was paid; null while it is not. */
  paid_at: string | null;
}

/** A page of a list. */
export interface AffiliatePayoutPage {
  /** The items of this page. */
  data: AffiliatePayout[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A source that is let through for a while. */
export interface AllowedSource {
  /** The address that the request came from. */
  source: string;
  /** Until when it is let through. */
  ends_at: string;
}

/** The floating IPs, and the server to attach them to. */
export interface AttachFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** Server to attach them to. */
  server_id: number;
}

/** An attack with its sources, protocols and ports. */
export interface Attack {
  /** Id of the attack: 15 letters and digits. */
  id: string;
  /** Whether it goes on. */
  ongoing: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended; null while it goes on. */
  ended_at: string | null;
  /** Which limit detected it: packets a second, bits a second, or the bandwidth of the address. */
  detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
  /** Its severity. */
  severity: 'low' | 'middle' | 'high';
  /** The pattern that it was recognised by. */
  reason: string;
  /** What it is, in a sentence. */
  description: string;
  /** Mbps at its peak. */
  peak_bandwidth: number;
  /** Packets a second at its peak. */
  peak_pps: number;
  /** Mbps when it was detected. */
  initial_bandwidth: number;
  /** Packets a second when it was detected. */
  initial_pps: number;
  /** Protocols with the most traffic. */
  top_protocols: ({
    /** Name of the protocol. */
    name: string;
    /** Its number. */
    number: number;
    /** Mbps at its peak. */
    peak_bandwidth: number;
    /** Packets a second at its peak. */
    peak_pps: number;
    /** MB in all. */
    total_bandwidth: number;
    /** Packets in all. */
    total_pps: number;
  })[];
  /** Autonomous systems that sent the most traffic. */
  top_source_asns: ({
    /** Number of the autonomous system. */
    asn: number;
    /** Its name; null when that is not known. */
    name: string | null;
    /** ISO 3166-1 alpha-2 code; null when that is not known. */
    country: string | null;
    /** Mbps at its peak. */
    peak_bandwidth: number;
    /** Packets a second at its peak. */
    peak_pps: number;
    /** MB in all. */
    total_bandwidth: number;
    /** Packets in all. */
    total_pps: number;
  })[];
  /** Addresses that sent the most traffic. */
  top_source_ips: ({
    /** The address. */
    ip: string;
    /** ISO 3166-1 alpha-2 code; null when that is not known. */
    country: string | null;
    /** Mbps at its peak. */
    peak_bandwidth: number;
    /** Packets a second at its peak. */
    peak_pps: number;
    /** MB in all. */
    total_bandwidth: number;
    /** Packets in all. */
    total_pps: number;
  })[];
  /** Ports that received the most traffic. */
  top_ports: {
    /** By TCP port. */
    tcp: Record<string, {
      /** Mbps at its peak. */
      peak_bandwidth: number;
      /** Packets a second at its peak. */
      peak_pps: number;
      /** MB in all. */
      total_bandwidth: number;
      /** Packets in all. */
      total_pps: number;
    }>;
    /** By UDP port. */
    udp: Record<string, {
      /** Mbps at its peak. */
      peak_bandwidth: number;
      /** Packets a second at its peak. */
      peak_pps: number;
      /** MB in all. */
      total_bandwidth: number;
      /** Packets in all. */
      total_pps: number;
    }>;
  };
}

/** An attack on an IP address began, became more severe or ended. */
export interface AttackEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When it happened. */
  at: string;
  /** What happened to the resource: a word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the IP address that is attacked. */
  resource_id: number;
  /** Kind of the event; decides the schema of `data`. */
  type: 'attack';
  /** The attack after the change. */
  data: {
    /** Id of the attack. */
    attack_id: string;
    /** Whether it goes on. */
    ongoing: boolean;
    /** Which limit detected it. */
    detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
    /** Its severity so far. */
    severity: 'low' | 'middle' | 'high';
    /** Server that had the address at the time; null for none. */
    server_id: number | null;
  };
}

/** An attack as lists show it. */
export interface AttackSummary {
  /** Id of the attack: 15 letters and digits. */
  id: string;
  /** Whether it goes on. */
  ongoing: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended; null while it goes on. */
  ended_at: string | null;
  /** Which limit detected it: packets a second, bits a second, or the bandwidth of the address. */
  detector: 'PPS' | 'BPS' | 'BPS_LIMIT';
  /** Its severity. */
  severity: 'low' | 'middle' | 'high';
  /** The pattern that it was recognised by. */
  reason: string;
  /** What it is, in a sentence. */
  description: string;
  /** Mbps at its peak. */
  peak_bandwidth: number;
  /** Packets a second at its peak. */
  peak_pps: number;
}

/** A page of a list. */
export interface AttackSummaryPage {
  /** The items of this page. */
  data: AttackSummary[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** One entry of the audit log. Nobody can change it. */
export interface AuditEntry {
  /** Id of the entry. */
  id: number;
  /** When it was done. */
  at: string;
  /** The name of an operation, or of work that goes on after it with its outcome: `server.restart.done`. */
  action: string;
  /** What did it. */
  actor: {
    /** What did it: `operator` is the host, `job` what runs on a clock, `visitor` somebody who is not signed in. */
    kind: 'token' | 'session' | 'staff' | 'operator' | 'job' | 'workflow' | 'visitor';
    /** Of a token, for one; null where it has none. */
    id: number | null;
    /** Of a person of the staff; null for all others. */
    name: string | null;
  };
  /** The person behind it; null where there is none. */
  user: {
    /** Id of the user. */
    id: number;
    /** Address of the user, as it is now. */
    email: string;
  } | null;
  /** What it was done to; null where that is nothing in particular. */
  resource: {
    /** What kind of thing it was done to. */
    kind: string;
    /** Its id. */
    id: number;
  } | null;
  /** `X-Request-Id` of the request; null where there was none. */
  request_id: string | null;
  /** More about it as a JSON document, whose fields differ by action, for what was done in the name of the account, or by support that broke the glass; null for the rest. */
  details: string | null;
}

/** A page of a list. */
export interface AuditEntryPage {
  /** The items of this page. */
  data: AuditEntry[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** An addon that a server can get, or scale when it has it. */
export interface AvailableAddon {
  /** Key by which an order names it. */
  key: string;
  /** Price of a month, without VAT. */
  price: number;
  /** The same with VAT at the rate of the account. */
  price_with_vat: number;
  /** Price until the expiry of the server, without VAT. */
  price_until_expiry: number;
  /** The same with VAT at the rate of the account. */
  price_until_expiry_with_vat: number;
  /** What another seat costs until the expiry, without VAT. Only with an addon that the server has and that counts seats. */
  scale_price?: number | undefined;
  /** The same with VAT at the rate of the account. */
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
  /** Server that it is a copy of. */
  server_id: number;
  /** Hostname of that server. */
  server_hostname: string;
  /** Main IP address of that server. */
  server_ip: string;
  /** File name. */
  name: string;
  /** When it was taken, in the time zone of the service. */
  created_at: string;
  /** Disk size of the server when this was taken, in GB. A restore needs a disk of this size or larger. */
  size: number;
}

/** A page of a list. */
export interface BackupPage {
  /** The items of this page. */
  data: Backup[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The money in the account, and what it will need. */
export interface Balance {
  /** Money in the account. */
  balance: number;
  /** How far below 0 the balance may fall. */
  balance_limit: number;
  /** Renewals of the next 30 days, with VAT. */
  estimated_expenses: number;
  /** What the balance lacks for `estimated_expenses`; 0 when it covers them. */
  shortfall: number;
  /** ISO 4217 code of the currency of every amount. */
  currency: string;
  /** Whether a card is stored that can be charged. */
  has_valid_card: boolean;
  /** The last deposit; null when there was none. */
  last_deposit: {
    /** Amount of the deposit. */
    amount: number;
    /** Equal to `amount`: a deposit carries no VAT, which falls due when it is spent. */
    amount_with_vat: number;
    /** Payment method of the deposit. */
    payment_method: string;
    /** When it was credited. */
    payment_date: string;
  } | null;
  /** Bitcoin payments that the network has not confirmed yet. */
  unconfirmed_bitcoin_deposits: ({
    /** Hash of the transaction. */
    tx_hash: string;
    /** What was sent, in bitcoin. */
    tx_amount: number;
    /** Amount that will be credited. */
    amount: number;
    /** Equal to `amount`: a deposit carries no VAT. */
    amount_with_vat: number;
    /** When the transaction was first seen. */
    noticed_on: string;
  })[];
}

/** A change of the balance. */
export interface BalanceTransaction {
  /** Id of the transaction. */
  id: number;
  /** When it was booked. */
  created_at: string;
  /** What the balance changed by, VAT included: negative for a payment out of it. */
  amount_with_vat: number;
  /** Order that it paid or refunded; null where there is none. */
  order_id: number | null;
  /** Payment method of the transaction. */
  payment_method: string;
  /** What it was for, in a sentence. */
  description: string;
}

/** A page of a list. */
export interface BalanceTransactionPage {
  /** The items of this page. */
  data: BalanceTransaction[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** Bandwidth limit and use of a server. */
export interface BandwidthStatistics {
  /** Bandwidth limit of the server in GB; 0: unmetered. */
  limit: number;
  /** Used in the current bandwidth cycle, in GB. */
  used: number;
  /** A day each, oldest first. */
  daily_usage: ({
    /** Beginning of the day, Unix time in seconds. */
    timestamp: number;
    /** GB received. */
    incoming: number;
    /** GB sent. */
    outgoing: number;
  })[];
}

/** Who signs in. */
export interface BeginSingleSignOn {
  /** Address of who signs in; its domain tells the identity provider. */
  email?: string | null | undefined;
  /** In place of the address: what names the provider of an account. */
  sign_in_key?: string | null | undefined;
}

/** An address that was blocked automatically. */
export interface BlockedIp {
  /** The address that is blocked. */
  ip: string;
  /** ISO 3166-1 alpha-2 code of its country; null when that is not known. */
  country: string | null;
  /** Why, in a sentence. */
  reason: string;
  /** Since when. */
  blocked_at: string;
  /** When the block ends as things stand. An address that still floods then is blocked again. */
  expires_at: string;
}

/** A page of a list. */
export interface BlockedIpPage {
  /** The items of this page. */
  data: BlockedIp[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The servers to renew, and for how many months. */
export interface CalculateRenewal {
  /** Ids of the servers, 1 to 100. */
  server_ids: number[];
  /** Months to pay at once. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that lowers the price. */
  promo_code?: string | null | undefined;
}

/** When to cancel it, and why. */
export interface CancelAddon {
  /** Why, for the operator of the service. */
  reason: string;
  /** true: at once; false: when the paid time is over. */
  now: boolean;
}

/** The floating IPs to cancel, and when. */
export interface CancelFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** true: at once; false: when the paid time is over. */
  now: boolean;
  /** Why, for the operator of the service. */
  reason?: string | null | undefined;
}

/** The request to cancel a service, until it is carried out or withdrawn. */
export interface CancelRequest {
  /** Id of the request. */
  id: number;
  /** 1: at once; 0: when the paid time is over. */
  now: number;
  /** What the customer gave as the reason; null for none. */
  reason: string | null;
  /** When it was asked for. */
  created_at: string;
}

/** When to cancel the server. */
export interface CancelServer {
  /** Why, for the operator of the service. */
  reason?: string | null | undefined;
  /** true: suspended at once, and terminated after the grace period; false (unless given): both from its expiry. */
  now?: boolean | null | undefined;
}

/** When to cancel it. */
export interface CancelSupportPlan {
  /** Why, for the operator of the service. */
  reason?: string | null | undefined;
  /** true: at once; false: when the paid time is over. */
  now?: boolean | null | undefined;
}

/** The new password of root. */
export interface ChangePassword {
  /** The new password, 6 to 128 characters. */
  password: string;
  /** Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given. */
  reboot?: boolean | null | undefined;
}

/** The address that becomes the main one. */
export interface ChangePrimaryIp {
  /** Id of one of its addresses. */
  ip_id: number;
}

/** The new period of the line. */
export interface ChangeRenewalPeriod {
  /** Months to pay at once. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that lowers the line, for all of the order. A better code of the order or of a server stays. */
  promo_code?: string | null | undefined;
}

/** The new password, and the one of now. */
export interface ChangeUserPassword {
  /** The password of now; for users who have one. */
  current_password?: string | null | undefined;
  /** The new password: 10 to 128 characters; neither a common one, nor the address of the user or the name of the host. */
  password: string;
}

/** Something that stands in the way of closing the account. */
export interface ClosureObstacle {
  /** What it is, a word that stays the same. */
  code: 'suspended' | 'services' | 'unpaid_orders' | 'disputes' | 'payments' | 'refunds' | 'operations' | 'response_targets' | 'invoices' | 'affiliate_earnings' | 'copies' | 'isos' | 'ip_addresses' | 'balance' | 'debt';
  /** How many there are; of `affiliate_earnings`, `balance` and `debt`: cents. */
  count: number;
}

/** What the browser brought back. */
export interface CompleteSingleSignOn {
  /** As it stands in the URL that the browser came back to. */
  state: string;
  /** Likewise, if it is there. */
  code?: string | null | undefined;
  /** Likewise, if it is there. */
  iss?: string | null | undefined;
  /** Likewise, in place of the code. */
  error?: string | null | undefined;
}

/** What is given besides the credentials at the provider. */
export interface ConfirmBySingleSignOn {
  /** A code of the authenticator app, or a recovery code; for users who have one, where the provider says nothing of a second factor that is trusted. */
  otp?: string | number | null | undefined;
}

/** The secret of a link, and the password. */
export interface ConfirmPasswordReset {
  /** The secret of the link in the mail. */
  secret: string;
  /** The new password: 10 to 128 characters; neither a common one, nor the address of the user or the name of the host. */
  password: string;
}

/** Proof that it is the user: the password, or a passkey. */
export interface ConfirmSession {
  /** The password. */
  password?: string | null | undefined;
  /** A code of the authenticator app, or a recovery code; for users who have one. */
  otp?: string | number | null | undefined;
  /** In place of both: what the browser made of the options. */
  passkey?: PasskeyCredential | null | undefined;
}

/** The secret of a link, and who the customer is. */
export interface ConfirmSignUp {
  /** The secret of the link in the mail. */
  secret: string;
  /** Name of the customer. */
  name: string;
  /** Id of the country of residence, which decides the VAT: of `GET /countries`. */
  country_id: number;
  /** The new password: 10 to 128 characters; neither a common one, nor the address of the user or the name of the host. */
  password: string;
  /** The version of the terms of service that is accepted: the one that holds now, of `GET /sign-up`. */
  terms_version: string;
  /** Code of the affiliate who brought the customer. */
  referral_code?: string | null | undefined;
}

/** What came of it. */
export interface ConfirmedEmailChange {
  /** Whether the user has the new address now; false: the link of the other mail is needed too. */
  changed: boolean;
}

/** Secret addresses of a screen, keyboard and mouse. */
export interface Console {
  /** A WebSocket that speaks RFB (VNC), as noVNC does. It asks for no password. */
  url: string;
  /** A page that shows it in a browser, with the keyboard, Ctrl-Alt-Del, typing of a text and full screen. Uses `url` up. */
  viewer_url: string;
  /** Until then it can be opened, once. */
  expires_at: string;
}

/** A country with its VAT. */
export interface Country {
  /** Id of the country. */
  id: number;
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Name in English. */
  name: string;
  /** 1.2 for VAT of 20 percent. */
  tax_rate: number;
}

/** A list that is not paginated. */
export interface CountryList {
  /** All items. */
  data: Country[];
}

/** Confirms that the account shall be closed. */
export interface CreateAccountClosure {
  /** The address of the owner, to confirm that this account is meant. */
  email: string;
}

/** The address that the user shall have. */
export interface CreateEmailChange {
  /** The new address. */
  email: string;
}

/** The firewall to create. It is applied to no server yet. */
export interface CreateFirewall {
  /** Name for people, 1 to 100 characters. */
  name: string;
  /** What it allows: at most 50 rules. None when left out: nothing comes in. */
  rules?: GivenFirewallRule[] | null | undefined;
  /** Whether each new server of the account gets it, before its first boot. */
  default?: boolean | null | undefined;
}

/** Whom to invite, and as what. */
export interface CreateInvitation {
  /** Address of who is invited. */
  email: string;
  /** The role that who accepts it gets. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
}

/** A new passkey. */
export interface CreatePasskey {
  /** What to call it. */
  name: string;
  /** What the browser has made. */
  credential: NewPasskeyCredential;
}

/** The passkey that signs in. */
export interface CreatePasskeySession {
  /** What the browser made of the options. */
  credential: PasskeyCredential;
}

/** Whose password is to be set. */
export interface CreatePasswordReset {
  /** Address of the user, in whatever case. */
  email: string;
}

/** A code that proves access to the authenticator app. */
export interface CreateRecoveryCodes {
  /** A code of the authenticator app, as 6 digits or as the integer that they spell. */
  otp: string | number;
}

/** Who signs in. */
export interface CreateSession {
  /** Address of the user, in whatever case. */
  email: string;
  /** The password. */
  password: string;
  /** A code of the authenticator app, or a recovery code, if it is known already that one is asked for. */
  otp?: string | number | null | undefined;
}

/** What the passkey is for. */
export interface CreateSignInOptions {
  /** Of the first step, where the passkey is the second factor. */
  sign_in_token?: string | null | undefined;
}

/** Who wants to open an account. */
export interface CreateSignUp {
  /** Address of the new user, to which the link is sent. */
  email: string;
  /** Language of messages, two letters. */
  language?: string | null | undefined;
}

/** The snapshot to take. */
export interface CreateSnapshot {
  /** Name of the snapshot, 1 to 100 characters. */
  name: string;
}

/** For how long support may act inside the account, and how far. */
export interface CreateSupportAccess {
  /** For how many hours, 1 to 168. */
  hours: number;
  /** What support may do: `read` what changes nothing, `write` run servers besides. */
  scope: 'read' | 'write';
  /** Id of the ticket that it is about. */
  ticket?: number | null | undefined;
}

/** The token to make. */
export interface CreateToken {
  /** Name for people, 1 to 100 characters. */
  name: string;
  /** What it may do: `read` what changes nothing; `write` everything but what needs `account`; `account` another address to sign in with, the identity provider, exports of the account, and closing it. */
  abilities: ('read' | 'write' | 'account')[];
  /** When it stops working; never by itself unless given. */
  expires_at?: string | null | undefined;
  /** IP addresses or networks in CIDR form that it works from, at most 100; from everywhere unless given. */
  allowed_networks?: string[] | null | undefined;
  /** Servers that it is for, at most 100: it reaches what is about them, and the catalogue. Everything of the account unless given. */
  server_ids?: number[] | null | undefined;
  /** What may be spent with it in a calendar month, VAT included; as much as the account may unless given. */
  monthly_cap?: number | null | undefined;
}

/** The webhook to make. */
export interface CreateWebhook {
  /** An https URL on a public address, whose port is 443, or 1024 or more. */
  url: string;
  /** Name for people, up to 100 characters. */
  name?: string | null | undefined;
  /** Kinds of events that it gets; empty: all, also those that are yet to come. */
  event_types?: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[] | null | undefined;
}

/** A passkey, as browsers name it. */
export interface CredentialDescriptor {
  /** Id of the credential, in base64url. */
  id: string;
  /** The one kind there is. */
  type: 'public-key';
  /** How its authenticator is reached. */
  transports: string[];
}

/** The departments that tickets can be sent to. */
export interface Department {
  /** Id of the department, for a new ticket. */
  id: number;
  /** Key of the department, as tickets show it. */
  key: string;
  /** Name for people. */
  name: string;
}

/** A list that is not paginated. */
export interface DepartmentList {
  /** All items. */
  data: Department[];
}

/** The server, or servers, to order. Without a key, a password or a startup script nobody could log in, so one of them is required, except from a copy or an ISO. A quote (`dry_run=true`) may leave out the name, the source and the way to log in: it assumes one server, and names what is missing. */
export interface DeployServer {
  /** A hostname, or up to 20 of them for as many servers: all or none are ordered. */
  name: string | string[];
  /** Key of the plan. */
  plan: string;
  /** Months to pay at once, 1 to 24; 1 unless given. */
  billing_cycle?: number | null | undefined;
  /** Image to make it from. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required. */
  image_id?: number | null | undefined;
  /** Snapshot to make it from. */
  snapshot_id?: number | null | undefined;
  /** Backup to make it from. */
  backup_id?: number | null | undefined;
  /** ISO to boot; the disk begins empty. */
  primary_iso_id?: number | null | undefined;
  /** ISO for the second drive, such as one with drivers. */
  secondary_iso_id?: number | null | undefined;
  /** Password of root. Without it, and with a key, only keys log in. */
  password?: string | null | undefined;
  /** Ids of the SSH keys of this account that may log in; none unless given. */
  ssh_keys?: number[] | null | undefined;
  /** Weekly backups; the last 3 are kept. */
  backups?: boolean | null | undefined;
  /** Key of a cPanel licence of the catalogue. */
  cpanel?: string | null | undefined;
  /** TB of traffic more a month; 0 is none. */
  bandwidth?: number | null | undefined;
  /** Users of Remote Desktop Services; 0 is none. */
  microsoft_rds_sal?: number | null | undefined;
  /** Users of Microsoft Office; 0 is none. */
  microsoft_office_sal?: number | null | undefined;
  /** IPv4 addresses besides the main one; 0 unless given. */
  extra_ipv4?: number | null | undefined;
  /** IPv4 addresses with DDoS protection; 0 unless given. */
  extra_ipv4_ddos?: number | null | undefined;
  /** IPv6 networks besides the main one; 0 unless given. */
  extra_ipv6?: number | null | undefined;
  /** Promo code that lowers the price. */
  promo_code?: string | null | undefined;
  /** A script that runs once, at the first boot; at most 16 384 characters. */
  startup_script?: string | null | undefined;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** The amount to deposit, and how it is paid. */
export interface DepositFunds {
  /** How much to pay in, between the minimum and the maximum of the payment method. */
  amount: number;
  /** Payment method of the deposit. */
  payment_method: 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';
}

/** A code that proves access to the authenticator app, or stands in for it. */
export interface DisableTwoFactor {
  /** A code of the authenticator app, as 6 digits or as the integer that they spell; or a recovery code. */
  otp: string | number;
}

/** The invoices to put into the archive. */
export interface DownloadInvoices {
  /** Ids of the invoices, 1 to 100. */
  ids: number[];
}

/** What to judge the last hour by. */
export interface DryRunProtection {
  /** As `networks` of the whitelist. As it is set when left out. */
  whitelist?: string[] | null | undefined;
  /** As `networks` of the blacklist. As it is set when left out. */
  blacklist?: string[] | null | undefined;
  /** A geo filter. As it is set when left out. */
  geo?: SetGeoFilter | null | undefined;
}

/** A change of the address that waits to be confirmed. */
export interface EmailChange {
  /** The new address. */
  email: string;
  /** Whether the link that was sent to the new address was used. */
  new_confirmed: boolean;
  /** Whether the link that was sent to the address of now was used. */
  old_confirmed: boolean;
  /** When it was asked for. */
  created_at: string;
  /** Until when both have to be used. */
  expires_at: string;
  /** Support has asked for it, since the address of now was said to be lost: from then on the link to the new one is enough. null: the user has asked, and both are needed. */
  counts_from: string | null;
}

/** The secret of a link, of either mail. */
export interface EmailChangeSecret {
  /** The secret of the link in the mail. */
  secret: string;
}

/** The password and keys for the rescue system. */
export interface EnableRescue {
  /** Password of the rescue system. Without it, and with a key, only keys log in. */
  password?: string | null | undefined;
  /** Ids of the SSH keys of this account that may log in; those of the server when left out. */
  ssh_keys?: number[] | null | undefined;
}

/** The secret, and a code that proves that the app has it. */
export interface EnableTwoFactor {
  /** A code of the authenticator app, as 6 digits or as the integer that they spell. */
  otp: string | number;
  /** The secret that the code was made with. */
  secret_key: string;
}

/** A stable code, for programs. */
export type ErrorCode = 'unauthenticated' | 'wrong_credentials' | 'reauthentication_required' | 'single_sign_on_required' | 'single_sign_on_refused' | 'identity_provider_failed' | 'ability_missing' | 'account_suspended' | 'not_yours' | 'insufficient_role' | 'out_of_scope' | 'not_found' | 'unknown_path' | 'method_not_allowed' | 'validation' | 'locked' | 'rate_limited' | 'idempotency_mismatch' | 'not_ready' | 'idempotency_running' | 'wrong_state' | 'insufficient_funds' | 'unpaid_limit' | 'spending_cap' | 'payment_disputed' | 'no_capacity' | 'malformed_request' | 'request_timeout' | 'expectation_failed' | 'headers_too_large' | 'payload_too_large' | 'infected_file' | 'scanner_unavailable' | 'not_supported' | 'unavailable' | 'foreign_origin' | 'insecure_transport' | 'internal';

/** An event for a webhook. */
export interface EventDelivery {
  /** Id of the delivery, which the receiver gets as `webhook-id`; the same at every try. */
  id: string;
  /** Kind of the event; `test` for a test, `reset` when events are missing. */
  event_type: string;
  /** Number of the event, as in the stream; null for a test. */
  event_id: number | null;
  /** `pending` while it is tried, `delivered` when the receiver has answered 2xx, `failed` when it is tried no more. */
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was tried, since it was last replayed. */
  tries: number;
  /** When the event was taken for the webhook. */
  created_at: string;
  /** When it is tried next at the earliest; null when it is tried no more. */
  next_try_at: string | null;
  /** When it was delivered, or given up; null while it is pending. */
  ended_at: string | null;
}

/** An event for a webhook, with what is sent and what the receiver answered. */
export interface EventDeliveryDetails {
  /** Id of the delivery, which the receiver gets as `webhook-id`; the same at every try. */
  id: string;
  /** Kind of the event; `test` for a test, `reset` when events are missing. */
  event_type: string;
  /** Number of the event, as in the stream; null for a test. */
  event_id: number | null;
  /** `pending` while it is tried, `delivered` when the receiver has answered 2xx, `failed` when it is tried no more. */
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was tried, since it was last replayed. */
  tries: number;
  /** When the event was taken for the webhook. */
  created_at: string;
  /** When it is tried next at the earliest; null when it is tried no more. */
  next_try_at: string | null;
  /** When it was delivered, or given up; null while it is pending. */
  ended_at: string | null;
  /** What is sent: the JSON of an event of the stream. */
  body: string;
  /** The latest tries, up to 20, the oldest first. */
  attempts: ({
    /** When the try began. */
    at: string;
    /** HTTP status of the reply; null when there was none. */
    status: number | null;
    /** How long it took, in milliseconds. */
    ms: number;
    /** Why it was not delivered; null when it was. */
    error: string | null;
  })[];
  /** The first kilobyte of the last reply's body; null when there was no reply. */
  answer: string | null;
}

/** A page of a list. */
export interface EventDeliveryPage {
  /** The items of this page. */
  data: EventDelivery[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A line of an order, explained. */
export interface ExplainedLine {
  /** What is ordered. */
  label: string;
  /** Kind or name of the service that it is for. */
  sublabel: string;
  /** Price without VAT, before discounts. */
  list_amount: number;
  /** Discounts, without VAT. */
  discount: number;
  /** Price without VAT, after discounts. */
  amount: number;
  /** VAT on it, rounded once. */
  vat_amount: number;
  /** What is to be paid. */
  amount_with_vat: number;
  /** How the amounts come about, in this order. */
  steps: ExplainedStep[];
}

/** A step of the calculation of a line. */
export interface ExplainedStep {
  /** What is done. */
  step: 'months' | 'renewal' | 'rest-of-period' | 'difference' | 'fixed' | 'promo' | 'refund' | 'vat';
  /** The step in words, as invoices print it. */
  text: string;
  /** Its inputs and its result, as text; what there is not is left out. Amounts are cents; times are ISO 8601. */
  values: Record<string, string>;
}

/** Whose VAT is charged, and why. */
export interface ExplainedTax {
  /** Country whose VAT is charged, ISO 3166. */
  country: string;
  /** Rate in percent. */
  rate: number;
  /** Rule that decides it. */
  rule: string;
  /** What the law wants to be said; null where there is nothing. */
  note: string | null;
  /** Whether the VAT number is not checked yet. */
  pending: boolean;
  /** What was known when it was decided. */
  evidence: {
    /** Country that the account says, ISO 3166. */
    country: string;
    /** Country of the IP address; null where it is not known. */
    ip_country: string | null;
    /** Country of the card; null where it is not known. */
    card_country: string | null;
    /** Whether the account is of a company. */
    company: boolean;
    /** Its VAT number; null for none. */
    vat_number: string | null;
    /** Answer of the register of VAT numbers: valid, invalid or unknown; null when not asked. */
    verdict: string | null;
    /** Number of the consultation, for an audit; null for none. */
    consultation: string | null;
    /** When the register answered; null when it was not asked. */
    checked_at: string | null;
  };
  /** What it became when the VAT number turned out to be valid, and the VAT went back to the balance; null otherwise. */
  correction: {
    /** Rule that holds since then. */
    rule: string;
    /** What the law wants to be said. */
    note: string;
    /** Number of the consultation; null for none. */
    consultation: string | null;
    /** When the register answered. */
    checked_at: string | null;
  } | null;
}

/** Rules for what comes in and goes out of servers. A server with at least one firewall gets nothing in that no rule of any of its firewalls allows. It may send anything as long as none of them has a rule for `out`, and then what one of these allows. Answers to what is allowed pass, as do ICMP errors that belong to it and those for the path MTU. Addressing by DHCP, neighbour discovery and metadata always work. A change is valid for open connections too: what is allowed no longer is dropped at once. */
export interface Firewall {
  /** Id of the firewall. */
  id: number;
  /** Name for people. */
  name: string;
  /** Whether each new server of the account gets it, before its first boot. */
  default: boolean;
  /** `active`: all of its servers obey these rules. `applying`: some of them still obey what was before, for about a second. */
  status: 'active' | 'applying';
  /** What it allows, as it is set. */
  rules: FirewallRule[];
  /** Servers that it is applied to. */
  servers: ({
    /** Id of the server. */
    id: number;
    /** Hostname of the server. */
    hostname: string;
    /** `applied`: it obeys the rules above. `applying`: not yet. `removing`: it still obeys rules of this firewall. */
    status: 'applied' | 'applying' | 'removing';
  })[];
  /** When it was created. */
  created_at: string;
  /** When its name, its rules or `default` changed last. */
  updated_at: string;
}

/** A page of a list. */
export interface FirewallPage {
  /** The items of this page. */
  data: Firewall[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** Allows what matches it. No rule denies. */
export interface FirewallRule {
  /** `in`: what others begin with the server; `out`: what the server begins. */
  direction: 'in' | 'out';
  /** The protocol; `any`: all of them. */
  protocol: 'any' | 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'esp' | 'ah' | 'gre';
  /** Ports of the destination, single ones and ranges, ascending; null: all, and for protocols without ports. */
  ports: string[] | null;
  /** In: where it may come from. Out: where it may lead to. */
  networks: string[];
  /** For people; null for none. */
  description: string | null;
}

/** The servers: all of them or none. */
export interface FirewallServers {
  /** Servers of the account, 1 to 50, each once. */
  server_ids: number[];
}

/** An address that can be moved between servers. */
export interface FloatingIp {
  /** Id of the floating IP. */
  id: number;
  /** Its billing status. */
  status: ServiceStatus;
  /** Server that it is attached to; null for none. */
  server_id: number | null;
  /** Hostname of that server; null for none. */
  server_hostname: string | null;
  /** Since when an operation holds it; null when none does. */
  locked_at: string | null;
  /** What the operation that holds it does, a word of a closed list; null when none does. */
  lock_reason: LockReason | null;
  /** Months that are paid at once. */
  billing_cycle: number;
  /** Until when it is paid; null until then. */
  expiry_at: string | null;
  /** What it costs. */
  plan: FloatingIpPlan;
  /** The request to end it; null when there is none. */
  cancel_request: CancelRequest | null;
  /** Main address of the server that it is attached to; null for none. */
  server_main_ip: string | null;
  /** Whether an operation holds it. */
  locked: boolean;
  /** The address itself. */
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
  /** Its billing status. */
  status: ServiceStatus;
  /** Server that it is attached to; null for none. */
  server_id: number | null;
  /** Hostname of that server; null for none. */
  server_hostname: string | null;
  /** Since when an operation holds it; null when none does. */
  locked_at: string | null;
  /** What the operation that holds it does, a word of a closed list; null when none does. */
  lock_reason: LockReason | null;
  /** Months that are paid at once. */
  billing_cycle: number;
  /** Until when it is paid; null until then. */
  expiry_at: string | null;
  /** What it costs. */
  plan: FloatingIpPlan;
  /** The request to end it; null when there is none. */
  cancel_request: CancelRequest | null;
  /** "true" while an operation holds the service, else null. */
  locked: 'true' | null;
}

/** A page of a list. */
export interface FloatingIpPage {
  /** The items of this page. */
  data: FloatingIp[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** What a floating IP costs. */
export interface FloatingIpPlan {
  /** Key of the plan. */
  id: string;
  /** Name for people. */
  name: string;
  /** Whether it can be ordered now. */
  available: boolean;
  /** Price of a month, without VAT. */
  price: string;
  /** The same with VAT at the rate of the account. */
  price_with_vat: string;
}

/** A list that is not paginated. */
export interface FloatingIpPlanList {
  /** All items. */
  data: FloatingIpPlan[];
}

/** The countries that packets are let through from. */
export interface GeoFilter {
  /** Whether the filter is on. */
  active: boolean;
  /** `allow`: only these countries are let through; `deny`: all but these. */
  action: 'allow' | 'deny';
  /** ISO 3166-1 alpha-2 codes. */
  countries: string[];
}

/** A rule to set. */
export interface GivenFirewallRule {
  /** `in`: what others begin with the server; `out`: what the server begins. */
  direction: 'in' | 'out';
  /** The protocol; `any`: all of them. */
  protocol: 'any' | 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'esp' | 'ah' | 'gre';
  /** Of tcp and udp: ports of the destination, single ones and ranges, at most 15. All when left out or null. */
  ports?: string[] | null | undefined;
  /** In: where it may come from. Out: where it may lead to. Networks or addresses of both families, at most 30. Everywhere when left out. */
  networks?: string[] | undefined;
  /** For people, 1 to 100 characters. */
  description?: string | null | undefined;
}

/** A domain whose addresses the identity provider vouches for. */
export interface IdentityDomain {
  /** Domain of e-mail addresses. */
  name: string;
  /** Since when it is proven to be the account's; null: it does not count. */
  verified_at: string | null;
  /** Where the TXT record that proves it belongs. */
  record_name: string;
  /** What it has to say. */
  record_value: string;
}

/** By what the members of an account sign in (OpenID Connect). Its secret is never shown. */
export interface IdentityProvider {
  /** URL of the issuer. */
  issuer: string;
  /** What we are called there. */
  client_id: string;
  /** What has to be registered there: where it sends browsers back to. */
  redirect_url: string;
  /** By which a link to sign in names this provider. */
  sign_in_key: string;
  /** Domains that it vouches for. */
  domains: IdentityDomain[];
  /** What who signs in for the first time becomes in the account; null: nobody without an invitation. */
  default_role: 'admin' | 'billing' | 'technical' | 'read-only' | null;
  /** Values of the claim `amr` that count as a second factor. Otherwise the user's own is asked for, where there is one. */
  trusted_amr: string[];
  /** Values of the claim `acr` that count as a second factor. Otherwise the user's own is asked for, where there is one. */
  trusted_acr: string[];
  /** Whether members can sign in by it. */
  enabled: boolean;
  /** Whether members other than the owner sign in by it alone. */
  required: boolean;
  /** When signing in by it was last tried; null: not yet, so it cannot be enabled. */
  tested_at: string | null;
  /** When it was made. */
  created_at: string;
  /** When it was last set. */
  updated_at: string;
}

/** Somebody who was invited to the account and has not accepted yet. */
export interface Invitation {
  /** Id of the invitation. */
  id: number;
  /** Address that was invited. */
  email: string;
  /** The role that who accepts it gets. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
  /** Name of the member who sent it; null when that user is gone. */
  invited_by: string | null;
  /** When it was made. */
  created_at: string;
  /** When the mail was last sent. */
  sent_at: string;
  /** Until when it can be accepted. */
  expires_at: string;
}

/** A page of a list. */
export interface InvitationPage {
  /** The items of this page. */
  data: Invitation[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** An invoice; the document itself is downloaded. */
export interface Invoice {
  /** Id of the invoice. */
  id: number;
  /** Its number, 10 digits. Invoices are numbered without gaps. */
  invoice_number: string;
  /** When it was issued. */
  created_at: string;
  /** Its amount without VAT; negative on a credit note. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** `proform` asks for payment, `original` confirms it, `credit-note` corrects an original. */
  type: 'proform' | 'original' | 'credit-note';
  /** Orders that it is for. */
  order_ids: number[];
}

/** A page of a list. */
export interface InvoicePage {
  /** The items of this page. */
  data: Invoice[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** An IP address of the account. */
export interface IpAddress {
  /** Id of the address, which the operations on addresses and their protection take. */
  id: number;
  /** The address; of an IPv6 network its first one. */
  ip_address: string;
  /** Length of the prefix of the network. */
  prefix: number;
  /** IP version. */
  version: 4 | 6;
  /** `public`: reachable from the internet. */
  type: string;
  /** Whether it is the main address of its server. */
  main: boolean;
  /** Whether attacks on it are filtered. */
  ddos_protected: boolean;
  /** Gateway of the network. */
  gateway: string;
  /** The floating IP that it belongs to; null for an address of the server itself. */
  floating_ip: FloatingIpOfAddress | null;
  /** Reverse DNS: a name per address that has one. */
  ptr: ({
    /** The address. */
    address: string;
    /** Its name. */
    name: string;
  })[];
  /** Since when the account has it. */
  assigned_on: string;
}

/** An image of a CD or DVD that a server can boot. */
export interface Iso {
  /** Id of the ISO. */
  id: number;
  /** Its name. */
  name: string;
  /** Size in bytes; null until it is known. */
  size: number | null;
  /** Whether it can be used: it can when it is `ready`. */
  status: 'downloading' | 'ready' | 'failed';
  /** Where it was downloaded from; null for one of the operator's own. */
  url: string | null;
  /** SHA-256 of the file, in hexadecimal; null until it is known. */
  sha256: string | null;
  /** Why the download failed; null unless it did. */
  error: string | null;
  /** When it was added. */
  created_at: string;
  /** Servers that it is attached to. */
  servers: ServerRef[];
}

/** A page of a list. */
export interface IsoPage {
  /** The items of this page. */
  data: Iso[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The secret of an invitation, and who the new user is. */
export interface JoinWithNewUser {
  /** The secret of the link in the mail. */
  secret: string;
  /** Name of the new user. */
  name: string;
  /** The new password: 10 to 128 characters; neither a common one, nor the address of the user or the name of the host. */
  password: string;
}

/** The account that was joined. */
export interface JoinedAccount {
  /** Id of the account that the user is a member of now. */
  account_id: number;
  /** Its name. */
  account_name: string;
  /** What the user may do there. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only';
}

/** The operation that holds it. */
export type LockReason = 'deploy' | 'start' | 'restart' | 'stop' | 'power-off' | 'host-restart' | 'crash-restart' | 'set-password' | 'set-hostname' | 'set-ssh-keys' | 'set-media' | 'enable-rescue' | 'disable-rescue' | 'scale' | 'restore' | 'reinstall' | 'move' | 'snapshot' | 'backup' | 'download' | 'delete' | 'attached' | 'suspend-network' | 'restore-network' | 'change-primary-ip' | 'scale-addons' | 'suspend' | 'resume' | 'terminate' | 'payment' | 'apply-firewall' | 'floating-ip-attach' | 'floating-ip-detach';

/** A user of the account. */
export interface Member {
  /** Id of the member. */
  id: number;
  /** Name of the user. */
  name: string;
  /** Address that the user signs in with. */
  email: string;
  /** What the member may do: a word of a closed list. */
  role: 'owner' | 'admin' | 'billing' | 'technical' | 'read-only';
  /** Whether the user signs in with a code of an authenticator app. */
  '2fa_enabled': boolean;
  /** Since when the user is a member. */
  joined_at: string;
  /** Until when this member may accept the ownership of the account; null when it is not offered. */
  ownership_offered_until: string | null;
}

/** A page of a list. */
export interface MemberPage {
  /** The items of this page. */
  data: Member[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The ISO files of the drives: at least one field. */
export interface ModifyIsos {
  /** ISO for the first drive; null ejects. Stays as it is when left out. */
  primary_iso_id?: number | null | undefined;
  /** ISO for the second drive; null ejects. Stays as it is when left out. */
  secondary_iso_id?: number | null | undefined;
  /** What the next start boots; unless given, the primary ISO once it is put in, and the disk once it is taken out. */
  boot_from?: 'disk' | 'iso' | null | undefined;
}

/** A whitelist or blacklist. */
export interface NetworkList {
  /** Whether the list is applied. */
  active: boolean;
  /** Networks in CIDR form, sorted by address and then by prefix, without repeats. */
  networks: string[];
}

/** What `navigator.credentials.create` returns, by its `toJSON`. */
export interface NewPasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** The same. */
  rawId: string;
  /** The one kind there is. */
  type: 'public-key';
  /** What the authenticator answered. */
  response: {
    /** What the browser tells the authenticator, in base64url. */
    clientDataJSON: string;
    /** The new key, and what the authenticator says of it, in base64url. */
    attestationObject: string;
    /** How the authenticator is reached. */
    transports?: string[] | undefined;
  };
}

/** A token with its secret. */
export interface NewToken {
  /** Id of the token. */
  id: number;
  /** Name for people. */
  name: string;
  /** Its first characters, to recognise it by. */
  hint: string;
  /** What it may do: `read` what changes nothing; `write` everything but what needs `account`; `account` another address to sign in with, the identity provider, exports of the account, and closing it. */
  abilities: ('read' | 'write' | 'account')[];
  /** Networks in CIDR form that it works from; empty: from everywhere. */
  allowed_networks: string[];
  /** Servers that it is for; empty: everything of the account. */
  server_ids: number[];
  /** What may be spent with it in a calendar month, VAT included; null: as much as the account may. */
  monthly_cap: number | null;
  /** When it was made, or last rotated. */
  created_at: string;
  /** When it stops working; null: never by itself. */
  expires_at: string | null;
  /** When it was last used, to the minute; null when it never was. */
  last_used_at: string | null;
  /** The address that it was last used from; null when it never was. */
  last_used_from: string | null;
  /** Until when the secret of before the last rotation works, or worked; null: it stopped with the rotation. */
  previous_secret_until: string | null;
  /** The secret. Shown in this reply and never again. */
  token: string;
}

/** A webhook with its secret. */
export interface NewWebhook {
  /** Id of the webhook. */
  id: number;
  /** Where events are sent, by POST. */
  url: string;
  /** Name for people; may be empty. */
  name: string;
  /** Kinds of events that it gets: words of an open list; empty: all. */
  event_types: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[];
  /** Whether it gets events. */
  enabled: boolean;
  /** Why it is disabled: by its account, or since nothing could be delivered for 3 days or the receiver answered 410; null while it is enabled. */
  disabled_reason: 'customer' | 'failing' | null;
  /** Since when no try was successful; null when the last one was, or there was none. */
  failing_since: string | null;
  /** Until when the secret of before the last rotation signs besides, or signed; null: it never did. */
  previous_secret_until: string | null;
  /** When it was made. */
  created_at: string;
  /** The secret that signs its events. Shown in this reply and never again. */
  secret: string;
}

/** Who shall own the account. */
export interface OfferOwnership {
  /** Id of the member who shall own the account. */
  member_id: number;
}

/** The account that was opened. */
export interface OpenedAccount {
  /** Id of the new account. */
  account_id: number;
  /** Address of its owner, to sign in with. */
  email: string;
}

/** Work that takes longer than a request. */
export interface Operation {
  /** Id of the operation. */
  id: number;
  /** What is done. */
  kind: OperationKind;
  /** State of the operation. */
  state: OperationState;
  /** What it is done to; null where that is gone. */
  resource: OperationResource | null;
  /** Progress in percent, 100 when it is done; null where it is not known. */
  percent: number | null;
  /** When it was asked for. */
  created_at: string;
  /** When it began; null while it waits. */
  started_at: string | null;
  /** When it ended; null until then. */
  finished_at: string | null;
  /** When it will probably end, estimated from earlier operations of its kind; null while that is not known. */
  estimated_end: string | null;
  /** Why it failed, in a sentence; null unless it did. */
  reason: string | null;
  /** The steps that have begun, in order. */
  steps: OperationStep[];
  /** All steps of this kind of operation, in order. A step that this operation does not need never begins. */
  planned: PlannedStep[];
  /** Email address of the user who asked for it; null where no user did. */
  requested_by: string | null;
}

/** An operation began, moved on or ended. */
export interface OperationEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When it happened. */
  at: string;
  /** What happened to the resource: a word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event; decides the schema of `data`. */
  type: 'operation';
  /** The operation after the change. */
  data: {
    /** What is done. */
    kind: OperationKind;
    /** State of the operation. */
    state: OperationState;
    /** The step in progress, or being rolled back; null before the first and after the last. */
    step: string | null;
    /** Progress in percent; null where it is not known. */
    percent: number | null;
    /** What it is done to; null where that is gone. */
    resource: OperationResource | null;
  };
}

/** What is done. `other`: work that this version of the API has no word for. */
export type OperationKind = 'start' | 'start-after-crash' | 'restart' | 'stop' | 'power-off' | 'deploy' | 'set-password' | 'set-hostname' | 'set-ssh-keys' | 'enable-rescue' | 'disable-rescue' | 'set-media' | 'set-link' | 'change-primary-ip' | 'release-addresses' | 'suspend' | 'resume' | 'terminate' | 'scale' | 'reinstall' | 'restore' | 'snapshot' | 'backup' | 'move' | 'floating-ip-attach' | 'floating-ip-detach' | 'copy-delete' | 'iso-download' | 'iso-remove' | 'apply-firewall' | 'payment' | 'payment-refund' | 'other';

/** A page of a list. */
export interface OperationPage {
  /** The items of this page. */
  data: Operation[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** What an operation is done to. */
export interface OperationResource {
  /** Kind of the resource. */
  type: string;
  /** Id of the resource. */
  id: number;
}

/** `queued`, `running`, then `done` or `failed`. `undoing`: it failed, and what it did is being rolled back; it ends as `failed`. */
export type OperationState = 'queued' | 'running' | 'undoing' | 'done' | 'failed';

/** A step of an operation. */
export interface OperationStep {
  /** Name of the step. */
  name: string;
  /** Whether this rolled back the step of that name. */
  undo: boolean;
  /** Attempts so far. */
  attempts: number;
  /** When it began. */
  started_at: string;
  /** When it ended; null while it is in progress, and where it failed. */
  finished_at: string | null;
}

/** An order with its lines and invoices. */
export interface Order {
  /** Id of the order. */
  id: number;
  /** 1.2 for VAT of 20 percent; 1 for a deposit. */
  tax_rate: number;
  /** Its amount without VAT. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Part of it that the balance pays, or has paid. */
  amount_from_balance: number;
  /** Part of it that was refunded to the balance, without VAT. */
  amount_refunded: number;
  /** The same with VAT. */
  amount_refunded_with_vat: number;
  /** How it will be paid, or was. */
  payment_method: PaymentMethod;
  /** Whether it is paid. */
  status: OrderStatus;
  /** What it is for. */
  type: OrderType;
  /** Whether it is paid from the balance automatically, as soon as the balance covers it. */
  auto_pay: boolean;
  /** Whether a promo code can lower it. */
  promo_applicable: boolean;
  /** When it was made. */
  created_at: string;
  /** Until when it waits for payment; postponed when the service was not available. Unchanged once the order is paid; null once it is cancelled unpaid. */
  due_at: string | null;
  /** When it was paid; null until then. */
  payment_date: string | null;
  /** Promo code of the whole order; null for none. */
  promo: PromoCode | null;
  /** What a payer must know, such as a bank account; null where there is nothing to know. */
  payment_information: Record<string, string> | null;
  /** Page of the gateway where it can be paid; null where there is none. */
  payment_url: string | null;
  /** Why a paid order was cancelled, in a sentence; null otherwise. */
  status_reason: string | null;
  /** Invoices for it. */
  invoices: Invoice[];
  /** Its lines. */
  services: OrderLine[];
  /** Why the latest payment that failed did, in a sentence; null once the order is paid, and if none failed. */
  payment_failure: string | null;
}

/** An order was made, changed or deleted, or its payment has a page or another state. */
export interface OrderEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When it happened. */
  at: string;
  /** What happened to the resource: a word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event; decides the schema of `data`. */
  type: 'order';
  /** The order after the change. */
  data: {
    /** Its status. */
    status: OrderStatus;
  };
}

/** How each amount of an order comes about. */
export interface OrderExplanation {
  /** Id of the order. */
  id: number;
  /** Currency of all amounts, ISO 4217. */
  currency: string;
  /** Its amount without VAT. */
  amount: number;
  /** The same with VAT. */
  amount_with_vat: number;
  /** Its lines. */
  lines: ExplainedLine[];
  tax: ExplainedTax;
}

/** A line of an order. */
export interface OrderLine {
  /** What is ordered. */
  label: string;
  /** Name of the service that it is for. */
  sublabel: string;
  /** Beginning of the paid period, Unix time in seconds; null for a line without a period. */
  period_from: number | null;
  /** End of the paid period, Unix time in seconds; null for a line without a period. */
  period_to: number | null;
  /** Whether the months can be changed while the order is unpaid. */
  is_period_changeable: boolean;
  /** Id of the service; null for a deposit and a custom line. */
  service_id: number | null;
  /** Months that are paid at once; null without a service. */
  service_billing_cycle: number | null;
  /** Least number of months that can be paid at once; null without a service. */
  service_minimum_billing_cycle: number | null;
  /** Kind of the service; null for a deposit and a custom line. */
  service_type: ServiceType | null;
  /** Price of the line without VAT, after discounts. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** How the amount is calculated. */
  amount_sublabel: string;
  /** Promo code for the line; null for none. */
  promo: PromoCode | null;
}

/** A list that is not paginated. */
export interface OrderList {
  /** All items. */
  data: Order[];
}

/** Whether an order waits for payment, is being fulfilled, is paid or is cancelled. */
export type OrderStatus = 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';

/** An order as lists show it. */
export interface OrderSummary {
  /** Id of the order. */
  id: number;
  /** 1.2 for VAT of 20 percent; 1 for a deposit. */
  tax_rate: number;
  /** Its amount without VAT. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Part of it that the balance pays, or has paid. */
  amount_from_balance: number;
  /** Part of it that was refunded to the balance, without VAT. */
  amount_refunded: number;
  /** The same with VAT. */
  amount_refunded_with_vat: number;
  /** How it will be paid, or was. */
  payment_method: PaymentMethod;
  /** Whether it is paid. */
  status: OrderStatus;
  /** What it is for. */
  type: OrderType;
  /** Whether it is paid from the balance automatically, as soon as the balance covers it. */
  auto_pay: boolean;
  /** Whether a promo code can lower it. */
  promo_applicable: boolean;
  /** When it was made. */
  created_at: string;
  /** Until when it waits for payment; postponed when the service was not available. Unchanged once the order is paid; null once it is cancelled unpaid. */
  due_at: string | null;
  /** When it was paid; null until then. */
  payment_date: string | null;
  /** Promo code of the whole order; null for none. */
  promo: PromoCode | null;
  /** What a payer must know, such as a bank account; null where there is nothing to know. */
  payment_information: Record<string, string> | null;
  /** Page of the gateway where it can be paid; null where there is none. */
  payment_url: string | null;
  /** Why a paid order was cancelled, in a sentence; null otherwise. */
  status_reason: string | null;
  /** Why the latest payment that failed did, in a sentence; null once the order is paid, and if none failed. */
  payment_failure: string | null;
}

/** A page of a list. */
export interface OrderSummaryPage {
  /** The items of this page. */
  data: OrderSummary[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** What an order is for; `combined` when its lines are of several types. */
export type OrderType = 'new-service' | 'renew-service' | 'scale-service' | 'new-addon' | 'scale-addon' | 'new-floating-ip' | 'combined' | 'deposit' | 'custom';

/** A link of a pager: the previous page, one per page, the next page. */
export interface PageLink {
  /** URL of the page; null where there is no such page. */
  url: string | null;
  /** Text of the link, with HTML entities. */
  label: string;
  /** Whether it is the current page. */
  active: boolean;
}

/** Other pages of a list, with its filters. */
export interface PageLinks {
  /** URL of the first page. */
  first: string;
  /** URL of the last page. */
  last: string;
  /** URL of the page before; null on the first. */
  prev: string | null;
  /** URL of the page after; null on the last. */
  next: string | null;
}

/** `from` and `to` are 0 and `last_page` is 1 when the list is empty. */
export interface PageMeta {
  /** Number of this page. */
  current_page: number;
  /** Number of its first item in the list, from 1. */
  from: number;
  /** Number of its last item in the list. */
  to: number;
  /** How many pages there are. */
  last_page: number;
  /** Largest number of items on a page. */
  per_page: number;
  /** Items of the whole list. */
  total: number;
  /** URL of the list without query. */
  path: string;
  /** Links of a pager. */
  links: PageLink[];
}

/** What signs its user in without a password. Its secret is with its user alone. */
export interface Passkey {
  /** Id of the passkey. */
  id: number;
  /** What its user calls it. */
  name: string;
  /** When it was added. */
  created_at: string;
  /** When it last signed its user in, or confirmed who it is; null when it never did. */
  last_used_at: string | null;
  /** The address that it was last used from; null when it never was, or that is not known. */
  last_used_from: string | null;
  /** Whether it is kept by a password manager, on several devices of its user. */
  synced: boolean;
  /** When somebody used it whose authenticator had counted less than the one before, which may be a copy: that was refused. null: never. */
  counter_regressed_at: string | null;
}

/** What a browser is told to make a passkey. */
export interface PasskeyCreation {
  /** For `navigator.credentials.create`, by way of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  public_key: {
    /** What the authenticator signs: random, good once. */
    challenge: string;
    /** For whom the passkey is made. */
    rp: {
      /** The domain that the passkey is for. */
      id: string;
      /** Name of the host. */
      name: string;
    };
    /** Whose passkey it is. */
    user: {
      /** What the authenticator knows the user by, in base64url. */
      id: string;
      /** Address of the user. */
      name: string;
      /** The same. */
      displayName: string;
    };
    /** Signatures that are understood, the best first. */
    pubKeyCredParams: ({
      /** The one kind there is. */
      type: 'public-key';
      /** Algorithm of the signature, by its number in COSE. */
      alg: number;
    })[];
    /** How long to wait for the user, in milliseconds. */
    timeout: number;
    /** Passkeys that the user has: none is made beside one of these. */
    excludeCredentials: CredentialDescriptor[];
    /** What it takes. */
    authenticatorSelection: {
      /** The authenticator remembers whose it is. */
      residentKey: 'required';
      /** The same, for older browsers. */
      requireResidentKey: boolean;
      /** The authenticator verifies its user, by a PIN or a fingerprint. */
      userVerification: 'required';
    };
    /** Nobody asks who made the authenticator. */
    attestation: 'none';
  };
  /** Until when it can be answered. */
  expires_at: string;
}

/** What `navigator.credentials.get` returns, by its `toJSON`. */
export interface PasskeyCredential {
  /** Id of the credential. */
  id: string;
  /** The same. */
  rawId: string;
  /** The one kind there is. */
  type: 'public-key';
  /** What the authenticator answered. */
  response: {
    /** What the browser tells the authenticator, in base64url. */
    clientDataJSON: string;
    /** Flags and counter of the authenticator, in base64url. */
    authenticatorData: string;
    /** Over both, in base64url. */
    signature: string;
    /** What the authenticator knows the user by, in base64url. */
    userHandle?: string | null | undefined;
  };
}

/** A page of a list. */
export interface PasskeyPage {
  /** The items of this page. */
  data: Passkey[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** What a browser is told to use a passkey. */
export interface PasskeyRequest {
  /** For `navigator.credentials.get`, by way of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  public_key: {
    /** What the authenticator signs: random, good once. */
    challenge: string;
    /** The domain that the passkey is for. */
    rpId: string;
    /** How long to wait for the user, in milliseconds. */
    timeout: number;
    /** The authenticator verifies its user, by a PIN or a fingerprint. */
    userVerification: 'required';
    /** The passkeys that will do; empty: any of this domain, which the user chooses. */
    allowCredentials: CredentialDescriptor[];
  };
  /** Until when it can be answered. */
  expires_at: string;
}

/** The orders to pay. */
export interface PayOrders {
  /** Ids of unpaid orders, 1 to 50. All are paid or none. */
  order_ids: number[];
  /** What to pay them with; from the balance unless given. */
  payment_method?: PaymentMethod | null | undefined;
}

/** A way of payment: `balance` takes money from the account, all others add money to it. */
export type PaymentMethod = 'balance' | 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';

/** A way to pay that this installation offers. */
export interface PaymentMethodInfo {
  /** Key by which an order names it. */
  key: PaymentMethod;
  /** Name for people. */
  name: string;
  /** Smallest amount of one payment; null: no limit. */
  minimum: number | null;
  /** Largest amount of one payment; null: no limit. */
  maximum: number | null;
  /** Whether a card can be kept for later payments. */
  saves_card: boolean;
}

/** A list that is not paginated. */
export interface PaymentMethodInfoList {
  /** All items. */
  data: PaymentMethodInfo[];
}

/** Whether the address of the user is about to change. */
export interface PendingEmailChange {
  /** The change that waits; null: none does. */
  pending: EmailChange | null;
}

/** The password was right, and a second factor is asked for. */
export interface PendingSignIn {
  /** To be sent back with the code. */
  sign_in_token: string;
  /** What will do: `email` is a code that was sent just now. */
  methods: ('totp' | 'recovery_code' | 'email' | 'passkey')[];
  /** Until when it can be completed. */
  expires_at: string;
}

/** A server plan. Every figure is a string. */
export interface Plan {
  /** Id of the plan, as a string. */
  id: string;
  /** Family of plans that it belongs to. */
  type: string;
  /** Key by which an order names it. */
  key: string;
  /** Name for people. */
  name: string;
  /** Virtual CPUs. */
  vcpus: string;
  /** Whether its CPUs are its own, not shared. */
  dedicated_cpu: boolean;
  /** Memory in GB. */
  memory: string;
  /** Disk in GB. */
  disk: string;
  /** Traffic in TB a month; 0: unmetered. */
  bandwidth: string;
  /** Speed of the network in Mbps. */
  network_speed: string;
  /** Least number of months that can be paid at once. */
  minimum_billing_cycle: string;
  /** Key of the next plan with a larger disk; null when there is none. */
  plan_with_more_disk: string | null;
  /** Key of the next plan with more memory; null when there is none. */
  plan_with_more_memory: string | null;
  /** Whether it can be ordered; in a list of plans also whether there is room for it now, on the host of the server where one is to be scaled. */
  available: boolean;
  /** Price of a month, without VAT. */
  price: string;
  /** The same with VAT at the rate of the account. */
  price_with_vat: string;
}

/** An addon that servers of a plan can have. */
export interface PlanAddon {
  /** Key by which an order names it. */
  key: string;
  /** Price of a month, without VAT. */
  price: number;
  /** The same with VAT at the rate of the account. */
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
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A step that an operation of this kind has. */
export interface PlannedStep {
  /** Name of the step. */
  name: string;
  /** Usual duration in milliseconds; null once the operation has ended, and while fewer than 5 earlier ones tell. */
  usual_ms: number | null;
}

/** A code that lowers a price. */
export interface PromoCode {
  /** The code as it is typed. */
  code: string;
  /** Percent off the price. */
  percentage: number;
  /** Months that must be paid at once for the code to hold. */
  minimum_billing_cycle: number;
}

/** The protection of an IP address. */
export interface Protection {
  /** Whether it is under attack now. */
  under_attack: boolean;
  /** The address. */
  ip_address: IpAddress;
  /** Floating IP that the address belongs to; null for none. */
  floating_ip_id: number | null;
  /** Until when the address is paid; null for one that is part of its server. */
  expiry_at: string | null;
  /** The service that the address belongs to; null for none. */
  protected_service: {
    /** Id of the service; null where it has none. */
    id: number | null;
    /** Its kind; null where that is not known. */
    type: string | null;
    /** Its name; null where it has none. */
    label: string | null;
  } | null;
}

/** A bucket of traffic: a minute, 5 minutes or an hour, by the length of the period. */
export interface ProtectionBandwidth {
  /** Beginning of the bucket, Unix time in seconds. */
  timestamp: number;
  /** Mbps that were let through. */
  passed_mbps: number;
  /** Packets a second that were let through. */
  passed_pps: number;
  /** Mbps that were dropped. */
  dropped_mbps: number;
  /** Packets a second that were dropped. */
  dropped_pps: number;
}

/** A list that is not paginated. */
export interface ProtectionBandwidthList {
  /** All items. */
  data: ProtectionBandwidth[];
}

/** What lists and a geo filter would have dropped in the last hour. */
export interface ProtectionEffect {
  /** Since when traffic is recorded, an hour at most; null: nothing was recorded in the last hour, so all that follows is 0. */
  recorded_since: string | null;
  /** Addresses that sent something, those with the most traffic of each minute. */
  sources: number;
  /** Those of them that would have been dropped. */
  dropped_sources: number;
  /** Bytes that they sent. */
  bytes: number;
  /** Those of them that would have been dropped. */
  dropped_bytes: number;
  /** Packets that they sent. */
  packets: number;
  /** Those of them that would have been dropped. */
  dropped_packets: number;
  /** Bytes of other sources, of which nobody can say. */
  unknown_bytes: number;
  /** Packets of other sources. */
  unknown_packets: number;
}

/** The addons to order, at least one. */
export interface PurchaseAddons {
  /** Weekly backups; the last 3 are kept. */
  backups?: boolean | null | undefined;
  /** Key of a cPanel licence of the catalogue. */
  cpanel?: string | null | undefined;
  /** TB of traffic more a month; 0 is none. */
  bandwidth?: number | null | undefined;
  /** Users of Remote Desktop Services; 0 is none. */
  microsoft_rds_sal?: number | null | undefined;
  /** Users of Microsoft Office; 0 is none. */
  microsoft_office_sal?: number | null | undefined;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** The number of addresses to order, at least one. */
export interface PurchaseFloatingIps {
  /** Months to pay at once, 1 to 24; 1 unless given. */
  billing_cycle?: number | null | undefined;
  /** How many IPv4 addresses. */
  ipv4?: number | null | undefined;
  /** How many IPv4 addresses with DDoS protection. */
  ipv4_ddos?: number | null | undefined;
  /** How many IPv6 networks. */
  ipv6?: number | null | undefined;
  /** Server to attach them to; attached to none when it is left out. */
  server_id?: number | null | undefined;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** The support plan to order, and for how many months. */
export interface PurchaseSupportPlan {
  /** Key of the plan. */
  plan: string;
  /** Months to pay at once, 1 to 24. */
  billing_cycle: number;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** The identity provider of the account, as a whole. */
export interface PutIdentityProvider {
  /** URL of the issuer, exactly as its tokens name it. */
  issuer: string;
  /** What we are called there. */
  client_id: string;
  /** Its secret; may be left out where issuer and client stay. */
  client_secret?: string | null | undefined;
  /** Domains of e-mail addresses that it vouches for. Those that are named no longer count no longer. */
  domains: string[];
  /** What who signs in for the first time becomes in the account; default: nobody comes without an invitation. */
  default_role?: 'admin' | 'billing' | 'technical' | 'read-only' | null | undefined;
  /** Values of the claim `amr` that count as a second factor. Otherwise the user's own is asked for, where there is one. */
  trusted_amr?: string[] | null | undefined;
  /** Values of the claim `acr` that count as a second factor. Otherwise the user's own is asked for, where there is one. */
  trusted_acr?: string[] | null | undefined;
  /** Whether members can sign in by it; default: no. It must have been tested. Disabled, its sessions end. */
  enabled?: boolean | null | undefined;
  /** Whether members sign in by it alone; default: no. Their other sessions here end. The owner keeps all ways in. */
  required?: boolean | null | undefined;
}

/** What a request would cost or refund, asked with `?dry_run=true`. */
export interface Quote {
  /** Price without VAT, after discounts; negative: a refund to the balance. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Discounts, without VAT. */
  discount: number;
  /** The same with VAT. */
  discount_with_vat: number;
  /** What has to be paid now, without VAT. */
  due_today_amount: number;
  /** The same with VAT. */
  due_today_amount_with_vat: number;
  /** Whether the balance covers what is due today. */
  covered_by_balance: boolean;
  /** How long a server would be down. `short`: about a restart; `extended`: its disk is rewritten. */
  estimated_downtime: 'none' | 'short' | 'extended';
  /** `ok`, or what is missing, in a sentence. */
  capacity: string;
  /** Lines that the order would have. */
  lines: ({
    /** What would be ordered. */
    label: string;
    /** Kind of the service. */
    sublabel: string;
    /** Price of the line without VAT. */
    amount: number;
    /** The same with VAT. */
    amount_with_vat: number;
    /** Beginning of the period to be paid, Unix time in seconds; null for a line without a period. */
    period_from: number | null;
    /** End of the period to be paid, Unix time in seconds; null for a line without a period. */
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
    /** Country whose VAT is charged, ISO 3166. */
    country: string;
    /** Rate in percent. */
    rate: number;
    /** Rule that decides it. */
    rule: string;
    /** Sentence that the law requires; null if there is none. */
    note: string | null;
  };
  /** Balance before and after. Null for a token that is for certain servers. */
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
  /** Next renewal after this order, of its services that end on the same day first. Null where nothing is ordered for a period. */
  next_renewal: {
    /** End of the paid period, Unix time in seconds. */
    at: number;
    /** Price of the next period without VAT, after discounts that hold for renewals. */
    amount: number;
    /** The same with VAT at the current rate. */
    amount_with_vat: number;
  } | null;
}

/** Codes for when the authenticator app is lost. */
export interface RecoveryCodes {
  /** Each signs in once, in place of the authenticator app. They are shown in this reply only. */
  recovery_codes: string[];
}

/** The image that replaces the disk, and who may log in. */
export interface ReinstallServer {
  /** Image to make it from. */
  image_id: number;
  /** New password of root. Stays as it is when left out. */
  password?: string | null | undefined;
  /** Ids of the SSH keys of this account that may log in. Stay as they are when left out, but for keys that were deleted from the account; 422 if nothing is left to log in with. */
  ssh_keys?: number[] | null | undefined;
  /** A script that runs once, at the first boot. None runs when it is left out. */
  startup_script?: string | null | undefined;
}

/** The floating IPs to renew, and for how many months. */
export interface RenewFloatingIps {
  /** Ids of the floating IPs, 1 to 100. */
  ids: number[];
  /** Months to pay at once. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** The servers to renew, and for how many months. */
export interface RenewServers {
  /** Ids of the servers, 1 to 100. */
  server_ids: number[];
  /** Months to pay at once. */
  billing_cycle: 1 | 3 | 6 | 12 | 24;
  /** Promo code that lowers the price. */
  promo_code?: string | null | undefined;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** For how many months to renew it. */
export interface RenewSupportPlan {
  /** Months to pay at once, 1 to 24. */
  billing_cycle: number;
  /** Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid. */
  auto_pay?: boolean | null | undefined;
}

/** What a renewal would cost. */
export interface RenewalCost {
  /** Price without VAT, before discounts. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** Discount for a long period, without VAT. */
  discount: number;
  /** The same with VAT at the rate of the account. */
  discount_with_vat: number;
  /** The promo code that was given; null for none. */
  promo_code: PromoCode | null;
  /** Discount of the promo code, without VAT. */
  promo_amount: number;
  /** The same with VAT at the rate of the account. */
  promo_amount_with_vat: number;
  /** What has to be paid now, without VAT. */
  due_today_amount: number;
  /** The same with VAT at the rate of the account. */
  due_today_amount_with_vat: number;
}

/** The cursor is not known any more: everything that a client has stored may be out of date and must be read again. */
export interface ResetEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When the stream started over. */
  at: string;
  /** Events before this one may be missing. */
  type: 'reset';
}

/** A resource without an event of its own was made, changed or deleted. */
export interface ResourceEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When it happened. */
  at: string;
  /** What happened to the resource: a word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Which kind of resource it is. */
  type: 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook';
  /** The resource after the change. */
  data: {
    /** Its status; null for what has none. */
    status: string | null;
    /** Server that it belongs to; null for none. */
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

/** How long the secret of before works on. */
export interface RotateToken {
  /** How many minutes the secret of before works on, a day at most; 0 unless given. */
  overlap_minutes?: number | null | undefined;
}

/** How long events are signed with both secrets. */
export interface RotateWebhookSecret {
  /** How many minutes the secret of before signs besides, a week at most; 1440 unless given. */
  overlap_minutes?: number | null | undefined;
}

/** What scaling a server would cost. */
export interface ScaleCost {
  /** Price until the expiry without VAT; negative: a refund to the balance. */
  amount: number;
  /** The same with VAT at the rate of the account. */
  amount_with_vat: number;
  /** `short`: about the time of a restart; `extended`: the disk is rewritten, which may take minutes. */
  estimated_downtime: 'short' | 'extended';
}

/** The new plan. */
export interface ScaleServer {
  /** Key of the new plan. */
  plan: string;
  /** Whether the disk grows to that of the plan. A disk never shrinks. */
  scale_disk: boolean;
}

/** The new sizes, at least one. */
export interface ScaleServerAddons {
  /** Key of the cPanel licence that replaces the present one. Stays as it is when left out. */
  cpanel?: string | null | undefined;
  /** New number of users of Remote Desktop Services. Stays as it is when left out. */
  microsoft_rds_sal?: number | null | undefined;
  /** New number of users of Microsoft Office. Stays as it is when left out. */
  microsoft_office_sal?: number | null | undefined;
}

/** A virtual server. */
export interface Server {
  /** Id of the server. */
  id: number;
  /** Its hostname. */
  hostname: string;
  /** Months that are paid at once. */
  billing_cycle: number;
  /** Its plan. */
  plan: Plan;
  /** Its disk in GB, which may be smaller than the disk of its plan. */
  actual_disk: string;
  /** Its billing status. */
  status: ServiceStatus;
  /** How it is virtualized. */
  virtualization: string;
  /** Promo code that lowers its price; null for none. */
  promo_code: string | null;
  /** "true" while an operation holds the service, else null. */
  locked: 'true' | null;
  /** Since when an operation holds it; null when none does. */
  locked_at: string | null;
  /** What the operation that holds it does, a word of a closed list; null when none does. */
  lock_reason: LockReason | null;
  /** When it was ordered. */
  created_at: string;
  /** Until when it is paid; null until it is paid. */
  expiry_at: string | null;
  /** `expiry_at` plus the periods of unpaid renewal orders. While `expiry_at` is null: a billing cycle after the order. */
  potential_expiry_at: string;
  /** Whether it is renewed automatically before it expires. */
  auto_renew: boolean;
  /** The image that it was made from. */
  server_image: ServerImageOfServer;
  /** Its addresses, the main one first. */
  ip_addresses: IpAddress[];
  /** Its addons. */
  addons: Addon[];
  /** The request to end it; null when there is none. */
  cancel_request: CancelRequest | null;
  /** A JSON document as a string: whether it can be renewed, and whether snapshots can be taken of it. */
  settings: string;
  /** Keys that may log in. */
  ssh_keys: SshKeyOfServer[];
  /** Number of its network adapter. */
  adapter: number;
  /** The script for its first boot; null when there is none. */
  startup_script: StartupScript | null;
  /** Private networks that it is in. */
  vpcs: VpcMembership[];
  /** Its network speed in Mbps. */
  actual_network_speed: string;
  /** What renewing it for a billing cycle costs, without VAT. */
  renew_amount: string;
  /** The same with VAT at the rate of the account. */
  renew_amount_with_vat: string;
  /** The technical states that hold now, `["running"]` as a rule. */
  state: ServerState[];
  /** Why the server is as it is, in a sentence: why it could not be built, why our staff has suspended it, when it crashed and what is done about it, since when it is paused. Null where nothing needs saying. */
  status_reason: string | null;
  /** When it was terminated; null until then. */
  ended_at: string | null;
  /** Whether its guest runs, in one word. `state` shows a crashed or interrupted guest as stopped. */
  power: ServerPower;
}

/** A server was ordered, changed or ended. */
export interface ServerEvent {
  /** Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID. */
  id: number;
  /** When it happened. */
  at: string;
  /** What happened to the resource: a word of a closed list. */
  change: 'created' | 'updated' | 'deleted';
  /** Id of the resource that changed. */
  resource_id: number;
  /** Kind of the event; decides the schema of `data`. */
  type: 'server';
  /** The server after the change, with the fields of its summary. In events from before there were summaries, the fields from `hostname` on are null. */
  data: {
    /** Its billing status. */
    status: ServiceStatus;
    /** Why the server is as it is, in a sentence; null where nothing needs saying. */
    status_reason: string | null;
    /** Whether its guest runs, in one word. */
    power: ServerPower;
    /** The technical states that hold now. */
    state: ServerState[];
    /** What the operation that holds it does, a word of a closed list; null when none does. */
    lock_reason: LockReason | null;
    hostname: string | null;
    plan: string | null;
    image: string | null;
    /** Its main address, IPv4 where it has one; null for none. */
    main_ip: string | null;
    billing_cycle: number | null;
    renew_amount: string | null;
    auto_renew: boolean | null;
    cancelled: boolean | null;
    created_at: string | null;
    /** Until when it is paid; null until it is paid. */
    expiry_at: string | null;
  };
}

/** What a server can be made from. */
export interface ServerImage {
  /** Id of the image. */
  id: number;
  /** Name for people. */
  name: string;
  /** Least memory that it needs, in GB. */
  minimum_ram: number;
  /** Whether it is no longer supported by its publisher. */
  eol: boolean;
  /** Whether it accepts SSH keys at its first boot. */
  ssh_keys_support: boolean;
  /** Group that it belongs to. */
  group: {
    /** Name for people. */
    name: string;
    /** `os` or `app`. */
    type: string;
    /** Key of the group. */
    key: string;
  };
}

/** The image that a server was made from. */
export interface ServerImageOfServer {
  /** Id of the image. */
  id: number;
  /** Name for people. */
  name: string;
  /** Least memory that it needs, in GB. */
  minimum_ram: number;
  /** Whether it is no longer supported by its publisher. */
  eol: boolean;
  /** Whether it accepts SSH keys at its first boot. */
  ssh_keys_support: boolean;
  /** Whether it can run with encrypted memory (AMD SEV). */
  amd_sev_supported: boolean;
  /** Place in a list of images. */
  order: number;
  /** Group that it belongs to. */
  group: {
    /** Name for people. */
    name: string;
    /** `os` or `app`. */
    type: string;
    /** Key of the group. */
    key: string;
    /** Name of an icon. */
    icon: string;
    /** Place in a list of groups. */
    order: number;
    /** Whether it is announced and cannot be ordered yet. */
    coming_soon: boolean;
  };
}

/** A page of a list. */
export interface ServerImagePage {
  /** The items of this page. */
  data: ServerImage[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A list that is not paginated. */
export interface ServerList {
  /** All items. */
  data: Server[];
}

/** A bucket of 5 minutes, or of `step`. */
export interface ServerMetric {
  /** Beginning of the bucket, Unix time in seconds. */
  timestamp: number;
  /** Whether the server ran in any part of it. */
  running: boolean;
  /** Load of all CPUs in percent. */
  cpu: number;
  /** MB/s received. */
  network_in: number;
  /** MB/s sent. */
  network_out: number;
  /** GB in use, as `disk.used` of the status. */
  disk: number;
  /** MB/s read from the disk. */
  io_read: number;
  /** MB/s written to the disk. */
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
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** Whether the guest runs. `absent`: not built yet, or ended. `booting`: started, and does not answer yet. `stopped`: switched off by somebody. `crashed`: went off by itself, and is started again a few times. `interrupted`: ran when its host went down, and is started again by itself. `unreachable`: runs, but does not answer. `stalled`: paused because the disk of its host is full, and resumes by itself. */
export type ServerPower = 'absent' | 'booting' | 'running' | 'stopped' | 'crashed' | 'interrupted' | 'unreachable' | 'stalled';

/** A server, in short. */
export interface ServerRef {
  /** Id of the server. */
  id: number;
  /** Hostname of the server. */
  hostname: string;
}

/** A technical state. */
export type ServerState = 'running' | 'stopped' | 'rescue' | 'locked' | 'network_suspended' | 'booting' | 'unreachable';

/** The technical state of a server at this moment. */
export interface ServerStatus {
  /** Whether it runs. */
  running: boolean;
  /** Whether it is suspended, because it was not paid or was cancelled. */
  suspended: boolean;
  /** Whether its network is cut off. */
  network_suspended: boolean;
  /** Whether it runs the rescue system. */
  rescue_mode: boolean;
  /** Addresses of the DNS resolvers for it. */
  dns_resolvers: string[];
  /** Load of all CPUs in percent. */
  cpu: {
    /** Busy. */
    used: number;
    /** Idle. */
    free: number;
  };
  /** GB. `used` is what the guest agent says of the root file system; while no agent answers, it is what the disk takes on its host, which may be less. */
  disk: {
    /** GB in use. */
    used: number;
    /** Size of the disk in GB. */
    limit: number;
  };
  /** GB in this bandwidth cycle. */
  bandwidth: {
    /** GB used. */
    used: number;
    /** GB that are included; 0: unmetered. */
    limit: number;
  };
  /** Where an SSH client reaches it; null when it cannot be reached. */
  ssh: {
    /** Host name or address. */
    host: string;
    /** Port. */
    port: number;
    /** Name of the user. */
    user: string;
  } | null;
  /** What is in its drives. */
  drives: {
    /** ISO in the primary drive; null for none. */
    primary_iso_id: number | null;
    /** ISO in the secondary drive; null for none. */
    secondary_iso_id: number | null;
    /** What its next start boots: its disk, or the primary drive. */
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
  /** Its hostname. */
  hostname: string;
  /** Its billing status. */
  status: ServiceStatus;
  /** Why the server is as it is, in a sentence; null where nothing needs saying. */
  status_reason: string | null;
  /** Whether its guest runs, in one word. */
  power: ServerPower;
  /** The technical states that hold now. */
  state: ServerState[];
  /** What the operation that holds it does, a word of a closed list; null when none does. */
  lock_reason: LockReason | null;
  /** Key of its plan. */
  plan: string;
  /** Name of the image that it was made from. */
  image: string;
  /** Its main address, IPv4 where it has one; null for none. */
  main_ip: string | null;
  /** Months that are paid at once. */
  billing_cycle: number;
  /** Price of renewing it for a billing cycle, without VAT. */
  renew_amount: string;
  /** Whether it is renewed automatically before it expires. */
  auto_renew: boolean;
  /** Whether there is a request to end it. */
  cancelled: boolean;
  /** Time of its order. */
  created_at: string;
  /** Until when it is paid; null until it is paid. */
  expiry_at: string | null;
  /** Whether an attack on one of its addresses goes on. Events of attacks tell of changes. */
  under_attack: boolean;
}

/** The billing status of a service. */
export type ServiceStatus = 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';

/** Kind of a service. */
export type ServiceType = 'server' | 'server-addon' | 'floating-ip' | 'support-plan';

/** A browser that is signed in. Its secret is in a cookie alone. */
export interface Session {
  /** Id of the session. */
  id: number;
  /** The account that it acts in. */
  account_id: number;
  /** Whether this request came with it. */
  current: boolean;
  /** When the user signed in. */
  created_at: string;
  /** When it was last used, to the minute. */
  last_used_at: string;
  /** The address that it was last used from; null when it is not known. */
  last_used_from: string | null;
  /** What the browser calls itself. */
  user_agent: string;
  /** When the user last proved who it is. */
  authenticated_at: string;
  /** Whether the identity provider of the account has opened it, so that it acts in this account alone. */
  single_sign_on: boolean;
  /** When it ends, however much it is used. */
  expires_at: string;
}

/** A page of a list. */
export interface SessionPage {
  /** The items of this page. */
  data: Session[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The rules, in place of all that there are. */
export interface SetFirewallRules {
  /** All rules from now on, at most 50. None: nothing comes in. */
  rules: GivenFirewallRule[];
}

/** The filter, which is switched on. */
export interface SetGeoFilter {
  /** `allow`: only these countries are let through; `deny`: all but these. */
  action: 'allow' | 'deny';
  /** ISO 3166-1 alpha-2 codes, in capital letters, without repeats. */
  countries: string[];
}

/** The list, which is switched on. */
export interface SetNetworkList {
  /** IP addresses or networks in CIDR form, 1 to 1000. They replace all that were on the list. */
  networks: string[];
}

/** A session, or what it still takes to have one. */
export interface SignIn {
  /** The session, whose cookie came with this reply; null: a second factor is asked for. */
  session: Session | null;
  /** What is asked for besides; null: nothing. */
  second_factor: PendingSignIn | null;
}

/** Where to send the browser to. The cookie of this reply lets it come back. */
export interface SignOnRedirect {
  /** Where to send the browser. */
  url: string;
  /** Until when it can come back. */
  expires_at: string;
}

/** Who can open an account, and on which terms. */
export interface SignUpRules {
  /** Who can open an account: everybody, who was invited by the host, or nobody at the moment. */
  mode: 'open' | 'invitation' | 'closed';
  /** The terms of service; null: there are none yet, and nobody can open an account. */
  terms: {
    /** What is accepted with the account. */
    version: string;
    /** Where it can be read. */
    url: string;
  } | null;
}

/** What came of it. */
export interface SingleSignOn {
  /** What the browser was sent there for: a word of a closed list. */
  purpose: 'sign_in' | 'confirm' | 'test';
  /** The session, whose cookie came with this reply; null: a second factor is asked for, or it was a test. */
  session: Session | null;
  /** What is asked for besides; null: nothing. */
  second_factor: PendingSignIn | null;
}

/** A copy of a disk, taken on request. */
export interface Snapshot {
  /** Id of the copy. */
  id: number;
  /** Server that it is a copy of. */
  server_id: number;
  /** Hostname of that server. */
  server_hostname: string;
  /** Main IP address of that server. */
  server_ip: string;
  /** File name. */
  name: string;
  /** When it was taken, in the time zone of the service. */
  created_at: string;
  /** Disk size of the server when this was taken, in GB. A restore needs a disk of this size or larger. */
  size: number;
}

/** A page of a list. */
export interface SnapshotPage {
  /** The items of this page. */
  data: Snapshot[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A public SSH key of the account. */
export interface SshKey {
  /** Id of the key. */
  id: number;
  /** Name for people. */
  name: string;
  /** MD5 of the key, as hexadecimal digits with colons. */
  fingerprint: string;
  /** The public key, one line of OpenSSH form. */
  key: string;
  /** Servers that have it. */
  servers: ServerRef[];
}

/** A public SSH key, as servers show it. */
export interface SshKeyOfServer {
  /** Id of the key. */
  id: number;
  /** Name for people. */
  name: string;
  /** MD5 of the key, as hexadecimal digits with colons. */
  fingerprint: string;
  /** The public key, one line of OpenSSH form. */
  key: string;
  /** Hostnames of the servers that have it, joined by commas; of many, the 20 oldest. */
  servers: string;
}

/** A page of a list. */
export interface SshKeyPage {
  /** The items of this page. */
  data: SshKey[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** The script that runs, or ran, once at the first boot. Its text is never shown. */
export interface StartupScript {
  /** Whether the server has a script. */
  exists: boolean;
  /** Kind of script. */
  type: string;
  /** Name of a ready-made script; empty for one of your own. */
  preset: string;
  /** Its length in bytes. */
  bytes: number;
  /** SHA-256 of its text, in hexadecimal. */
  sha256: string;
  /** When this script was given: with the order, or with a reinstall. */
  updated_at: string;
}

/** An event of the stream. It is small, so that a client can show it at once, and read the resource where it needs more. */
export type StreamedEvent = ServerEvent | OrderEvent | OperationEvent | AttackEvent | ResourceEvent | ResetEvent;

/** A consent of the account to support that acts inside it. */
export interface SupportAccess {
  /** Id of the consent. */
  id: number;
  /** What support may do: `read` what changes nothing, `write` run servers besides. */
  scope: 'read' | 'write';
  /** Id of the ticket that it is about; null: nothing in particular. */
  ticket: number | null;
  /** Name of the member who consented; null when that user is gone. */
  granted_by: string | null;
  /** Whether support may act by it now. */
  active: boolean;
  /** When it was given. */
  created_at: string;
  /** When it ends by itself. */
  expires_at: string;
  /** When the account ended it before that; null: it did not. */
  ended_at: string | null;
}

/** A page of a list. */
export interface SupportAccessPage {
  /** The items of this page. */
  data: SupportAccess[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A level of support. */
export interface SupportPlan {
  /** Key by which an order names it. */
  key: string;
  /** Name for people. */
  name: string;
  /** Price of a month, without VAT. */
  price: number;
  /** The same with VAT at the rate of the account. */
  price_with_vat: number;
  /** What it includes. */
  features: string[];
  /** Within how many minutes of working time support answers; null: as soon as it can. */
  response_minutes: number | null;
  /** Whether all time counts as working time. */
  around_the_clock: boolean;
  /** Which part of the price of a month is credited for an answer that comes later, in percent. */
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
  /** What it is about. */
  subject: string;
  /** When it was opened. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** By when the support plan of the account promises an answer; null when it promises none, or the ticket waits for none. */
  response_due_at: string | null;
  /** Key of the department. */
  department: string;
  /** Name of the service that it is about; null for none in particular. */
  service_label: string | null;
  /** Kind of that service; null for none in particular. */
  service_type: TicketServiceType | null;
  /** Id of that service; null for none in particular. */
  service_id: number | null;
  /** Its messages, oldest first. */
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
  /** Type of the file. */
  mimeType: string;
}

/** A message of a ticket. */
export interface TicketMessage {
  /** Id of the message. */
  id: number;
  /** HTML, sanitised. */
  content: string;
  /** true when written by the customer, false when by support staff. */
  is_customer: boolean;
  /** When it was written. */
  created_at: string;
  /** Its files. */
  attachments: TicketAttachment[];
}

/** A service that a ticket can be about. */
export interface TicketService {
  /** Id of the service. */
  id: number;
  /** Its kind. */
  type: TicketServiceType;
  /** Its name. */
  label: string;
}

/** A page of a list. */
export interface TicketServiceList {
  /** The items of this page. */
  data: TicketService[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** Kind of service that a ticket is about. */
export type TicketServiceType = 'server' | 'shared-hosting';

/** A ticket as lists show it. */
export interface TicketSummary {
  /** Id of the ticket. */
  id: number;
  /** Status of the ticket. */
  status: 'opened' | 'answered' | 'customer-reply' | 'resolved';
  /** What it is about. */
  subject: string;
  /** When it was opened. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** By when the support plan of the account promises an answer; null when it promises none, or the ticket waits for none. */
  response_due_at: string | null;
  /** Key of the department. */
  department: string;
  /** Name of the service that it is about; null for none in particular. */
  service_label: string | null;
  /** Kind of that service; null for none in particular. */
  service_type: TicketServiceType | null;
  /** Id of that service; null for none in particular. */
  service_id: number | null;
}

/** A page of a list. */
export interface TicketSummaryPage {
  /** The items of this page. */
  data: TicketSummary[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** An access token; the secret itself is not shown. */
export interface Token {
  /** Id of the token. */
  id: number;
  /** Name for people. */
  name: string;
  /** Its first characters, to recognise it by. */
  hint: string;
  /** What it may do: `read` what changes nothing; `write` everything but what needs `account`; `account` another address to sign in with, the identity provider, exports of the account, and closing it. */
  abilities: ('read' | 'write' | 'account')[];
  /** Networks in CIDR form that it works from; empty: from everywhere. */
  allowed_networks: string[];
  /** Servers that it is for; empty: everything of the account. */
  server_ids: number[];
  /** What may be spent with it in a calendar month, VAT included; null: as much as the account may. */
  monthly_cap: number | null;
  /** When it was made, or last rotated. */
  created_at: string;
  /** When it stops working; null: never by itself. */
  expires_at: string | null;
  /** When it was last used, to the minute; null when it never was. */
  last_used_at: string | null;
  /** The address that it was last used from; null when it never was. */
  last_used_from: string | null;
  /** Until when the secret of before the last rotation works, or worked; null: it stopped with the rotation. */
  previous_secret_until: string | null;
}

/** A page of a list. */
export interface TokenPage {
  /** The items of this page. */
  data: Token[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** A new secret. Nothing is stored until two-factor authentication is enabled with it. */
export interface TwoFactorSecret {
  /** Base32 secret for an authenticator app: SHA1, 6 digits, 30 seconds. */
  secret_key: string;
  /** The same as an address, to be shown as a QR code. */
  otp_auth_url: string;
}

/** The changes: at least one field. */
export interface UpdateFirewall {
  /** Name for people, 1 to 100 characters. */
  name?: string | null | undefined;
  /** Whether each new server of the account gets it, before its first boot. */
  default?: boolean | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateGeoFilter {
  /** Whether the filter is on. Stays as it is when left out. */
  active?: boolean | null | undefined;
  /** `allow`: only these countries are let through; `deny`: all but these. Stays as it is when left out. */
  action?: 'allow' | 'deny' | null | undefined;
  /** ISO 3166-1 alpha-2 codes. Stay as they are when left out. */
  countries?: string[] | null | undefined;
}

/** The new hostname. */
export interface UpdateHostname {
  /** The new hostname. */
  hostname: string;
  /** Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given. */
  reboot?: boolean | null | undefined;
}

/** The new reverse DNS. */
export interface UpdateIpAddress {
  /** A name for an IPv4 address; names by address, 1 to 100, for an IPv6 network. null removes a name, or all names of a network. */
  ptr: string | Record<string, string | null> | null;
}

/** The role that the member gets. */
export interface UpdateMember {
  /** What the member may do from now on. */
  role: 'admin' | 'billing' | 'technical' | 'read-only';
}

/** The changes: at least one field. */
export interface UpdateNetworkList {
  /** Whether the list is applied. Stays as it is when left out. */
  active?: boolean | null | undefined;
  /** IP addresses or networks in CIDR form to add. */
  add?: string[] | null | undefined;
  /** IP addresses or networks in CIDR form to remove; those that are not on the list are ignored. */
  remove?: string[] | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateOrder {
  /** Whether it is paid from the balance automatically, as soon as the balance covers it. Stays as it is when left out. */
  auto_pay?: boolean | null | undefined;
  /** How it will be paid. Stays as it is when left out. */
  payment_method?: PaymentMethod | null | undefined;
  /** Promo code for the order; null removes it. A better code of the order or of a server stays. */
  promo_code?: string | null | undefined;
}

/** Another name. */
export interface UpdatePasskey {
  /** What to call it. */
  name: string;
}

/** The new referral code. */
export interface UpdateReferralCode {
  /** The new code: 5 to 20 letters, digits, hyphens or underscores. Links with the old one go on working. */
  referral_code: string;
}

/** The keys that may log in. */
export interface UpdateServerSshKeys {
  /** Ids of all SSH keys of this account that may log in from now on. */
  ssh_keys: number[];
}

/** The account that the session acts in from now on. */
export interface UpdateSession {
  /** An account that the user is a member of. */
  account_id: number;
}

/** The changes: at least one field. */
export interface UpdateSshKey {
  /** Name for people, 3 to 100 characters. Stays as it is when left out. */
  name?: string | null | undefined;
  /** The new public key. Stays as it is when left out. */
  key?: string | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateToken {
  /** Name for people, 1 to 100 characters. Stays as it is when left out. */
  name?: string | null | undefined;
  /** What it may do from now on: `read` what changes nothing; `write` everything but what needs `account`; `account` another address to sign in with, the identity provider, exports of the account, and closing it. Stays as it is when left out. */
  abilities?: ('read' | 'write' | 'account')[] | null | undefined;
  /** Networks that it works from; empty: from everywhere. Stay as they are when left out. */
  allowed_networks?: string[] | null | undefined;
  /** Servers that it is for; empty: everything of the account. Stay as they are when left out. */
  server_ids?: number[] | null | undefined;
}

/** The changes: at least one field. What is left out stays as it is. */
export interface UpdateUser {
  /** Street and number; an empty text removes it. */
  address?: string | null | undefined;
  /** Id of the country. It cannot be changed once a company is set or an order was paid. */
  country_id?: number | null | undefined;
  /** City; an empty text removes it. */
  city?: string | null | undefined;
  /** Postal code; an empty text removes it. */
  postal_code?: string | null | undefined;
  /** Telephone number; an empty text removes it. */
  phone_number?: string | null | undefined;
  /** Address for technical messages; an empty text: they go to `email`. */
  tech_email?: string | '' | null | undefined;
  /** Code of the affiliate who referred this account. Can be set once, within 30 days of sign-up or before the first paid order. */
  referral_code?: string | null | undefined;
  /** Language of messages, two letters. */
  language?: string | null | undefined;
  /** Whether newsletters are sent by e-mail. */
  newsletter?: boolean | null | undefined;
  /** Whether the customer is a company. */
  company?: boolean | null | undefined;
  /** Name of the company. Company fields can change until the first paid order or within 5 days of the first deposit. */
  company_name?: string | null | undefined;
  /** Address of the company. */
  company_address?: string | null | undefined;
  /** Registration number of the company. */
  company_number?: string | null | undefined;
  /** VAT number of the company. */
  vat_number?: string | null | undefined;
  /** Whether signing in asks for a code that is sent by e-mail. */
  email_otp_enabled?: boolean | null | undefined;
}

/** The changes: at least one field. */
export interface UpdateWebhook {
  /** An https URL on a public address, whose port is 443, or 1024 or more. */
  url?: string | null | undefined;
  /** Name for people, up to 100 characters. Stays as it is when left out. */
  name?: string | null | undefined;
  /** Kinds of events that it gets; empty: all, also those that are yet to come. */
  event_types?: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[] | null | undefined;
  /** Whether it gets events. One that is enabled again gets those from now on; what happened before can be read from the stream. */
  enabled?: boolean | null | undefined;
}

/** The customer and the account. */
export interface User {
  /** Name of the customer. */
  name: string;
  /** Address for signing in and for messages. */
  email: string;
  /** Address for technical messages; null: they go to `email`. */
  tech_email: string | null;
  /** Telephone number; null when none is given. */
  phone_number: string | null;
  /** Country of residence, which decides the VAT. */
  country: Country;
  /** City; null when none is given. */
  city: string | null;
  /** Street and number; null when none is given. */
  address: string | null;
  /** Postal code; null when none is given. */
  postal_code: string | null;
  /** Language of messages, two letters. */
  language: string;
  /** The account's own referral code; null until the affiliate program is activated. */
  aff_hash: string | null;
  /** Whether the customer is a company. */
  company: boolean;
  /** Name of the company; null when none is given. */
  company_name: string | null;
  /** Its address; null when none is given. */
  company_address: string | null;
  /** Its registration number; null when none is given. */
  company_number: string | null;
  /** Its VAT number; null when none is given. */
  vat_number: string | null;
  /** Whether signing in asks for a code of an authenticator app. */
  '2fa_enabled': boolean;
  /** Whether signing in asks for a code that is sent by e-mail. */
  email_otp_enabled: boolean;
  /** Whether newsletters are sent by e-mail. */
  newsletter: boolean;
  /** When the account was opened. */
  created_at: string;
}

/** The second factor: a code, or a passkey. */
export interface VerifySession {
  /** Of the first step. */
  sign_in_token: string;
  /** A code of the authenticator app, a recovery code, or the code that was sent by e-mail. */
  otp?: string | number | null | undefined;
  /** In place of a code: what the browser made of the options for this token. */
  passkey?: PasskeyCredential | null | undefined;
}

/** A private network that a server is in. */
export interface VpcMembership {
  /** The network. */
  vpc: {
    /** Id of the network. */
    id: number;
    /** Its name. */
    name: string;
    /** Its range of addresses. */
    cidr: string;
  };
  /** The server. */
  server_id: number;
  /** Its hostname. */
  server_hostname: string;
  /** Name of the interface in the guest. */
  interface_name: string;
  /** Name that the interface probably has in the guest. */
  interface_name_inferred: string;
  /** MAC address of the interface. */
  mac_address: string;
  /** Address of the server in the network. */
  private_ip: string;
  /** Since when the server is in it. */
  joined_at: string;
}

/** Where events of the account are sent; its secret is not shown. */
export interface Webhook {
  /** Id of the webhook. */
  id: number;
  /** Where events are sent, by POST. */
  url: string;
  /** Name for people; may be empty. */
  name: string;
  /** Kinds of events that it gets: words of an open list; empty: all. */
  event_types: ('server' | 'order' | 'operation' | 'attack' | 'snapshot' | 'backup' | 'iso' | 'ticket' | 'floating_ip' | 'firewall' | 'member' | 'invitation' | 'webhook')[];
  /** Whether it gets events. */
  enabled: boolean;
  /** Why it is disabled: by its account, or since nothing could be delivered for 3 days or the receiver answered 410; null while it is enabled. */
  disabled_reason: 'customer' | 'failing' | null;
  /** Since when no try was successful; null when the last one was, or there was none. */
  failing_since: string | null;
  /** Until when the secret of before the last rotation signs besides, or signed; null: it never did. */
  previous_secret_until: string | null;
  /** When it was made. */
  created_at: string;
}

/** A page of a list. */
export interface WebhookPage {
  /** The items of this page. */
  data: Webhook[];
  /** Other pages. */
  links: PageLinks;
  /** Which page this is. */
  meta: PageMeta;
}

/** One method per operation of the API. */
export interface Client {
  /**
   * Get 2FA secret key
   *
   * Creates a secret for an authenticator app (SHA1, 6 digits, 30 seconds). Nothing is stored until two-factor authentication is enabled with it.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getTwoFactorSecret(input?: Record<string, never>, options?: CallOptions): Promise<TwoFactorSecret>;

  /**
   * Enable 2FA
   *
   * Turns two-factor authentication on, proven by a code of the authenticator app.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  enableTwoFactor(input: EnableTwoFactor, options?: CallOptions): Promise<undefined>;

  /**
   * Disable 2FA
   *
   * Turns two-factor authentication off, proven by a code of the authenticator app, or by a recovery code when the app is lost.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  disableTwoFactor(input?: DisableTwoFactor, options?: CallOptions): Promise<undefined>;

  /**
   * Create recovery codes
   *
   * Creates recovery codes. Each signs in once, in place of the authenticator app. Earlier codes stop working.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createRecoveryCodes(input: CreateRecoveryCodes, options?: CallOptions): Promise<RecoveryCodes>;

  /**
   * Update user
   *
   * Changes the fields that are given. Language, newsletter and e-mail codes belong to the user; the rest is for roles that may pay. To turn e-mail codes on or off in a session takes a proof of the last 15 minutes. The country cannot be changed once a company is set or an order was paid.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateUser(input?: UpdateUser, options?: CallOptions): Promise<User>;

  /**
   * Get account information
   *
   * The account that the token belongs to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getUser(input?: Record<string, never>, options?: CallOptions): Promise<User>;

  /**
   * Get Balance
   *
   * The money in the account, and what the renewals of the next 30 days will take.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getBalance(input?: Record<string, never>, options?: CallOptions): Promise<Balance>;

  /**
   * Deposit funds
   *
   * Orders a deposit. Where the payment gateway has a page of its own, `payment_url` of the order is its address: null at first, it appears within seconds (GET /orders/{id}). Money that comes after the order is due is added to the balance all the same.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  depositFunds(input: DepositFunds, options?: CallOptions): Promise<Order>;

  /**
   * List balance transactions
   *
   * All changes of the balance, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listBalanceTransactions(input?: {
    /** Page of results, from 1. */
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
   * The referral code and what it has earned. Not found until the affiliate program is activated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getAffiliate(input?: Record<string, never>, options?: CallOptions): Promise<Affiliate>;

  /**
   * List conversions
   *
   * Paid orders of customers who signed up with the referral code.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listAffiliateConversions(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AffiliateConversionPage, AffiliateConversion>;

  /**
   * List payouts
   *
   * The commission that was paid out.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listAffiliatePayouts(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AffiliatePayoutPage, AffiliatePayout>;

  /**
   * Activate affiliate program
   *
   * Joins the affiliate program and creates a referral code for the account. Refused when the account has joined already.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  activateAffiliate(input?: Record<string, never>, options?: CallOptions): Promise<Affiliate>;

  /**
   * Update referral code
   *
   * Chooses another referral code. Links with the old one go on working.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateReferralCode(input: UpdateReferralCode, options?: CallOptions): Promise<Affiliate>;

  /**
   * List invoices
   *
   * The invoices of the account, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listInvoices(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<InvoicePage, Invoice>;

  /**
   * Download an invoice
   *
   * An invoice as a PDF file, with its electronic form inside (Factur-X). It is prepared when it is first asked for; while it is still being made after 10 seconds, the reply is 409 `not_ready` with `Retry-After`.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  downloadInvoice(input: {
    /** Id of the invoice. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Download an invoice as UBL
   *
   * An invoice or credit note as an electronic invoice: UBL 2.1 by EN 16931. A proforma invoice has none.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  downloadInvoiceUbl(input: {
    /** Id of the invoice. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Download invoices
   *
   * Up to 100 invoices as a ZIP file of PDF files.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  downloadInvoices(input: DownloadInvoices, options?: CallOptions): Promise<FileReply>;

  /**
   * Tickets: List tickets
   *
   * The tickets of the account, without their messages.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listTickets(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only tickets with one of these statuses. */
    'filter[status]'?: ('opened' | 'answered' | 'customer-reply' | 'resolved')[] | undefined;
  }, options?: CallOptions): Listing<TicketSummaryPage, TicketSummary>;

  /**
   * Tickets: List departments
   *
   * The departments that tickets can be sent to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listDepartments(input?: Record<string, never>, options?: CallOptions): Promise<DepartmentList>;

  /**
   * Tickets: List related services
   *
   * Lists the services of the account that a ticket can be about, by name.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listTicketServices(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<TicketServiceList, TicketService>;

  /**
   * Tickets: Get a ticket
   *
   * A ticket with its messages. Support sees that they were read.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getTicket(input: {
    /** Id of the ticket. */
    id: number;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Create new ticket
   *
   * Opens a ticket with the support staff. The message may be HTML; it is sanitised.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createTicket(input: {
    /** Id of the department. */
    department_id: number;
    /** What it is about, 3 to 255 characters. */
    subject: string;
    /** HTML is supported. At least 5 characters as sent. Some readable text must remain after the HTML is sanitised. */
    message: string;
    /** Id of the service that it is about; goes with `service_type`. */
    service_id?: number | undefined;
    /** Kind of that service. */
    service_type?: TicketServiceType | undefined;
    /** Files, 10 at most. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Reply to ticket
   *
   * Adds a message to a ticket. It opens a resolved ticket again.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: 20 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  replyToTicket(input: {
    /** Id of the ticket. */
    id: number;
  } & {
    /** HTML is supported. At least 5 characters as sent. Some readable text must remain after the HTML is sanitised. */
    message: string;
    /** Files, 10 at most. */
    attachments?: Blob[] | undefined;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Mark ticket as resolved
   *
   * Marks a ticket as resolved.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  resolveTicket(input: {
    /** Id of the ticket. */
    id: number;
  }, options?: CallOptions): Promise<Ticket>;

  /**
   * Tickets: Download attachment
   *
   * A file that is attached to a ticket message, to be saved and never shown: `Content-Disposition` names it, and its type is its own only where nothing runs it.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * The levels of support that can be bought.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listSupportPlans(input?: Record<string, never>, options?: CallOptions): Promise<SupportPlanList>;

  /**
   * Get the support plan
   *
   * The account's own support plan. Not found until one is bought.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getSupportPlan(input?: Record<string, never>, options?: CallOptions): Promise<AccountSupportPlan>;

  /**
   * Purchase support plan
   *
   * Orders a level of support for a number of months.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  purchaseSupportPlan(input: PurchaseSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Purchase support plan
   *
   * Orders a level of support for a number of months.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  purchaseSupportPlan(input: PurchaseSupportPlan, options?: CallOptions): Promise<Order>;

  /**
   * Renew support plan
   *
   * Orders more months of the present support plan.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewSupportPlan(input: RenewSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew support plan
   *
   * Orders more months of the present support plan.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewSupportPlan(input: RenewSupportPlan, options?: CallOptions): Promise<Order>;

  /**
   * Cancel support plan
   *
   * Cancels the support plan, at once or when the paid time is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelSupportPlan(input: CancelSupportPlan & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel support plan
   *
   * Cancels the support plan, at once or when the paid time is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelSupportPlan(input?: CancelSupportPlan, options?: CallOptions): Promise<undefined>;

  /**
   * Undo cancel request
   *
   * Withdraws the request to cancel the support plan: it is kept.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  undoCancelSupportPlan(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Get
   *
   * A public key of the account and the servers that have it.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  }, options?: CallOptions): Promise<SshKey>;

  /**
   * Update
   *
   * Renames a key or replaces it. Servers that have it keep the old one.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  } & UpdateSshKey, options?: CallOptions): Promise<SshKey>;

  /**
   * Delete
   *
   * Deletes a key from the account. Servers that have it keep it until they are reinstalled.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteSshKey(input: {
    /** Id of the SSH key. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List
   *
   * The public keys of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listSshKeys(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SshKeyPage, SshKey>;

  /**
   * Add
   *
   * Adds a public key for new servers. Refused when the account has it already.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  addSshKey(input: AddSshKey, options?: CallOptions): Promise<SshKey>;

  /**
   * List servers
   *
   * The servers of the account: the active and suspended ones, unless filter[status] says otherwise.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServers(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only the one with this address. */
    'filter[ip]'?: string | undefined;
    /** Part of a hostname or an IP address. */
    'filter[search]'?: string | undefined;
    /** Only servers with one of these statuses. `active,suspended` unless given. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** By the time of the order: `asc` or `desc`. */
    'sort[created_at]'?: 'asc' | 'desc' | undefined;
    /** By the expiry: `asc` or `desc`. */
    'sort[expiry_at]'?: 'asc' | 'desc' | undefined;
  }, options?: CallOptions): Listing<ServerPage, Server>;

  /**
   * List server summaries
   *
   * An index of the servers of the account, in the order of their ids, for clients that keep it up to date by events. Read it whole by `after`, then apply the events after `event_id`. All rows of a reply are of one moment.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServerSummaries(input?: {
    /** Only servers with one of these statuses. Default: all but terminated ones. `awaiting_payment,processing,active,suspended` unless given. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** Only servers with a larger id: `next_after` of the part before. */
    after?: number | undefined;
    /** Most servers of a reply, 1 to 1000. */
    limit?: number | undefined;
  }, options?: CallOptions): Promise<ServerSummaries>;

  /**
   * Get a server
   *
   * A server with its plan, image, addresses, addons and keys.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getServer(input: {
    /** Id of the server. */
    id: number;
    /** Related objects to include. The reply always holds all of them, so this changes nothing. */
    'include[]'?: string[] | undefined;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Server status
   *
   * Whether a server runs, how busy it is, and where SSH finds it.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getServerStatus(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<ServerStatus>;

  /**
   * Server metrics
   *
   * Load, network and disk, newest first: a month in buckets of 5 minutes, or a period of up to 400 days in buckets of `step`, whose figures are averages.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getServerMetrics(input: {
    /** Id of the server. */
    id: number;
    /** Month, 1 to 12; the current one unless given. */
    'filter[month]'?: number | undefined;
    /** Year; the current one unless given. */
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
   * Bandwidth limit and use of a server, in GB.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getServerBandwidth(input: {
    /** Id of the server. */
    id: number;
    /** Only records from this Unix time in seconds on; empty is not given. */
    'filter[start]'?: null | number | undefined;
    /** Only records until this Unix time in seconds; empty is not given. */
    'filter[end]'?: null | number | undefined;
  }, options?: CallOptions): Promise<BandwidthStatistics>;

  /**
   * Deploy new server
   *
   * Orders a server, or one per name: all or none. Answers the server, and for a list of names a list of servers. It is built at once when the balance covers the order, and waits for payment until due_at otherwise; how much may wait is limited.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  deployServer(input: Omit<DeployServer, 'name'> & Partial<Pick<DeployServer, 'name'>> & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Deploy new server
   *
   * Orders a server, or one per name: all or none. Answers the server, and for a list of names a list of servers. It is built at once when the balance covers the order, and waits for payment until due_at otherwise; how much may wait is limited.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  deployServer(input: DeployServer, options?: CallOptions): Promise<Server | ServerList>;

  /**
   * Start a server
   *
   * Boots a stopped server. A running one stays as it is.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  startServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Restart a server
   *
   * Reboots the server, or starts it when it is stopped.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  restartServer(input: {
    /** Id of the server. */
    server: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Stop a server
   *
   * Asks the guest to shut down, and powers it off when it has not done so after a grace period.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  stopServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Power off
   *
   * Powers the server off at once, also while a start, stop, restart or the way into or out of rescue mode waits for the guest: that is ended. What the guest has not written to its disk is lost.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service, except `start`, `restart`, `stop`, `host-restart`, `crash-restart`, `enable-rescue`, `disable-rescue`, which it ends
   */
  powerOffServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Cancel server
   *
   * Cancels a server. With `now` it is suspended at once and terminated after the grace period; otherwise both count from its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelServer(input: {
    /** Id of the server. */
    id: number;
  } & CancelServer & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel server
   *
   * Cancels a server. With `now` it is suspended at once and terminated after the grace period; otherwise both count from its expiry.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelServer(input: {
    /** Id of the server. */
    id: number;
  } & CancelServer, options?: CallOptions): Promise<undefined>;

  /**
   * Undo cancel request
   *
   * Withdraws the request to cancel a server: it is kept.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  undoCancelServer(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Renew server
   *
   * Orders more months for servers and their addons: a line for each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewServers(input: RenewServers & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew server
   *
   * Orders more months for servers and their addons: a line for each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewServers(input: RenewServers, options?: CallOptions): Promise<Order>;

  /**
   * Calculate renew amount
   *
   * What renewing these servers would cost. Nothing is ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  calculateServerRenewal(input: CalculateRenewal, options?: CallOptions): Promise<RenewalCost>;

  /**
   * Change password
   *
   * Sets root's password: at once through the guest agent, or at the next boot.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
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
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateServerHostname(input: {
    /** Id of the server. */
    id: number;
  } & UpdateHostname, options?: CallOptions): Promise<Server>;

  /**
   * Update SSH Keys
   *
   * Sets the keys that may log in. Keys that are not named are removed.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateServerSshKeys(input: {
    /** Id of the server. */
    id: number;
  } & UpdateServerSshKeys, options?: CallOptions): Promise<Server>;

  /**
   * Rescue: Enable rescue mode
   *
   * Boots the rescue system with the disk of the server attached. A start, stop or restart that waits for the guest is ended.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service, except `start`, `restart`, `stop`, `host-restart`, `crash-restart`, which it ends
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
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  disableServerRescue(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Server>;

  /**
   * Modify ISOs
   *
   * Inserts ISO files into the two drives of a server at once; null ejects. A change of `boot_from` takes effect with the next start.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  modifyServerIsos(input: {
    /** Id of the server. */
    id: number;
  } & ModifyIsos, options?: CallOptions): Promise<Server>;

  /**
   * Restore
   *
   * Replaces the disk by a backup or a snapshot, of this server or of another one of the account, and boots the server. Refused when the disk is smaller than the copy. Name, keys and password stay those of the server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  restoreServer(input: {
    /** Id of the server. */
    id: number;
  } & RestoreServer, options?: CallOptions): Promise<Server>;

  /**
   * Reinstall Server
   *
   * Replaces the disk by a fresh image and boots the server. Everything on the old disk is lost. Keys and a password that are not given stay as they are, but for keys that were deleted from the account; if nothing is left to log in with, it is refused with 422. A startup script runs only when it is given.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  reinstallServer(input: {
    /** Id of the server. */
    id: number;
  } & ReinstallServer, options?: CallOptions): Promise<Server>;

  /**
   * Change Primary IP
   *
   * Makes another address of the server its main one. The server reboots.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  changeServerPrimaryIp(input: {
    /** Id of the server. */
    id: number;
  } & ChangePrimaryIp, options?: CallOptions): Promise<Server>;

  /**
   * Scale: List plans
   *
   * The plans that this server can be scaled to; those that do not fit on its host at present are not available.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServerScalePlans(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<PlanList>;

  /**
   * Scale: Calculate scale cost
   *
   * What another plan would cost, and how long the server would be down. A negative amount is a refund.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  calculateServerScale(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer, options?: CallOptions): Promise<ScaleCost>;

  /**
   * Scale: Scale a server
   *
   * Changes the plan of the server. With `scale_disk` its disk grows; a disk never shrinks.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  scaleServer(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Scale: Scale a server
   *
   * Changes the plan of the server. With `scale_disk` its disk grows; a disk never shrinks.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  scaleServer(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServer, options?: CallOptions): Promise<Server>;

  /**
   * Addons: List available addons
   *
   * The addons that this server can get, with prices until its expiry.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServerAddons(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<AvailableAddonList>;

  /**
   * Addons: Scale addons
   *
   * Changes the size of addons that the server has. The price is paid from the balance at once; the request is refused when that does not cover it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  scaleServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServerAddons & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Addons: Scale addons
   *
   * Changes the size of addons that the server has. The price is paid from the balance at once; the request is refused when that does not cover it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  scaleServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & ScaleServerAddons, options?: CallOptions): Promise<Server>;

  /**
   * Addons: Calculate scale cost
   *
   * What other sizes of addons would cost until the expiry. Nothing is ordered.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
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
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  purchaseServerAddons(input: {
    /** Id of the server. */
    id: number;
  } & PurchaseAddons, options?: CallOptions): Promise<Server>;

  /**
   * Addons: Cancel addon
   *
   * Cancels an addon, at once or when its paid time is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
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
   * Cancels an addon, at once or when its paid time is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
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
   * Withdraws the request to cancel an addon: it is kept.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
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
   * A secret address of the screen, keyboard and mouse of a running server: a WebSocket that can be opened once, within a minute. A browser opens `viewer_url`, a page that can reconnect for 12 hours when its connection breaks. The console ends when the server stops, when the client sends nothing for 10 minutes, and when the token that opened it ends. It can also be opened while the server is locked.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  openConsole(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Console>;

  /**
   * Console: Take a screenshot
   *
   * What the screen of a running server shows now.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 60 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  getConsoleScreenshot(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Console: Get the serial log
   *
   * The last 64 KiB that the server wrote to its serial console, without control sequences for terminals.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 60 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  getConsoleLog(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * List plans
   *
   * The plans that a server can have, with prices for this account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listPlans(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only plans of this family. */
    'filter[type]'?: string | undefined;
  }, options?: CallOptions): Listing<PlanPage, Plan>;

  /**
   * Plan addon
   *
   * The addons that a server of this plan can have.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listPlanAddons(input: {
    /** Id of the plan. */
    id: number;
  }, options?: CallOptions): Promise<PlanAddonList>;

  /**
   * Plan promo-codes
   *
   * The public promo codes for this plan, as a bare array.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listPlanPromoCodes(input: {
    /** Id of the plan. */
    id: number;
  }, options?: CallOptions): Promise<PromoCode[]>;

  /**
   * List snapshots
   *
   * The complete snapshots of all servers of the account. They are normally kept for 30 days after their server is terminated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listSnapshots(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Day on which it was made, YYYY-MM-DD. */
    'filter[date]'?: string | undefined;
    /** Only copies of this server. */
    'filter[server_id]'?: number | undefined;
    /** Only copies of this size in GB or more. */
    'filter[size]'?: number | undefined;
    /** `date`: oldest first; `-date`: newest first. */
    sort?: 'date' | '-date' | undefined;
  }, options?: CallOptions): Listing<SnapshotPage, Snapshot>;

  /**
   * Delete snapshot
   *
   * Deletes a snapshot for good.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteSnapshot(input: {
    /** Id of the snapshot. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Create snapshot
   *
   * Takes a snapshot of a server, which keeps running. The snapshot is listed once it is complete and verified.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  createSnapshot(input: {
    /** Id of the server. */
    id: number;
  } & CreateSnapshot, options?: CallOptions): Promise<Snapshot>;

  /**
   * List backups
   *
   * The complete backups of all servers of the account. They are normally kept for 30 days after their server is terminated.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listBackups(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Day on which it was made, YYYY-MM-DD. */
    'filter[date]'?: string | undefined;
    /** Only copies of this server. */
    'filter[server_id]'?: number | undefined;
    /** Only copies of this size in GB or more. */
    'filter[size]'?: number | undefined;
    /** `date`: oldest first; `-date`: newest first. */
    sort?: 'date' | '-date' | undefined;
  }, options?: CallOptions): Listing<BackupPage, Backup>;

  /**
   * Delete backup
   *
   * Deletes a backup for good.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteBackup(input: {
    /** Id of the backup. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Create backup
   *
   * Makes a backup of a server now. The server keeps running, and must have the backups addon. The backup is listed once it is complete and verified.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  createBackup(input: {
    /** Id of the server. */
    id: number;
  }, options?: CallOptions): Promise<Backup>;

  /**
   * List server images
   *
   * The systems and applications that a server can be deployed with.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServerImages(input?: {
    /** Page of results, from 1. */
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
   * The floating IPs of the account: the active and suspended ones, unless filter[status] says otherwise.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listFloatingIps(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only the one with this address. */
    'filter[ip]'?: string | undefined;
    /** Part of an address or of the hostname of its server. */
    'filter[search]'?: string | undefined;
    /** Only those with one of these statuses. `active,suspended` unless given. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated')[] | undefined;
    /** Only those with, or without, DDoS protection. */
    'filter[ddos]'?: boolean | undefined;
  }, options?: CallOptions): Listing<FloatingIpPage, FloatingIp>;

  /**
   * Plans
   *
   * The kinds of floating IP that can be bought.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listFloatingIpPlans(input?: Record<string, never>, options?: CallOptions): Promise<FloatingIpPlanList>;

  /**
   * Purchase Floating IPs
   *
   * Orders floating IPs, and attaches them when a server is named.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  purchaseFloatingIps(input: PurchaseFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Purchase Floating IPs
   *
   * Orders floating IPs, and attaches them when a server is named.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  purchaseFloatingIps(input?: PurchaseFloatingIps, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Renew floating IPs
   *
   * Orders more months for floating IPs: a line for each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewFloatingIps(input: RenewFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Renew floating IPs
   *
   * Orders more months for floating IPs: a line for each.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   * - Order: this costs money and makes an order; `X-Order-Id` is its id
   */
  renewFloatingIps(input: RenewFloatingIps, options?: CallOptions): Promise<Order>;

  /**
   * Attach Floating IP
   *
   * Attaches floating IPs to a server, and detaches them from the one that they were attached to. They are locked until that is done.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  attachFloatingIps(input: AttachFloatingIps, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Detach Floating IP
   *
   * Detaches floating IPs from their servers. They stay in the account.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  detachFloatingIps(input: FloatingIpIds, options?: CallOptions): Promise<FloatingIpList>;

  /**
   * Cancel Floating IP
   *
   * Cancels floating IPs: at once, which refunds the rest of their paid time, or when that is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelFloatingIps(input: CancelFloatingIps & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Cancel Floating IP
   *
   * Cancels floating IPs: at once, which refunds the rest of their paid time, or when that is over.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  cancelFloatingIps(input: CancelFloatingIps, options?: CallOptions): Promise<{
  }>;

  /**
   * Delete Floating IP Cancellation
   *
   * Withdraws the request to cancel floating IPs: they are kept.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  undoCancelFloatingIps(input?: {
    /** In place of `ids` in the body. */
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
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateIpAddress(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateIpAddress, options?: CallOptions): Promise<IpAddress>;

  /**
   * List firewalls
   *
   * The firewalls of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listFirewalls(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only those that are applied to this server. */
    'filter[server_id]'?: number | undefined;
  }, options?: CallOptions): Listing<FirewallPage, Firewall>;

  /**
   * Create a firewall
   *
   * Creates a firewall with its rules. It filters nothing until it is applied to servers.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createFirewall(input: CreateFirewall, options?: CallOptions): Promise<Firewall>;

  /**
   * Get a firewall
   *
   * A firewall, its rules, and the servers that it is applied to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getFirewall(input: {
    /** Id of the firewall. */
    id: number;
  }, options?: CallOptions): Promise<Firewall>;

  /**
   * Update a firewall
   *
   * Renames a firewall, or says whether new servers get it. Servers that are there stay as they are.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & UpdateFirewall, options?: CallOptions): Promise<Firewall>;

  /**
   * Delete a firewall
   *
   * Deletes a firewall. Refused while a server has it.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteFirewall(input: {
    /** Id of the firewall. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Set the rules
   *
   * Replaces all rules, for all servers of a host in one step: no packet sees half of them. `status` becomes `active` again when every server obeys. Open connections that the new rules allow go on, others are cut.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  setFirewallRules(input: {
    /** Id of the firewall. */
    id: number;
  } & SetFirewallRules, options?: CallOptions): Promise<Firewall>;

  /**
   * Apply to servers
   *
   * Applies a firewall to servers, besides those that they have; one that has it already keeps it. Locked servers too: their locks are about other things. `status` becomes `active` again when every server obeys.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  applyFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & FirewallServers, options?: CallOptions): Promise<Firewall>;

  /**
   * Remove from servers
   *
   * Removes a firewall from servers; one that does not have it is fine. A server without any firewall gets all packets. The servers leave the list of the firewall when they obey it no longer.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  removeFirewall(input: {
    /** Id of the firewall. */
    id: number;
  } & FirewallServers, options?: CallOptions): Promise<Firewall>;

  /**
   * Geo filter: get current
   *
   * The geo filter of an address, which judges packets by the country of their source.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<GeoFilter>;

  /**
   * Geo filter: set
   *
   * Replaces the geo filter and switches it on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
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
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateGeoFilter, options?: CallOptions): Promise<GeoFilter>;

  /**
   * Geo filter: delete
   *
   * Removes the geo filter.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteGeoFilter(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Whitelist: get status and list of IPs
   *
   * The whitelist of an address: its networks are always let through, whatever blacklist, geo filter and automatic blocks say.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: whitelist IP addresses
   *
   * Replaces the whitelist and switches it on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  setWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  } & SetNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: update list
   *
   * Adds networks to the whitelist, removes some, or switches it on or off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Whitelist: delete all rules
   *
   * Empties the whitelist and switches it off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteWhitelist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Blacklist: get status and list of IPs
   *
   * The blacklist of an address: its networks are always dropped, also as answers to connections that the server began.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: blacklist IP addresses
   *
   * Replaces the blacklist and switches it on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  setBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  } & SetNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: update list
   *
   * Adds networks to the blacklist, removes some, or switches it on or off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  updateBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  } & UpdateNetworkList, options?: CallOptions): Promise<NetworkList>;

  /**
   * Blacklist: delete all rules
   *
   * Empties the blacklist and switches it off.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteBlacklist(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Allow me
   *
   * Lets the address that this request comes from through for 10 minutes, whatever lists, filter and automatic blocks say: for who has locked himself out. 10 sources at a time; then the one that would end first ends.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 30 requests a minute (one limit for all changes under `/network-protection`), in addition to that of the account
   * - Lock: 423 while an operation holds the service
   */
  allowMe(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<AllowedSource>;

  /**
   * Dry run
   *
   * Which share of the sources and the traffic of the last hour would have been dropped by lists or a geo filter, before they are set. Changes nothing.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 30 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  dryRunProtection(input: {
    /** Id of the IP address. */
    id: number;
  } & DryRunProtection, options?: CallOptions): Promise<ProtectionEffect>;

  /**
   * General information
   *
   * Whether an address is under attack, and the service that it belongs to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getProtection(input: {
    /** Id of the IP address. */
    id: number;
  }, options?: CallOptions): Promise<Protection>;

  /**
   * Bandwidth
   *
   * Traffic that was let through and traffic that was dropped, oldest first; of the last 24 hours unless a period of up to 90 days is given. Buckets of 1 minute up to 24 hours, 5 minutes up to 7 days, else 1 hour; what is older than that comes in the longer ones. A bucket without traffic is left out, and the last one comes up to 2 minutes late.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * Sources that are blocked automatically at present.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listBlockedIps(input: {
    /** Id of the IP address. */
    id: number;
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<BlockedIpPage, BlockedIp>;

  /**
   * List attacks
   *
   * Attacks on an address, of the last 7 days unless a period is given.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listAttacks(input: {
    /** Id of the IP address. */
    id: number;
    /** Page of results, from 1. */
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
   * An attack with its sources, protocols and ports.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * Traffic during an attack.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * The orders of the account, without invoices and services: those that wait for payment and those that are paid, unless filter[status] says otherwise.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listOrders(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only orders with one of these statuses. `awaiting_payment,paid` unless given. */
    'filter[status]'?: ('awaiting_payment' | 'processing' | 'paid' | 'cancelled')[] | undefined;
  }, options?: CallOptions): Listing<OrderSummaryPage, OrderSummary>;

  /**
   * Get an order
   *
   * An order with its invoices and services.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<Order>;

  /**
   * Explain an order
   *
   * How each amount of an order comes about: the steps with their inputs, the same in words, and the rule and evidence of its VAT.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  explainOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<OrderExplanation>;

  /**
   * Delete order
   *
   * Cancels an order that is not paid yet, and releases all that it reserved.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteOrder(input: {
    /** Id of the order. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Pay orders
   *
   * Pays orders: all of them, or none. From the balance at once, when it covers them. By a gateway they share one payment: its page (`payment_url`) or what a transfer needs (`payment_information`) appears on each of them within seconds; asked again with the same orders, it is the same payment.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: 20 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  payOrders(input: PayOrders, options?: CallOptions): Promise<OrderList>;

  /**
   * Update order
   *
   * Changes how an order that is not paid yet will be paid, or its promo code.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  updateOrder(input: {
    /** Id of the order. */
    id: number;
  } & UpdateOrder & { dry_run: true }, options?: CallOptions): Promise<Quote>;
  /**
   * Update order
   *
   * Changes how an order that is not paid yet will be paid, or its promo code.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
   */
  updateOrder(input: {
    /** Id of the order. */
    id: number;
  } & UpdateOrder, options?: CallOptions): Promise<Order>;

  /**
   * Change renewal period
   *
   * Changes for how many months a line of an unpaid order renews its service. Possible where `is_period_changeable` is true.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
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
   * Changes for how many months a line of an unpaid order renews its service. Possible where `is_period_changeable` is true.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `billing`
   * - Rate limit: that of the account
   * - Lock: does not apply
   * - Quote: `?dry_run=true` checks everything, changes nothing and answers with the cost
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
   * An ISO file, the progress of its download, and the servers that it is attached to.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getIso(input: {
    /** Id of the ISO. */
    id: number;
  }, options?: CallOptions): Promise<Iso>;

  /**
   * Delete an ISO
   *
   * Deletes an ISO file. A download that still runs is stopped. Refused as locked while the ISO is attached to a server.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: 423 while an operation holds the service
   */
  deleteIso(input: {
    /** Id of the ISO. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List ISOs
   *
   * The ISO files of the account and the operator's.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listIsos(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<IsoPage, Iso>;

  /**
   * Add ISO
   *
   * Downloads an ISO file from a public address. Addresses of private networks are refused.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  addIso(input: AddIso, options?: CallOptions): Promise<Iso>;

  /**
   * List operations of a server
   *
   * What was done to a server and what is being done, newest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listServerOperations(input: {
    /** Id of the server. */
    id: number;
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<OperationPage, Operation>;

  /**
   * List unfinished operations
   *
   * The operations of the account that have not ended, newest first. Ended ones are listed for each server.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listOperations(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<OperationPage, Operation>;

  /**
   * Get an operation
   *
   * The progress of an operation: its state, its steps, and when it will probably end.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getOperation(input: {
    /** Id of the operation. */
    id: number;
  }, options?: CallOptions): Promise<Operation>;

  /**
   * Stream events
   *
   * Everything that changes in the account, as server-sent events in order. The stream begins with the next event, or after the event that Last-Event-ID or `cursor` names, so that a client that reconnects misses nothing. Events are kept for 7 days; a cursor that is older (or not of this account) gets one event of type `reset`, and then the events that follow.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  streamEvents(input?: {
    /** Resume after the event of this id; 0 for the first. */
    cursor?: number | undefined;
  }, options?: CallOptions): AsyncGenerator<StreamedEvent, void, undefined>;

  /**
   * List countries
   *
   * The countries that customers can live in, with their VAT. No token is needed.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listCountries(input?: Record<string, never>, options?: CallOptions): Promise<CountryList>;

  /**
   * List payment methods
   *
   * The ways to pay that this installation offers.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listPaymentMethods(input?: Record<string, never>, options?: CallOptions): Promise<PaymentMethodInfoList>;

  /**
   * List tokens
   *
   * The valid access tokens of the user, or of all members for one who manages them, without their secrets.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listTokens(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<TokenPage, Token>;

  /**
   * Create a token
   *
   * Creates an access token, which may do no more than the one of this request. Its secret is in this reply and nowhere else: a repeat creates another.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createToken(input: CreateToken, options?: CallOptions): Promise<NewToken>;

  /**
   * Update a token
   *
   * Changes the name of a token, what it may do, or from where it works.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateToken(input: {
    /** Id of the token. */
    id: number;
  } & UpdateToken, options?: CallOptions): Promise<Token>;

  /**
   * Delete a token
   *
   * Revokes a token at once, and ends the streams and consoles that it opened.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteToken(input: {
    /** Id of the token. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Rotate a token
   *
   * Gives a token a new secret, which is in this reply and nowhere else. The one before stops working at once, or after an overlap.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  rotateToken(input: {
    /** Id of the token. */
    id: number;
  } & RotateToken, options?: CallOptions): Promise<NewToken>;

  /**
   * List members
   *
   * The users of the account with their roles, the one who joined first at the top.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listMembers(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<MemberPage, Member>;

  /**
   * Change the role of a member
   *
   * Changes what a member may do, at once and with every token of theirs. The owner stays the owner.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/members`), in addition to that of the account
   * - Lock: does not apply
   */
  updateMember(input: {
    /** Id of the member. */
    id: number;
  } & UpdateMember, options?: CallOptions): Promise<Member>;

  /**
   * Remove a member
   *
   * Removes a member, or oneself: their tokens and sessions for this account end at once. Others are removed by who manages members; the owner stays.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute (one limit for all changes under `/members`), in addition to that of the account
   * - Lock: does not apply
   */
  deleteMember(input: {
    /** Id of the member. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Offer the ownership
   *
   * Offers the account to a member, who may accept it within 7 days. Another offer takes the place of the one before.
   *
   * - Ability: `write`
   * - Roles: `owner`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/ownership-offer`), in addition to that of the account
   * - Lock: does not apply
   */
  offerOwnership(input: OfferOwnership, options?: CallOptions): Promise<Member>;

  /**
   * Withdraw or decline the ownership
   *
   * Ends the offer of the ownership: by the owner, or by the member to whom it was made.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute (one limit for all changes under `/ownership-offer`), in addition to that of the account
   * - Lock: does not apply
   */
  withdrawOwnershipOffer(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Accept the ownership
   *
   * Makes the user of this request the owner of the account, if it was offered to them. The owner of before is an administrator from then on.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute (one limit for all changes under `/ownership-offer`), in addition to that of the account
   * - Lock: does not apply
   */
  acceptOwnership(input?: Record<string, never>, options?: CallOptions): Promise<Member>;

  /**
   * List invitations
   *
   * Who was invited and has not accepted yet, also where the invitation has expired.
   *
   * - Ability: `read`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listInvitations(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<InvitationPage, Invitation>;

  /**
   * Invite somebody
   *
   * Sends an invitation by mail, which can be accepted once within 7 days. The reply is the same whether the address belongs to a user or not.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/invitations`), in addition to that of the account
   * - Lock: does not apply
   */
  createInvitation(input: CreateInvitation, options?: CallOptions): Promise<Invitation>;

  /**
   * Send an invitation again
   *
   * Sends the mail with a new link, which is good for 7 days again. The link of before stops working.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/invitations`), in addition to that of the account
   * - Lock: does not apply
   */
  resendInvitation(input: {
    /** Id of the invitation. */
    id: number;
  }, options?: CallOptions): Promise<Invitation>;

  /**
   * Withdraw an invitation
   *
   * Withdraws an invitation: its link stops working at once.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/invitations`), in addition to that of the account
   * - Lock: does not apply
   */
  deleteInvitation(input: {
    /** Id of the invitation. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Accept an invitation
   *
   * Makes the user of this request, whose address was invited, a member of the account that invited them.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute (one limit for all changes under `/invitations`), in addition to that of the account
   * - Lock: does not apply
   */
  acceptInvitation(input: AcceptInvitation, options?: CallOptions): Promise<JoinedAccount>;

  /**
   * Accept an invitation as a new user
   *
   * Makes a user with the address that was invited, and a member of the account that invited it. Whoever has a user with this address, and is in an account, signs in and accepts the invitation instead; a user who is in none joins, with this password from now on.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  joinWithNewUser(input: JoinWithNewUser, options?: CallOptions): Promise<JoinedAccount>;

  /**
   * List consents to support
   *
   * What support may do inside the account, or might, the latest first; for 90 days after their end.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listSupportAccess(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SupportAccessPage, SupportAccess>;

  /**
   * Let support into the account
   *
   * Consents to support that acts inside the account for some hours: it reads, and with the scope `write` runs servers. It never pays, manages people or sees secrets. Each act stands in the audit log with the name of the person.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/support-access`), in addition to that of the account
   * - Lock: does not apply
   */
  createSupportAccess(input: CreateSupportAccess, options?: CallOptions): Promise<SupportAccess>;

  /**
   * End a consent to support
   *
   * Ends a consent at once: whoever of support acts by it is refused from the next request on.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/support-access`), in addition to that of the account
   * - Lock: does not apply
   */
  deleteSupportAccess(input: {
    /** Id of the support grant. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * List the audit log
   *
   * Who did what in the account, newest first: of the last 30 days unless a period is given.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listAuditLog(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
    /** Only entries of this action: `restartServer`. */
    'filter[action]'?: string | undefined;
    /** Only what this user did. */
    'filter[user_id]'?: number | undefined;
    /** Only entries about this kind of thing: `server`. */
    'filter[resource_kind]'?: string | undefined;
    /** Only entries about the thing with this id; goes with `filter[resource_kind]`. */
    'filter[resource_id]'?: number | undefined;
  }, options?: CallOptions): Listing<AuditEntryPage, AuditEntry>;

  /**
   * Export the audit log
   *
   * The same as a file of CSV, oldest first, all of it at once.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  exportAuditLog(input?: {
    /** Only records from this Unix time in seconds on. */
    'filter[start]'?: number | undefined;
    /** Only records until this Unix time in seconds. */
    'filter[end]'?: number | undefined;
    /** Only entries of this action: `restartServer`. */
    'filter[action]'?: string | undefined;
    /** Only what this user did. */
    'filter[user_id]'?: number | undefined;
    /** Only entries about this kind of thing: `server`. */
    'filter[resource_kind]'?: string | undefined;
    /** Only entries about the thing with this id; goes with `filter[resource_kind]`. */
    'filter[resource_id]'?: number | undefined;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Sign in
   *
   * Signs in by e-mail address and password. The session is in the cookie of the reply; where a second factor is asked for, the reply says which.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createSession(input: CreateSession, options?: CallOptions): Promise<SignIn>;

  /**
   * Complete signing in
   *
   * Completes signing in with a second factor. The session is in the cookie of the reply.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  verifySession(input: VerifySession, options?: CallOptions): Promise<Session>;

  /**
   * Begin to sign in with a passkey
   *
   * What a browser needs to ask its user for a passkey: any of this domain, or one of the user who has given the password already. It takes no address, so it tells nothing of any. It is answered once, within 5 minutes.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createSignInOptions(input?: CreateSignInOptions, options?: CallOptions): Promise<PasskeyRequest>;

  /**
   * Sign in with a passkey
   *
   * Signs in by a passkey alone, which is both factors: what its user has, and what it verifies its user by. The session is in the cookie of the reply.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createPasskeySession(input: CreatePasskeySession, options?: CallOptions): Promise<Session>;

  /**
   * List sessions
   *
   * Where the user is signed in, the last one used first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listSessions(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<SessionPage, Session>;

  /**
   * Switch to another account
   *
   * From now on the session of this request acts in another account of its user. Its cookie is a new one.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  updateSession(input: UpdateSession, options?: CallOptions): Promise<Session>;

  /**
   * Begin to confirm with a passkey
   *
   * What a browser needs to ask the user of this session for a passkey. It is answered once, within 5 minutes.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  createConfirmOptions(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyRequest>;

  /**
   * Confirm who you are
   *
   * Proves again who the user is, as some operations require within the last 15 minutes: by a passkey, or by the password, and a code of the authenticator app where there is one. The cookie is a new one.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  confirmSession(input?: ConfirmSession, options?: CallOptions): Promise<Session>;

  /**
   * Sign out
   *
   * Ends the session of this request, and the streams and consoles that it opened.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  deleteCurrentSession(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * End a session
   *
   * Ends a session of the user at once, and the streams and consoles that it opened.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteSession(input: {
    /** Id of the session. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * End all other sessions
   *
   * Ends all sessions of the user, except that of this request.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteOtherSessions(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Ask for a new password
   *
   * Sends a link to the user with this address, which is good for an hour and works once. The reply is the same whether there is such a user or not; of more than three links an hour none is sent.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createPasswordReset(input: CreatePasswordReset, options?: CallOptions): Promise<undefined>;

  /**
   * Set a new password
   *
   * Sets the password of the user whose link it is. All sessions of the user end, and none is opened; a second factor is asked for as before.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  confirmPasswordReset(input: ConfirmPasswordReset, options?: CallOptions): Promise<undefined>;

  /**
   * Change the password
   *
   * Sets another password for the user of this session, and ends all other sessions of the user. The cookie is a new one. Access tokens are not allowed to do this, and work on.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  changePassword(input: ChangeUserPassword, options?: CallOptions): Promise<undefined>;

  /**
   * Ask who can sign up
   *
   * Who can open an account here, and the terms of service that are accepted with it. No token is needed.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getSignUp(input?: Record<string, never>, options?: CallOptions): Promise<SignUpRules>;

  /**
   * Sign up
   *
   * Sends a link to the address, with which the account is opened within 24 hours. The reply is the same whether a user has this address already, who is told so by mail, or not; of more than three mails an hour to an address none is sent.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  createSignUp(input: CreateSignUp, options?: CallOptions): Promise<undefined>;

  /**
   * Open the account
   *
   * Opens an account for who has the link, with a user who owns it, and notes the terms of service that were accepted. No session is opened: sign in with the password.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  confirmSignUp(input: ConfirmSignUp, options?: CallOptions): Promise<OpenedAccount>;

  /**
   * List passkeys
   *
   * The passkeys of the user, the oldest first.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listPasskeys(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<PasskeyPage, Passkey>;

  /**
   * Begin to add a passkey
   *
   * What a browser needs to make a passkey. It is answered once, within 5 minutes, by the session that asked.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createPasskeyOptions(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyCreation>;

  /**
   * Add a passkey
   *
   * Adds the passkey that the browser has made. From now on it signs its user in. The user is told by mail.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: 20 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createPasskey(input: CreatePasskey, options?: CallOptions): Promise<Passkey>;

  /**
   * Rename a passkey
   *
   * Gives a passkey another name.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updatePasskey(input: {
    /** Id of the passkey. */
    id: number;
  } & UpdatePasskey, options?: CallOptions): Promise<Passkey>;

  /**
   * Remove a passkey
   *
   * From now on the passkey signs nobody in. Sessions that it has opened go on. The user is told by mail.
   *
   * - Ability: `write`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deletePasskey(input: {
    /** Id of the passkey. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Get the change of the email address
   *
   * The change of the address that waits to be confirmed, if there is one.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getEmailChange(input?: Record<string, never>, options?: CallOptions): Promise<PendingEmailChange>;

  /**
   * Change the email address
   *
   * Sends a link to the new address, and one to the address of now. The address is changed when both were used, within 24 hours. Another change takes the place of the one before.
   *
   * - Ability: `account`
   * - Roles: all
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createEmailChange(input: CreateEmailChange, options?: CallOptions): Promise<PendingEmailChange>;

  /**
   * Withdraw the change of the email address
   *
   * Ends the change that waits: its links work no longer.
   *
   * - Ability: `account`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteEmailChange(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Confirm the change of an email address
   *
   * Confirms the change from one of the two addresses. With the second one the user has the new address, and all sessions but the one in which it was asked for end. To confirm again changes nothing.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  confirmEmailChange(input: EmailChangeSecret, options?: CallOptions): Promise<ConfirmedEmailChange>;

  /**
   * Stop the change of an email address
   *
   * Ends the change of which somebody got a mail and wants none: both links work no longer.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  stopEmailChange(input: EmailChangeSecret, options?: CallOptions): Promise<undefined>;

  /**
   * List webhooks
   *
   * Where events of the account are sent.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listWebhooks(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<WebhookPage, Webhook>;

  /**
   * Create a webhook
   *
   * Sends events of the account to a URL from now on, each as a POST that is signed after the Standard Webhooks convention. An event is delivered at least once: a receiver drops what comes twice by `webhook-id`, and puts events in order by their `id`. What is not answered with 2xx within 10 seconds is tried again for 3 days, after the time that `Retry-After` asks for; 410 disables the webhook. The secret is in this reply and nowhere else.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createWebhook(input: CreateWebhook, options?: CallOptions): Promise<NewWebhook>;

  /**
   * Get a webhook
   *
   * A webhook, and whether its receiver takes what is sent.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<Webhook>;

  /**
   * Update a webhook
   *
   * Changes a webhook, or disables or enables it. Events that wait for one that is disabled fail, and can be replayed when it is enabled again.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  updateWebhook(input: {
    /** Id of the webhook. */
    id: number;
  } & UpdateWebhook, options?: CallOptions): Promise<Webhook>;

  /**
   * Delete a webhook
   *
   * Deletes a webhook with its deliveries: those that wait are not sent.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<undefined>;

  /**
   * Rotate the secret of a webhook
   *
   * Gives a webhook a new secret, which is in this reply and nowhere else. Until the overlap ends events are signed with both, and a receiver takes either.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  rotateWebhookSecret(input: {
    /** Id of the webhook. */
    id: number;
  } & RotateWebhookSecret, options?: CallOptions): Promise<NewWebhook>;

  /**
   * Test a webhook
   *
   * Sends an event of type `test`. The reply is its delivery, which soon tells what the receiver answered.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  testWebhook(input: {
    /** Id of the webhook. */
    id: number;
  }, options?: CallOptions): Promise<EventDelivery>;

  /**
   * List deliveries
   *
   * What was sent, or waits to be, the newest first. Those that ended are kept for 30 days, the newest 10000 of the account.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listEventDeliveries(input: {
    /** Id of the webhook. */
    id: number;
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
    /** Only those with one of these statuses. */
    'filter[status]'?: ('pending' | 'delivered' | 'failed')[] | undefined;
  }, options?: CallOptions): Listing<EventDeliveryPage, EventDelivery>;

  /**
   * Get a delivery
   *
   * A delivery with what is sent, and what its receiver answered to the latest tries.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
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
   * Sends an event again, now and if need be for another 3 days, with the same `webhook-id`.
   *
   * - Ability: `write`
   * - Roles: `owner`, `admin`, `technical`
   * - Rate limit: 60 requests a minute, in addition to that of the account
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
   * Exports of the account, the newest first.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  listAccountExports(input?: {
    /** Page of results, from 1. */
    page?: number | undefined;
    /** Results per page, 1 to 50. */
    per_page?: number | undefined;
  }, options?: CallOptions): Listing<AccountExportPage, AccountExport>;

  /**
   * Export the account
   *
   * Asks for all that the account has here as one ZIP file: JSON for each kind of thing, invoices as PDF, and the files of tickets; no secrets. It is written in the background, and a mail tells when it can be downloaded. One at a time, and three in 24 hours.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createAccountExport(input?: Record<string, never>, options?: CallOptions): Promise<AccountExport>;

  /**
   * Get an export
   *
   * An export of the account, and whether it can be downloaded.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getAccountExport(input: {
    /** Id of the account export. */
    id: number;
  }, options?: CallOptions): Promise<AccountExport>;

  /**
   * Download an export
   *
   * The ZIP file of an export, for seven days. Each download leaves a line in the audit log.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  downloadAccountExport(input: {
    /** Id of the account export. */
    id: number;
  }, options?: CallOptions): Promise<FileReply>;

  /**
   * Get the closure of the account
   *
   * Whether the account is about to be closed, and what stands in the way of closing it.
   *
   * - Ability: `read`
   * - Roles: `owner`
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getAccountClosure(input?: Record<string, never>, options?: CallOptions): Promise<AccountClosure>;

  /**
   * Close the account
   *
   * Asks to close the account. It is refused as long as something stands in the way, such as a service that has not ended. From now on the account can only be read, exported, and kept open after all; after 14 days its members lose it, and what the law does not have us keep is erased. All members get a mail.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: 5 requests a minute, in addition to that of the account
   * - Lock: does not apply
   */
  createAccountClosure(input: CreateAccountClosure, options?: CallOptions): Promise<AccountClosure>;

  /**
   * Keep the account open
   *
   * Undoes that the account is about to be closed. It works as before.
   *
   * - Ability: `account`
   * - Roles: `owner`
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  deleteAccountClosure(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Begin to sign in by an identity provider
   *
   * Where to send the browser of somebody who signs in by the identity provider of a company. The domain of the address decides, and the reply is the same whether a user has the address or not. It works once, in this browser, for 10 minutes.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  beginSingleSignOn(input?: BeginSingleSignOn, options?: CallOptions): Promise<SignOnRedirect>;

  /**
   * Complete what was begun at an identity provider
   *
   * Takes what the browser brought back, and signs its user in, confirms who it is, or ends a test. The session is in the cookie of the reply; where a second factor is asked for, the reply says which.
   *
   * - Ability: none, and no token is needed
   * - Rate limit: that of the account
   * - Lock: does not apply
   */
  completeSingleSignOn(input: CompleteSingleSignOn, options?: CallOptions): Promise<SingleSignOn>;

  /**
   * Begin to confirm by an identity provider
   *
   * Where to send the browser of a session that an identity provider has opened, to prove again who the user is. The provider asks for the credentials again.
   *
   * - Ability: `read`
   * - Roles: all
   * - Rate limit: 10 requests a minute, in addition to that of the account
   * - Lock: works also while an operation holds the service
   */
  confirmBySingleSignOn(input?: ConfirmBySingleSignOn, options?: CallOptions): Promise<SignOnRedirect>;

  /**
   * Get the identity provider
   *
   * By what the members of the account sign in, if it has an identity provider, and what proves its domains.
   *
   * - Ability: `read`
   * - Roles: `owner`, `admin`
   * - Rate limit: that of the account
   * - Lock: works also while an operation holds the service
   */
  getIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Set the identity provider
   *
   * Sets the identity provider of the account as a whole. It counts once a domain is proven and signing in was tested. With another issuer or client it is another provider: its sessions end.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/identity-provider`), in addition to that of the account
   * - Lock: does not apply
   */
  putIdentityProvider(input: PutIdentityProvider, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Remove the identity provider
   *
   * Removes the identity provider of the account. Its sessions end at once; members sign in by their passwords.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/identity-provider`), in addition to that of the account
   * - Lock: does not apply
   */
  deleteIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<undefined>;

  /**
   * Prove the domains
   *
   * Looks for the TXT records of domains that are not proven. A domain is one account's: one that another account has proven stays as it is.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/identity-provider`), in addition to that of the account
   * - Lock: does not apply
   */
  verifyIdentityDomains(input?: Record<string, never>, options?: CallOptions): Promise<AccountIdentityProvider>;

  /**
   * Test the identity provider
   *
   * Where to send the browser of this session to try signing in, before it counts. Who comes back with the address of this user signs in by it from then on, which the owner of an account cannot without.
   *
   * - Ability: `account`
   * - Roles: `owner`, `admin`
   * - Rate limit: 20 requests a minute (one limit for all changes under `/identity-provider`), in addition to that of the account
   * - Lock: does not apply
   */
  testIdentityProvider(input?: Record<string, never>, options?: CallOptions): Promise<SignOnRedirect>;
}
