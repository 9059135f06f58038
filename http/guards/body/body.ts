/** Reads and validates the body, JSON or a form. What cannot be read is `validation` under `body`. */
import { Readable } from 'node:stream';
import type { Operation } from '@innkeeper/contract/define';
import { invalid } from '@innkeeper/model/failures';
import type { Guard, RequestContext, Route } from '../../request/context.ts';
import { validatedBody } from '../validated.ts';
import { type FormFiles, isForm, readForm } from './form.ts';
import type { FileScan } from './scan.ts';
import { refuseOversized, refuseTooMany } from './size.ts';
import type { Uploads } from './uploads.ts';

export function body({ operation }: Route, given: { files: FormFiles; uploads: Uploads; scan: FileScan }): Guard {
  if (operation.method === 'GET') return () => undefined;
  const optional = operation.bodyKind === 'none' || operation.bodyOptional === true;
  return (context) => {
    const sent = context.request.body as Buffer | Readable | undefined;
    if (sent instanceof Readable) {
      if (operation.bodyKind !== 'multipart') throw notJson(context);
      const ended = given.uploads.begin(context);
      return readForm(operation, context, sent, given.files)
        .then(async ({ fields, files }) => {
          context.files = files;
          context.body = validatedBody(operation, fields);
          await given.scan(context, fieldOf(operation));
          return undefined;
        })
        .finally(ended);
    }
    const bytes = sent ?? Buffer.alloc(0);
    if (bytes.length === 0 && !optional) throw invalid('body', 'A body is required.');
    if (bytes.length > 0 && operation.bodyKind === 'multipart') throw invalid('body', 'The body must be multipart/form-data.');
    context.body = validatedBody(operation, bytes.length > 0 ? readJson(context, bytes) : givenElsewhere(operation, context));
    return undefined;
  };
}

/** Of its files, as refusals name it. */
const fieldOf = ({ files }: Operation): string => files?.field.replace(/\[\]$/, '') ?? 'body';

/** What a request without a body says in its query and headers in place of it. */
function givenElsewhere({ alsoIn = {} }: Operation, { query, headers }: RequestContext): object {
  const [ofQuery, ofHeaders] = [query, headers] as Record<string, unknown>[];
  const fields = Object.entries(alsoIn).map(([field, place]) => [
    field,
    'query' in place ? ofQuery?.[place.query] : ofHeaders?.[place.header],
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as object;
}

/** What a request without a form says: an object without fields where it has no body. */
export function jsonOf(context: RequestContext): unknown {
  const sent = context.request.body as Buffer | Readable | undefined;
  if (sent instanceof Readable) throw notJson(context);
  return sent === undefined || sent.length === 0 ? {} : readJson(context, sent);
}

function readJson(context: RequestContext, bytes: Buffer): unknown {
  if (!/^application\/json\s*(;|$)/i.test(context.request.headers['content-type'] ?? '')) throw notJson(context);
  refuseTooMany(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'The body is not valid JSON.');
  }
  refuseOversized(value);
  return value;
}

function notJson({ request, reply }: RequestContext) {
  // The rest of the form stays unread.
  if (isForm(request.headers['content-type'])) reply.header('connection', 'close');
  return invalid('body', 'The body must be JSON, with Content-Type: application/json.');
}
