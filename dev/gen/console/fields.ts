/** Generates `console/web/rules/fields/OPERATION.gen.ts`: the limits of each field of a body, from the OpenAPI document. */
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import type { Document } from '../sdk/audience.ts';
import type { Schema } from '../sdk/types.ts';
import { FORMS } from './forms.ts';

type Json = Record<string, unknown>;

/** Names in `FieldRule` by names in JSON Schema. Others are left out. */
const RENAMED: Readonly<Record<string, string>> = {
  minimum: 'min',
  maximum: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  minItems: 'minItems',
  maxItems: 'maxItems',
  pattern: 'pattern',
  format: 'format',
  default: 'default',
  description: 'description',
};

/** Returns the generator of each file, by path. */
export function fieldFiles(document: () => Document, names = FORMS): Record<string, () => string> {
  return Object.fromEntries(names.map((name) => [`console/web/rules/fields/${name}.gen.ts`, () => fieldsOf(name, document())]));
}

/** Returns the rules of an operation's fields. Throws if the operation has no JSON body. */
function fieldsOf(name: OperationName, { paths, components }: Document): string {
  const { path, method } = operationOf(name);
  const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
  if (!content) throw new Error(`${name} has no body to fill in`);
  const { fields } = ruleOf(content.schema, components.schemas) as { fields: Record<string, Json> };
  const rows = Object.entries(fields).map(([field, rule]) => `  ${JSON.stringify(field)}: ${JSON.stringify(rule)},`);
  return `/** Limits of the fields of ${name}. Made from the contract by \`npm run gen\`. */
import type { FieldRules } from '../field.ts';

export const fields = {
${rows.join('\n')}
} as const satisfies FieldRules;
`;
}

function ruleOf({ $ref, ...own }: Schema, schemas: Record<string, Schema>): Json {
  const schema = { ...($ref && schemas[$ref.split('/').at(-1) ?? '']), ...own } as Schema & Json;
  const types = [schema.type ?? []].flat();
  const [type] = types.filter((one) => one !== 'null');
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter((branch) => branch.type !== 'null');
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  const nullable = types.includes('null') || (schema.anyOf ?? schema.oneOf ?? []).length > branches.length;
  return {
    ...(type && { type }),
    // A nullable field has no choice between forms.
    ...(branches.length === 1 && ruleOf(branches[0] as Schema, schemas)),
    ...(nullable && { nullable: true }),
    ...Object.fromEntries(Object.entries(RENAMED).flatMap(([from, to]) => (from in schema ? [[to, schema[from]]] : []))),
    ...(schema.enum && { enum: schema.enum.filter((word) => word !== null) }),
    ...(schema.items && { items: ruleOf(schema.items, schemas) }),
    ...(schema.properties && { fields: fieldsIn(schema, schemas) }),
    ...(branches.length > 1 && { anyOf: branches.map((branch) => ruleOf(branch, schemas)) }),
    ...(example !== undefined && { example }),
  };
}

function fieldsIn({ properties = {}, required = [] }: Schema, schemas: Record<string, Schema>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { ...(required.includes(name) && { required: true }), ...ruleOf(schema, schemas) },
    ]),
  );
}
