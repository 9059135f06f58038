/** Builds the OpenAPI 3.1 document of the customers' API from the table of operations. */
import { allExamples } from './openapi/examples.ts';
import { operationObject } from './openapi/operation.ts';
import { IDEMPOTENCY_KEY } from './openapi/requests.ts';
import { ErrorResponses, HEADERS, type StatusTable } from './openapi/responses.ts';
import { type Json, SchemaRegistry } from './openapi/schemas.ts';
import { TAGS } from './openapi/tags.ts';
import { OPERATION_NAMES, operationOf } from './operations.ts';

export interface OpenApiOptions {
  /** URL of the API with its version: `https://api.example.com/v1`. */
  serverUrl: string;
  /** Status of each failure: `STATUS` of `http/reply/status.ts`. */
  status: StatusTable;
  /** Text about all operations in Markdown: `contract/description.md`. */
  description: string;
}

/** Returns the document. This takes about 100 ms, so `npm run gen` writes the document to a file, which the API serves. */
export function openApiDocument({ serverUrl, status, description }: OpenApiOptions): Json {
  const schemas = new SchemaRegistry();
  const refusals = new ErrorResponses(status, schemas);
  const examples = allExamples();
  const paths: Record<string, Json> = {};
  for (const name of OPERATION_NAMES) {
    const { path, method } = operationOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(name, examples.get(name) ?? {}, schemas, refusals) };
  }
  const groups = [...new Set(OPERATION_NAMES.map((name) => operationOf(name).group))];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Innkeeper API',
      version: '1',
      summary: 'Virtual servers, and everything that an account needs for them.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { session: [] }],
    tags: groups.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token with the ability `read` for reading, or `write` for reading and changing.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-innkeeper-session',
          description: 'The cookie of a browser session. Changes must come from a page of this host.',
        },
      },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: sorted(refusals.components),
      schemas: sorted(schemas.components),
    },
  };
}

function sorted(components: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
