/**
 * Where mail goes. `send` may be called again for the same mail: its Message-ID stays the same, so that a receiver which has it drops the
 * second.
 */

import { OWN_HEADER } from '@innkeeper/model/mail-in/automatic';

export interface OutgoingMail {
  /** A UUID, which makes its Message-ID. */
  key: string;
  /** One address. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** When it was written. */
  at: Date;
  /** Where answers go; absent: to who sends. */
  replyTo?: string | undefined;
  /** Where it is said that it can't be delivered; empty: nobody is told, and no program answers. Absent: to who sends. */
  returnPath?: string | undefined;
  /** A person wrote it: programs may answer it, and help desks are not to take it for a robot's. */
  byPerson?: boolean | undefined;
  /** What it belongs to in the eyes of mail programs: Message-ID of the mail that it answers, and keys of ours before it, the oldest first. */
  thread?: { inReplyTo: string | null; keys: readonly string[] } | undefined;
}

export interface MailPort {
  readonly name: string;
  /** Resolves when somebody else answers for it. Fails with `MailError`. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

/** `permanent`: to try again cannot help, since the receiver refuses the mail itself. */
export class MailError extends Error {
  readonly permanent: boolean;
  constructor(message: string, { permanent, cause }: { permanent: boolean; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.permanent = permanent;
  }
}

const ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;

/** Throws for what could begin a header, or name another receiver: every driver asks it first. */
export function refuseUnsafe({ to, subject, key, replyTo, returnPath, thread }: OutgoingMail): void {
  const addresses = [to, replyTo ?? to, returnPath || to];
  const broken = thread?.inReplyTo && !/^<[^\s\p{Cc}<>]+>$/u.test(thread.inReplyTo);
  const wrong =
    broken || !addresses.every((one) => ADDRESS.test(one))
      ? 'its address'
      : /[\p{Cc}\u2028\u2029]/u.test(subject)
        ? 'its subject'
        : undefined;
  if (wrong) throw new MailError(`mail ${key} is not sent: ${wrong} is not valid`, { permanent: true });
}

/** Nobody's holiday notice is wanted (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** What a mail is in the words of nodemailer. `from`: `Innkeeper <noreply@example.com>`. */
export function messageOf(mail: OutgoingMail, from: string) {
  const { key, to, subject, text, html, at, replyTo, returnPath } = mail;
  const domain = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const idOf = (one: string): string => `<${one}@${domain}>`;
  const before = mail.thread?.keys.map(idOf) ?? [];
  const inReplyTo = mail.thread?.inReplyTo ?? before.at(-1);
  const references = [...before, ...(inReplyTo && !before.includes(inReplyTo) ? [inReplyTo] : [])];
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: at,
    messageId: idOf(key),
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(returnPath !== undefined && { envelope: { from: returnPath, to: [to] } }),
    ...(inReplyTo && { inReplyTo, references }),
    headers: { ...(mail.byPerson ? {} : AUTOMATIC), [OWN_HEADER]: 'yes' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
