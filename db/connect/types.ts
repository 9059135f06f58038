/** How values of PostgreSQL arrive; local to our connections, so that no other user of `pg` is surprised. */
import pg from 'pg';

const { builtins } = pg.types;

/**
 * int8 arrives as bigint, timestamptz as a Date. The rest as `pg` has it: inet and cidr are text, numeric stays a string
 * because no number of JS holds it.
 */
export const localTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === builtins.TIMESTAMPTZ && format !== 'binary') return timeOf;
    if (id === builtins.INT8 && format !== 'binary') return (text: string) => BigInt(text);
    return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
  },
};

const otherTime = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

/**
 * `2026-01-31 10:20:30.456789+00`, as servers write it whose zone is UTC: a page of servers has hundreds, and the parser for all zones
 * and dates takes ten times as long. Microseconds are cut off.
 */
export function timeOf(text: string): Date {
  if (text.length < 22 || text.length > 29 || text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00'))
    return otherTime(text);
  const two = (at: number): number => digit(text, at) * 10 + digit(text, at + 1);
  // The zone begins where there are no more digits.
  const place = (at: number): number => (text.length - 3 > at ? digit(text, at) : 0);
  const ms = place(20) * 100 + place(21) * 10 + place(22);
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

const ZERO = 48;
const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
