/**
 * Limits of the size of a request. Reading, checking and echoing all happen on the event loop that every customer shares:
 * measured without a bound, a body of 1 MiB with 104 000 unknown fields took 587 ms of it, and its answer had 4.3 MB.
 */
import type { Operation } from './define.ts';

const KIB = 1024;

/** Of a body whose entry says nothing else. The largest valid one has 110 KB (1000 networks added, 1000 taken away). */
export const BODY_BYTES = 128 * KIB;

/** Keys of all objects of a body. The largest valid one has 253 (50 rules of a firewall); 2 400 of those took 40 to 100 ms. */
export const MOST_KEYS = 300;

/** Items of all lists of a body. The largest valid one has 2 000. */
export const MOST_ITEMS = 2_500;

/** Deeper than any body of the contract; nesting without end only costs time. */
export const MOST_DEPTH = 32;

/** Parameters of a query, each repetition counted: a DELETE may name 100 ids there. */
export const MOST_PARAMETERS = 200;

/** Text fields of a form, and the bytes of all of them together: a message of 65 535 letters of any alphabet. */
export const FORM_FIELDS = 20;
export const FORM_TEXT_BYTES = 256 * KIB + 16 * KIB;

/** What a form may bring. */
export type FormRules = Pick<Operation, 'files' | 'maxBodyBytes'>;

export function bodyLimitOf({ maxBodyBytes }: Pick<Operation, 'maxBodyBytes'>): number {
  return maxBodyBytes ?? BODY_BYTES;
}

/** Of the files of a form, as refusals name it: `attachments`. */
export const fileField = ({ files }: FormRules): string => files?.field.replace(/\[\]$/, '') ?? 'body';

/** `128 KiB`, `30 MiB`. */
export function bytesInWords(bytes: number): string {
  return bytes % (KIB * KIB) === 0 ? `${bytes / KIB / KIB} MiB` : `${bytes / KIB} KiB`;
}
