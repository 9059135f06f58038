/**
 * Lists the facts that clients rely on as comparable lines: operations, failure codes, and the fields of requests and replies.
 *
 * A release may add lines. A client may break if a line disappears.
 */
import { openApiDocument } from '@innkeeper/contract/openapi';
import { STATUS } from '@innkeeper/http/reply/status';

export interface Surface {
  /** Sorted lines. */
  promised: string[];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

export function currentSurface(): Surface {
  const document = openApiDocument({ serverUrl: '/v1', status: STATUS, description: '' });
  const failures = Object.entries(STATUS).map(([code, status]) => `failure ${code} ${status}`);
  return { promised: [...linesOf(document), ...failures].sort() };
}

/** Returns the lines of an OpenAPI document. Fields of a named type appear once, under its name. */
export function linesOf(document: object): string[] {
  const { paths, components } = document as { paths: Record<string, Record<string, Schema>>; components: Schema };
  const types = (components.schemas ?? {}) as Record<string, Schema>;
  return [
    ...Object.entries(types).flatMap(([name, schema]) => fieldsOf(schema).map((field) => `type ${name} has ${field}`)),
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => operationLines(path, method, operation)),
    ),
  ];
}

function operationLines(path: string, method: string, operation: Schema): string[] {
  const name = String(operation.operationId);
  const parameters = (operation.parameters ?? []) as { name?: string; in?: string; $ref?: string }[];
  const { requestBody, responses } = operation as { requestBody?: Schema; responses: Record<string, Schema> };
  return [
    `operation ${name} is ${method.toUpperCase()} ${path}`,
    ...parameters.map(({ name: own, in: where, $ref }) => `${name} takes ${$ref ?? `${where} ${own}`}`),
    ...contentFields(requestBody).map((field) => `${name} takes body ${field}`),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, reply]) => [
        `${name} answers ${status}`,
        ...contentFields(reply).map((field) => `${name} answers ${status} ${field}`),
      ]),
  ];
}

function contentFields(body: Schema | undefined): string[] {
  const content = Object.values((body?.content ?? {}) as Record<string, { schema?: Schema }>);
  return [...new Set(content.flatMap(({ schema }) => (schema ? fieldsOf(schema) : [])))];
}

/** Returns the fields of a schema, such as `data[].id`. A named type is `data[] Server`, without its fields. */
function fieldsOf(schema: Schema, at = ''): string[] {
  if (typeof schema.$ref === 'string') return [`${at} ${schema.$ref.split('/').at(-1)}`.trim()];
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Schema[]).flatMap((one) => fieldsOf(one, at));
  const items = schema.items ? fieldsOf(schema.items as Schema, `${at}[]`) : [];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, value]) => {
    const field = at === '' ? name : `${at}.${name}`;
    return [field, ...fieldsOf(value, field)];
  });
  return [...new Set([...inner, ...items, ...properties])];
}
