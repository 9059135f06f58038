/** The fields of the entries of catalogue.yaml: how each is written, and what it means. Scalars of the file arrive as text. */
import { decimal, parseDecimal } from '@innkeeper/model/money';
import { z } from 'zod';

export type Value = string | bigint | number | boolean | Date | readonly string[] | null;

export interface Field {
  /** In the file. */
  name: string;
  /** From text, or a list of texts, to its value. */
  read: z.ZodType<Value, unknown>;
  /** As it is written in the file, and shown in a difference. */
  write(value: Value): string | string[];
  /** After it, where a person reads: ` a month`. */
  unit: string;
  /** What it is where the file does not say; absent: it must. */
  byDefault?: Value;
}

type Options = Partial<Pick<Field, 'unit' | 'byDefault'>>;

const plain = (value: Value): string => String(value);
const field = (name: string, read: Field['read'], write: Field['write'], { unit = '', ...rest }: Options): Field => ({
  ...{ name, read, write, unit },
  ...rest,
});

/** One line. */
export const text = (name: string, most: number, options: Options = {}): Field => {
  const sentence = `Must be one line of 1 to ${most} characters.`;
  const line = z.string(sentence).trim().min(1, sentence).max(most, sentence);
  return field(name, line.regex(/^\P{Cc}*$/u, sentence), plain, options);
};

export const word = (name: string, pattern: RegExp, sentence: string, options: Options = {}): Field =>
  field(name, z.string(sentence).regex(pattern, sentence), plain, options);

export const choice = (name: string, words: readonly string[], options: Options = {}): Field =>
  field(name, z.enum(words, `Must be one of ${words.join(', ')}.`), plain, options);

export const flag = (name: string, byDefault: boolean): Field =>
  field(
    name,
    z.enum(['true', 'false'], 'Must be true or false.').transform((given) => given === 'true'),
    plain,
    { byDefault },
  );

export const whole = (name: string, least: number, most: number, options: Options = {}): Field => {
  const sentence = `Must be a whole number from ${least} to ${most}.`;
  const number = z
    .string(sentence)
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence);
  return field(name, number, plain, options);
};

/** Net, in the currency of the installation. */
export const money = (name: string, options: Options = {}): Field => {
  const sentence = 'Must be an amount such as 4 or 3.99.';
  const amount = z
    .string(sentence)
    .regex(/^\d{1,9}(\.\d{1,2})?$/, sentence)
    .transform(parseDecimal);
  return field(name, amount, (value) => decimal(value as bigint), options);
};

/** A number with at most two decimals, kept as that many `parts` of it: GB as MB, percent as basis points. */
export const parts = (name: string, ofOne: number, most: number, options: Options = {}): Field => {
  const sentence = `Must be a number from 0 to ${most} with at most two decimals.`;
  const number = z
    .string(sentence)
    .regex(/^\d{1,6}(\.\d{1,2})?$/, sentence)
    .transform((given) => Math.round(Number(given) * ofOne))
    .refine((value) => value <= most * ofOne, sentence);
  return field(name, number, (value) => String(Number(value) / ofOne), options);
};

/** UTC midnight. */
export const day = (name: string, options: Options = {}): Field => {
  const date = z.iso.date('Must be a date such as 2027-01-31.').transform((given) => new Date(`${given}T00:00:00Z`));
  return field(name, date, (value) => (value as Date).toISOString().slice(0, 10), options);
};

export const texts = (name: string, options: Options = {}): Field =>
  field(
    name,
    z.array(z.string().trim().min(1).max(200), 'Must be a list.').max(50),
    (value) => [...(value as string[])],
    options,
  );

/** Keys of plans; null: all of them. */
export const plansOf = (name: string): Field =>
  field(
    name,
    z.union([z.literal('all').transform(() => null), z.array(z.string()).min(1)], 'Must be all, or a list of keys of plans.'),
    (value) => (value === null ? 'all' : [...(value as string[])]),
    { byDefault: null },
  );
