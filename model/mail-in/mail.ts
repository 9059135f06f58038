/** What is known of a mail that has come, before anything is decided. All of it is what its sender wrote, but for what our own server added. */

export interface MailFacts {
  /** With its brackets; null: it has none. */
  messageId: string | null;
  /** Message-IDs of `In-Reply-To` and `References`, the latest first. */
  answers: readonly string[];
  /** The one address that it says it is from, in small letters; null: none, or several. */
  from: string | null;
  /** Whom it was sent to: `To`, `Cc`, and what servers noted on its way. In small letters. */
  recipients: readonly string[];
  subject: string;
  /** Headers in their order, names in small letters, values on one line. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** The value of the first header of this name. */
export const headerOf = ({ headers }: Pick<MailFacts, 'headers'>, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1];

/** Of one mail, in bytes; larger ones are refused before they are read. */
export const MOST_MAIL_BYTES = 30 * 1024 ** 2;
export const MOST_MAIL_FILES = 10;
export const MOST_MAIL_FILE_BYTES = 10 * 1024 ** 2;
/** Characters of what somebody wrote; a message of the API may have 65,535 bytes. */
export const MOST_MAIL_TEXT = 20_000;

/** Why a mail came to nothing, in words that its sender may read. */
export const REFUSALS = {
  unknown: 'We could not find the account that your mail belongs to. Contact us from your account instead.',
  unreadable: 'We could not read your mail.',
} as const;

/** What the password of the mailbox is sealed for (model/sealing.ts). */
export const IMAP_PASSWORD = 'inbox:imap';
