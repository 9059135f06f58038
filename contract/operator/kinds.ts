/** The kind of an input field, which decides how a text of a command line, query or path is converted. */
import { z } from 'zod';
import type { OperatorOperation } from './define.ts';

export type FieldKind = 'flag' | 'list' | 'number' | 'text';

export interface FieldSchema {
  type?: string;
  anyOf?: FieldSchema[];
  default?: unknown;
  description?: string;
  value?: string;
  no?: string;
}

export interface InputSchema {
  properties: Record<string, FieldSchema>;
  required: readonly string[];
}

/** Returns the JSON Schema of an input, with fields in the order of the entry. */
export function inputSchemaOf({ input }: Pick<OperatorOperation, 'input'>): InputSchema {
  // zod converts a schema that has an id to a reference without fields, so its fields are copied into one without.
  const { properties = {}, required = [] } = z.toJSONSchema(z.strictObject(input.shape), {
    io: 'input',
    unrepresentable: 'any',
  }) as Partial<InputSchema>;
  return { properties, required };
}

export function kindOf({ type, anyOf = [] }: FieldSchema): FieldKind {
  if (type === 'boolean') return 'flag';
  if (type === 'array') return 'list';
  const types = [type, ...anyOf.map((one) => one.type)];
  return types.includes('integer') || types.includes('number') ? 'number' : 'text';
}

/** Converts a text to a value of this kind. A text that is not a number stays a text, for the schema to refuse. */
export function typedValue(kind: FieldKind, text: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'list') return text.split(',').map((word) => word.trim());
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
