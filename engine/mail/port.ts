/**
 * The port that sends mail. `send` may be called again for the same mail. Its Message-ID stays the same, so a receiver that has the mail
 * drops the second one.
 */

import { OWN_HEADER } from '@innkeeper/model/mail-in/automatic';

export interface OutgoingMail {
  /** UUID from which the Message-ID is made. */
  key: string;
  /** Email address of the recipient. */
  to: string;
  /** Subject in one line. */
  subject: string;
  text: string;
  html: string;
  /** Time when the mail was written. */
  at: Date;
  /** Address for replies, by default the sender. */
  replyTo?: string | undefined;
  /** Envelope sender, which receives bounces. Defaults to the sender. An empty string suppresses bounces and automatic replies. */
  returnPath?: string | undefined;
  /** True if a person wrote the mail. Programs may then reply, and help desks do not treat it as automatic. */
  byPerson?: boolean | undefined;
  /** Conversation that the mail belongs to: the Message-ID that it answers, and the keys of our earlier mails, oldest first. */
  thread?: { inReplyTo: string | null; keys: readonly string[] } | undefined;
  /** Files that the mail carries, at most `MAX_ATTACHED_BYTES` together. */
  attachments?: readonly MailAttachment[] | undefined;
}

/** A PDF file of a mail. */
export interface MailAttachment {
  /** File name of letters, digits, `-` and `_` that ends in `.pdf`. */
  name: string;
  bytes: Uint8Array;
}

/** Maximum size in bytes of all files of a mail. Mail servers commonly accept 10 MB, and base64 adds a third. */
export const MAX_ATTACHED_BYTES = 5_000_000;

export interface MailPort {
  readonly name: string;
  /** Resolves once another server has accepted the mail. Throws `MailError`. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

/** A failure to send a mail. `permanent` means that a retry cannot help, because the receiver refuses the mail itself. */
export class MailError extends Error {
  readonly permanent: boolean;
  constructor(message: string, { permanent, cause }: { permanent: boolean; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.permanent = permanent;
  }
}

const ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;

const FILE_NAME = /^[\w-]{1,100}\.pdf$/;

/** Throws for values that could inject a header or another recipient, and for files that are too large. Every driver calls it first. */
export function requireSafe({ to, subject, key, replyTo, returnPath, thread, attachments = [] }: OutgoingMail): void {
  const addresses = [to, replyTo ?? to, returnPath || to];
  const broken = thread?.inReplyTo && !/^<[^\s\p{Cc}<>]+>$/u.test(thread.inReplyTo);
  const wrong =
    broken || !addresses.every((one) => ADDRESS.test(one))
      ? 'its address'
      : /[\p{Cc}\u2028\u2029]/u.test(subject)
        ? 'its subject'
        : attachments.some(({ name }) => !FILE_NAME.test(name))
          ? 'the name of a file'
          : attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_ATTACHED_BYTES
            ? 'the size of its files'
            : undefined;
  if (wrong) throw new MailError(`mail ${key} is not sent: ${wrong} is not valid`, { permanent: true });
}

/** Headers that suppress automatic replies (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Converts a mail to nodemailer's message. `from` is a value such as `Innkeeper <noreply@example.com>`. */
export function messageOf(mail: OutgoingMail, from: string) {
  const { key, to, subject, text, html, at, replyTo, returnPath, attachments = [] } = mail;
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
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ name, bytes }) => ({
        filename: name,
        content: Buffer.from(bytes),
        contentType: 'application/pdf',
      })),
    }),
    headers: { ...(mail.byPerson ? {} : AUTOMATIC), [OWN_HEADER]: 'yes' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
