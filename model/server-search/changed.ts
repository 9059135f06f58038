/** The chunks after some servers have changed, come or gone. */
import { byAge, type Chunk, chunksOf, type NamedServer, serversOf } from './chunks.ts';

/**
 * `changed`: ids of these servers; `servers`: as they are now, without those that are gone. Chunks without any of them are the same objects. Yields
 * after each chunk that it takes apart or makes, for who goes on later.
 */
export function* changedChunks(
  chunks: readonly Chunk[],
  changed: readonly number[],
  servers: readonly NamedServer[],
): Generator<void, Chunk[]> {
  const isChanged = new Set(changed);
  const opened = new Map<number, NamedServer[]>();
  const open = (place: number): NamedServer[] => {
    const chunk = chunks[place];
    const kept = opened.get(place) ?? (chunk ? serversOf(chunk).filter(({ id }) => !isChanged.has(id)) : []);
    opened.set(place, kept);
    return kept;
  };
  for (const [place, chunk] of chunks.entries()) {
    if (!changed.some((id) => holds(chunk, id))) continue;
    open(place);
    yield;
  }
  for (const server of servers) {
    open(placeOf(chunks, server)).push(server);
    yield;
  }
  if (chunks.length === 0) return chunksOf(servers);
  const made: Chunk[] = [];
  for (const [place, chunk] of chunks.entries()) {
    const ofPlace = opened.get(place);
    made.push(...(ofPlace ? chunksOf(ofPlace) : [chunk]));
    if (ofPlace) yield;
  }
  return made;
}

const holds = ({ ids, lowestId, highestId }: Chunk, id: number): boolean => id >= lowestId && id <= highestId && ids.includes(id);

/** Of the last chunk that begins with this server or an older one; else of the first. */
function placeOf(chunks: readonly Chunk[], server: NamedServer): number {
  let [low, high] = [0, chunks.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const { createdAt, ids } = chunks[middle] ?? {};
    const first = { ...server, createdAt: createdAt?.[0] ?? 0, id: ids?.[0] ?? 0 };
    if (byAge(first, server) > 0) high = middle;
    else low = middle;
  }
  return low;
}
