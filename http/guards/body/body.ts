/** The body: JSON or a form, by the operation. Whatever cannot be read is `validation` under `body`. */
import { Readable } from 'node:stream';
import { invalid } from '@innkeeper/model/failures';
import { z } from 'zod';
import type { Exchange, Guard, Route } from '../../request/context.ts';
import { checked } from '../validated.ts';
import { isForm, readForm } from './form.ts';
import { refuseMany, refuseUnwieldy } from './size.ts';

export function body({ operation }: Route): Guard {
  if (operation.method === 'GET') return () => undefined;
  const schema = operation.body ?? z.strictObject({});
  const optional = operation.bodyKind === 'none' || operation.bodyOptional === true;
  return (exchange) => {
    const given = exchange.request.body as Buffer | Readable | undefined;
    if (given instanceof Readable) {
      if (operation.bodyKind !== 'multipart') throw notJson(exchange);
      return readForm(operation, exchange, given).then(({ fields, files }) => {
        exchange.body = checked('body', schema, fields);
        exchange.files = files;
        return undefined;
      });
    }
    const bytes = given ?? Buffer.alloc(0);
    if (bytes.length === 0 && !optional) throw invalid('body', 'A body is required.');
    if (bytes.length > 0 && operation.bodyKind === 'multipart') throw invalid('body', 'The body must be multipart/form-data.');
    exchange.body = checked('body', schema, bytes.length > 0 ? readJson(exchange, bytes) : {});
    return undefined;
  };
}

function readJson(exchange: Exchange, bytes: Buffer): unknown {
  if (!/^application\/json\s*(;|$)/i.test(exchange.request.headers['content-type'] ?? '')) throw notJson(exchange);
  refuseMany(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'The body is not valid JSON.');
  }
  refuseUnwieldy(value);
  return value;
}

function notJson({ request, reply }: Exchange) {
  // A form has not been read, and will not be.
  if (isForm(request.headers['content-type'])) reply.header('connection', 'close');
  return invalid('body', 'The body must be JSON, with Content-Type: application/json.');
}
