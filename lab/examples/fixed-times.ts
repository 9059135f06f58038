/**
 * Replaces times and secrets in a reply by constants. The walkthrough seems to have run at nine in the morning of a fixed day. The examples
 * therefore change only when the API does.
 */

const MORNING = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns the fixed time for a time under this key. */
type FixTime = (ms: number, key: string) => number;

/**
 * Returns a function that fixes the times of a value. `began` is the start of the walkthrough. All times since then become the same fixed
 * time.
 */
export function fixTimes(began: number, now: () => number = Date.now): (value: unknown) => unknown {
  const fix = (ms: number, key: string): number => {
    if (Math.abs(ms - began) > DAY / 2) return MORNING + (COUNTED_IN_DAYS.has(key) ? wholeDays : farAway)(began, ms);
    return MORNING + Math.max(0, Math.round((ms - now()) / MINUTE)) * MINUTE;
  };
  return (value) => fixValue(value, '', fix);
}

/** Returns the time in this number of days, as the API writes it. Renewals in 30 days depend on the length of the month. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().replace('Z', '000Z');

/** Keys of times that are always counted in days. 30 days must not become a month, which they equal in four months of the year. */
const COUNTED_IN_DAYS = new Set(['expires_at']);

/** Returns the distance in milliseconds. Whole months stay months, which have 28 to 31 days. Other distances are counted in days. */
function farAway(began: number, ms: number): number {
  for (let months = 1; months <= 24; months += 1) {
    if (Math.abs(monthsLater(began, months) - ms) < DAY / 2) return monthsLater(MORNING, months) - MORNING;
  }
  return wholeDays(began, ms);
}

function wholeDays(began: number, ms: number): number {
  return Math.round((ms - began) / DAY) * DAY;
}

function monthsLater(ms: number, months: number): number {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) + (ms % DAY);
}

/** Code of an affiliate who has not chosen one. */
const RANDOM_CODE = /(?<=^|=)[a-z2-9]{10}$/;

function fixValue(value: unknown, key: string, fixTime: FixTime): unknown {
  if (Array.isArray(value)) return value.map((item) => fixValue(item, key, fixTime));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fixValue(item, name, fixTime)]));
  if (typeof value === 'number' && /^period_/.test(key)) return fixTime(value * 1000, key) / 1000;
  if (key === 'reference' && typeof value === 'string')
    return value.replace(/^RF\d\d(?: [0-9A-Z]{4}){3}$/, 'RF18 5390 0754 7034');
  if (typeof value === 'string' && /^referral_(code|url)$/.test(key)) return value.replace(RANDOM_CODE, 'q3xw8kd7mp');
  return typeof value === 'string' ? fixText(value, key, fixTime) : value;
}

const UTC = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/;
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/;

function fixText(text: string, key: string, fixTime: FixTime): string {
  const at = (iso: string): string => new Date(fixTime(Date.parse(iso), key)).toISOString();
  if (UTC.test(text)) return at(text).replace(/\.\d{3}Z$/, '.000000Z');
  if (WITH_OFFSET.test(text)) return at(text).replace(/\.\d{3}Z$/, '+00:00');
  return text
    .replace(/(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)(?=\.qcow2)/, (_all, day: string, ...time: string[]) =>
      at(`${day}T${time.slice(0, 3).join(':')}Z`)
        .replace(/T|\.\d{3}Z$/g, (part) => (part === 'T' ? '-' : ''))
        .replaceAll(':', ''),
    )
    .replace(/(?<=\/console[/#])[\w-]{43}/, 'Zk3vQ2mYd0eX8sLrT5uWaJc1HbN7fPgKi9oVxE4nMqB');
}
