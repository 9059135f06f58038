/**
 * Scans the files of mails for viruses, which may take minutes. Each sender has one mail at the scanner at a time, and mails of other
 * senders are scanned concurrently. No client waits for the result, so the files of a mail are scanned one after the other.
 */

import { Readable } from 'node:stream';
import { scanFiles } from '@innkeeper/domain/scanner/scan';
import type { ReadMail } from '@innkeeper/engine/mail-in/parse';
import { createFairSemaphore, type FairSemaphore } from '@innkeeper/engine/scanner/fair-semaphore';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { fairnessKey } from '@innkeeper/model/support/scanner';
import { minutes } from '@innkeeper/model/time/clock';
import type { InboxContext } from './job.ts';

/**
 * Number of slots for mails of accounts, and for all other mails. Each slot holds the files of one mail in memory, at most 30 MiB. A sender
 * without an account can use any address, so all such senders share the other slots.
 */
const ACCOUNT_SLOTS = 4;
const OTHER_SLOTS = 2;

/** Time in milliseconds after a failure during which no other mail uses the scanner. */
const AWAY_MS = minutes(1);

export interface Sender {
  /** Account of the sender, or `null` without an account or a verified sender. */
  accountId: number | null;
  address: string | null;
}

export interface MailScans {
  /** Waits for a slot for a mail of this sender, like a slot of `FairSemaphore`. */
  take(sender: Sender, ms?: number): Promise<boolean>;
  give(sender: Sender): void;
  /** Scans files. Returns the virus names by the index of the infected file. Throws like `scanFiles`. */
  scan(sender: Sender, files: ReadMail['files']): Promise<Map<number, string>>;
}

export function openMailScans(cx: InboxContext): MailScans {
  const ofAccounts = createFairSemaphore({ all: ACCOUNT_SLOTS, maxPerKey: 1 });
  const ofOthers = createFairSemaphore({ all: OTHER_SLOTS, maxPerKey: 1 });
  const scanners = withFailurePause(cx);
  const semaphoreOf = ({ accountId }: Sender): FairSemaphore => (accountId === null ? ofOthers : ofAccounts);
  const keyOf = ({ accountId, address }: Sender): string => `${accountId ?? address}`;
  return {
    take: (sender, ms) => semaphoreOf(sender).acquire(keyOf(sender), ms),
    give: (sender) => semaphoreOf(sender).release(keyOf(sender)),
    async scan({ accountId }, files) {
      const infected = await scanFiles(cx, { scanners, whose: fairnessKey(accountId), atOnce: 1 }, files.map(open));
      return new Map(infected.map(({ at, name }) => [at, name]));
    },
  };
}

const open =
  ({ content }: ReadMail['files'][number]) =>
  () =>
    Readable.from([Buffer.from(content.buffer, content.byteOffset, content.length)]);

/** Wraps scanners so that after a failure, which alerts the operator, no mail waits for them for a while. Mails without files continue. */
function withFailurePause({ inbox: { scanners }, clock, stopping }: InboxContext): Scanners {
  let [why, until] = ['', new Date(0)];
  return (place, whose) => {
    const { name, scan } = scanners(place, whose);
    return {
      name,
      async scan(content) {
        if (stopping?.aborted || clock.now() < until) {
          content.destroy();
          return { result: 'busy', why: stopping?.aborted ? 'this process ends' : why };
        }
        const verdict = await scan(content);
        if (verdict.result === 'failed') [why, until] = [verdict.why, new Date(clock.now().getTime() + AWAY_MS)];
        return verdict;
      },
    };
  };
}
