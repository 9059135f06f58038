/** Limits of a request's size, checked before parsing. contract/body-limits.ts defines and explains them. */
import {
  bodyLimitOf,
  formatBytes,
  MAX_BODY_BYTES,
  MAX_DEPTH,
  MAX_ITEMS,
  MAX_KEYS,
  MAX_PARAMETERS,
} from '@innkeeper/contract/body-limits';
import type { Operation } from '@innkeeper/contract/define';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Guard, RequestHead } from '../../request/context.ts';

/** Refuses a body whose `Content-Length` is too large, without reading the body. A body without a length is counted as it arrives. */
export function bodySize(operation: Pick<Operation, 'method' | 'maxBodyBytes'>): Guard {
  // The body of a GET is ignored.
  if (operation.method === 'GET') return () => undefined;
  const max = bodyLimitOf(operation);
  return ({ request, reply }) => {
    if (Number(request.headers['content-length'] ?? 0) <= max) return undefined;
    // Close the connection, because its next bytes are the unread body and not another request.
    reply.header('connection', 'close');
    throw bodyTooLarge(max);
  };
}

/**
 * Returns whether the unread body of a refused request is long, or of unknown length. Closing the connection is then cheaper than reading
 * the rest.
 */
export function leavesMuchUnread({ raw, headers }: RequestHead): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

export function bodyTooLarge(maxBytes: number): Failure {
  return new Failure('payload_too_large', { message: `The body must have at most ${formatBytes(maxBytes)}.` });
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/**
 * Throws `validation` for JSON with too many fields, items or levels. Counts separators and brackets instead of parsing, because parsing
 * 12,000 fields with distinct names takes 20 times as long. Malformed JSON with too many of them gets this failure as well.
 */
export function refuseManyFields(json: Buffer): void {
  let [colons, commas, levels] = [0, 0, 0];
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i);
    else if (byte === COLON) colons += 1;
    else if (byte === COMMA) commas += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) levels -= 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      levels += 1;
      // The outermost level is not counted.
      if (levels > MAX_DEPTH + 1) throw invalid('body', `The body must have at most ${MAX_DEPTH} levels of nesting.`);
    }
  }
  if (colons > MAX_KEYS) throw invalid('body', TOO_MANY.keys);
  if (commas > MAX_KEYS + MAX_ITEMS) throw invalid('body', TOO_MANY.items);
}

/** Returns the index of the closing quote of the string that begins at `from`. */
function endOfString(json: Buffer, from: number): number {
  for (let i = from + 1; i < json.length; i += 1) {
    if (json[i] === BACKSLASH) i += 1;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}

/** Throws `validation` for too many keys or items, which only the parsed body tells exactly, and for the key `__proto__`. */
export function refuseOversized(value: unknown): void {
  let level: unknown[] = [value];
  const left = { keys: MAX_KEYS, items: MAX_ITEMS };
  while (level.length > 0) {
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
  keys: `The body must have at most ${MAX_KEYS} fields.`,
  items: `The body must have at most ${MAX_ITEMS} list items.`,
};

/** Throws `validation` if the query has too many parameters. */
export function refuseManyParameters(query: object): void {
  let parameters = 0;
  for (const given of Object.values(query)) parameters += Array.isArray(given) ? given.length : 1;
  if (parameters > MAX_PARAMETERS) throw invalid('query', `The query must have at most ${MAX_PARAMETERS} parameters.`);
}
