/** Search for a page of servers whose names contain a text. */
import type { ServerStatus } from '../states/server.ts';
import { type Chunk, STATUSES } from './chunks.ts';

export interface TextSearch {
  /** Text in lower case, without a line break. */
  text: string;
  statuses: readonly ServerStatus[];
  /** Page number, starting at 1. */
  page: number;
  perPage: number;
  direction: 'asc' | 'desc';
}

/**
 * Returns the ids of the page in order, and the total number of matches. Yields after each chunk, so that the caller can continue later.
 */
export function* findServers(chunks: readonly Chunk[], search: TextSearch): Generator<void, { ids: number[]; total: number }> {
  const { page, perPage, direction } = search;
  const isSelected = STATUSES.map((status) => search.statuses.includes(status));
  const [first, end] = [(page - 1) * perPage, page * perPage];
  const ids: number[] = [];
  let total = 0;
  for (const chunk of direction === 'asc' ? chunks : chunks.toReversed()) {
    const found = idsIn(chunk, search.text, isSelected);
    if (total < end && total + found.length > first) {
      if (direction === 'desc') found.reverse();
      ids.push(...found.slice(Math.max(first - total, 0), end - total));
    }
    total += found.length;
    yield;
  }
  return { ids, total };
}

function idsIn({ text: names, starts, ids, statuses }: Chunk, text: string, isSelected: readonly boolean[]): number[] {
  const found: number[] = [];
  let server = 0;
  let at = names.indexOf(text);
  while (at !== -1 && server < ids.length) {
    server = serverAt(starts, at, server);
    if (isSelected[statuses[server] ?? 0]) found.push(ids[server] ?? 0);
    server += 1;
    at = names.indexOf(text, starts[server]);
  }
  return found;
}

/** Returns the last server that begins at or before offset `at`. `from` is a server that does. */
function serverAt(starts: Int32Array, at: number, from: number): number {
  let [low, high] = [from, starts.length - 1];
  // The result is often `from` itself, or close to it.
  for (let step = 1; low + step < high; step *= 2) {
    if ((starts[low + step] ?? 0) > at) high = low + step;
    else low += step;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) > at) high = middle;
    else low = middle;
  }
  return low;
}
