/** The fields of the entries of catalogue.yaml: how each is written, and what it means. Scalars of the file arrive as text. */
import { decimal, parseDecimal } from '../money.ts';
import { openHours } from '../support-hours.ts';
import { isTimeZone } from '../zoned-time.ts';

export type Value = string | bigint | number | boolean | Date | readonly string[] | null;

export interface Field {
  /** In the file. */
  name: string;
  /** From text, or a list of texts. Throws a RangeError with a sentence. */
  read(given: unknown): Value;
  /** As it is written in the file, and shown in a difference. */
  write(value: Value): string | string[];
  /** After it, where a person reads: ` a month`. */
  unit: string;
  /** What it is where the file does not say; absent: it must. */
  byDefault?: Value;
}

type Options = Partial<Pick<Field, 'unit' | 'byDefault'>>;

const plain = (value: Value): string => String(value);

interface Form {
  read: (text: string) => Value;
  /** Of what can be read. */
  holds: (text: string) => boolean;
  sentence: string;
  write?: Field['write'];
}

/** A field that is one scalar. */
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

/** One line. */
export const text = (name: string, most: number, options: Options = {}): Field => {
  const holds = (line: string) => line.length > 0 && line.length <= most && !/\p{Cc}/u.test(line);
  return scalar(name, { read: String, holds, sentence: `Must be one line of 1 to ${most} characters.` }, options);
};

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

export const whole = (name: string, least: number, most: number, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most;
  return scalar(name, { read: Number, holds, sentence: `Must be a whole number from ${least} to ${most}.` }, options);
};

/** Net, in the currency of the installation. */
export const money = (name: string, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,9}(\.\d{1,2})?$/.test(given);
  const write = (value: Value) => decimal(value as bigint);
  return scalar(name, { read: parseDecimal, holds, sentence: 'Must be an amount such as 4 or 3.99.', write }, options);
};

/** A number with at most two decimals, kept as that many `parts` of it: GB as MB, percent as basis points. */
export const parts = (name: string, ofOne: number, most: number, options: Options = {}): Field => {
  const holds = (given: string) => /^\d{1,6}(\.\d{1,2})?$/.test(given) && Number(given) <= most;
  const sentence = `Must be a number from 0 to ${most} with at most two decimals.`;
  const write = (value: Value) => String(Number(value) / ofOne);
  return scalar(name, { read: (given) => Math.round(Number(given) * ofOne), holds, sentence, write }, options);
};

const midnightOf = (given: string): Date => new Date(`${given}T00:00:00Z`);
const isDay = (given: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(given) &&
  !Number.isNaN(midnightOf(given).getTime()) &&
  midnightOf(given).toISOString().startsWith(given);

/** UTC midnight. */
export const day = (name: string, options: Options = {}): Field => {
  const write = (value: Value) => (value as Date).toISOString().slice(0, 10);
  return scalar(name, { read: midnightOf, holds: isDay, sentence: 'Must be a date such as 2027-01-31.', write }, options);
};

/** Days of a calendar, as text. */
export const days = (name: string): Field => ({
  ...{ name, unit: '', byDefault: [] },
  read(given) {
    if (isTextList(given, 400) && given.every(isDay)) return given;
    throw new RangeError('Must be a list of at most 400 dates such as 2027-01-31.');
  },
  write: (value) => [...(value as string[])],
});

/** Hours of a day on a wall's clock: `09:00-17:00`, or `closed`. */
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

export const timeZone = (name: string): Field => {
  const sentence = 'Must be the name of a time zone, such as Europe/Vienna.';
  return scalar(name, { read: String, holds: isTimeZone, sentence }, {});
};

const isTextList = (given: unknown, most: number): given is string[] =>
  Array.isArray(given) &&
  given.length <= most &&
  given.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 200);
const isTexts = (given: unknown): given is string[] => isTextList(given, 50);

export const texts = (name: string, options: Options = {}): Field => ({
  ...{ name, unit: '', ...options },
  read(given) {
    if (!isTexts(given)) throw new RangeError('Must be a list of at most 50 texts.');
    return given;
  },
  write: (value) => [...(value as string[])],
});

/** Keys of plans; null: all of them. */
export const plansOf = (name: string): Field => ({
  ...{ name, unit: '', byDefault: null },
  read(given) {
    if (given === 'all') return null;
    if (!isTexts(given) || given.length === 0) throw new RangeError('Must be all, or a list of plan keys.');
    return given;
  },
  write: (value) => (value === null ? 'all' : [...(value as string[])]),
});
