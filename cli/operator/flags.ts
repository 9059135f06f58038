/** An entry's input as a command line: each field an argument or a flag, and what was typed as the value of its field. Pure. */
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { type FieldKind, inputSchemaOf, kindOf, typedValue } from '@innkeeper/contract/operator/kinds';
import { Option } from 'commander';

export interface Field {
  /** `network_speed` */
  name: string;
  description: string;
  /** For brackets: `mbps`. */
  value: string;
  kind: FieldKind;
  required: boolean;
  byDefault: unknown;
  /** Description of its negated flag. */
  no: string | undefined;
}

/** In the order of the entry. */
export function fieldsOf(entry: Pick<OperatorOperation, 'input'>): Field[] {
  const { properties, required } = inputSchemaOf(entry);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    value: schema.value ?? 'text',
    kind: kindOf(schema),
    required: required.includes(name),
    byDefault: schema.default,
    no: schema.no,
  }));
}

/** `--network-speed <mbps>`; of a field that is true unless told, its negated flag; of one that may be changed, both. */
export function optionsOf(field: Field): Option[] {
  const flag = field.name.replaceAll('_', '-');
  if (field.kind !== 'flag') {
    // The schema fills defaults in; here they are only said.
    const byDefault = field.byDefault === undefined ? '' : ` (default: ${[field.byDefault].flat().join(',')})`;
    const option = new Option(`--${flag} <${field.value}>`, field.description + (field.required ? ' (required)' : byDefault));
    return [field.required ? option.makeOptionMandatory() : option];
  }
  const on = new Option(`--${flag}`, field.description);
  const off = new Option(`--no-${flag}`, field.no ?? `not: ${field.description}`);
  if (field.byDefault === true) return [off.default(undefined)];
  return field.byDefault === false ? [on] : [on, off.default(undefined)];
}

/** Converts typed texts to the types of the fields. The schema judges them. A flag already is a value. */
export function typedInput(fields: readonly Field[], typed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const given = typed[name];
      if (given === undefined) return [];
      return [[name, typeof given === 'boolean' ? given : typedValue(kind, String(given))]];
    }),
  );
}

/** Returns the name of a field on the command line: `--network-speed`, or `<key>` for an argument. `abilities.0` belongs to `--abilities`. */
export function nameOf(field: string, args: readonly Field[]): string {
  const [name = field] = field.split('.');
  return args.some((arg) => arg.name === name) ? `<${name}>` : `--${name.replaceAll('_', '-')}`;
}
