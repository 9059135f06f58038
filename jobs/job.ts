/** The type of a job, and its context. */

import type { AccountEvent } from '@innkeeper/db/schema';
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { MailPort } from '@innkeeper/engine/mail/port';
import type { MailNames } from '@innkeeper/engine/mail-in/names';
import type { MailParser } from '@innkeeper/engine/mail-in/parse';
import type { Engine } from '@innkeeper/engine/open';
import type { Payments } from '@innkeeper/engine/payments/open';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import type { VatNumbers } from '@innkeeper/engine/vat-numbers/port';
import type { WebhookPort } from '@innkeeper/engine/webhooks/port';
import type { Sealer } from '@innkeeper/model/sealing';
import type { Log } from '@innkeeper/workflows/define';
import type { RawBuilder } from 'kysely';
import type { TrafficWatch } from './attacks/traffic-watch.ts';
import type { LastSamples } from './watch/last-samples.ts';

/** Its actor has the job's name. */
export interface JobContext extends Cx<JobActor> {
  /** Aborted when the process stops: a job that has much to do begins nothing more, and the next process goes on. */
  readonly stopping?: AbortSignal;
}

export interface AttachmentsContext extends JobContext {
  readonly attachments: Pick<AttachmentPort, 'list' | 'remove'>;
}

/** Where mail for support is kept as it came, and how it is read. */
export interface Inbox {
  readonly files: AttachmentPort;
  readonly parser: MailParser;
  /** Random name of this process, a UUID. Mails that it handles are noted with it. */
  readonly processId: string;
  /** DNS, for the check of senders. */
  readonly names: MailNames;
  /** Of the mailbox's password. */
  readonly sealer: Pick<Sealer, 'open'>;
  /** By which files of mails are scanned where the operator has a scanner. */
  readonly scanners: Scanners;
}

export interface InboxContext extends JobContext {
  readonly attachments: Pick<AttachmentPort, 'write' | 'remove'>;
  readonly inbox: Inbox;
}

/** Where exports of accounts are written to, and where the files of tickets are read that they hold. */
export interface Exports {
  readonly files: Pick<AttachmentPort, 'list' | 'write' | 'remove'>;
  readonly attachments: Pick<AttachmentPort, 'read'>;
}

export interface ExportsContext extends JobContext {
  readonly exports: Exports;
}

/** Of the jobs of the API. `inbox`: absent where no mail comes in, and `exports` where none are written (benchmarks). */
export interface ApiContext extends AttachmentsContext {
  readonly attachments: Pick<AttachmentPort, 'list' | 'write' | 'remove'>;
  readonly inbox?: Inbox;
  readonly exports?: Exports;
}

/** Runs where there is an inbox. */
export function ofInbox<T>(run: (cx: InboxContext) => Promise<T>): (cx: ApiContext & ByJob) => Promise<T | undefined> {
  return async ({ inbox, ...cx }) => (inbox ? run({ ...cx, inbox }) : undefined);
}

/** Runs where exports are written. */
export function ofExports<T>(run: (cx: ExportsContext) => Promise<T>): (cx: ApiContext & ByJob) => Promise<T | undefined> {
  return async ({ exports, ...cx }) => (exports ? run({ ...cx, exports }) : undefined);
}

export interface MailContext extends JobContext {
  readonly mail: MailPort;
}

export interface VatNumbersContext extends JobContext {
  readonly vatNumbers: VatNumbers;
}

export interface DnsContext extends JobContext {
  readonly dns: Dns;
}

export interface PaymentsContext extends JobContext {
  readonly payments: Payments;
  readonly log: Log;
}

/** What webhooks need: who sends, the key of their secrets, and events as the API shows them. */
export interface Webhooks {
  readonly sender: WebhookPort;
  readonly sealer: Sealer;
  /** JSON of an event. */
  eventBody(event: AccountEvent): string;
  /** JSON that tells of events that are not there any more. */
  resetBody(lastId: bigint, at: Date): string;
}

export interface WebhooksContext extends JobContext {
  readonly webhooks: Webhooks;
}

/** What the clock adds to what a process gives its jobs. */
export type ByJob = Pick<JobContext, 'actor' | 'requestId'>;

/** What a process gives its jobs. */
export type Given<Context extends JobContext> = Omit<Context, keyof ByJob>;

/** Of the jobs of a worker. Some of them talk to the outside, never in a transaction. */
export interface WorkerContext extends MailContext, VatNumbersContext, DnsContext, PaymentsContext, WebhooksContext {}

export interface WatchedNode {
  id: number;
  name: string;
}

/** The context of a job that looks after the guests of a node. */
export interface NodeContext extends JobContext {
  readonly engine: Engine;
  /** The node that `engine` drives: no other's servers are looked at. Absent (tests): all servers are on this engine. */
  readonly node?: WatchedNode;
  readonly log: Log;
  /** What it measures of the node's traffic; absent: nothing. */
  readonly traffic?: TrafficWatch;
  /** What it remembers of samples between two looks; absent: nothing, so each look reads the rows. */
  readonly lastSamples?: LastSamples;
  /** Servers that are started at a time after their host went down, for tests. Default: what the settings say. */
  readonly startAtOnce?: number;
}

/** The context of the job that records that a node's worker is there. */
export interface PresenceContext extends JobContext {
  readonly node: WatchedNode;
  /** Time before which the job writes nothing (`firstBeat` of model/presence.ts). */
  readonly firstBeatAt: Date;
}

export interface Job<Context> {
  readonly name: string;
  /** The pause between the end of a run and the next one. */
  readonly everyMs: number;
  readonly run: (cx: Context) => Promise<unknown>;
  /**
   * Whether there may be work, as a condition that an index answers; then it runs only when that holds, or when what failed under its
   * name is to be tried again (look.ts).
   */
  readonly due?: (now: Date) => RawBuilder<boolean>;
}

export function jobNamed(name: string): JobActor {
  return { kind: 'job', name, accountId: null, userId: null };
}
