/** The facts about a received mail before any decision. The sender controls all of them, except headers that our own server added. */

export interface MailFacts {
  /** Message-ID with its angle brackets, or `null` if the mail has none. */
  messageId: string | null;
  /** Message-IDs of `In-Reply-To` and `References`, latest first. */
  answers: readonly string[];
  /** Address of the sender in lower case, or `null` if the mail has none or several. */
  from: string | null;
  /** Recipients in lower case: `To`, `Cc`, and addresses that servers added on the way. */
  recipients: readonly string[];
  subject: string;
  /** Headers in their order. Names are in lower case, values are on one line. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** Returns the value of the first header of this name. */
export const headerOf = ({ headers }: Pick<MailFacts, 'headers'>, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1];

/** Maximum size of a mail in bytes. Larger mails are refused before they are read. */
export const MAX_MAIL_BYTES = 30 * 1024 ** 2;
export const MAX_MAIL_FILES = 10;
export const MAX_MAIL_FILE_BYTES = 10 * 1024 ** 2;
/** Maximum length of a mail's text in characters. A message of the API may have 65,535 bytes. */
export const MAX_MAIL_TEXT_LENGTH = 20_000;

/** Reasons why a mail is held for review. `flood`: too many complaints. `killed`: processes that handled the mail died. */
export const HOLD_REASONS = ['loop', 'flood', 'unreadable', 'killed'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Number of mails of unverified senders that could not be read in an hour, from which on further ones are ignored. */
export const MAX_UNREADABLE = 20;

/** Key of the alert about all mails that could not be read, so that one sender cannot open many. */
export const UNREADABLE_MAILS = { kind: 'mail_unreadable', key: 'mails' } as const;

/** Reasons for refusing a mail, for its sender. */
export const REFUSALS = {
  unknown:
    'Either no account has your address, or your mail has no valid signature (DKIM) of its domain. Contact us from your account, or let the administrator of your mail sign it.',
  unreadable: 'We could not read your mail.',
} as const;

/** Purpose that the password of the mailbox is sealed for (model/installation/sealing.ts). */
export const IMAP_PASSWORD = 'inbox:imap';
