/** A mail before it is rendered. The data of each mail is in templates.ts. */
import type { MailedLine } from './templates.ts';

/** Lines with amounts. The last sum is the total. */
export interface MailTable {
  rows: readonly MailedLine[];
  sums: readonly (readonly [label: string, amount: string])[];
}

/** Labels with values, such as bank details. */
export interface MailFacts {
  facts: readonly (readonly [label: string, value: string])[];
}

/** The link of a mail. Only an http or https URL is rendered. */
export interface MailButton {
  button: string;
  /** `null` if the host has no web page. */
  link: string | null;
}

/** A paragraph, a list of items, or one of the above. */
export type MailPart = string | readonly string[] | MailTable | MailFacts | MailButton;

/** A mail before it is rendered: plain text without markup. */
export interface MailText {
  subject: string;
  /** Line that marks the beginning of the quote in an answer. */
  mark?: string;
  body: readonly MailPart[];
}
