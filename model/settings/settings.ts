/** Settings of the operator. The defaults suit a small host. */
import type { Configuration } from '../configuration/keys.ts';
import { resolveAll } from '../configuration/resolve.ts';
import { copiesSettingsOf, networkLimitsOf, nodeReserveOf, settingsOf } from '../configuration/settings.ts';
import type { Cents } from '../money/money.ts';
import type { UnpaidLimits } from '../money/unpaid.ts';
import type { NetworkLimits, NodeReserve } from '../net/network-limits.ts';
import type { Endpoint } from '../outgoing-http/endpoints.ts';
import type { Gateway } from '../payments/offer.ts';
import type { UserWithoutAccountTimes } from '../people/users-without-account.ts';
import type { RequestLimits } from '../requests/request-limits.ts';
import type { RenewalSettings } from '../services/renewals.ts';
import type { SignInLimits } from '../sign-in/limits.ts';
import type { RetentionSettings } from './retention-settings.ts';

export interface CopiesSettings {
  /** Store of new backups. Existing backups stay in their store, and are found as long as that store is configured. */
  readonly target: 'local' | 's3';
  /** Directory of local backups, or `null` for the home. A disk other than that of the guests survives more failures. */
  readonly directory: string | null;
  /** True if every node has mounted this directory, as one file system, at the same path. */
  readonly shared: boolean;
  /** Space in GB that copies leave free on the disks of guests and in `directory`. */
  readonly reserveGb: number;
  readonly s3: S3Settings | null;
}

/** Any S3-compatible server. Only the worker has its credentials (apps/installation/copies.ts). */
export interface S3Settings {
  /** URL such as `https://s3.example.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Prefix of every object key, so that two installations can share a bucket. */
  readonly prefix: string;
}

/** Limits of sessions: signed-in browsers. */
export interface SessionLimits {
  /** Time in milliseconds after which an unused session ends. */
  readonly idleMs: number;
  /** Time in milliseconds after which every session ends. */
  readonly maxMs: number;
  /** Maximum age of a session's secret in milliseconds. */
  readonly rotateMs: number;
  /** Time in milliseconds that the previous secret stays valid after the first use of the new one. A page sends concurrent requests. */
  readonly overlapMs: number;
}

/** Concurrent workflows of a worker, and their shares in percent. */
export interface SlotSettings {
  readonly all: number;
  /** Slots that only interactive work uses. */
  readonly interactivePercent: number;
  readonly buildPercent: number;
  readonly copyPercent: number;
  readonly downloadPercent: number;
}

export interface Settings {
  /** Name of the host that customers read in the console. */
  readonly brandName: string;
  /** Form of the documents of mails about orders: attached as PDF, or a link to the page of invoices. */
  readonly mailInvoices: 'attach' | 'link';
  /** ISO 4217 code. */
  readonly currency: string;
  /** Configured gateways. Payment methods of other gateways are not offered. */
  readonly paymentGateways: readonly Gateway[];
  /** True if invoices can show Chinese, Japanese and Korean names, because the host has their fonts. */
  readonly hasCjkFonts: boolean;
  /** Time in milliseconds that an unpaid order keeps its reservations. */
  readonly orderDueMs: number;
  /** Time in milliseconds that an unpaid order keeps its reservations, for an account that has never paid. */
  readonly orderDueNeverPaidMs: number;
  /** Time in milliseconds that a paid deployment waits for a node whose worker is away, before it is refunded. */
  readonly deployWaitMs: number;
  /** Limits of unpaid reservations of an account. */
  readonly unpaid: UnpaidLimits;
  readonly renewals: RenewalSettings;
  /** Time in milliseconds that a cancelled or unpaid service is kept after its suspension. */
  readonly cancelGraceMs: number;
  /** Time in milliseconds past the paid term by which staff may postpone a suspension. */
  readonly maxPostponeMs: number;
  /** Maximum number of years from now to which staff may move the end of a service. */
  readonly maxEndYears: number;
  /** Time in milliseconds to pay expired services after an account is no longer suspended or parked. */
  readonly timeToPayMs: number;
  /** DNS resolvers for guests, which the status of a server shows. */
  readonly dnsResolvers: readonly string[];
  /** Time in milliseconds that a guest has to shut down before it is powered off. Measured on an idle host: 1.2 to 2.4 s. */
  readonly shutdownGraceMs: number;
  /** Private endpoints that files may be downloaded from. */
  readonly mirrors: readonly Endpoint[];
  /** Maximum size in bytes of an ISO file that a customer may add. */
  readonly isoMaxBytes: number;
  /** Limit in cents of the credits, refunds and free time that a staff member may give in 24 hours without a second person. */
  readonly staffDailyLimit: Cents;
  /** True in a trial, which takes no real money and mails nothing about orders. */
  readonly hasTrialPayments: boolean;
  /** Maximum number of ISO files of an account. */
  readonly isosPerAccount: number;
  /** Maximum number of valid access tokens of an account. */
  readonly tokensPerAccount: number;
  /** Maximum number of members and open invitations of an account together. The next field limits its invitations per day. */
  readonly membersPerAccount: number;
  readonly invitationsADay: number;
  /** Maximum number of invitations per day of an account before its first paid order. */
  readonly invitationsADayNeverPaid: number;
  /** Time in milliseconds that an invitation or an offer of ownership can be accepted. */
  readonly invitationMs: number;
  readonly sessions: SessionLimits;
  readonly signIn: SignInLimits;
  /** Maximum number of passkeys of a user. */
  readonly passkeysPerUser: number;
  readonly usersWithoutAccount: UserWithoutAccountTimes;
  /** Maximum size in GB of an account's ISO files. Unfinished downloads count with their maximum size. */
  readonly isoGbPerAccount: number;
  /** Maximum number of SSH keys of an account. */
  readonly sshKeysPerAccount: number;
  /** Maximum number of firewalls of an account, of firewalls of a server, and of servers of a firewall. */
  readonly firewallsPerAccount: number;
  readonly firewallsPerServer: number;
  readonly serversPerFirewall: number;
  readonly floatingIpsPerServer: number;
  /**
   * Maximum number of unresolved tickets of an account. The next fields limit the bytes of its files in all tickets, and of the files that
   * staff sends in them.
   */
  readonly openTicketsPerAccount: number;
  readonly ticketFileBytesPerAccount: number;
  readonly staffFileBytesPerAccount: number;
  /** Maximum number of messages of a ticket, and of bytes of their text. Further messages open another ticket. */
  readonly messagesPerTicket: number;
  readonly textBytesPerTicket: number;
  /** Maximum number of stored replies of an account, and of their bytes. Beyond these the oldest replies are deleted early. */
  readonly repliesPerAccount: number;
  readonly replyBytesPerAccount: number;
  /** Retention of stored replies in milliseconds. */
  readonly replyRetentionMs: number;
  /** Maximum number of concurrent downloads from URLs of customers, in total and per account. */
  readonly downloadsAtOnce: number;
  readonly downloadsAtOncePerAccount: number;
  /** Maximum number of webhooks of an account. */
  readonly webhooksPerAccount: number;
  /** Maximum number of exports of an account in 24 hours, and the days for which an export can be downloaded. */
  readonly accountExportsADay: number;
  readonly accountExportDays: number;
  /** Number of days in which the closure of an account can be undone. */
  readonly accountClosingDays: number;
  /** Private endpoints that webhooks may be sent to, also over http. */
  readonly webhookReceivers: readonly Endpoint[];
  /** Private endpoints that may be identity providers, also over http. */
  readonly identityProviders: readonly Endpoint[];
  /** Maximum number of sign-up requests in 24 hours in total. It bounds what a flood leaves in the database and the mail server. */
  readonly signUpsADay: number;
  /** ISO 3166 codes of the countries that no new customer can live in. */
  readonly refusedCountries: readonly string[];
  /**
   * Web page of the host. Links of mails and of affiliates lead there, and gateways return there after a payment. `null` if links would
   * lead nowhere.
   */
  readonly pageUrl: string | null;
  /** True if the recipients of links can open them: the page is not on loopback, or this is a trial. */
  readonly hasPublicPage: boolean;
  /** Public URL of the API without `/v1`. */
  readonly apiUrl: string;
  /** Domain that passkeys are valid for, with all its subdomains. `null` for the host of the API's public URL. */
  readonly passkeyDomain: string | null;
  /** Requests per minute of all tokens of an account, over all operations. */
  readonly requestsPerMinute: number;
  readonly requests: RequestLimits;
  /** Requests per minute of a user's sessions, and of all sessions of an account. */
  readonly sessionRequestsPerMinute: { readonly user: number; readonly account: number };
  /** IANA time zone of the times and days of snapshots and backups. */
  readonly timeZone: string;
  /** Retention of snapshots and backups in milliseconds after their server has ended. */
  readonly copyRetentionMs: number;
  /** Maximum number of copies of each kind per server, without weekly backups. Further copies are refused until one is deleted. */
  readonly copiesPerServer: number;
  readonly retention: RetentionSettings;
  /** Number of weekly backups kept per server, and of weekly backups that are made concurrently. */
  readonly weeklyBackups: { readonly kept: number; readonly atOnce: number };
  /** Maximum duration of a download in milliseconds. */
  readonly downloadMs: number;
  /** Guests that boot concurrently after an outage of the host, or `null` for the number of its cores. */
  readonly bootsAtOnce: number | null;
  /** Time in milliseconds without traffic of an attack after which the attack has ended. */
  readonly attackCalmMs: number;
  /** Time in milliseconds for which the network blocks a source. Read when the worker starts. */
  readonly attackBlockMs: number;
  readonly slots: SlotSettings;
}

/** Value of every key with its default. */
const DEFAULTS = resolveDefaults();

/** Default settings, only for the reader of the configuration, tests, `lab` and `dev`. All other code receives the current settings. */
export const defaultSettings: Settings = settingsOf(DEFAULTS, {
  pageUrl: null,
  hasPublicPage: false,
  apiUrl: 'http://127.0.0.1:7080',
  paymentGateways: [],
  hasCjkFonts: false,
});
export const defaultCopies: CopiesSettings = copiesSettingsOf(DEFAULTS);
export const defaultNetworkLimits: NetworkLimits = networkLimitsOf(DEFAULTS);
export const defaultReserve: NodeReserve = nodeReserveOf(DEFAULTS);

function resolveDefaults(): Configuration {
  const resolved = resolveAll(new Map());
  if (!resolved.ok) throw new Error(resolved.problems.join(' '));
  return resolved.values;
}
