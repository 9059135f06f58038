/** The form of an order of servers, and the call that it makes. Pure. */
import type { DeployServer } from '@innkeeper/sdk/index';
import { CYCLES } from '../../parts/cycles.ts';

export const SOURCES = ['image', 'snapshot', 'backup', 'iso'] as const;
export type Source = (typeof SOURCES)[number];

export interface Form {
  source: Source;
  /** Id of the chosen image, copy or ISO. */
  sourceId: number | null;
  plan: string | null;
  cycle: number;
  keys: readonly number[];
  /** Kept in memory alone: it is in no URL. */
  password: string | null;
  extra_ipv4: number;
  extra_ipv4_ddos: number;
  extra_ipv6: number;
  backups: boolean;
  /** Names as they were typed, with spaces between them. */
  names: string;
  promo: string;
  script: string;
}

export const EMPTY: Form = {
  source: 'image',
  sourceId: null,
  plan: null,
  cycle: 1,
  keys: [],
  password: null,
  extra_ipv4: 0,
  extra_ipv4_ddos: 0,
  extra_ipv6: 0,
  backups: false,
  names: '',
  promo: '',
  script: '',
};

const FIELD_OF_SOURCE = {
  image: 'image_id',
  snapshot: 'snapshot_id',
  backup: 'backup_id',
  iso: 'primary_iso_id',
} as const satisfies Record<Source, keyof DeployServer>;

/** Returns the names that were typed. */
export const namesOf = ({ names }: Form): string[] => names.split(/[\s,]+/).filter((name) => name !== '');

/** Number of servers that the form orders. */
export const countOf = (form: Form): number => Math.max(1, namesOf(form).length);

/** Fields of the call that the form has so far. `undefined` without a plan: nothing has a price then. */
export function toCall(form: Form): (Partial<DeployServer> & { plan: string }) | undefined {
  if (form.plan === null) return undefined;
  const names = namesOf(form);
  const [first] = names;
  return {
    ...(first === undefined ? {} : { name: names.length === 1 ? first : names }),
    plan: form.plan,
    billing_cycle: form.cycle,
    ...(form.sourceId === null ? {} : { [FIELD_OF_SOURCE[form.source]]: form.sourceId }),
    ...(form.keys.length === 0 ? {} : { ssh_keys: [...form.keys] }),
    ...(form.password === null ? {} : { password: form.password }),
    ...(form.extra_ipv4 === 0 ? {} : { extra_ipv4: form.extra_ipv4 }),
    ...(form.extra_ipv4_ddos === 0 ? {} : { extra_ipv4_ddos: form.extra_ipv4_ddos }),
    ...(form.extra_ipv6 === 0 ? {} : { extra_ipv6: form.extra_ipv6 }),
    ...(form.backups ? { backups: true } : {}),
    ...(form.promo.trim() === '' ? {} : { promo_code: form.promo.trim() }),
    ...(form.script.trim() === '' ? {} : { startup_script: form.script }),
  };
}

/** Fields of the form that are not in the URL: both may hold secrets. The others are, so that a choice can be linked and outlasts a reload. */
type Private = 'password' | 'script';

/** Reads a number of at least 1, and anything else as `otherwise`. */
function readCount<Otherwise>(text: string | undefined, otherwise: Otherwise): number | Otherwise {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : otherwise;
}

/** Reads a form from a URL. Values that are not understood are left out. */
export function readForm(search: Record<string, string | undefined>): Form {
  const source = SOURCES.find((known) => known === search.source) ?? 'image';
  const cycle = CYCLES.find((known) => String(known) === search.months) ?? 1;
  return {
    ...EMPTY,
    source,
    cycle,
    sourceId: readCount(search.from, null),
    plan: search.plan ?? null,
    names: search.name ?? '',
    keys: (search.keys ?? '').split(',').flatMap((id) => readCount(id, [])),
    extra_ipv4: readCount(search.ipv4, 0),
    extra_ipv4_ddos: readCount(search.ddos, 0),
    extra_ipv6: readCount(search.ipv6, 0),
    backups: search.backups === 'yes',
    promo: search.promo ?? '',
  };
}

/** Writes the form into the part of a URL behind the question mark. */
export function writeForm(form: Omit<Form, Private>): Record<string, string | undefined> {
  return {
    source: form.source === 'image' ? undefined : form.source,
    from: form.sourceId === null ? undefined : String(form.sourceId),
    plan: form.plan ?? undefined,
    months: form.cycle === 1 ? undefined : String(form.cycle),
    name: form.names === '' ? undefined : form.names,
    keys: form.keys.length === 0 ? undefined : form.keys.join(','),
    ipv4: form.extra_ipv4 === 0 ? undefined : String(form.extra_ipv4),
    ddos: form.extra_ipv4_ddos === 0 ? undefined : String(form.extra_ipv4_ddos),
    ipv6: form.extra_ipv6 === 0 ? undefined : String(form.extra_ipv6),
    backups: form.backups ? 'yes' : undefined,
    promo: form.promo === '' ? undefined : form.promo,
  };
}

/** Returns the shortest period that has at least `months`, or the chosen one if it does. */
export const cycleFor = ({ cycle }: Pick<Form, 'cycle'>, months: number): number =>
  cycle >= months ? cycle : (CYCLES.find((known) => known >= months) ?? cycle);
