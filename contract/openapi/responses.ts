/** Builds success and failure replies with their headers. */
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { takesIdempotencyKey } from '../common.ts';
import { isMutation, type Operation } from '../define.ts';
import { bodyOfStatus } from '../envelope.ts';
import { Quote } from '../schemas/quote.ts';
import type { Example } from './examples.ts';
import type { Json, SchemaRegistry } from './schemas.ts';

/** Status of each failure, from `http/reply/status.ts`. */
export type StatusTable = Record<FailureCode, number>;

const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });
const integerHeader = (description: string): Json => ({ description, schema: { type: 'integer' } });

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Id of this request, for support. Equals the X-Request-Id of the request if that is a UUID.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': integerHeader(
    'Requests per minute that this account can send, or the limit of this operation if it is lower.',
  ),
  'X-RateLimit-Remaining': integerHeader('Number of requests left in this minute.'),
  'Retry-After': integerHeader('Time in seconds to wait before the next attempt.'),
  'Idempotent-Replayed': textHeader('`true` if this is the stored reply to an earlier request with the same Idempotency-Key.'),
  'X-Order-Id': integerHeader('Id of the order that this request created.'),
  'X-Operation-Id': textHeader(
    'Ids of the operations that this request started, in the order of their start, separated by `, `; at most 50. Absent if it started none.',
  ),
};

const COMMON_HEADERS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];

/** Statuses after which the same request may be repeated later. */
const RETRYABLE_STATUSES = [409, 423, 429, 503];

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the success replies: the operation's own reply, and a quote with 200 if the operation supports quotes. */
export function successResponses(entry: Operation, book: SchemaRegistry, example: Example): Json {
  const done = successResponse(entry, book, example);
  if (!entry.supportsDryRun) return { [entry.reply.status]: done };
  const quote = book.output(Quote);
  if (entry.reply.status !== 200 || !entry.reply.schema) {
    const description = 'With `dry_run=true`, nothing changes.';
    const content = { 'application/json': { schema: quote } };
    return { 200: { description, headers: headers(...COMMON_HEADERS), content }, [entry.reply.status]: done };
  }
  const schema = book.combineForms([book.output(entry.reply.schema), quote]);
  const content = { 'application/json': { schema, example: example.reply } };
  return { 200: { ...done, description: 'Success, or a quote with `dry_run=true`.', content } };
}

function successResponse(entry: Operation, book: SchemaRegistry, { reply: example }: Example): Json {
  const { schema, contentType, events } = entry.reply;
  const names = [...COMMON_HEADERS];
  if (takesIdempotencyKey(entry)) names.push('Idempotent-Replayed');
  if (entry.createsOrder) names.push('X-Order-Id');
  if (isMutation(entry)) names.push('X-Operation-Id');
  const reply: Json = { description: schema || contentType ? 'Done.' : 'Success, without a body.', headers: headers(...names) };
  if (schema) reply.content = { 'application/json': { schema: book.output(schema), example } };
  if (events) {
    reply.description =
      'Server-sent events until the client or the server ends the stream. The schema describes the data of each event.';
    reply.content = { [String(contentType)]: { schema: book.output(events), example } };
  } else if (contentType?.startsWith('text/')) reply.content = { [contentType]: { schema: { type: 'string' }, example } };
  else if (contentType) reply.content = { [contentType]: { schema: { type: 'string', format: 'binary' } } };
  return reply;
}

/** Collects failure replies by status. Operations with equal failures share a component, which keeps the document small. */
export class ErrorResponses {
  readonly components: Record<string, Json> = {};
  readonly #status: StatusTable;
  readonly #schemas: SchemaRegistry;

  constructor(status: StatusTable, schemas: SchemaRegistry) {
    this.#status = status;
    this.#schemas = schemas;
  }

  /** Returns the `responses` of an operation for its failures. */
  of(failures: readonly FailureCode[]): Json {
    const statuses = [...new Set(failures.map((code) => this.#status[code]))];
    const codesOf = (status: number) => failures.filter((code) => this.#status[code] === status).sort();
    return Object.fromEntries(statuses.map((status) => [status, this.#refusal(status, codesOf(status))]));
  }

  #refusal(status: number, codes: FailureCode[]): Json {
    const id = codes.map(toPascalCase).join('Or');
    const names = RETRYABLE_STATUSES.includes(status) ? [...COMMON_HEADERS, 'Retry-After'] : COMMON_HEADERS;
    const examples = codes.map((code) => [code, { summary: FAILURE_CODES[code], value: bodyOf(code, status) }]);
    this.components[id] ??= {
      description: codes.map((code) => `\`${code}\`: ${FAILURE_CODES[code]}`).join('\n\n'),
      headers: headers(...names),
      content: {
        'application/json': { schema: this.#schemas.output(bodyOfStatus(status)), examples: Object.fromEntries(examples) },
      },
    };
    return { $ref: `#/components/responses/${id}` };
  }
}

/** Converts `wrong_state` to `WrongState`. */
const toPascalCase = (code: string): string => code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const REQUEST_ID = '5f0c954e-2c35-4a2b-9a41-1d3b7b3a7c11';

function bodyOf(code: FailureCode, status: number): Json {
  const body = { message: FAILURE_CODES[code], code, request_id: REQUEST_ID };
  if (status === 422) return { ...body, errors: code === 'validation' ? { name: ['This field is required.'] } : {} };
  if (status === 423) return { ...body, lock_reason: 'restart', locked_at: '2026-03-02T09:00:00.000000Z', retry_after: 5 };
  return status === 429 ? { ...body, retry_after: 12 } : body;
}
