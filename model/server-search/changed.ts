/** Updates chunks after servers were changed, added or removed. */
import { byAge, type Chunk, chunksOf, type NamedServer, serversOf } from './chunks.ts';

/**
 * Returns the new chunks.
 *
 * `changed` holds the ids of affected servers, `servers` their current state without removed servers. Chunks without any of them stay the
 * same objects. Yields after each chunk that is opened or built, so that the caller can continue later.
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
    open(chunkIndexOf(chunks, server)).push(server);
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

/** Returns the index of the last chunk that begins with this server or an older one, else of the first chunk. */
function chunkIndexOf(chunks: readonly Chunk[], server: NamedServer): number {
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
