/** Replies, good and bad, with their headers. */
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { takesIdempotencyKey } from '../common.ts';
import { changes, type Operation } from '../define.ts';
import { bodyOfStatus } from '../envelope.ts';
import { Quote } from '../schemas/quote.ts';
import type { Example } from './examples.ts';
import type { Json, SchemaBook } from './schemas.ts';

/** `http/reply/status.ts`: which status a failure has. */
export type StatusTable = Record<FailureCode, number>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const whole = (description: string): Json => ({ description, schema: { type: 'integer' } });

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Id of this request, for support. Equals the X-Request-Id of the request if that is a UUID.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': whole('Requests per minute that this account can send, or the limit of this operation if it is lower.'),
  'X-RateLimit-Remaining': whole('Number of requests left in this minute.'),
  'Retry-After': whole('Time in seconds to wait before the next attempt.'),
  'Idempotent-Replayed': text('`true` if this is the stored reply to an earlier request with the same Idempotency-Key.'),
  'X-Order-Id': whole('Id of the order that this request created.'),
  'X-Operation-Id': text(
    'Ids of the operations that this request started, in the order of their start, separated by `, `; at most 50. Absent if it started none.',
  ),
};

const EVERYWHERE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];

/** Statuses after which the same request may be sent again, later. */
const LATER = [409, 423, 429, 503];

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The replies when all goes well: the operation's own, and where it answers quotes, a quote with 200. */
export function successes(entry: Operation, book: SchemaBook, example: Example): Json {
  const done = success(entry, book, example);
  if (!entry.quotes) return { [entry.reply.status]: done };
  const quote = book.output(Quote);
  if (entry.reply.status !== 200 || !entry.reply.schema) {
    const description = 'With `dry_run=true`, nothing changes.';
    const content = { 'application/json': { schema: quote } };
    return { 200: { description, headers: headers(...EVERYWHERE), content }, [entry.reply.status]: done };
  }
  const schema = book.either([book.output(entry.reply.schema), quote]);
  const content = { 'application/json': { schema, example: example.reply } };
  return { 200: { ...done, description: 'Success, or a quote with `dry_run=true`.', content } };
}

function success(entry: Operation, book: SchemaBook, { reply: example }: Example): Json {
  const { schema, contentType, events } = entry.reply;
  const names = [...EVERYWHERE];
  if (takesIdempotencyKey(entry)) names.push('Idempotent-Replayed');
  if (entry.makesOrder) names.push('X-Order-Id');
  if (changes(entry)) names.push('X-Operation-Id');
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

/** Refusals by status. Operations that can fail alike share a component, which keeps the document small. */
export class RefusalBook {
  readonly components: Record<string, Json> = {};
  readonly #status: StatusTable;
  readonly #schemas: SchemaBook;

  constructor(status: StatusTable, schemas: SchemaBook) {
    this.#status = status;
    this.#schemas = schemas;
  }

  /** `responses` of an operation for the failures that it may answer. */
  of(failures: readonly FailureCode[]): Json {
    const statuses = [...new Set(failures.map((code) => this.#status[code]))];
    const codesOf = (status: number) => failures.filter((code) => this.#status[code] === status).sort();
    return Object.fromEntries(statuses.map((status) => [status, this.#refusal(status, codesOf(status))]));
  }

  #refusal(status: number, codes: FailureCode[]): Json {
    const id = codes.map(pascal).join('Or');
    const names = LATER.includes(status) ? [...EVERYWHERE, 'Retry-After'] : EVERYWHERE;
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

/** `wrong_state` -> `WrongState` */
const pascal = (code: string): string => code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const REQUEST_ID = '5f0c954e-2c35-4a2b-9a41-1d3b7b3a7c11';

function bodyOf(code: FailureCode, status: number): Json {
  const body = { message: FAILURE_CODES[code], code, request_id: REQUEST_ID };
  if (status === 422) return { ...body, errors: code === 'validation' ? { name: ['This field is required.'] } : {} };
  if (status === 423) return { ...body, lock_reason: 'restart', locked_at: '2026-03-02T09:00:00.000000Z', retry_after: 5 };
  return status === 429 ? { ...body, retry_after: 12 } : body;
}
