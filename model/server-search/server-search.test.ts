import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedChunks } from './changed.ts';
import { byAge, type Chunk, chunksOf, MAX_CHUNK_SIZE, type NamedServer, STATUSES, serversOf } from './chunks.ts';
import { findServers, type TextSearch } from './find.ts';

const SEED = 11;

const names = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'web', '10.', '1', 'é'), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
const server = fc.record<NamedServer>({
  id: fc.integer({ min: 1, max: 40 }),
  createdAt: fc.integer({ min: 0, max: 6 }),
  status: fc.constantFrom(...STATUSES),
  names,
});
const servers = fc.uniqueArray(server, { maxLength: 30, selector: ({ id }) => id });
const search = fc.record<TextSearch>({
  text: fc.oneof(
    fc.constantFrom('', 'a', 'b', 'e', 'web', '1', 'ab', 'zz', 'é'),
    names.map((text) => text.split('\n')[0] ?? ''),
  ),
  statuses: fc.subarray([...STATUSES]),
  page: fc.integer({ min: 1, max: 4 }),
  perPage: fc.integer({ min: 1, max: 12 }),
  direction: fc.constantFrom('asc', 'desc'),
});
/** Returns several chunks of at most four servers each. */
const chunked = (all: readonly NamedServer[]): Chunk[] => {
  const inOrder = all.toSorted(byAge);
  return inOrder.flatMap((_, i) => (i % 4 === 0 ? chunksOf(inOrder.slice(i, i + 4)) : []));
};

function answerOf<Answer>(work: Generator<void, Answer>): Answer {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Reference implementation of a page. */
function naively(all: readonly NamedServer[], { text, statuses, page, perPage, direction }: TextSearch) {
  const found = all.filter((one) => statuses.includes(one.status) && one.names.split('\n').some((name) => name.includes(text)));
  found.sort(byAge);
  if (direction === 'desc') found.reverse();
  return { ids: found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id), total: found.length };
}

it('finds entries that contain the text, page by page', () => {
  fc.assert(
    fc.property(servers, search, (all, query) => {
      expect(answerOf(findServers(chunked(all), query))).toEqual(naively(all, query));
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

it('follows servers that are changed, added and removed', () => {
  fc.assert(
    fc.property(
      servers,
      fc.array(fc.tuple(fc.subarray(Array.from({ length: 40 }, (_, i) => i + 1)), servers)),
      (all, changes) => {
        let now = all;
        let chunks = chunked(all);
        for (const [gone, come] of changes) {
          const changed = [...gone, ...come.map(({ id }) => id)];
          const before = chunks;
          now = [...now.filter(({ id }) => !changed.includes(id)), ...come];
          chunks = answerOf(changedChunks(chunks, changed, come));
          expect(chunks.flatMap(serversOf)).toEqual(now.toSorted(byAge));
          expect(chunks.every(({ ids }) => ids.length > 0)).toBe(true);
          // A chunk without affected servers stays the same object, unless a server is added to it.
          const touched = before.filter(({ ids }) => changed.some((id) => ids.includes(id))).length;
          expect(before.filter((chunk) => !chunks.includes(chunk)).length).toBeLessThanOrEqual(touched + come.length);
        }
      },
    ),
    { seed: SEED, numRuns: 500 },
  );
});

it('splits a chunk that has grown too large', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i): NamedServer => ({ id: i + 1, createdAt: i, status: 'active', names: `h${i}` }));
  const full = chunksOf(many(MAX_CHUNK_SIZE));
  expect(full).toHaveLength(1);
  const next = { ...many(1)[0], id: MAX_CHUNK_SIZE + 1, createdAt: MAX_CHUNK_SIZE } as NamedServer;
  const grown = answerOf(changedChunks(full, [next.id], [next]));
  expect(grown.map(({ ids }) => ids.length)).toEqual([501, 500]);
  expect(grown.flatMap(serversOf)).toHaveLength(MAX_CHUNK_SIZE + 1);
});
