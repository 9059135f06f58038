/**
 * When the files of a mail are shown to the virus scanner, which may take it minutes: a sender has one mail there at a time, and mails of others are
 * shown to it meanwhile. Nobody waits at a connection, so the files of a mail go one after the other and never wait for each other.
 */

import { Readable } from 'node:stream';
import { scanFiles } from '@innkeeper/domain/scanner/scan';
import type { ReadMail } from '@innkeeper/engine/mail-in/parse';
import { openPlaces, type Places } from '@innkeeper/engine/scanner/places';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { minutes } from '@innkeeper/model/clock';
import { whoseTurn } from '@innkeeper/model/scanner';
import type { InboxContext } from './job.ts';

/** Each holds the files of a mail in memory, 30 MiB at most. Whoever is in no account may bear any name, so all of them have places of their own. */
const OF_ACCOUNTS = 4;
const OF_OTHERS = 2;

/** After no answer, no other mail asks it. */
const AWAY_MS = minutes(1);

export interface Sender {
  /** Null: in none, or perhaps somebody else. */
  accountId: number | null;
  address: string | null;
}

export interface MailScans {
  /** Waits for a place for a mail of this sender, as `Places` do. */
  take(sender: Sender, ms?: number): Promise<boolean>;
  give(sender: Sender): void;
  /** What was found, by the place of the infected file in the mail. Throws as `scanFiles`. */
  scan(sender: Sender, files: ReadMail['files']): Promise<Map<number, string>>;
}

export function openMailScans(cx: InboxContext): MailScans {
  const ofAccounts = openPlaces({ all: OF_ACCOUNTS, ofKey: 1 });
  const ofOthers = openPlaces({ all: OF_OTHERS, ofKey: 1 });
  const scanners = untilOneFails(cx);
  const of = ({ accountId }: Sender): Places => (accountId === null ? ofOthers : ofAccounts);
  const keyOf = ({ accountId, address }: Sender): string => `${accountId ?? address}`;
  return {
    take: (sender, ms) => of(sender).take(keyOf(sender), ms),
    give: (sender) => of(sender).give(keyOf(sender)),
    async scan({ accountId }, files) {
      const infected = await scanFiles(cx, { scanners, whose: whoseTurn(accountId), atOnce: 1 }, files.map(open));
      return new Map(infected.map(({ at, name }) => [at, name]));
    },
  };
}

const open =
  ({ content }: ReadMail['files'][number]) =>
  () =>
    Readable.from([Buffer.from(content.buffer, content.byteOffset, content.length)]);

/** Once it has said nothing of a file, which the operator is told, none waits for it for a while: mails without files go on. */
function untilOneFails({ inbox: { scanners }, clock, stopping }: InboxContext): Scanners {
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
