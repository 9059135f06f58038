import type { Field } from '@innkeeper/model/catalogue/fields';
import { type Catalogue, type Entry, SECTION_NAMES, SECTIONS, SINGLE_NAMES, SINGLES } from '@innkeeper/model/catalogue/sections';
import { stringify } from 'yaml';

const FILE_HEADER = `# All that is sold: ./innkeeper catalogue diff FILE, then apply FILE. Prices are net, a month, in the currency of the installation.
# What is missing in a list goes off sale; who has it keeps it, at the price that it was sold at.
`;

/** Returns the text of a catalogue file. Omits fields that have their default value. */
export function writeCatalogue(catalogue: Catalogue): string {
  const lists = SECTION_NAMES.map((name) => [name, catalogue[name].map((entry) => formatEntry(SECTIONS[name].fields, entry))]);
  const singles = SINGLE_NAMES.flatMap((name) => {
    const entry = catalogue[name];
    return entry ? [[name, formatEntry(SINGLES[name], entry)]] : [];
  });
  const text = stringify(Object.fromEntries([...lists, ...singles]), { schema: 'failsafe', lineWidth: 130 });
  return `${FILE_HEADER}${text}`;
}

function formatEntry(fields: readonly Field[], entry: Entry): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.flatMap(({ name, write, byDefault }) => {
      const value = entry[name] ?? null;
      if (byDefault !== undefined && isEqual(value, byDefault)) return [];
      return value === null && name !== 'plans' ? [] : [[name, write(value)]];
    }),
  );
}

const isEqual = (one: unknown, other: unknown) => String(one) === String(other) && (one === null) === (other === null);
