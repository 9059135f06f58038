/** Field types that inputs and replies of the operator's operations share. */
import { hasShortLocalPart, LOCAL_PART_SENTENCE, withAsciiDomain } from '@innkeeper/model/mail/address';
import { IBAN_PATTERN, isIban } from '@innkeeper/model/payments/iban';
import { z } from 'zod';
import { Id, MAX_ID } from '../schemas/primitives.ts';

const IBAN_SENTENCE = 'Must be an IBAN, such as AT611904300234573201.';

/** A time in a reply. */
export const At = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-01-31T12:00:00.000Z'] });

/** A time in an input. Any UTC offset is allowed. */
export const timeInput = z.iso.datetime({ offset: true, error: 'Must be a time such as 2027-03-31T12:00:00Z.' });

/** An amount of money in a reply. */
export const Amount = z.string().regex(/^-?\d+\.\d{2}$/);

export function wholeNumber(min: number, max: number) {
  const sentence = `Must be a whole number from ${min} to ${max}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence);
}

/** Returns a field for a number with at most two decimals. */
export function factor(min: number, max: number) {
  const sentence = `Must be a number from ${min} to ${max} with at most two decimals.`;
  return z
    .number(sentence)
    .min(min, sentence)
    .max(max, sentence)
    .refine((value) => Number(value.toFixed(2)) === value, sentence);
}

export const idArgument = (what: string) => wholeNumber(1, MAX_ID).meta({ description: `id of the ${what}`, value: 'id' });

/** A non-negative amount of money in an input. Its 9 digits and 2 decimals stay far below the limit of a bigint column. */
export const money = z
  .string('Must be an amount such as 100 or 99.50.')
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Must be an amount such as 100 or 99.50.');

/** An amount of money in an input. An empty text becomes `null`, which removes the current value. */
export const removableMoney = z.union([z.literal('').transform(() => null), money]);

export const catalogueKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'Must have 1 to 40 lower-case letters, digits, dots and hyphens.');

/** A name that customers read, without line breaks and control characters. */
export const customerName = oneLine(60);

/** The name of a node. */
export const nodeName = z.string().min(1).max(100).meta({ description: 'name of the node', value: 'name' });

/** The name of a new node. Also names the file of a socket, so the pattern is strict. */
export const newNodeName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'Must have 1 to 40 lower-case letters, digits and hyphens, and must not begin with a hyphen.',
  )
  .meta({ description: 'name of the node; it cannot be changed', value: 'name' });

export function oneLine(max: number) {
  const sentence = `Must be one line of 1 to ${max} characters.`;
  return z
    .string()
    .trim()
    .min(1, sentence)
    .max(max, sentence)
    .refine((text) => !/\p{Cc}/u.test(text), sentence);
}

/** An address of an existing user, staff member or entry. A domain with other letters is converted to its ASCII form. */
export const emailAddress = z
  .string()
  .overwrite(withAsciiDomain)
  .regex(/^[^\s@]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+$/, 'Must be an email address.')
  .max(254, 'Must be an email address.')
  .toLowerCase();

/** An existing user, by id or address. An id also names a user whose address is not in the form in which addresses are looked up. */
export const userArgument = z
  .string()
  .overwrite(withAsciiDomain)
  .regex(/^(?:[1-9]\d{0,8}|[^\s@]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+)$/, 'Must be an id or an email address.')
  .max(254, 'Must be an id or an email address.')
  .toLowerCase();

/** An address that is stored and gets mail. */
export const newEmailAddress = emailAddress.refine(hasShortLocalPart, LOCAL_PART_SENTENCE);

export const accountArgument = z
  .string()
  .min(1)
  .max(254)
  .meta({ description: 'id or email address of the account', value: 'account' });

/** Host names of 1 to 8 name servers. */
export const hostNames = z
  .array(
    z
      .string()
      .toLowerCase()
      .regex(
        /^(?=.{4,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
        'Must be a name such as ns1.example.net.',
      ),
  )
  .min(1)
  .max(8);

/** Page number and page length of a list. */
export const paging = {
  page: wholeNumber(1, 1_000_000).default(1).meta({ description: 'page number', value: 'n' }),
  per_page: wholeNumber(1, 1000).default(100).meta({ description: 'entries per page, at most 1000', value: 'n' }),
};

/** Returns the schema of a page. `total` counts the entries of all pages. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ data: z.array(item), page: z.int(), per_page: z.int(), total: z.int() });
}

/** Part of a list that begins with the newest entry and is not counted. */
export const keyset = {
  after: wholeNumber(0, MAX_ID).default(0).meta({
    description: 'only entries with a smaller id: next_after of the part before, or 0 for the newest',
    value: 'id',
  }),
  limit: wholeNumber(1, 1000).default(100).meta({ description: 'entries at most, up to 1000', value: 'n' }),
};

/** Returns the schema of a part. `next_after` is the value of `after` for the next part, or `null` for the last one. */
export function partOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ data: z.array(item), next_after: Id.nullable() });
}

/** Account that a person transfers money to. Spaces are removed. */
const iban = z
  .string()
  .max(60, IBAN_SENTENCE)
  .overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .regex(IBAN_PATTERN, IBAN_SENTENCE)
  .refine((text) => !IBAN_PATTERN.test(text) || isIban(text), 'Its check digits are wrong. Please compare it with the source.');

/** Payee of the refund of a bank transfer, which a person sends. The longest name of a SEPA transfer has 70 characters. */
export const payeeFields = {
  payee: oneLine(70).optional().meta({
    description: 'name of the payee of a transfer, if the statement has no account or a refund to it has failed',
    value: 'name',
  }),
  iban: iban.optional().meta({
    description: 'account of the payee of a transfer, required with a payee and if the statement has none',
    value: 'iban',
  }),
};

/** A line of the audit log. */
export const AuditEntry = z.strictObject({
  at: At,
  actor: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** State of one step of a workflow. */
export const WorkflowStep = z.strictObject({
  step: z.string(),
  direction: z.enum(['forward', 'back']),
  attempts: z.int(),
  started_at: At,
  finished_at: At.nullable(),
  error: z.string().nullable(),
});

export const ref = z.strictObject({ kind: z.string(), id: Id });
