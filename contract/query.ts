/**
 * Query parameters. They arrive as strings, an array where a name is repeated; each schema here takes that form strictly
 * (`per_page=x`, `0`, `51` and a repeated name are refused) and gives the handler the real type.
 */
import { z } from 'zod';
import { MAX_ID, NO_CONTROLS, NO_CONTROLS_SENTENCE } from './schemas/primitives.ts';

const once = z.string({ error: (issue) => (Array.isArray(issue.input) ? 'Must be given only once.' : undefined) });

/** The year 9999 in Unix seconds: later times overflow the database's calendar. */
const LAST_TIME = 253_402_300_799;

/** A whole number, both bounds included. */
export function integer(min: number, max: number) {
  return once
    .regex(/^-?\d{1,16}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`));
}

/** `page` and `per_page` with the list's own default. */
export function pageQuery(perPage = 20) {
  return {
    page: integer(1, 1_000_000_000).default(1).describe('Page number, from 1. Default: 1.'),
    per_page: integer(1, 50).default(perPage).describe('Results per page, 1 to 50.'),
  };
}

/** Free text to search for or to compare with. */
export const word = once.min(1).max(255).regex(NO_CONTROLS, NO_CONTROLS_SENTENCE);

export const queryId = integer(1, MAX_ID);
/** `ids[]=1&ids[]=2`. */
export const queryIds = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .pipe(z.array(queryId))
  .describe('Alternative to `ids` in the body.');
export const unixTime = integer(0, LAST_TIME).describe('Unix time in seconds.');

/** As `unixTime`, and an empty value is the same as none. */
export const nullableUnixTime = z
  .union(
    [
      once
        .regex(/^$/)
        .transform(() => null)
        .pipe(z.null()),
      unixTime,
    ],
    { error: 'Must be a whole number.' },
  )
  .describe('Unix time in seconds, or empty.');

/** A day of the calendar, `2026-01-31`. */
export const day = once
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date such as 2026-01-31.')
  .pipe(z.iso.date('Must be a date such as 2026-01-31.'));

export const ipAddress = once.pipe(z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IPv4 or IPv6 address.' }));

/** One of a few words. */
export function choice<const T extends readonly [string, ...string[]]>(...words: T) {
  return once.pipe(z.enum(words));
}

/** Words that clients send for others of ours. */
const TAKEN_FOR: Readonly<Record<string, string>> = { pending_payment: 'awaiting_payment' };

/** Statuses separated by commas: `active,suspended`. */
export function statusList<const T extends readonly [string, ...string[]]>(words: T) {
  return once
    .transform((text) => [...new Set(text.split(',').map((word) => TAKEN_FOR[word] ?? word))])
    .pipe(z.array(z.enum(words)).min(1).max(words.length));
}

/** As `statusList`, with what is meant when it is not given. */
export function statusListOr<const T extends readonly [string, ...string[]]>(words: T, byDefault: T[number][]) {
  const listed = statusList(words);
  // zod wants a default of the output's exact mutable type; the copy is made at every use.
  return listed.default(() => [...byDefault] as z.output<typeof listed>);
}

/** `true` or `false`, also as `1` and `0`. */
export const flag = choice('true', 'false', '1', '0')
  .transform((word) => word === 'true' || word === '1')
  .pipe(z.boolean());

/** Of an operation that answers a quote instead, when it is asked for one. */
export const quotable = {
  quotes: true,
  query: z.strictObject({
    dry_run: choice('true', 'false')
      .transform((word) => word === 'true')
      .pipe(z.boolean())
      .default(false)
      .describe('`true` checks everything, changes nothing, and returns a quote with status 200. A read token is sufficient.'),
  }),
} as const;

/** A period, both ends included. Goes with `startsBeforeItsEnd`. */
export const period = {
  'filter[start]': unixTime.optional().describe('Only records from this Unix time in seconds on.'),
  'filter[end]': unixTime.optional().describe('Only records until this Unix time in seconds.'),
};

type Period = { 'filter[start]'?: number | null | undefined; 'filter[end]'?: number | null | undefined };

/** For `refine` of a query with a period. A start alone is never wrong, however late. */
export const startsBeforeItsEnd: [(query: Period) => boolean, { path: PropertyKey[]; error: string }] = [
  ({ 'filter[start]': start, 'filter[end]': end }) => start == null || end == null || start <= end,
  { path: ['filter[start]'], error: 'Must not be after filter[end].' },
];

/** A query without the filters that are empty: they are not given. What the operation does not know stays, to be refused. */
export function withoutEmptyFilters(query: z.ZodObject | undefined, given: object): object {
  const isEmpty = ([name, value]: [string, unknown]) =>
    value === '' && name.startsWith('filter[') && Object.hasOwn(query?.shape ?? {}, name);
  const pairs = Object.entries(given);
  return pairs.some(isEmpty) ? Object.fromEntries(pairs.filter((pair) => !isEmpty(pair))) : given;
}

export const direction = choice('asc', 'desc');

/** `include[]=a&include[]=b`. */
export const includes = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .pipe(z.array(z.string().regex(/^[a-z][a-z_.]{0,63}$/, 'Must be the name of a field.')).max(20))
  .describe('Related objects to include. The reply always contains all of them, so this has no effect.');

/** The query of the lists of backups and of snapshots. */
export const copyQuery = {
  ...pageQuery(50),
  'filter[date]': day.optional().describe('Day on which the copy was created, as YYYY-MM-DD.'),
  'filter[server_id]': queryId.optional().describe('Only copies of this server.'),
  'filter[size]': integer(0, MAX_ID).optional().describe('Only copies of at least this size in GB.'),
  sort: choice('date', '-date').optional().describe('Sort order: `date` is oldest first, `-date` is newest first.'),
};
