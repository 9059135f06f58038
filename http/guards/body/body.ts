/** Reads and validates the body, JSON or a form. An unreadable body fails with `validation` for `body`. */
import { Readable } from 'node:stream';
import { type FormRules, fileField } from '@innkeeper/contract/body-limits';
import type { Operation } from '@innkeeper/contract/define';
import { invalid } from '@innkeeper/model/failures';
import type { Guard, RequestContext, Route } from '../../request/context.ts';
import { isQuoteRequest } from '../quote.ts';
import { validatedBody } from '../validated.ts';
import { type FormFiles, isForm, readForm } from './form.ts';
import type { FileScan } from './scan.ts';
import { refuseManyFields, refuseOversized } from './size.ts';
import type { Uploads } from './uploads.ts';

/** Services that forms need in addition to their rules. */
export interface Forms {
  files: FormFiles;
  uploads: Uploads;
  scan: FileScan;
}

/** Form in which an operation takes its body. */
export interface BodyRules extends FormRules {
  takes: 'json' | 'form' | 'json or form';
  isRequired: boolean;
}

/** Returns the body of the context from what was sent. `given` is `undefined` without a body. Throws `validation` by field. */
export type JudgeBody = (context: RequestContext, given: unknown, isForm: boolean) => unknown;

/** Returns the guard that reads the body. Each operation brings its judgement. */
export function bodyReader(rules: BodyRules, forms: Forms, judge: JudgeBody): Guard {
  return (context) => {
    const sent = context.request.body as Buffer | Readable | undefined;
    if (sent instanceof Readable) {
      if (rules.takes === 'json') throw notJsonFailure(context);
      return readValidForm(rules, forms, context, sent, (fields) => judge(context, fields, true));
    }
    const bytes = sent ?? Buffer.alloc(0);
    if (bytes.length === 0 && rules.isRequired) throw invalid('body', 'A body is required.');
    if (bytes.length > 0 && rules.takes === 'form') throw invalid('body', 'The body must be multipart/form-data.');
    context.body = judge(context, bytes.length > 0 ? readJson(context, bytes) : undefined, false);
    return undefined;
  };
}

/** Reads the body of a customers' operation. */
export function body({ operation }: Route, forms: Forms): Guard {
  if (operation.method === 'GET') return () => undefined;
  const { quoteBody = operation.body } = operation;
  const quoteOperation: Operation = quoteBody ? { ...operation, body: quoteBody } : operation;
  const takes = operation.bodyKind === 'multipart' ? 'form' : 'json';
  const isRequired = operation.bodyKind !== 'none' && operation.bodyOptional !== true;
  return bodyReader({ ...operation, takes, isRequired }, forms, (context, sent) => {
    const given = sent === undefined ? readAlternativeFields(operation, context) : sent;
    context.sentBody = given;
    return validatedBody(isQuoteRequest(context) ? quoteOperation : operation, given);
  });
}

/**
 * Reads the form of a request, validates its text with `judge`, and then scans its files.
 *
 * The result of `judge` becomes the body. The context owns the files from then on, and `withUploadCleanup` removes them after a failure.
 */
async function readValidForm(
  rules: FormRules,
  { files, uploads, scan }: Forms,
  context: RequestContext,
  sent: Readable,
  validate: (fields: Record<string, unknown>) => unknown,
): Promise<undefined> {
  const release = uploads.begin(context);
  try {
    const form = await readForm(rules, context, sent, files);
    context.files = form.files;
    context.body = validate(form.fields);
    await scan(context, fileField(rules));
  } finally {
    release();
  }
}

/** Returns the fields that a request without a body sends in its query and headers instead. */
function readAlternativeFields({ alternativeSources = {} }: Operation, { query, headers }: RequestContext): object {
  const [ofQuery, ofHeaders] = [query, headers] as Record<string, unknown>[];
  const fields = Object.entries(alternativeSources).map(([field, place]) => [
    field,
    'query' in place ? ofQuery?.[place.query] : ofHeaders?.[place.header],
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as object;
}

function readJson(context: RequestContext, bytes: Buffer): unknown {
  if (!/^application\/json\s*(;|$)/i.test(context.request.headers['content-type'] ?? '')) throw notJsonFailure(context);
  refuseManyFields(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'The body is not valid JSON.');
  }
  refuseOversized(value);
  return value;
}

function notJsonFailure({ request, reply }: RequestContext) {
  // The rest of the form stays unread.
  if (isForm(request.headers['content-type'])) reply.header('connection', 'close');
  return invalid('body', 'The body must be JSON, with Content-Type: application/json.');
}
