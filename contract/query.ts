/**
 * Schemas of query parameters.
 *
 * Parameters arrive as strings, or as an array if a name is repeated. Each schema parses that form strictly: `per_page=x`, `0`, `51` and a
 * repeated name are refused. The operation gets the final type.
 */
import { z } from 'zod';
import { MAX_ID, NO_CONTROLS, NO_CONTROLS_SENTENCE } from './schemas/primitives.ts';

const singleValue = z.string({ error: (issue) => (Array.isArray(issue.input) ? 'Must be given only once.' : undefined) });

/** Last second of the year 9999 in Unix time. Later times overflow the database's calendar. */
const MAX_UNIX_TIME = 253_402_300_799;

/** Returns the schema of an integer. Both bounds are inclusive. */
export function integer(min: number, max: number) {
  return singleValue
    .regex(/^-?\d{1,16}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`));
}

/** Returns the schemas of `page` and `per_page`, with the default page length of the list. */
export function pageQuery(perPage = 20) {
  return {
    page: integer(1, 1_000_000_000).default(1).describe('Page number, from 1. Default: 1.'),
    per_page: integer(1, 50).default(perPage).describe('Results per page, 1 to 50.'),
  };
}

/** Free text to search for or to compare with. */
export const freeText = singleValue.min(1).max(255).regex(NO_CONTROLS, NO_CONTROLS_SENTENCE);

export const queryId = integer(1, MAX_ID);
/** A repeated parameter: `ids[]=1&ids[]=2`. */
export const queryIds = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .pipe(z.array(queryId))
  .describe('Alternative to `ids` in the body.');
export const unixTime = integer(0, MAX_UNIX_TIME).describe('Unix time in seconds.');

/** Like `unixTime`. An empty value becomes `null`. */
export const nullableUnixTime = z
  .union(
    [
      singleValue
        .regex(/^$/)
        .transform(() => null)
        .pipe(z.null()),
      unixTime,
    ],
    { error: 'Must be a whole number.' },
  )
  .describe('Unix time in seconds, or empty.');

/** A calendar date: `2026-01-31`. */
export const day = singleValue
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date such as 2026-01-31.')
  .pipe(z.iso.date('Must be a date such as 2026-01-31.'));

export const ipAddress = singleValue.pipe(z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IPv4 or IPv6 address.' }));

/** Returns the schema of one of a few words. */
export function choice<const T extends readonly [string, ...string[]]>(...words: T) {
  return singleValue.pipe(z.enum(words));
}

/** Maps statuses that older clients send to current ones. */
const STATUS_ALIASES: Readonly<Record<string, string>> = { pending_payment: 'awaiting_payment' };

/** Returns the schema of statuses that are separated by commas: `active,suspended`. */
export function statusList<const T extends readonly [string, ...string[]]>(words: T) {
  return singleValue
    .transform((text) => [...new Set(text.split(',').map((word) => STATUS_ALIASES[word] ?? word))])
    .pipe(z.array(z.enum(words)).min(1).max(words.length));
}

/** Returns the schema of `statusList` with a default. */
export function statusListOr<const T extends readonly [string, ...string[]]>(words: T, byDefault: T[number][]) {
  const listed = statusList(words);
  // zod requires a mutable array of the output type as the default, so each use gets a copy.
  return listed.default(() => [...byDefault] as z.output<typeof listed>);
}

/** `true` or `false`, also as `1` and `0`. */
export const flag = choice('true', 'false', '1', '0')
  .transform((word) => word === 'true' || word === '1')
  .pipe(z.boolean());

/** Fields of an operation that can return a quote instead. */
export const quotable = {
  supportsDryRun: true,
  query: z.strictObject({
    dry_run: choice('true', 'false')
      .transform((word) => word === 'true')
      .pipe(z.boolean())
      .default(false)
      .describe('`true` checks everything, changes nothing, and returns a quote with status 200. A read token is sufficient.'),
  }),
} as const;

/** A period with inclusive ends. Use it with `startBeforeEnd`. */
export const period = {
  'filter[start]': unixTime.optional().describe('Only records from this Unix time in seconds on.'),
  'filter[end]': unixTime.optional().describe('Only records until this Unix time in seconds.'),
};

type Period = { 'filter[start]'?: number | null | undefined; 'filter[end]'?: number | null | undefined };

/** Arguments for `refine` of a query with a period. A period without a start or an end is valid. */
export const startBeforeEnd: [(query: Period) => boolean, { path: PropertyKey[]; error: string }] = [
  ({ 'filter[start]': start, 'filter[end]': end }) => start == null || end == null || start <= end,
  { path: ['filter[start]'], error: 'Must not be after filter[end].' },
];

/** Returns a query without empty filters, which count as omitted. Unknown parameters stay, so that they are refused. */
export function withoutEmptyFilters(query: z.ZodObject | undefined, given: object): object {
  const isEmpty = ([name, value]: [string, unknown]) =>
    value === '' && name.startsWith('filter[') && Object.hasOwn(query?.shape ?? {}, name);
  const pairs = Object.entries(given);
  return pairs.some(isEmpty) ? Object.fromEntries(pairs.filter((pair) => !isEmpty(pair))) : given;
}

export const direction = choice('asc', 'desc');

/** A repeated parameter: `include[]=a&include[]=b`. */
export const includes = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .pipe(z.array(z.string().regex(/^[a-z][a-z_.]{0,63}$/, 'Must be the name of a field.')).max(20))
  .describe('Related objects to include. The reply always contains all of them, so this has no effect.');

/** Query of the lists of backups and snapshots. */
export const copyQuery = {
  ...pageQuery(50),
  'filter[date]': day.optional().describe('Day on which the copy was created, as YYYY-MM-DD.'),
  'filter[server_id]': queryId.optional().describe('Only copies of this server.'),
  'filter[size]': integer(0, MAX_ID).optional().describe('Only copies of at least this size in GB.'),
  sort: choice('date', '-date').optional().describe('Sort order: `date` is oldest first, `-date` is newest first.'),
};
