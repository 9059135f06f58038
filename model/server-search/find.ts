/** A page of the servers that a text is part of a name of. */
import type { ServerStatus } from '../states/server.ts';
import { type Chunk, STATUSES } from './chunks.ts';

export interface TextSearch {
  /** In lower case, without a line break. */
  text: string;
  statuses: readonly ServerStatus[];
  /** From 1 on. */
  page: number;
  perPage: number;
  direction: 'asc' | 'desc';
}

/** Yields after each chunk, for who goes on later; returns the ids of the page in its order, and how many there are in all. */
export function* findServers(chunks: readonly Chunk[], search: TextSearch): Generator<void, { ids: number[]; total: number }> {
  const { page, perPage, direction } = search;
  const wanted = STATUSES.map((status) => search.statuses.includes(status));
  const [first, end] = [(page - 1) * perPage, page * perPage];
  const ids: number[] = [];
  let total = 0;
  for (const chunk of direction === 'asc' ? chunks : chunks.toReversed()) {
    const found = idsIn(chunk, search.text, wanted);
    if (total < end && total + found.length > first) {
      if (direction === 'desc') found.reverse();
      ids.push(...found.slice(Math.max(first - total, 0), end - total));
    }
    total += found.length;
    yield;
  }
  return { ids, total };
}

function idsIn({ text: names, starts, ids, statuses }: Chunk, text: string, wanted: readonly boolean[]): number[] {
  const found: number[] = [];
  let server = 0;
  let at = names.indexOf(text);
  while (at !== -1 && server < ids.length) {
    server = serverAt(starts, at, server);
    if (wanted[statuses[server] ?? 0]) found.push(ids[server] ?? 0);
    server += 1;
    at = names.indexOf(text, starts[server]);
  }
  return found;
}

/** The last that begins at or before this place; `from`: a server that does. */
function serverAt(starts: Int32Array, at: number, from: number): number {
  let [low, high] = [from, starts.length - 1];
  // Often it is the first one, or near it.
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
