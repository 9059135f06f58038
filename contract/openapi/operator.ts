/**
 * The OpenAPI 3.1 document of the staff's operations. It is one of its own, so that what customers read and generate clients from has nothing in
 * it that none of them may use.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import { z } from 'zod';
import { Approval } from '../operator/approvals.ts';
import { OPERATOR_ROUTES, type OperatorRoute, operationIdOf } from '../operator/routes.ts';
import { IDEMPOTENCY_KEY } from './requests.ts';
import { HEADERS, RefusalBook, type StatusTable } from './responses.ts';
import { type Json, SchemaBook } from './schemas.ts';

const OF_ALL: readonly FailureCode[] = [
  'unauthenticated',
  'insufficient_role',
  'validation',
  'rate_limited',
  'internal',
  'unavailable',
  'insecure_transport',
];
const OF_CHANGES: readonly FailureCode[] = ['idempotency_mismatch', 'idempotency_running', 'payload_too_large'];

export function operatorDocument({ serverUrl, status }: { serverUrl: string; status: StatusTable }): Json {
  const schemas = new SchemaBook();
  const book = new RefusalBook(status, schemas);
  const paths: Record<string, Json> = {};
  for (const route of OPERATOR_ROUTES)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationObject(route, book) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Innkeeper API for the staff',
      version: '1',
      summary: 'What the staff of a host does.',
      description:
        'The same operations as the commands of `./innkeeper`, for people of the staff with a token of their own (`iks_...`).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [{ name: 'Operator', description: 'For the staff of the host alone; a token of a customer is unknown here.' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A token of the staff.' } },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: book.components,
      schemas: schemas.components,
    },
  };
}

function operationObject({ name, entry, method, params, roles, status, approved }: OperatorRoute, refusals: RefusalBook): Json {
  const { properties, required } = z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    Json
  > & {
    required?: string[];
  };
  const rest = Object.entries((properties ?? {}) as Record<string, Json>)
    .filter(([field]) => !params.includes(field))
    .map(([field, { value: _value, no: _no, ...schema }]) => [field, schema] as const);
  const shown = (field: string) => {
    const { value: _value, no: _no, description, ...schema } = ((properties ?? {}) as Record<string, Json>)[field] ?? {};
    return { description, schema };
  };
  const parameters = [
    ...params.map((field) => ({ name: field, in: 'path', required: true, ...shown(field) })),
    ...(method === 'GET' ? rest.map(([field]) => ({ name: field, in: 'query', required: false, ...shown(field) })) : []),
    ...(entry.changes ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ];
  const needed = (required ?? []).filter((field) => !params.includes(field));
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
  const failures = [
    ...new Set([
      ...OF_ALL,
      ...entry.failures,
      ...(entry.changes ? OF_CHANGES : []),
      ...(params.length > 0 ? (['not_found'] as const) : []),
    ]),
  ];
  return {
    operationId: operationIdOf(name),
    tags: ['Operator'],
    summary: entry.summary,
    description: `${entry.summary}. For: ${roles.join(', ')}.`,
    parameters,
    ...(method !== 'GET' &&
      rest.length > 0 && { requestBody: { required: needed.length > 0, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'Done.', content: { 'application/json': { schema: replySchema(entry.reply) } } },
      ...(approved && {
        202: {
          description: 'It waits until another person approves it.',
          content: { 'application/json': { schema: replySchema(Approval) } },
        },
      }),
      ...refusals.of(failures),
    },
    'x-roles': roles,
  };
}

function replySchema(schema: z.ZodType): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
  return json;
}
