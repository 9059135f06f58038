/**
 * Where mail goes. `send` may be called again for the same mail: its Message-ID stays the same, so that a receiver which has it drops the
 * second.
 */

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
export function refuseUnsafe({ to, subject, key }: OutgoingMail): void {
  const wrong = !ADDRESS.test(to) ? 'its address' : /[\p{Cc}\u2028\u2029]/u.test(subject) ? 'its subject' : undefined;
  if (wrong) throw new MailError(`mail ${key} is not sent: ${wrong} is not valid`, { permanent: true });
}

/** What a mail is in the words of nodemailer. `from`: `Innkeeper <noreply@example.com>`. */
export function messageOf({ key, to, subject, text, html, at }: OutgoingMail, from: string) {
  const domain = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: at,
    messageId: `<${key}@${domain}>`,
    // Nobody's holiday notice is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
