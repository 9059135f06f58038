/** Field types of `catalogue.yaml`. Each parses and formats its values. Scalars of the file arrive as text. */
import { withAsciiDomain } from '../mail/address.ts';
import { formatDecimal, parseDecimal } from '../money/money.ts';
import { openHours } from '../support/support-hours.ts';
import { isNamedTimeZone, isTimeZone } from '../time/zoned-time.ts';

export type Value = string | bigint | number | boolean | Date | readonly string[] | null;

export interface Field {
  /** Name in the file. */
  name: string;
  /** Parses a text or a list of texts. Throws a RangeError with a sentence if the value is invalid. */
  read(given: unknown): Value;
  /** Formats a value for the file, and for the differences that `catalogue diff` shows. */
  write(value: Value): string | string[];
  /** Suffix of the value in texts for people, such as ` a month`. */
  unit: string;
  /** Value if the file omits the field. A field without a default is required. */
  byDefault?: Value;
}

type Options = Partial<Pick<Field, 'unit' | 'byDefault'>>;

const plain = (value: Value): string => String(value);

interface Form {
  read: (text: string) => Value;
  /** Returns whether `read` can parse the text. */
  holds: (text: string) => boolean;
  sentence: string;
  write?: Field['write'];
}

/** Returns a field with one scalar value. */
function scalar(name: string, { read, holds, sentence, write = plain }: Form, { unit = '', ...rest }: Options): Field {
  return {
    ...{ name, write, unit, ...rest },
    read(given) {
      const text = typeof given === 'string' ? given.trim() : '';
      if (!holds(text)) throw new RangeError(sentence);
      return read(text);
    },
  };
}

/** Returns a field for one line of at most `max` characters. */
export const text = (name: string, max: number, options: Options = {}): Field => line(name, { max, read: String }, options);

/** Returns a field for one line, which is usually an email address. Its domain gets its ASCII form. */
export const emailText = (name: string, max: number, options: Options = {}): Field =>
  line(name, { max, read: withAsciiDomain }, options);

function line(name: string, { max, read }: { max: number; read: Form['read'] }, options: Options): Field {
  const holds = (given: string) => given.length > 0 && given.length <= max && !/\p{Cc}/u.test(given);
  return scalar(name, { read, holds, sentence: `Must be one line of 1 to ${max} characters.` }, options);
}

/** Returns a field for text that matches `pattern`. `sentence` describes the pattern. */
export const word = (name: string, pattern: RegExp, sentence: string, options: Options = {}): Field =>
  scalar(name, { read: String, holds: (given) => pattern.test(given), sentence }, options);

export const choice = (name: string, words: readonly string[], options: Options = {}): Field =>
  scalar(
    name,
    { read: String, holds: (given) => words.includes(given), sentence: `Must be one of ${words.join(', ')}.` },
    options,
  );

export const flag = (name: string, byDefault: boolean): Field => {
  const holds = (given: string) => given === 'true' || given === 'false';
  return scalar(name, { read: (given) => given === 'true', holds, sentence: 'Must be true or false.' }, { byDefault });
};

/** Returns a field for an integer of at most 9 digits. Both bounds are inclusive. */
export const whole = (name: string, min: number, max: number, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,9}$/.test(given) && Number(given) >= min && Number(given) <= max;
  return scalar(name, { read: Number, holds, sentence: `Must be a whole number from ${min} to ${max}.` }, options);
};

/** Returns a field for a net amount in the currency of the installation. */
export const money = (name: string, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,9}(\.\d{1,2})?$/.test(given);
  const write = (value: Value) => formatDecimal(value as bigint);
  return scalar(name, { read: parseDecimal, holds, sentence: 'Must be an amount such as 4 or 3.99.', write }, options);
};

/**
 * Returns a field for a number from 0 to `max` with at most two decimals. The value is stored as an integer, multiplied by `ofOne`: GB as
 * MB, percent as basis points.
 */
export const scaledNumber = (name: string, ofOne: number, max: number, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,6}(\.\d{1,2})?$/.test(given) && Number(given) <= max;
  const sentence = `Must be a number from 0 to ${max} with at most two decimals.`;
  const write = (value: Value) => String(Number(value) / ofOne);
  return scalar(name, { read: (given) => Math.round(Number(given) * ofOne), holds, sentence, write }, options);
};

const midnightOf = (given: string): Date => new Date(`${given}T00:00:00Z`);
const isDay = (given: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(given) &&
  !Number.isNaN(midnightOf(given).getTime()) &&
  midnightOf(given).toISOString().startsWith(given);

/** Returns a field for a date, which is stored as midnight in UTC. */
export const day = (name: string, options: Options = {}): Field => {
  const write = (value: Value) => (value as Date).toISOString().slice(0, 10);
  return scalar(name, { read: midnightOf, holds: isDay, sentence: 'Must be a date such as 2027-01-31.', write }, options);
};

/** Returns a field for a list of calendar dates, which are stored as text. */
export const days = (name: string): Field => ({
  ...{ name, unit: '', byDefault: [] },
  read(given) {
    if (isTextList(given, 400) && given.every(isDay)) return given;
    throw new RangeError('Must be a list of at most 400 dates such as 2027-01-31.');
  },
  write: (value) => [...(value as string[])],
});

/** Returns a field for the opening hours of a day in local time: `09:00-17:00`, or `closed`. */
export const hoursOfDay = (name: string, byDefault: string): Field => {
  const holds = (given: string) => {
    try {
      openHours(given);
      return true;
    } catch {
      return false;
    }
  };
  return scalar(name, { read: String, holds, sentence: 'Must be hours such as 09:00-17:00, or closed.' }, { byDefault });
};

const ZONE = 'Must be the name of a time zone, such as Europe/Vienna.';

/** Returns a field for a time zone, which may be an offset such as `+01:00`. */
export const timeZone = (name: string): Field => scalar(name, { read: String, holds: isTimeZone, sentence: ZONE }, {});

/** Returns a field for a time zone with the rules of a place. */
export const namedTimeZone = (name: string, options: Options): Field =>
  scalar(name, { read: String, holds: isNamedTimeZone, sentence: ZONE }, options);

const isTextList = (given: unknown, max: number): given is string[] =>
  Array.isArray(given) &&
  given.length <= max &&
  given.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 200);
const isTexts = (given: unknown): given is string[] => isTextList(given, 50);

/** Returns a field for a list of at most 50 texts. */
export const texts = (name: string, options: Options = {}): Field => ({
  ...{ name, unit: '', ...options },
  read(given) {
    if (!isTexts(given)) throw new RangeError('Must be a list of at most 50 texts.');
    return given;
  },
  write: (value) => [...(value as string[])],
});

/** Returns a field for a list of plan keys. `all` is stored as `null`. */
export const plansOf = (name: string): Field => ({
  ...{ name, unit: '', byDefault: null },
  read(given) {
    if (given === 'all') return null;
    if (!isTexts(given) || given.length === 0) throw new RangeError('Must be all, or a list of plan keys.');
    return given;
  },
  write: (value) => (value === null ? 'all' : [...(value as string[])]),
});
