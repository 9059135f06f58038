/** The body: JSON or a form, by the operation. Whatever cannot be read is `validation` under `body`. */
import { invalid } from '@innkeeper/model/failures';
import { z } from 'zod';
import type { Guard, Route } from '../exchange.ts';
import { checked } from './checked.ts';
import { readForm } from './form.ts';

/** Deeper than any body of the contract; endless nesting only costs time. */
const MOST_DEPTH = 32;

export function body({ operation }: Route): Guard {
  if (operation.method === 'GET') return () => undefined;
  const schema = operation.body ?? z.strictObject({});
  const optional = operation.bodyKind === 'none' || operation.bodyOptional === true;
  return (exchange) => {
    const bytes = exchange.request.body as Buffer | undefined;
    const type = exchange.request.headers['content-type'] ?? '';
    const given = bytes !== undefined && bytes.length > 0;
    if (!given && !optional) throw invalid('body', 'A body is required.');
    if (given && operation.bodyKind === 'multipart') {
      return readForm(operation, type, bytes).then((form) => {
        exchange.body = checked('body', schema, form);
        return undefined;
      });
    }
    exchange.body = checked('body', schema, given ? readJson(type, bytes) : {});
    return undefined;
  };
}

function readJson(type: string, bytes: Buffer): unknown {
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw invalid('body', 'The body must be JSON, with Content-Type: application/json.');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'The body is not valid JSON.');
  }
  refuseTricks(value);
  return value;
}

/** Breadth first and without recursion, so that the body's own depth cannot exhaust the stack. */
function refuseTricks(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw invalid('body', `The body is nested deeper than ${MOST_DEPTH} levels.`);
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) throw invalid('body', 'The body holds a key that is not allowed: __proto__.');
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
}
