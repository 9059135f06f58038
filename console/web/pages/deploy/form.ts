/** The order form of servers, and its API call. Pure. */
import type { DeployServer } from '@innkeeper/sdk/index';
import { CYCLES } from '../../parts/cycles.ts';
import { checkField } from '../../rules/check-field.ts';
import { fields } from '../../rules/fields/deployServer.gen.ts';

export const SOURCES = ['image', 'snapshot', 'backup', 'iso'] as const;
export type Source = (typeof SOURCES)[number];

export interface Form {
  source: Source;
  /** Id of the chosen image, copy or ISO. */
  sourceId: number | null;
  plan: string | null;
  cycle: number;
  keys: readonly number[];
  /** Password, kept in memory only and never in the URL. */
  password: string | null;
  extra_ipv4: number;
  extra_ipv4_ddos: number;
  extra_ipv6: number;
  backups: boolean;
  /** Names as typed, separated by spaces. */
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

/** Returns the typed names. */
export const namesOf = ({ names }: Form): string[] => names.split(/[\s,]+/).filter((name) => name !== '');

/** Returns the number of servers that the form orders. */
export const countOf = (form: Form): number => Math.max(1, namesOf(form).length);

/** Returns the filled-in fields of the call, or `undefined` without a plan, because then nothing has a price. */
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

/** Fields with a text field of their own, which says its sentence itself. */
const TEXT_FIELDS: readonly string[] = ['name', 'promo_code', 'startup_script'] satisfies (keyof DeployServer)[];

/** Fields of a call that break a limit. The API would refuse the call, so it has no price. */
export interface BrokenLimits {
  isBroken: boolean;
  /** Sentences by field, without those of text fields. */
  sentences: Record<string, string>;
}

/** Finds the fields of a call that break a limit. Missing fields are accepted, because a quote names them. */
export function findBrokenLimits(call: Partial<DeployServer> = {}): BrokenLimits {
  const broken = Object.entries(call).flatMap(([name, value]) => {
    const sentence = checkField(value, fields[name as keyof typeof fields]);
    return sentence === undefined ? [] : [[name, sentence] as const];
  });
  return {
    isBroken: broken.length > 0,
    sentences: Object.fromEntries(broken.filter(([name]) => !TEXT_FIELDS.includes(name))),
  };
}

/** Returns the sentences without those of one field. A list has a sentence for each of its values, such as `name.1`. */
export function withoutField(sentences: Record<string, string>, field: string | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(sentences).filter(([name]) => name.split('.')[0] !== field));
}

/**
 * Fields of the form that are not in the URL, because both may hold secrets. The others are in the URL, so that a choice can be linked and
 * survives a reload. The script survives a reload as a draft of the tab, and the password does not.
 */
type Private = 'password' | 'script';

/** Reads a number of at least 1. Returns `otherwise` for anything else. */
function readCount<Otherwise>(text: string | undefined, otherwise: Otherwise): number | Otherwise {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : otherwise;
}

/** Reads a form from a URL. Invalid values are left out. */
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

/** Writes the form as query parameters of a URL. */
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

/** Returns the chosen period if it has at least `months`, and otherwise the shortest sufficient one. */
export const cycleFor = ({ cycle }: Pick<Form, 'cycle'>, months: number): number =>
  cycle >= months ? cycle : (CYCLES.find((known) => known >= months) ?? cycle);
