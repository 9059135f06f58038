/** What the operator decides; the defaults suit a small host. */
import type { Configuration } from './configuration/keys.ts';
import { resolveAll } from './configuration/resolve.ts';
import { copiesSettingsOf, networkLimitsOf, nodeReserveOf, settingsOf } from './configuration/settings.ts';
import type { LoneUserTimes } from './lone-users.ts';
import type { Cents } from './money.ts';
import type { NetworkLimits, NodeReserve } from './network-limits.ts';
import type { Endpoint } from './outgoing-http/endpoints.ts';
import type { Gateway } from './payments/offer.ts';
import type { RenewalSettings } from './renewals.ts';
import type { RequestLimits } from './request-limits.ts';
import type { RetentionSettings } from './retention-settings.ts';
import type { SignInLimits } from './sign-in/limits.ts';
import type { UnpaidLimits } from './unpaid.ts';

export interface CopiesSettings {
  /** Where new backups go. What lies elsewhere already stays there, and is found as long as that place is named here. */
  readonly target: 'local' | 's3';
  /** Of local backups; null: in the home. Another disk than the guests' survives more. */
  readonly directory: string | null;
  /** Whether every node has mounted that directory, one file system, at the same path. */
  readonly shared: boolean;
  /** GB that copies leave free where guests have their disks, and in `directory`. */
  readonly reserveGb: number;
  readonly s3: S3Settings | null;
}

/** Any server that speaks S3; its credentials are the worker's alone (apps/installation/copies.ts). */
export interface S3Settings {
  /** `https://s3.example.com` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** In front of every object's key: two installations may share a bucket. */
  readonly prefix: string;
}

/** Of sessions: browsers that are signed in. */
export interface SessionLimits {
  /** One that is not used for so long ends. */
  readonly idleMs: number;
  /** However much it is used. */
  readonly mostMs: number;
  /** As old as its secret gets. */
  readonly rotateMs: number;
  /** How long the secret of before works on once the new one was used: requests of a page come side by side. */
  readonly overlapMs: number;
}

/** Workflows that a worker runs at a time, and the shares of them in percent. */
export interface SlotSettings {
  readonly all: number;
  /** Slots that only interactive work uses. */
  readonly interactivePercent: number;
  readonly buildPercent: number;
  readonly copyPercent: number;
  readonly downloadPercent: number;
}

export interface Settings {
  /** Name of the host as its customers read it in the console. */
  readonly brandName: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Gateways that are configured. Payment methods of other gateways are not offered. Default: none. */
  readonly paymentGateways: readonly Gateway[];
  /** How long an unpaid order keeps what it reserved. */
  readonly orderDueMs: number;
  /** The same for an account that never paid. */
  readonly orderDueNeverPaidMs: number;
  /** Time in milliseconds that a paid deploy waits for a node whose worker is away, before its money goes back. */
  readonly deployWaitMs: number;
  /** What an account may hold unpaid at once. */
  readonly unpaid: UnpaidLimits;
  readonly renewals: RenewalSettings;
  /** How long what was cancelled, or not paid, is kept once it is suspended. */
  readonly cancelGraceMs: number;
  /** How far past what is paid the staff may postpone a suspension, in milliseconds. */
  readonly postponeMs: number;
  /** Years from now up to which the staff may move the end of a service. */
  readonly farthestEndYears: number;
  /** Time in milliseconds to pay expired services once an account is no longer suspended or parked. */
  readonly timeToPayMs: number;
  /** Given to guests and shown in a server's status. */
  readonly dnsResolvers: readonly string[];
  /** How long a guest may take to shut down before its plug is pulled; 1.2 to 2.4 s were measured on an idle host. */
  readonly shutdownGraceMs: number;
  /** Endpoints that files may be downloaded from although they are private. Default: none. */
  readonly mirrors: readonly Endpoint[];
  /** The largest ISO file that a customer may add, in bytes. */
  readonly isoMaxBytes: number;
  /** What one of the staff may credit, refund and give in time in 24 hours without a second person, in cents. */
  readonly staffDailyLimit: Cents;
  /** How many ISO files an account may have. */
  readonly isosPerAccount: number;
  /** How many valid access tokens an account may have. */
  readonly tokensPerAccount: number;
  /** How many members and open invitations an account may have together, and how many invitations it may send a day. */
  readonly membersPerAccount: number;
  readonly invitationsADay: number;
  /** How many invitations an account may send a day before its first paid order. */
  readonly invitationsADayNeverPaid: number;
  /** How long an invitation, or an offer of the ownership, can be accepted. */
  readonly invitationMs: number;
  readonly sessions: SessionLimits;
  readonly signIn: SignInLimits;
  /** Passkeys of a user. */
  readonly passkeysPerUser: number;
  readonly loneUsers: LoneUserTimes;
  /** GB of ISO files that an account may have, those that still come counted with the most that they may take. */
  readonly isoGbPerAccount: number;
  /** How many SSH keys an account may have. */
  readonly sshKeysPerAccount: number;
  /** How many firewalls an account may have, a server, and how many servers a firewall. */
  readonly firewallsPerAccount: number;
  readonly firewallsPerServer: number;
  readonly serversPerFirewall: number;
  readonly floatingIpsPerServer: number;
  /** How many tickets of an account may be unresolved, and how many bytes its files may have in all tickets; the same of what the staff sends in them. */
  readonly openTicketsPerAccount: number;
  readonly ticketFileBytesPerAccount: number;
  readonly staffFileBytesPerAccount: number;
  /** Messages of a ticket, and bytes of their text: what goes on beyond is another ticket. */
  readonly messagesPerTicket: number;
  readonly textBytesPerTicket: number;
  /** Stored replies of an account, and their bytes: beyond that the oldest are forgotten before their time. */
  readonly repliesPerAccount: number;
  readonly replyBytesPerAccount: number;
  /** Time in milliseconds for which replies are stored. */
  readonly repliesKeptMs: number;
  /** How many files come at the same time, from wherever customers named. */
  readonly downloadsAtOnce: number;
  readonly downloadsAtOncePerAccount: number;
  /** How many webhooks an account may have. */
  readonly webhooksPerAccount: number;
  /** How often an account may be exported in 24 hours, and for how many days an export can be downloaded. */
  readonly accountExportsADay: number;
  readonly accountExportDays: number;
  /** How many days there are to undo that an account is closed. */
  readonly accountClosingDays: number;
  /** Endpoints that webhooks may lead to although they are private, also over http. Default: none. */
  readonly webhookReceivers: readonly Endpoint[];
  /** Endpoints that may be identity providers although they are private, also over http. Default: none. */
  readonly identityProviders: readonly Endpoint[];
  /** How many may ask to sign up in 24 hours, over all: what a flood leaves in the database, and in the mail server, is bounded. */
  readonly signUpsADay: number;
  /** The host's web page, to which links of mails and of affiliates lead, and gateways after a payment. `null` if links would lead nowhere. */
  readonly pageUrl: string | null;
  /** True if the people who get links can open them: the page is not on loopback, or this is a trial. */
  readonly hasPublicPage: boolean;
  /** The API's own URL as clients call it, without `/v1`. */
  readonly apiUrl: string;
  /** The domain that passkeys are for, with all its subdomains; null: the host of the API's public URL. */
  readonly passkeyDomain: string | null;
  /** Requests a minute of an account's tokens together, over all operations. */
  readonly requestsPerMinute: number;
  readonly requests: RequestLimits;
  /** Requests a minute of a user's sessions, and of all sessions of an account. */
  readonly sessionRequestsPerMinute: { readonly user: number; readonly account: number };
  /** IANA name; snapshots and backups show their times in it, and their days are its days. */
  readonly timeZone: string;
  /** How long snapshots and backups are kept after their server has ended. */
  readonly copiesKeptMs: number;
  /** Of each kind, besides the weekly ones: more are refused until one is deleted. */
  readonly copiesPerServer: number;
  readonly retention: RetentionSettings;
  /** Weekly backups of a server, and how many are made at a time. */
  readonly weeklyBackups: { readonly kept: number; readonly atOnce: number };
  /** Time in milliseconds that the download of one file may take. */
  readonly downloadMs: number;
  /** Guests that boot at a time after an outage of the host. `null`: as many as the host has cores. */
  readonly bootsAtOnce: number | null;
  /** Time in milliseconds after which an attack has ended. */
  readonly attackCalmMs: number;
  /** Time in milliseconds for which the network blocks a source. Read when the worker starts. */
  readonly attackBlockMs: number;
  readonly slots: SlotSettings;
}

/** The value of every key that the operator has not set. */
const DEFAULTS = resolveDefaults();

/** For the reader of the configuration, tests, `lab` and `dev` alone: everybody else is handed the settings that are in force. */
export const defaultSettings: Settings = settingsOf(DEFAULTS, {
  pageUrl: null,
  hasPublicPage: false,
  apiUrl: 'http://127.0.0.1:7080',
  paymentGateways: [],
});
export const defaultCopies: CopiesSettings = copiesSettingsOf(DEFAULTS);
export const defaultNetworkLimits: NetworkLimits = networkLimitsOf(DEFAULTS);
export const defaultReserve: NodeReserve = nodeReserveOf(DEFAULTS);

function resolveDefaults(): Configuration {
  const resolved = resolveAll(new Map());
  if (!resolved.ok) throw new Error(resolved.problems.join(' '));
  return resolved.values;
}
