/** Text fields in the bodies and queries of all operations, each with a function that parses a text. */
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import { z } from 'zod';

const INPUTS: readonly (readonly [string, z.ZodType])[] = [
  ...OPERATION_NAMES.flatMap((name) => {
    const { body, query } = operationOf(name);
    return [body, query].flatMap((schema) => (schema ? [[name, schema] as const] : []));
  }),
  ...OPERATOR_OPERATION_NAMES.map((name) => [name, operatorOperationOf(name).input] as const),
];

/** Fields that read text, named by the first operation that has one. Identical fields are read once. */
export const SCHEMAS: readonly { name: string; read: (text: string) => unknown }[] = [
  ...new Map(
    INPUTS.flatMap(([name, schema]) => textFieldsOf(schema).map((field) => [keyOf(field), { name, field }] as const)),
  ).values(),
].map(({ name, field }) => ({ name, read: (text) => field.safeParse(text).success }));

function keyOf(field: z.ZodType): string {
  const checks = (field.def.checks ?? []).map(({ _zod }) => String(_zod.check));
  const { description, examples, ...shape } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify([shape, field instanceof z.ZodPipe, checks]);
}

/** Returns the schemas of strings in a schema, each once. */
function textFieldsOf(schema: z.ZodType): z.ZodType[] {
  const found = new Set<z.ZodType>();
  const visit = (one: unknown): void => {
    if (one instanceof z.ZodString || one instanceof z.ZodStringFormat || one instanceof z.ZodPipe) found.add(one);
    if (one instanceof z.ZodObject) Object.values(one.shape).forEach(visit);
    if (one instanceof z.ZodArray) visit(one.element);
    if (one instanceof z.ZodRecord) [one.keyType, one.valueType].forEach(visit);
    if (one instanceof z.ZodUnion) one.options.forEach(visit);
    if (one instanceof z.ZodOptional || one instanceof z.ZodNullable || one instanceof z.ZodDefault) visit(one.unwrap());
    if (one instanceof z.ZodPipe) visit(one.in);
  };
  visit(schema);
  return [...found];
}
