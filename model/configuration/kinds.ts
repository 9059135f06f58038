/**
 * Kinds of configuration values.
 *
 * A value is written in TOML: text, a number, true or false, or a list. An environment variable holds only text, so each kind converts such
 * text to the TOML value.
 */
import { z } from 'zod';
import { parseDecimal } from '../money/money.ts';
import { type Endpoint, parseEndpoint } from '../outgoing-http/endpoints.ts';

export type Written = string | number | boolean | readonly (string | number)[];

export interface Kind<Value> {
  readonly schema: z.ZodType<Value>;
  /** Completes the sentence "must be ..." for an invalid value. */
  readonly expects: string;
  fromText(text: string): Written;
}

const asText = (text: string): Written => text;
const asNumber = (text: string): Written => (/^-?\d+$/.test(text) ? Number(text) : text);
const asList = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

const DURATION_UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SIZE_UNITS = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const;

/** Returns a kind for durations such as `3d`, in milliseconds. `min` and `max` are inclusive and have the same form. */
export function duration(min: string, max: string): Kind<number> {
  const expects = `a duration from ${min} to ${max}, such as 3d, 12h, 30m, 90s or 250ms`;
  return withinBounds(expects, DURATION_UNITS, { min, max });
}

/** Returns a kind for sizes such as `10GiB`, in bytes. `min` and `max` are inclusive. */
export function size(min: string, max: string): Kind<number> {
  return withinBounds(`a size from ${min} to ${max}, such as 10GiB or 512MiB`, SIZE_UNITS, { min, max });
}

/** Returns a kind for amounts of money such as `100.00`, in cents. `max` is inclusive. */
export function money(max: string): Kind<bigint> {
  const limit = parseDecimal(max);
  return parsed(`an amount of at most ${max}, written as text: "100.00"`, (written) => {
    const cents = /^\d{1,13}(?:\.\d{1,2})?$/.test(written) ? parseDecimal(written) : undefined;
    return cents !== undefined && cents <= limit ? cents : undefined;
  });
}

/** Returns a kind for integers. `min` and `max` are inclusive. */
export function whole(min: number, max: number): Kind<number> {
  return { schema: z.int().min(min).max(max), expects: `a whole number from ${min} to ${max}`, fromText: asNumber };
}

export function flag(): Kind<boolean> {
  const fromText = (text: string): Written => (text === 'true' ? true : text === 'false' ? false : text);
  return { schema: z.boolean(), expects: 'true or false', fromText };
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return { schema: z.enum(words), expects: words.join(' or '), fromText: asText };
}

/** Returns a kind for text. `accepts` returns whether a text is valid. `expects` describes valid text. */
export function text(expects: string, accepts: (text: string) => boolean): Kind<string> {
  return { schema: z.string().refine(accepts), expects, fromText: asText };
}

/** Returns a kind for lists of at most `max` values of one kind. Blanks or commas separate the values in an environment variable. */
export function list<Value>(of: Kind<Value>, max: number): Kind<readonly Value[]> {
  return {
    schema: z.array(of.schema).max(max),
    expects: `a list of at most ${max}, each ${of.expects}`,
    fromText: (words) => asList(words).map((word) => of.fromText(word) as string | number),
  };
}

/** Returns a kind for text that `parse` converts. `parse` returns `undefined` for text that does not match `expects`. */
export function parsed<Value>(expects: string, parse: (text: string) => Value | undefined): Kind<Value> {
  const schema = z.string().transform((written, context) => {
    const value = parse(written);
    if (value !== undefined) return value;
    context.addIssue('wrong');
    return z.NEVER;
  });
  return { schema, expects, fromText: asText };
}

/** Returns a kind for addresses with a port: `10.0.0.5:8080`. */
export function endpoint(): Kind<Endpoint> {
  return parsed('an address with a port, such as 10.0.0.5:8080 or [fd00::5]:8080', parseEndpoint);
}

function withinBounds(
  expects: string,
  units: Readonly<Record<string, number>>,
  bounds: { min: string; max: string },
): Kind<number> {
  const min = withUnit(bounds.min, units);
  const max = withUnit(bounds.max, units);
  if (min === undefined || max === undefined) throw new RangeError('a bound is not written as its values are');
  return parsed(expects, (written) => {
    const value = withUnit(written, units);
    return value !== undefined && value >= min && value <= max ? value : undefined;
  });
}

function withUnit(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([A-Za-z]{1,3})$/.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return amount === undefined || factor === undefined ? undefined : Math.round(Number(amount) * factor);
}
