/** Finds the holders of the addresses that a complaint names, at the time that it reports. */
import { isInPool } from '@innkeeper/db/tables/complaints';
import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import { type ReportedTime, readReportedTime, sourceAddress } from '@innkeeper/model/mail-in/abuse-report';
import type { MutatingCx } from '../context.ts';
import type { IncomingMail } from './handle.ts';

export type Holder = Awaited<ReturnType<ReturnType<typeof holdersOf>['execute']>>[number];

export interface ComplaintAddress {
  /** Address in canonical form. */
  address: string;
  /** `true` if the address is or was one of this installation. */
  isOurs: boolean;
  /** Holder at the reported time, or `null`. */
  holder: Holder | null;
  /** Last holder of the address, if it had no holder at the reported time. */
  latest: Holder | null;
}

export interface ComplaintAddresses {
  time: ReportedTime;
  /**
   * Distinct addresses in the report. If it names none, the addresses of this installation in the header of the attached mail, and
   * otherwise in the text.
   */
  addresses: readonly ComplaintAddress[];
  /** Sources of the report that are not addresses. */
  invalid: readonly string[];
  /** Place of the addresses. */
  origin: 'report' | 'attached mail' | 'text';
}

/** Finds the addresses of a complaint with their holders at the reported time. */
export async function findComplaintAddresses(
  cx: MutatingCx,
  { received_at }: ReceivedMail,
  mail: IncomingMail,
): Promise<ComplaintAddresses> {
  const { abuse, namedAddresses, attachedAddresses } = mail;
  const time = readReportedTime(abuse?.time ?? null, received_at);
  const sources = abuse?.sources ?? [];
  const invalid = sources.filter((source) => sourceAddress(source) === null);
  const reported = [...new Set(sources.flatMap((source) => sourceAddress(source) ?? []))];
  const lookUpAll = async (addresses: readonly string[]): Promise<ComplaintAddress[]> => {
    const found: ComplaintAddress[] = [];
    for (const address of addresses) found.push(await lookUp(cx, address, time.at));
    return found;
  };
  if (reported.length > 0) return { time, invalid, origin: 'report', addresses: await lookUpAll(reported) };
  // Headers and texts also contain other addresses, such as the reporter's.
  const attached = (await lookUpAll(attachedAddresses)).filter(({ isOurs }) => isOurs);
  if (attached.length > 0) return { time, invalid, origin: 'attached mail', addresses: attached };
  const named = (await lookUpAll(namedAddresses)).filter(({ isOurs }) => isOurs);
  return { time, invalid, origin: 'text', addresses: named };
}

async function lookUp({ db }: MutatingCx, address: string, at: Date): Promise<ComplaintAddress> {
  const holder = (await holdersOf(db, address).where(heldAt(at)).limit(1).executeTakeFirst()) ?? null;
  const latest = holder ? null : ((await holdersOf(db, address).limit(1).executeTakeFirst()) ?? null);
  const isOurs = holder !== null || latest !== null || (await isInPool(db, address));
  return { address, isOurs, holder, latest };
}
