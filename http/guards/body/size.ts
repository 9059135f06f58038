/** How much a request brings, before it is looked at: see contract/body-limits.ts for the bounds and what they are for. */
import {
  BODY_BYTES,
  bodyLimitOf,
  bytesInWords,
  MOST_DEPTH,
  MOST_ITEMS,
  MOST_KEYS,
  MOST_PARAMETERS,
} from '@innkeeper/contract/body-limits';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { FastifyRequest } from 'fastify';
import type { Guard, Route } from '../../request/context.ts';

/** A body that says that it is too long is not read at all. Those that don't say are counted while they come. */
export function bodySize({ operation }: Route): Guard {
  // Nothing reads the body of a GET.
  if (operation.method === 'GET') return () => undefined;
  const most = bodyLimitOf(operation);
  return ({ request, reply }) => {
    if (Number(request.headers['content-length'] ?? 0) <= most) return undefined;
    // What follows is no request.
    reply.header('connection', 'close');
    throw bodyTooLarge(most);
  };
}

/** Whether a request that is refused now has more to send than is worth to read for the sake of its connection. */
export function leavesMuchUnread({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_BYTES;
}

export function bodyTooLarge(most: number): Failure {
  return new Failure('payload_too_large', { message: `The body may have ${bytesInWords(most)} at most.` });
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;

/**
 * Fields and items of JSON by the marks between them, before it is parsed: 12 000 fields, each a name that the engine has not
 * met, take 20 times as long to parse as to count. What is no JSON may be refused here as well.
 */
export function refuseMany(json: Buffer): void {
  let [colons, commas] = [0, 0];
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfText(json, i);
    else if (byte === COLON) colons += 1;
    else if (byte === COMMA) commas += 1;
  }
  if (colons > MOST_KEYS) throw invalid('body', TOO_MANY.keys);
  if (commas > MOST_KEYS + MOST_ITEMS) throw invalid('body', TOO_MANY.items);
}

/** Of the text that begins at `from`: where its closing quote is. */
function endOfText(json: Buffer, from: number): number {
  for (let i = from + 1; i < json.length; i += 1) {
    if (json[i] === BACKSLASH) i += 1;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}

/** Breadth first and without recursion, so that the body's own depth cannot exhaust the stack. */
export function refuseUnwieldy(value: unknown): void {
  let level: unknown[] = [value];
  const left = { keys: MOST_KEYS, items: MOST_ITEMS };
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw invalid('body', `The body is nested deeper than ${MOST_DEPTH} levels.`);
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) throw invalid('body', 'The body holds a key that is not allowed: __proto__.');
      const kind = Array.isArray(item) ? 'items' : 'keys';
      for (const key in item) {
        left[kind] -= 1;
        if (left[kind] < 0) throw invalid('body', TOO_MANY[kind]);
        const inner = (item as Record<string, unknown>)[key];
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
}

const TOO_MANY = {
  keys: `The body holds more than ${MOST_KEYS} fields.`,
  items: `The body holds more than ${MOST_ITEMS} list items.`,
};

export function refuseManyParameters(query: object): void {
  let parameters = 0;
  for (const given of Object.values(query)) parameters += Array.isArray(given) ? given.length : 1;
  if (parameters > MOST_PARAMETERS) throw invalid('query', `The query holds more than ${MOST_PARAMETERS} parameters.`);
}
