/**
 * Builds the OpenAPI 3.1 document of the staff's operations.
 *
 * The staff have a separate document, so that the customers' document contains nothing that customers may not use.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { bodyLimitOf, formatBytes, MAX_FORM_TEXT_BYTES } from '../body-limits.ts';
import { Approval } from '../operations/approvals.staff.ts';
import type { OperatorOperation } from '../operator/define.ts';
import { inputSchemaOf } from '../operator/kinds.ts';
import { OPERATOR_ROUTES, type OperatorRoute, operationIdOf, SIGN_IN_ROUTES } from '../operator/routes.ts';
import { STAFF_COOKIE } from '../operator/sessions.ts';
import { formOf, IDEMPOTENCY_KEY } from './requests.ts';
import { ErrorResponses, HEADERS, type StatusTable } from './responses.ts';
import { type Json, SchemaRegistry } from './schemas.ts';

const COMMON_FAILURES: readonly FailureCode[] = [
  'unauthenticated',
  'insufficient_role',
  'validation',
  'rate_limited',
  'internal',
  'unavailable',
  'recovering',
  'insecure_transport',
  'unknown_proxy',
];
/** Failures of `COMMON_FAILURES` that anonymous operations do not have. */
const AUTH_FAILURES: readonly FailureCode[] = ['unauthenticated', 'insufficient_role'];
/** Failures that only changes with a session cookie have. */
const SESSION_FAILURES: readonly FailureCode[] = ['foreign_origin'];
const MUTATION_FAILURES: readonly FailureCode[] = ['idempotency_mismatch', 'idempotency_running', 'payload_too_large'];

/** An operation as documented. Sign-in operations have no corresponding command. */
interface DocumentedOperation extends Omit<OperatorRoute, 'name' | 'entry'> {
  readonly name: string;
  readonly entry: Pick<
    OperatorOperation,
    'summary' | 'changes' | 'input' | 'reply' | 'failures' | 'files' | 'maxBodyBytes' | 'savesTo'
  >;
  /** True if the operation accepts `Idempotency-Key`. */
  readonly keyed: boolean;
  readonly anonymous: boolean;
}

const DOCUMENTED_ROUTES: readonly DocumentedOperation[] = OPERATOR_ROUTES.map((route) => ({
  ...route,
  keyed: route.entry.changes,
  anonymous: false,
}));
const DOCUMENTED_SIGN_IN: readonly DocumentedOperation[] = SIGN_IN_ROUTES.map((route) => ({
  ...route,
  ...{ roles: STAFF_ROLES, mayNeedApproval: false, requiresReauthentication: false, keyed: false },
}));

export function operatorDocument({ serverUrl, status }: { serverUrl: string; status: StatusTable }): Json {
  const schemas = new SchemaRegistry();
  const book = new ErrorResponses(status, schemas);
  const paths: Record<string, Json> = {};
  for (const route of [...DOCUMENTED_SIGN_IN, ...DOCUMENTED_ROUTES])
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

function operationObject(route: DocumentedOperation, refusals: ErrorResponses): Json {
  const { name, entry, method, params, roles, status, mayNeedApproval, requiresReauthentication, keyed, anonymous } = route;
  const { properties, required } = inputSchemaOf(entry);
  const rest = Object.entries(properties)
    .filter(([field]) => !params.includes(field))
    .map(([field, { value: _value, no: _no, ...schema }]) => [field, schema] as const);
  const shown = (field: string) => {
    const { value: _value, no: _no, description, ...schema } = properties[field] ?? {};
    return { description, schema };
  };
  const needed = required.filter((field) => !params.includes(field));
  const inQuery = (field: string) => ({ name: field, in: 'query', required: needed.includes(field), ...shown(field) });
  const parameters = [
    ...params.map((field) => ({ name: field, in: 'path', required: true, ...shown(field) })),
    ...(method === 'GET' ? rest.map(([field]) => inQuery(field)) : []),
    ...(keyed ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ];
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
  const failures = [
    ...new Set([
      ...COMMON_FAILURES.filter((code) => !anonymous || !AUTH_FAILURES.includes(code)),
      ...entry.failures,
      ...(keyed ? [...MUTATION_FAILURES, ...SESSION_FAILURES] : []),
      ...(requiresReauthentication ? (['reauthentication_required'] as const) : []),
      ...(params.length > 0 ? (['not_found'] as const) : []),
    ]),
  ];
  return {
    operationId: operationIdOf(name),
    tags: ['Operator'],
    summary: entry.summary,
    description: `${entry.summary}. ${describeAccess(route)}`,
    ...(anonymous && { security: [] }),
    parameters,
    ...(method !== 'GET' && rest.length > 0 && { requestBody: { required: needed.length > 0, ...bodyContent(entry, body) } }),
    responses: {
      [status]: { description: 'Done.', content: replyContent(entry) },
      ...(mayNeedApproval && {
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

function describeAccess({ anonymous, requiresReauthentication, roles }: DocumentedOperation): string {
  if (anonymous) return 'No session is needed.';
  return `Roles: ${roles.join(', ')}.${requiresReauthentication ? ' A session must have authenticated within the last 15 minutes.' : ''}`;
}

/** Returns the content of a body: JSON, and a form with the same fields if files are accepted. */
function bodyContent(entry: DocumentedOperation['entry'], body: Json): Json {
  const json = { 'application/json': { schema: body } };
  if (!entry.files) return { content: json };
  const limits = `A form may have at most ${formatBytes(bodyLimitOf(entry))}, of which at most ${formatBytes(MAX_FORM_TEXT_BYTES)} may be text.`;
  return { description: limits, content: { ...json, 'multipart/form-data': { schema: formOf(entry, body) } } };
}

function replyContent({ savesTo, reply }: DocumentedOperation['entry']): Json {
  if (savesTo !== undefined) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: replySchema(reply) } };
}

function replySchema(schema: z.ZodType): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
  return json;
}
