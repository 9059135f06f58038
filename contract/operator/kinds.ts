/** What a field of an input is, as far as a text that stands for it has to be told: of a command line, of a query, of a path. */
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

/** JSON Schema of an input, in the order of the entry. */
export function inputSchemaOf({ input }: Pick<OperatorOperation, 'input'>): InputSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
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

/** What a text means for a field of this kind, for the schema to judge: what is no number stays a text. */
export function typedValue(kind: FieldKind, text: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'list') return text.split(',').map((word) => word.trim());
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
