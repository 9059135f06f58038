/** Reads and writes the filter of the audit log in the URL. Pure. */

/** Periods in days, or all. */
export const PERIODS = ['1', '7', '30', '90', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Default period of the API and the page. */
export const DEFAULT_PERIOD: Period = '30';

export interface Filter {
  /** Name of an operation, or of a workflow that continued it. */
  action: string | undefined;
  user: number | undefined;
  kind: string | undefined;
  /** Id of a resource. Set only together with its kind. */
  id: number | undefined;
  period: Period;
}

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

const wordOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w.-]{1,255}$/.test(text) ? text : undefined;

/** Reads the filter of a URL. Invalid values are left out. */
export function readFilter({ action, user, kind, id, period }: Readonly<Record<string, string | undefined>>): Filter {
  const known = wordOf(kind);
  return {
    action: wordOf(action),
    user: idOf(user),
    kind: known,
    id: known === undefined ? undefined : idOf(id),
    period: PERIODS.find((one) => one === period) ?? DEFAULT_PERIOD,
  };
}

/** Returns the fields of a URL for a filter. */
export function writeFilter({ action, user, kind, id, period }: Filter): Record<string, string | undefined> {
  return {
    action,
    user: user?.toString(),
    kind,
    id: kind === undefined ? undefined : id?.toString(),
    period: period === DEFAULT_PERIOD ? undefined : period,
  };
}

const DAY_S = 86_400;

/** Returns the fields of a request for a filter. `now` is a time in milliseconds. */
export function queryOf({ action, user, kind, id, period }: Filter, now: number) {
  return {
    ...(action === undefined ? {} : { 'filter[action]': action }),
    ...(user === undefined ? {} : { 'filter[user_id]': user }),
    ...(kind === undefined ? {} : { 'filter[resource_kind]': kind }),
    ...(id === undefined ? {} : { 'filter[resource_id]': id }),
    'filter[start]': period === 'all' ? 0 : Math.floor(now / 1_000) - Number(period) * DAY_S,
  };
}

/** Returns whether a filter is narrower than the first view of the page. */
export const isFiltered = ({ action, user, kind }: Filter): boolean => (action ?? user ?? kind) !== undefined;

/** Returns the name of an act in words: `Restart server`, `Server restart: done`, `Create session refused`. */
export function titleOfAction(action: string): string {
  const parts = action
    .split('.')
    .map((part) => part.replaceAll(/[-_]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  const last = parts.length > 2 ? parts.pop() : undefined;
  return `${capital(parts.join(' '))}${last === undefined ? '' : `: ${last}`}`;
}

/** Returns the kind of a resource in words: `Floating ip`. */
export const titleOfKind = (kind: string): string => capital(kind.replaceAll(/[-_]/g, ' '));

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
