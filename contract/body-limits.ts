/**
 * Limits of the size of a request.
 *
 * Reading, checking and echoing run on the event loop that all customers share. Measured without a limit: a body of 1 MiB with 104,000
 * unknown fields blocked the loop for 587 ms. Its reply had 4.3 MB.
 */
import type { Operation } from './define.ts';

const KIB = 1024;

/** Maximum size of a body, unless its entry sets another. The largest valid body has 110 KB (1,000 networks added and 1,000 removed). */
export const MAX_BODY_BYTES = 128 * KIB;

/**
 * Maximum number of keys in all objects of a body. The largest valid body has 253 (50 firewall rules). 2,400 such keys took 40 to 100 ms.
 */
export const MAX_KEYS = 300;

/** Maximum number of items in all lists of a body. The largest valid body has 2,000. */
export const MAX_ITEMS = 2_500;

/** Maximum nesting depth of a body. No valid body is nested as deeply, and checking a deeper body would only take time. */
export const MAX_DEPTH = 32;

/** Maximum number of query parameters, counting repetitions. A DELETE may name 100 ids in its query. */
export const MAX_PARAMETERS = 200;

/** Maximum number of text fields of a form, and their maximum total size: a message of 65,535 characters in any alphabet fits. */
export const MAX_FORM_FIELDS = 20;
export const MAX_FORM_TEXT_BYTES = 256 * KIB + 16 * KIB;

/** Limits of a form. */
export type FormRules = Pick<Operation, 'files' | 'maxBodyBytes'>;

export function bodyLimitOf({ maxBodyBytes }: Pick<Operation, 'maxBodyBytes'>): number {
  return maxBodyBytes ?? MAX_BODY_BYTES;
}

/** Returns the field of a form's files as errors name it: `attachments`. */
export const fileField = ({ files }: FormRules): string => files?.field.replace(/\[\]$/, '') ?? 'body';

/** Formats a size as `128 KiB` or `30 MiB`. */
export function formatBytes(bytes: number): string {
  return bytes % (KIB * KIB) === 0 ? `${bytes / KIB / KIB} MiB` : `${bytes / KIB} KiB`;
}
