/** Finds out whose the addresses are that a complaint is about, at the time that it gives. */
import { isInPool } from '@innkeeper/db/tables/complaints';
import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import { type ReportedTime, readReportedTime, sourceAddress } from '@innkeeper/model/mail-in/abuse-report';
import type { MutatingCx } from '../context.ts';
import type { IncomingMail } from './handle.ts';

export type Holder = Awaited<ReturnType<ReturnType<typeof holdersOf>['execute']>>[number];

export interface AccusedAddress {
  /** In canonical form. */
  address: string;
  /** Whether it is, or was, an address of this house. */
  isOurs: boolean;
  /** Who had it at the time, or `null`. */
  holder: Holder | null;
  /** Who had it last, if nobody had it at the time. */
  latest: Holder | null;
}

export interface Accused {
  time: ReportedTime;
  /** Each once. Those of a report, or else those of ours that the text names. */
  addresses: readonly AccusedAddress[];
  /** Sources of a report that are no addresses. */
  invalid: readonly string[];
  /** Whether the addresses are from the text. */
  fromText: boolean;
}

export async function findAccused(cx: MutatingCx, { received_at }: ReceivedMail, mail: IncomingMail): Promise<Accused> {
  const { abuse, namedAddresses } = mail;
  const time = readReportedTime(abuse?.time ?? null, received_at);
  const sources = abuse?.sources ?? [];
  const invalid = sources.filter((source) => sourceAddress(source) === null);
  const reported = [...new Set(sources.flatMap((source) => sourceAddress(source) ?? []))];
  const fromText = reported.length === 0;
  const found: AccusedAddress[] = [];
  for (const address of fromText ? namedAddresses : reported) found.push(await lookUp(cx, address, time.at));
  // A text names other addresses too, such as the reporter's.
  return { time, invalid, fromText, addresses: fromText ? found.filter(({ isOurs }) => isOurs) : found };
}

async function lookUp({ db }: MutatingCx, address: string, at: Date): Promise<AccusedAddress> {
  const holder = (await holdersOf(db, address).where(heldAt(at)).limit(1).executeTakeFirst()) ?? null;
  const latest = holder ? null : ((await holdersOf(db, address).limit(1).executeTakeFirst()) ?? null);
  const isOurs = holder !== null || latest !== null || (await isInPool(db, address));
  return { address, isOurs, holder, latest };
}
