/** The OpenAPI 3.1 document of the whole API, made from the table of operations. */
import { bodyLimitOf } from './body-limits.ts';
import { bodyOf, IDEMPOTENCY_KEY, parametersOf } from './openapi/requests.ts';
import { HEADERS, RefusalBook, type StatusTable, success } from './openapi/responses.ts';
import { type Json, SchemaBook } from './openapi/schemas.ts';
import { failuresOf, isFinished, OPERATION_NAMES, type OperationName, operationOf } from './operations.ts';

export interface OpenApiOptions {
  /** Where the API is, with its version: `https://api.example.com/v1`. */
  serverUrl: string;
  /** `STATUS` of `http/reply/status.ts`. */
  status: StatusTable;
}

/** Makes the document (about 50 ms: once, not per request). */
export function openApiDocument({ serverUrl, status }: OpenApiOptions): Json {
  const schemas = new SchemaBook();
  const refusals = new RefusalBook(status, schemas);
  const paths: Record<string, Json> = {};
  for (const name of OPERATION_NAMES) {
    const { path, method } = operationOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(name, schemas, refusals) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Innkeeper API',
      version: '1',
      summary: 'Virtual servers, and all that an account has around them.',
      description:
        'A request whose bytes are at fault is refused before any operation: 400 `malformed_request`, 408 `request_timeout`, ' +
        '417 `expectation_failed`, 431 `headers_too_large`, with the body and the headers of every refusal.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(OPERATION_NAMES.map((name) => operationOf(name).group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token with the ability `read` for what changes nothing, or `write` for everything.',
        },
      },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: sorted(refusals.components),
      schemas: sorted(schemas.components),
    },
  };
}

function operationObject(name: OperationName, schemas: SchemaBook, refusals: RefusalBook): Json {
  const entry = operationOf(name);
  const requestBody = bodyOf(entry, schemas);
  return {
    operationId: name,
    tags: [entry.group],
    summary: entry.section ? `${entry.section}: ${entry.title}` : entry.title,
    description: entry.summary,
    parameters: parametersOf(entry, schemas),
    ...(requestBody ? { requestBody } : {}),
    responses: { [entry.reply.status]: success(entry, schemas), ...refusals.of(failuresOf(name)) },
    'x-ability': entry.ability,
    ...(entry.method === 'GET' ? {} : { 'x-max-body-bytes': bodyLimitOf(entry) }),
    ...(entry.perMinute ? { 'x-requests-per-minute': entry.perMinute } : {}),
    ...(entry.takesOver ? { 'x-ends-locks': entry.takesOver } : {}),
    'x-origin': entry.origin,
    'x-state': isFinished(name) ? 'done' : 'unfinished',
  };
}

function sorted(components: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
