/** Maps the input of an entry to a command line: each field is an argument or a flag. Converts typed texts to values. Pure. */
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { type FieldKind, inputSchemaOf, kindOf, typedValue } from '@innkeeper/contract/operator/kinds';
import { Option } from 'commander';

export interface Field {
  /** Name, such as `network_speed`. */
  name: string;
  description: string;
  /** Placeholder of the value, such as `mbps`. */
  value: string;
  kind: FieldKind;
  required: boolean;
  defaultValue: unknown;
  /** Description of its negated flag. */
  negatedDescription: string | undefined;
}

/** Returns the fields in the order of the entry. */
export function fieldsOf(entry: Pick<OperatorOperation, 'input'>): Field[] {
  const { properties, required } = inputSchemaOf(entry);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    value: schema.value ?? 'text',
    kind: kindOf(schema),
    required: required.includes(name),
    defaultValue: schema.default,
    negatedDescription: schema.no,
  }));
}

/**
 * Returns the options of a field, such as `--network-speed <mbps>`. A flag that is true by default gets only its negation. A flag without a
 * default gets both.
 */
export function optionsOf(field: Field): Option[] {
  const flag = field.name.replaceAll('_', '-');
  if (field.kind !== 'flag') {
    // The schema applies defaults. The help only shows them.
    const byDefault = field.defaultValue === undefined ? '' : ` (default: ${[field.defaultValue].flat().join(',')})`;
    const option = new Option(`--${flag} <${field.value}>`, field.description + (field.required ? ' (required)' : byDefault));
    return [field.required ? option.makeOptionMandatory() : option];
  }
  const on = new Option(`--${flag}`, field.description);
  const off = new Option(`--no-${flag}`, field.negatedDescription ?? `not: ${field.description}`);
  if (field.defaultValue === true) return [off.default(undefined)];
  return field.defaultValue === false ? [on] : [on, off.default(undefined)];
}

/** Converts typed texts to the types of the fields. The schema validates them. A flag is already a value. */
export function typedInput(fields: readonly Field[], typed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const given = typed[name];
      if (given === undefined) return [];
      return [[name, typeof given === 'boolean' ? given : typedValue(kind, String(given))]];
    }),
  );
}

/**
 * Returns the name of a field on the command line: `--network-speed`, or `<key>` for an argument. `abilities.0` belongs to `--abilities`.
 */
export function commandLineName(field: string, args: readonly Field[]): string {
  const [name = field] = field.split('.');
  return args.some((arg) => arg.name === name) ? `<${name}>` : `--${name.replaceAll('_', '-')}`;
}
