/** Reads that share statements. */
import { readSnapshot } from '@innkeeper/db/snapshot';
import { loadServers } from '@innkeeper/db/tables/servers';
import type { Cx, Loaders } from '../context.ts';

/** Over the pool for requests that read, which so share their statements; over a transaction for the one request it is of. */
export function openLoaders(db: Cx['db']): Loaders {
  return { server: batched((ids) => loadServers(db, ids)) };
}

/** What the database shows now, by name (`readSnapshot`); requests of the same moment ask together. */
export function openSnapshots(db: Cx['db']): () => Promise<string> {
  const ask = gathered<undefined, string>(() => readSnapshot(db));
  return () => ask(undefined);
}

/** One statement for all ids that are asked for at about the same time. */
export function batched<Row extends { id: number }>(
  load: (ids: number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | undefined> {
  const rows = gathered<number, Map<number, Row>>(async (ids) => new Map((await load([...ids])).map((row) => [row.id, row])));
  return async (id) => (await rows(id)).get(id);
}

/**
 * With one statement under way what comes next gathers behind it and goes together; the second lets a slow one be passed.
 * On a busy process this makes batches of 5 to 10 out of what would be one statement a request.
 */
const MOST_UNDER_WAY = 2;

interface Batch<Asked, Answer> {
  asked: Set<Asked>;
  answer: Promise<Answer>;
  go(): void;
}

/**
 * One run for all that is asked at about the same time. It begins after the last of it was asked, and its answer is never
 * kept: what is asked later is read later.
 */
function gathered<Asked, Answer>(run: (asked: Set<Asked>) => Promise<Answer>): (asked: Asked) => Promise<Answer> {
  let gathering: Batch<Asked, Answer> | undefined;
  let underWay = 0;
  const begin = (): void => {
    if (!gathering || underWay === MOST_UNDER_WAY) return;
    underWay += 1;
    gathering.go();
    gathering = undefined;
  };
  const open = (): Batch<Asked, Answer> => {
    const asked = new Set<Asked>();
    let go = (): void => {};
    const answer = new Promise<void>((resolve) => (go = resolve))
      .then(() => run(asked))
      .finally(() => {
        underWay -= 1;
        begin();
      });
    // After the event loop has read what its sockets hold now, and what came while it did. Under load the second turn brings a
    // tenth more requests a second; a third brings fewer.
    setImmediate(() => setImmediate(begin));
    return { asked, answer, go };
  };
  return (asked) => {
    gathering ??= open();
    gathering.asked.add(asked);
    return gathering.answer;
  };
}
