/**
 * The OpenAPI 3.1 document of the staff's operations. It is one of its own, so that what customers read and generate clients from has nothing in
 * it that none of them may use.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import { STAFF_ROLES } from '@innkeeper/model/staff';
import { z } from 'zod';
import { bodyLimitOf, bytesInWords, FORM_TEXT_BYTES } from '../body-limits.ts';
import { Approval } from '../operator/approvals.ts';
import type { OperatorOperation } from '../operator/define.ts';
import { OPERATOR_ROUTES, type OperatorRoute, operationIdOf } from '../operator/routes.ts';
import { STAFF_COOKIE, STAFF_SESSION_NAMES, staffSessionEntryOf } from '../operator/sessions.ts';
import { formOf, IDEMPOTENCY_KEY } from './requests.ts';
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
/** Of those, what only a caller who is known can be refused with. */
const OF_KNOWN: readonly FailureCode[] = ['unauthenticated', 'insufficient_role'];
/** Of who is signed in, with a change. */
const OF_SESSIONS: readonly FailureCode[] = ['foreign_origin'];
const OF_CHANGES: readonly FailureCode[] = ['idempotency_mismatch', 'idempotency_running', 'payload_too_large'];

/** What is told of an operation, whether a command does the same or none. */
interface Documented extends Omit<OperatorRoute, 'name' | 'entry'> {
  readonly name: string;
  readonly entry: Pick<
    OperatorOperation,
    'summary' | 'changes' | 'input' | 'reply' | 'failures' | 'files' | 'maxBodyBytes' | 'savesTo'
  >;
  /** Takes `Idempotency-Key`. */
  readonly keyed: boolean;
  readonly anonymous: boolean;
}

const OF_ENTRIES: readonly Documented[] = OPERATOR_ROUTES.map((route) => ({
  ...route,
  keyed: route.entry.changes,
  anonymous: false,
}));
const OF_SIGN_IN: readonly Documented[] = STAFF_SESSION_NAMES.map((name) => {
  const { method, path, status, anonymous = false, ...entry } = staffSessionEntryOf(name);
  const fixed = { params: [], roles: STAFF_ROLES, approved: false, recent: false, keyed: false };
  return { name, entry, method, path, status, anonymous, ...fixed };
});

export function operatorDocument({ serverUrl, status }: { serverUrl: string; status: StatusTable }): Json {
  const schemas = new SchemaBook();
  const book = new RefusalBook(status, schemas);
  const paths: Record<string, Json> = {};
  for (const route of [...OF_SIGN_IN, ...OF_ENTRIES])
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationObject(route, book) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Innkeeper API for the staff',
      version: '1',
      summary: 'Operations for the staff of a host.',
      description:
        'The operations of the `./innkeeper` commands, for staff. A staff member signs in with a password and a second factor, or uses a staff token (`iks_...`). Changes with a session cookie must come from a page of this host.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [{ name: 'Operator', description: 'For staff of the host only. Tokens of customers are not accepted.' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A staff token.' },
        session: { type: 'apiKey', in: 'cookie', name: STAFF_COOKIE, description: 'A staff session.' },
      },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: book.components,
      schemas: schemas.components,
    },
  };
}

function operationObject(route: Documented, refusals: RefusalBook): Json {
  const { name, entry, method, params, roles, status, approved, recent, keyed, anonymous } = route;
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
    ...(keyed ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
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
      ...OF_ALL.filter((code) => !anonymous || !OF_KNOWN.includes(code)),
      ...entry.failures,
      ...(keyed ? [...OF_CHANGES, ...OF_SESSIONS] : []),
      ...(recent ? (['reauthentication_required'] as const) : []),
      ...(params.length > 0 ? (['not_found'] as const) : []),
    ]),
  ];
  return {
    operationId: operationIdOf(name),
    tags: ['Operator'],
    summary: entry.summary,
    description: `${entry.summary}. ${forWhom(route)}`,
    ...(anonymous && { security: [] }),
    parameters,
    ...(method !== 'GET' && rest.length > 0 && { requestBody: { required: needed.length > 0, ...bodyTaken(entry, body) } }),
    responses: {
      [status]: { description: 'Done.', content: replyContent(entry) },
      ...(approved && {
        202: {
          description: 'The change waits for approval by another person.',
          content: { 'application/json': { schema: replySchema(Approval) } },
        },
      }),
      ...refusals.of(failures),
    },
    ...(!anonymous && { 'x-roles': roles }),
  };
}

function forWhom({ anonymous, recent, roles }: Documented): string {
  if (anonymous) return 'No session is needed.';
  return `Roles: ${roles.join(', ')}.${recent ? ' A session must have authenticated within the last 15 minutes.' : ''}`;
}

/** JSON, and where files may come with it, the same fields as a form. */
function bodyTaken(entry: Documented['entry'], body: Json): Json {
  const json = { 'application/json': { schema: body } };
  if (!entry.files) return { content: json };
  const limits = `A form may have at most ${bytesInWords(bodyLimitOf(entry))}, of which at most ${bytesInWords(FORM_TEXT_BYTES)} may be text.`;
  return { description: limits, content: { ...json, 'multipart/form-data': { schema: formOf(entry, body) } } };
}

function replyContent({ savesTo, reply }: Documented['entry']): Json {
  if (savesTo !== undefined) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: replySchema(reply) } };
}

function replySchema(schema: z.ZodType): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
  return json;
}
