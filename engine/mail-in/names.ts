/**
 * Queries DNS for the TXT records that decide on the sender of a mail, with limits. Anyone who sends mail chooses the names, which may
 * never be answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NameAnswers } from '@innkeeper/model/mail-in/sender';
import { type DnsResolver, openResolver } from '../dns/resolver.ts';

export interface MailNames {
  /** Queries all names and returns within 5 s. A name without an answer by then, or with a temporary failure, has `null`. */
  query(names: readonly string[]): Promise<NameAnswers>;
}

const TIMEOUT_MS = 5_000;
/** Maximum length of a text. A key of 16,384 bits has 2,800 characters. */
const MAX_TEXT_LENGTH = 8_192;
const MAX_TEXTS = 20;

/** Opens the client. Each query uses a new resolver. */
export function openMailNames({
  open = () => openResolver([]),
  timeoutMs = TIMEOUT_MS,
}: {
  open?: () => Pick<DnsResolver, 'texts'>;
  timeoutMs?: number;
} = {}): MailNames {
  return {
    async query(names) {
      const waiting = new AbortController();
      const resolver = open();
      const answers = new Map<string, readonly string[] | null>(names.map((name) => [name, null]));
      const asked = names.map(async (name) => {
        const texts = await resolver.texts(name).catch(() => null);
        answers.set(name, texts && texts.filter(({ length }) => length <= MAX_TEXT_LENGTH).slice(0, MAX_TEXTS));
      });
      const late = sleep(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([Promise.all(asked), late]);
      waiting.abort();
      return new Map(answers);
    },
  };
}
