/**
 * Checks once whether a mail is from whom it says, before it is handled. DNS is asked while others are handled: the sender chooses the names, which
 * may take the whole 5 s to answer.
 */
import { buffer } from 'node:stream/consumers';
import { markSenderChecked, type ReceivedMail, waitForDns } from '@innkeeper/db/tables/received-mails';
import { UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { openPlaces } from '@innkeeper/engine/scanner/places';
import { days } from '@innkeeper/model/clock';
import { judgeByKeys } from '@innkeeper/model/mail-in/sender';
import type { InboxContext } from './job.ts';
import { attempt } from './mail-attempts.ts';

/** Mails whose names are asked at a time, in all and of a sender's domain. */
const PLACES = { all: 32, ofKey: 4 };

/** Longest wait for DNS. A mail is unverified after it. */
const MAX_WAIT_MS = days(1);
/**
 * Mails that may wait for DNS. Whoever has domains that never answer could else take all room for mails that wait. Each takes 160 ms of a core every
 * 10 minutes.
 */
const MAX_WAITING = { ofDomain: 50, ofAll: 500 };

/** DNS gave no answer that decides. The mail is tried again later. */
export class DnsUnanswered extends Error {}

/** Runs one after the other what may not run at the same time. */
type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

export interface SenderChecks {
  /** Returns the row with the result, or without it if the process stops. Throws `DnsUnanswered` if the mail has to wait. */
  check(received: ReceivedMail, inTurn: InTurn): Promise<ReceivedMail>;
}

export function openSenderChecks(cx: InboxContext): SenderChecks {
  const places = openPlaces(PLACES);
  const { parser, names } = cx.inbox;
  return {
    async check(received, inTurn) {
      const isDone = (): boolean => received.sender_checked_at !== null || cx.stopping?.aborted === true;
      if (isDone()) return received;
      const at = received.received_at;
      const needed = await inTurn(() => ofRaw(cx, received, (raw) => parser.listNames(raw, at)));
      if (!needed) return note(cx, received, null);
      await places.take(needed.domain);
      const answers = await names.ask(needed.names).finally(() => places.give(needed.domain));
      if (isDone()) return received;
      const early = judgeByKeys(answers);
      const checked = early ? null : await inTurn(() => ofRaw(cx, received, (raw) => parser.checkSender(raw, at, answers)));
      const result = early ?? checked?.result;
      if (result === 'unanswered' && (await inTurn(() => waits(cx, received, needed.domain))))
        throw new DnsUnanswered(`DNS does not answer for ${needed.domain}`);
      return note(cx, received, checked?.result === 'verified' ? checked.from : null);
    },
  };
}

/** Returns `null` for a mail that can't be read. Whoever handles it finds that too. Throws `TooManyAttempts`. */
async function ofRaw<T>(cx: InboxContext, received: ReceivedMail, act: (raw: Buffer) => Promise<T | null>): Promise<T | null> {
  const { key } = received;
  if (key === null) return null;
  return attempt(cx, received, async () => {
    // Opened only here: a file that is open when there are too many attempts would stay open.
    const raw = await cx.inbox.files.read(key);
    return raw ? act(await buffer(raw)) : null;
  }).catch((error: unknown) => {
    if (error instanceof UnreadableMail) return null;
    throw error;
  });
}

async function waits({ db, clock }: InboxContext, { id, received_at }: ReceivedMail, domain: string): Promise<boolean> {
  if (clock.now().getTime() - received_at.getTime() >= MAX_WAIT_MS) return false;
  return waitForDns(db, id, { domain, most: MAX_WAITING });
}

const note = ({ db, clock }: InboxContext, { id }: ReceivedMail, verifiedFrom: string | null): Promise<ReceivedMail> =>
  markSenderChecked(db, id, { checkedAt: clock.now(), verifiedFrom });
