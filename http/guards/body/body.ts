/** Reads and validates the body, JSON or a form. What cannot be read is `validation` under `body`. */
import { Readable } from 'node:stream';
import { type FormRules, fileField } from '@innkeeper/contract/body-limits';
import type { Operation } from '@innkeeper/contract/define';
import { invalid } from '@innkeeper/model/failures';
import type { Guard, RequestContext, Route } from '../../request/context.ts';
import { asksForQuote } from '../quote.ts';
import { validatedBody } from '../validated.ts';
import { type FormFiles, isForm, readForm } from './form.ts';
import type { FileScan } from './scan.ts';
import { refuseOversized, refuseTooMany } from './size.ts';
import type { Uploads } from './uploads.ts';

/** What forms need besides their rules. */
export interface Forms {
  files: FormFiles;
  uploads: Uploads;
  scan: FileScan;
}

export function body({ operation }: Route, forms: Forms): Guard {
  if (operation.method === 'GET') return () => undefined;
  const { quoteBody = operation.body } = operation;
  const ofQuote: Operation = quoteBody ? { ...operation, body: quoteBody } : operation;
  const optional = operation.bodyKind === 'none' || operation.bodyOptional === true;
  const judge = (context: RequestContext, given: unknown): unknown => {
    context.sentBody = given;
    return validatedBody(asksForQuote(context) ? ofQuote : operation, given);
  };
  return (context) => {
    const sent = context.request.body as Buffer | Readable | undefined;
    if (sent instanceof Readable) {
      if (operation.bodyKind !== 'multipart') throw notJson(context);
      return takeForm(operation, forms, context, sent, (fields) => judge(context, fields));
    }
    const bytes = sent ?? Buffer.alloc(0);
    if (bytes.length === 0 && !optional) throw invalid('body', 'A body is required.');
    if (bytes.length > 0 && operation.bodyKind === 'multipart') throw invalid('body', 'The body must be multipart/form-data.');
    context.body = judge(context, bytes.length > 0 ? readJson(context, bytes) : givenElsewhere(operation, context));
    return undefined;
  };
}

/**
 * Reads the form of a request, has its text judged, and then its files scanned. Its files are the context's from then on, for
 * `keepingFiles`; what `judge` makes of its text is the body.
 */
export async function takeForm(
  rules: FormRules,
  { files, uploads, scan }: Forms,
  context: RequestContext,
  sent: Readable,
  judge: (fields: Record<string, unknown>) => unknown,
): Promise<undefined> {
  const ended = uploads.begin(context);
  try {
    const form = await readForm(rules, context, sent, files);
    context.files = form.files;
    context.body = judge(form.fields);
    await scan(context, fileField(rules));
  } finally {
    ended();
  }
}

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
