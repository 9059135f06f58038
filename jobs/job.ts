/** The type of a job, and the contexts of all jobs. */

import type { AccountEvent } from '@innkeeper/db/schema';
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { InvoiceJournal } from '@innkeeper/engine/journal/invoices';
import type { MailNames } from '@innkeeper/engine/mail-in/names';
import type { MailParser } from '@innkeeper/engine/mail-in/parse';
import type { Engine } from '@innkeeper/engine/open';
import type { HousePorts } from '@innkeeper/engine/ports';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { SpaceState } from '@innkeeper/model/installation/space';
import type { CertificateLife } from '@innkeeper/model/net/certificate-life';
import type { Log } from '@innkeeper/workflows/define';
import type { LastSamples } from '@innkeeper/workflows/steps/last-samples';
import type { RawBuilder } from 'kysely';
import type { WatchedDirectory } from './alerts/watch-disks.ts';
import type { TrafficWatch } from './attacks/traffic-watch.ts';

/** The context of a job. Its actor has the job's name. */
export interface JobContext extends Cx<JobActor> {
  /** Aborted when the process stops. A long job then starts no further item, and the next process continues. */
  readonly stopping?: AbortSignal;
}

export interface AttachmentsContext extends JobContext {
  readonly attachments: Pick<AttachmentPort, 'list' | 'remove'>;
}

/** Storage, parser and scanners of received support mail. */
export interface Inbox {
  readonly files: AttachmentPort;
  readonly parser: MailParser;
  /** UUID of this process. Each mail records the process that handles the mail. */
  readonly processId: string;
  /** DNS client for the check of senders. */
  readonly names: MailNames;
  /** Opens the sealed password of the mailbox. */
  readonly sealer: Pick<Sealer, 'open'>;
  /** Scanners for files of mails, used if the operator has configured one. */
  readonly scanners: HousePorts['scanners'];
}

export interface InboxContext extends JobContext {
  readonly attachments: Pick<AttachmentPort, 'write' | 'remove'>;
  readonly inbox: Inbox;
}

/** Storage of account exports, and the files of tickets that they include. */
export interface Exports {
  readonly files: Pick<AttachmentPort, 'list' | 'write' | 'remove'>;
  readonly attachments: Pick<AttachmentPort, 'read'>;
}

export interface ExportsContext extends JobContext {
  readonly exports: Exports;
}

/** The context of the API's jobs. `inbox` is unset if no mail is received. `exports` is unset if no exports are written (benchmarks). */
export interface ApiContext extends AttachmentsContext {
  readonly attachments: Pick<AttachmentPort, 'list' | 'write' | 'remove'>;
  readonly inbox?: Inbox;
  readonly exports?: Exports;
  /** Returns whether customers' changes are refused, because the disk of the database is almost full. Default: never. */
  readonly isSpaceShort?: () => boolean;
  /** Validity of the API's certificate. Unset for plain HTTP. */
  readonly certificate?: CertificateLife;
}

/** Wraps a job so that it runs only with an inbox. */
export function withInbox<T>(
  run: (cx: InboxContext) => Promise<T>,
): (cx: ApiContext & SchedulerFields) => Promise<T | undefined> {
  return async ({ inbox, ...cx }) => (inbox ? run({ ...cx, inbox }) : undefined);
}

/** Wraps a job so that it runs only if exports are written. */
export function withExports<T>(
  run: (cx: ExportsContext) => Promise<T>,
): (cx: ApiContext & SchedulerFields) => Promise<T | undefined> {
  return async ({ exports, ...cx }) => (exports ? run({ ...cx, exports }) : undefined);
}

/** The context of a job that calls a system outside of the node. */
type OutsideContext<Name extends keyof HousePorts> = JobContext & Readonly<Pick<HousePorts, Name>>;

export type MailContext = OutsideContext<'mail'>;
export type VatNumbersContext = OutsideContext<'vatNumbers'>;
export type DnsContext = OutsideContext<'dns'>;

export interface PaymentsContext extends OutsideContext<'payments'> {
  readonly log: Log;
}

/** Dependencies of webhooks: the sender, the key of their secrets, and the format of events. */
export interface Webhooks {
  readonly sender: HousePorts['webhooks'];
  readonly sealer: Sealer;
  /** Returns an event as JSON. */
  eventBody(event: AccountEvent): string;
  /** Returns the JSON that notifies a receiver that some events up to `lastId` were purged and are not delivered. */
  resetBody(lastId: bigint, at: Date): string;
}

export interface WebhooksContext extends JobContext {
  readonly webhooks: Webhooks;
}

/** Fields that the scheduler adds to a process's context. */
export type SchedulerFields = Pick<JobContext, 'actor' | 'requestId'>;

/** Fields that a process provides to its jobs. */
export type ProcessContext<Context extends JobContext> = Omit<Context, keyof SchedulerFields>;

/** The context of the job that issues invoices. */
export interface InvoicesContext extends JobContext {
  readonly invoiceJournal: Pick<InvoiceJournal, 'append'>;
}

/** The context of a worker's jobs. Some of them call external services, never in a transaction. */
export interface WorkerContext
  extends MailContext,
    VatNumbersContext,
    DnsContext,
    PaymentsContext,
    WebhooksContext,
    InvoicesContext {
  /** Name of the node whose worker runs the job. Default: none (tests). */
  readonly nodeName?: string;
}

export interface WatchedNode {
  id: number;
  name: string;
}

/** The context of a job that watches the guests of a node. */
export interface NodeContext extends JobContext {
  readonly engine: Engine;
  /** Node of `engine`. Servers of other nodes are ignored. Unset only in tests, whose engine runs all servers. */
  readonly node?: WatchedNode;
  /** True on the first host, whose image files decide which images are sold. Default: false. */
  readonly isFirstHost?: boolean;
  readonly log: Log;
  /** Watch of the node's traffic. Unset if traffic is not measured. */
  readonly traffic?: TrafficWatch;
  /** Cache of the last samples, shared by all runs. Unset if each run reads the rows. */
  readonly lastSamples?: LastSamples;
  /** Directories on disks that must not fill up. */
  readonly disks?: readonly WatchedDirectory[];
  /** Returns the space of the embedded database, or `null` if this node does not run it. */
  readonly homeSpace?: () => { readonly state: SpaceState; readonly freeBytes: number } | null;
  /** Number of servers started concurrently after their host went down, for tests. Defaults to the setting. */
  readonly startAtOnce?: number;
}

/** The context of the job that records that a node's worker is running. */
export interface PresenceContext extends JobContext {
  readonly node: WatchedNode;
  /** Time before which the job writes nothing (`firstBeat` of model/installation/presence.ts). */
  readonly firstBeatAt: Date;
}

export interface Job<Context> {
  readonly name: string;
  /** Pause in milliseconds between the end of a run and the next one. */
  readonly everyMs: number;
  readonly run: (cx: Context) => Promise<unknown>;
  /** True if the first run waits for those of the other jobs. A worker waits for these too before it starts workflows. */
  readonly startsLater?: boolean;
  /**
   * Returns a condition that is true if there may be work. An index must answer the condition. If set, the job runs only if the condition
   * holds, or if one of the job's failed items is due for a retry (poll.ts).
   */
  readonly due?: (now: Date) => RawBuilder<boolean>;
}

/** Returns the actor of a job. */
export function jobActor(name: string): JobActor {
  return { kind: 'job', name, accountId: null, userId: null };
}
