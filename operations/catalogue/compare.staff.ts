/** The differences between a catalogue file and the database. */
import type { Database } from '@innkeeper/db/schema';
import type { Field, Value } from '@innkeeper/model/catalogue/fields';
import {
  type Catalogue,
  type Entry,
  SECTIONS,
  SINGLE_NAMES,
  SINGLES,
  type SingleName,
  sectionOf,
} from '@innkeeper/model/catalogue/sections';
import type { Kysely } from 'kysely';
import { LIST_NAMES, type ListName, readLists, readRates, readSingle, type StoredEntry } from './read.staff.ts';

/** Change of a list entry. `stored` is `undefined` for a new entry, and `entry` is `undefined` for an entry that goes off sale. */
export interface ListChange {
  list: ListName;
  stored: StoredEntry | undefined;
  entry: Entry | undefined;
  /** Position in the list, from 1. */
  position: number;
  text: string;
}

export interface Differences {
  lists: ListChange[];
  rates: { entry: Entry; text: string }[];
  singles: { name: keyof typeof SINGLES; entry: Entry; text: string }[];
}

const SINGLE_NOUNS: Readonly<Record<SingleName, string>> = {
  seller: 'Seller',
  affiliate: 'Affiliate terms',
  support_hours: 'Support hours',
};

/** Returns the differences between a catalogue file and the database. */
export async function compare(db: Kysely<Database>, file: Catalogue): Promise<Differences> {
  const stored = await readLists(db);
  const rates = await readRates(db);
  const singles: Differences['singles'] = [];
  for (const name of SINGLE_NAMES) {
    const entry = file[name];
    const text = entry && describeChanges(SINGLES[name], await readSingle(db, name), entry);
    if (entry && text) singles.push({ name, entry, text: `${SINGLE_NOUNS[name]}: ${text}` });
  }
  return {
    lists: LIST_NAMES.flatMap((list) => compareList(list, stored[list], file[list])),
    rates: file.vat_rates.flatMap((entry) => compareRate(rates, entry)),
    singles,
  };
}

/** Returns all differences as sentences, in the order of the file. */
export const textsOf = ({ lists, rates, singles }: Differences): string[] =>
  [...lists, ...rates, ...singles].map(({ text }) => text);

function compareList(list: ListName, stored: readonly StoredEntry[], desired: readonly Entry[]): ListChange[] {
  const { noun, key, fields } = sectionOf(list);
  const keyOf = (entry: Entry) => String(entry[key]).toLowerCase();
  const changes: ListChange[] = [];
  const places = stored.filter(({ onSale }) => onSale).map(({ entry }) => keyOf(entry));
  const kept = desired.map(keyOf).filter((one) => places.includes(one));
  const moved = kept.join('\n') !== places.filter((one) => kept.includes(one)).join('\n');
  for (const [i, entry] of desired.entries()) {
    const row = stored.find((one) => keyOf(one.entry) === keyOf(entry));
    const name = `${noun} ${String(entry[key])}`;
    const differs = row && describeChanges(fields, row.entry, entry);
    const text = !row
      ? `new, ${describeEntry(fields, key, entry)}`
      : [row.onSale ? '' : 'on sale again', differs].filter(Boolean).join(', ');
    if (text) changes.push({ list, stored: row, entry, position: i + 1, text: `${name}: ${text}` });
    else if (moved) changes.push({ list, stored: row, entry, position: i + 1, text: `${name}: place ${i + 1} in the list` });
  }
  const names = desired.map(keyOf);
  for (const one of stored)
    if (one.onSale && !names.includes(keyOf(one.entry)))
      changes.push({
        list,
        stored: one,
        entry: undefined,
        position: 0,
        text: `${noun} ${String(one.entry[key])}: off sale; existing services keep it`,
      });
  return changes;
}

function compareRate(stored: readonly Entry[], entry: Entry): Differences['rates'] {
  const same = stored.find((one) => one.country === entry.country && day(one.from) === day(entry.from));
  const fields = SECTIONS.vat_rates.fields;
  const name = `VAT of ${String(entry.country)} from ${day(entry.from)}`;
  if (!same) return [{ entry, text: `${name}: new, ${formatFieldWithUnit(fields[2] as Field, entry.rate ?? null)}` }];
  const text = describeChanges(fields, same, entry);
  return text ? [{ entry, text: `${name}: ${text}` }] : [];
}

/** Returns the changed fields, such as `price 3.99 -> 4.49 a month, disk 10 -> 20 GB`. Empty if no field has changed. */
function describeChanges(fields: readonly Field[], before: Entry | undefined, after: Entry): string {
  return fields
    .flatMap((field) => {
      const [was, is] = [before?.[field.name] ?? null, after[field.name] ?? null];
      if (formatField(field, was) === formatField(field, is)) return [];
      return `${field.name.replaceAll('_', ' ')} ${formatField(field, was)} -> ${formatFieldWithUnit(field, is)}`;
    })
    .join(', ');
}

function describeEntry(fields: readonly Field[], key: string, entry: Entry): string {
  return fields
    .filter(({ name, byDefault }) => name !== key && String(entry[name]) !== String(byDefault))
    .map((field) => `${field.name.replaceAll('_', ' ')} ${formatFieldWithUnit(field, entry[field.name] ?? null)}`)
    .join(', ');
}

function formatField(field: Field, value: Value): string {
  if (value === null && field.name !== 'plans') return 'none';
  return [field.write(value)].flat().join(', ') || 'none';
}

const formatFieldWithUnit = (field: Field, value: Value): string =>
  `${formatField(field, value)}${value === null ? '' : field.unit}`;

const day = (value: Value | undefined): string => (value instanceof Date ? value.toISOString().slice(0, 10) : '');
