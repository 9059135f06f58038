/** Bounds of a request's size, checked before it is parsed: contract/body-limits.ts says what they are and why. */
import {
  BODY_BYTES,
  bodyLimitOf,
  bytesInWords,
  MOST_DEPTH,
  MOST_ITEMS,
  MOST_KEYS,
  MOST_PARAMETERS,
} from '@innkeeper/contract/body-limits';
import type { Operation } from '@innkeeper/contract/define';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Guard, RequestHead } from '../../request/context.ts';

/** A body that announces too great a length is not read at all. Without a length, bytes are counted as they arrive. */
export function bodySize(operation: Pick<Operation, 'method' | 'maxBodyBytes'>): Guard {
  // The body of a GET is ignored.
  if (operation.method === 'GET') return () => undefined;
  const most = bodyLimitOf(operation);
  return ({ request, reply }) => {
    if (Number(request.headers['content-length'] ?? 0) <= most) return undefined;
    // What follows on the connection is the body, not another request.
    reply.header('connection', 'close');
    throw bodyTooLarge(most);
  };
}

/** Whether a refused request has more left to send than is worth reading to be able to reuse its connection. */
export function leavesMuchUnread({ raw, headers }: RequestHead): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_BYTES;
}

export function bodyTooLarge(most: number): Failure {
  return new Failure('payload_too_large', { message: `The body must have at most ${bytesInWords(most)}.` });
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;

/**
 * Counts fields and items of JSON by their separators before it is parsed: 12 000 fields with distinct names take 20 times as
 * long to parse as to count. Malformed JSON may be refused here as well.
 */
export function refuseTooMany(json: Buffer): void {
  let [colons, commas] = [0, 0];
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i);
    else if (byte === COLON) colons += 1;
    else if (byte === COMMA) commas += 1;
  }
  if (colons > MOST_KEYS) throw invalid('body', TOO_MANY.keys);
  if (commas > MOST_KEYS + MOST_ITEMS) throw invalid('body', TOO_MANY.items);
}

/** The index of the closing quote of the string that begins at `from`. */
function endOfString(json: Buffer, from: number): number {
  for (let i = from + 1; i < json.length; i += 1) {
    if (json[i] === BACKSLASH) i += 1;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}

/** Breadth first and without recursion, so that a deeply nested body cannot exhaust the stack. */
export function refuseOversized(value: unknown): void {
  let level: unknown[] = [value];
  const left = { keys: MOST_KEYS, items: MOST_ITEMS };
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw invalid('body', `The body must have at most ${MOST_DEPTH} levels of nesting.`);
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) throw invalid('body', 'The body must not contain the key __proto__.');
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
  keys: `The body must have at most ${MOST_KEYS} fields.`,
  items: `The body must have at most ${MOST_ITEMS} list items.`,
};

export function refuseManyParameters(query: object): void {
  let parameters = 0;
  for (const given of Object.values(query)) parameters += Array.isArray(given) ? given.length : 1;
  if (parameters > MOST_PARAMETERS) throw invalid('query', `The query must have at most ${MOST_PARAMETERS} parameters.`);
}
