/**
 * Verifies the sender of a mail once, before the mail is handled. DNS is queried while other mails are handled, because the sender chooses
 * the names. They may take the full 5 s to answer.
 */
import { type InboxSettings, inboxSettings } from '@innkeeper/db/tables/inbox';
import { markSenderChecked, type ReceivedMail, waitForDns } from '@innkeeper/db/tables/received-mails';
import { UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { MAX_HEADER_BYTES } from '@innkeeper/engine/mail-in/signed-header';
import { createFairSemaphore } from '@innkeeper/engine/scanner/fair-semaphore';
import { judgeByKeys } from '@innkeeper/model/mail-in/sender';
import { days } from '@innkeeper/model/time/clock';
import type { InboxContext } from './job.ts';
import { attempt } from './mail-attempts.ts';
import { readRawMail } from './raw-mail.ts';

/** Maximum number of mails whose names are queried concurrently, in total and per sender's domain. */
const PLACES = { all: 32, maxPerKey: 4 };

/** Longest wait for DNS in milliseconds. Afterwards the mail counts as unverified. */
const MAX_WAIT_MS = days(1);
/**
 * Maximum number of mails that wait for DNS. Otherwise a sender with domains that never answer could take all the space. Each waiting mail
 * takes 160 ms of a core every 10 minutes.
 */
const MAX_WAITING = { ofDomain: 50, ofAll: 500 };

/** DNS gave no conclusive answer. The mail is retried later. */
export class DnsUnanswered extends Error {}

/** Runs tasks one at a time. */
type RunExclusive = <T>(act: () => Promise<T>) => Promise<T>;

export interface SenderChecks {
  /** Returns the row with the result, or unchanged if the process stops. Throws `DnsUnanswered` if the mail must wait. */
  check(received: ReceivedMail, runExclusive: RunExclusive): Promise<ReceivedMail>;
}

export function openSenderChecks(cx: InboxContext): SenderChecks {
  const places = createFairSemaphore(PLACES);
  const { parser, names } = cx.inbox;
  return {
    async check(received, runExclusive) {
      const isDone = (): boolean => received.sender_checked_at !== null || cx.stopping?.aborted === true;
      if (isDone()) return received;
      const at = received.received_at;
      const needed = await runExclusive(() => withRawMail(cx, received, (raw) => parser.listNames(raw, at), MAX_HEADER_BYTES));
      if (!needed) return note(cx, received, null);
      await places.acquire(needed.domain);
      const answers = await names.query(needed.names).finally(() => places.release(needed.domain));
      if (isDone()) return received;
      const early = judgeByKeys(answers);
      const facts = { answers, domains: domainsOf(await inboxSettings(cx.db)) };
      const checked = early
        ? null
        : await runExclusive(() => withRawMail(cx, received, (raw) => parser.checkSender(raw, at, facts)));
      const result = early ?? checked?.result;
      if (result === 'unanswered' && (await runExclusive(() => waits(cx, received, needed.domain))))
        throw new DnsUnanswered(`DNS does not answer for ${needed.domain}`);
      return note(cx, received, checked?.result === 'verified' ? checked.from : null);
    },
  };
}

/** Runs `act` on the raw mail, or on its first `maxBytes`. Returns `null` for an unreadable mail, which the handler also detects. Throws `TooManyAttempts`. */
async function withRawMail<T>(
  cx: InboxContext,
  received: ReceivedMail,
  act: (raw: Uint8Array) => Promise<T | null>,
  maxBytes?: number,
): Promise<T | null> {
  if (received.key === null) return null;
  return attempt(cx, received, async () => {
    // The file is opened inside the attempt. A file opened before `attempt` throws `TooManyAttempts` would stay open.
    const raw = await readRawMail(cx, received, maxBytes);
    return raw ? act(raw) : null;
  }).catch((error: unknown) => {
    if (error instanceof UnreadableMail) return null;
    throw error;
  });
}

const domainsOf = ({ address, abuse_address }: InboxSettings): string[] =>
  [address, abuse_address].flatMap((one) => (one === null ? [] : [one.slice(one.lastIndexOf('@') + 1)]));

async function waits({ db, clock }: InboxContext, { id, received_at }: ReceivedMail, domain: string): Promise<boolean> {
  if (clock.now().getTime() - received_at.getTime() >= MAX_WAIT_MS) return false;
  return waitForDns(db, id, { domain, max: MAX_WAITING });
}

const note = ({ db, clock }: InboxContext, { id }: ReceivedMail, verifiedFrom: string | null): Promise<ReceivedMail> =>
  markSenderChecked(db, id, { checkedAt: clock.now(), verifiedFrom });
