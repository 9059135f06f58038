/** Converts JSON Schema of the OpenAPI document to TypeScript. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
}

/** Returns the declaration of a named type with its description. */
export function declaration(name: string, schema: Schema): string {
  const doc = comment(schema.description, '');
  if (schema.type === 'object' && schema.properties) return `${doc}export interface ${name} ${typeOf(schema, '')}\n`;
  return `${doc}export type ${name} = ${typeOf(schema, '')};\n`;
}

/** Returns the type of a value. `indent`: indentation of its line. */
export function typeOf(schema: Schema, indent: string): string {
  // A schema without keywords allows any value.
  if (Object.keys(schema).length === 0) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map((branch) => typeOf(branch, indent)))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'array':
      return listOf(typeOf(schema.items ?? {}, indent));
    case 'object':
      return objectOf(schema, indent);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

const listOf = (item: string): string => (/[ |]/.test(item) ? `(${item})[]` : `${item}[]`);

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`;
  return fields(properties, required, indent);
}

/** Returns an object type. Optional fields may also be `undefined`. */
export function fields(properties: Record<string, Schema>, required: readonly string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? ['', ''] : ['?', ' | undefined'];
    return `${comment(schema.description, inner)}${inner}${keyOf(name)}${optional[0]}: ${typeOf(schema, inner)}${optional[1]};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

const keyOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`);

export function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
