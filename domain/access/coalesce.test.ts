import { describe, expect, it, vi } from 'vitest';
import { batchById, coalesce } from './coalesce.ts';

interface Statement {
  ids: number[];
  answer(rows: { id: number; at: number }[]): void;
  fail(error: Error): void;
}

/** Returns a database whose answers the test provides. */
function byHand() {
  const statements: Statement[] = [];
  const load = (ids: number[]): Promise<{ id: number; at: number }[]> =>
    new Promise((answer, fail) => void statements.push({ ids, answer, fail }));
  return { statements, get: batchById(load) };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('batches simultaneous requests into one query, with each id once', async () => {
  const { statements, get } = byHand();
  const rows = Promise.all([get(1), get(2), get(1), get(9)]);
  await turn();
  expect(statements.map((statement) => statement.ids)).toEqual([[1, 2, 9]]);
  statements[0]?.answer([1, 2].map((id) => ({ id, at: 0 })));
  expect(await rows).toEqual([{ id: 1, at: 0 }, { id: 2, at: 0 }, { id: 1, at: 0 }, undefined]);
});

it('never returns a result read before the request', async () => {
  const { statements, get } = byHand();
  const early = get(1);
  await turn();
  const late = get(1);
  await turn();
  statements[0]?.answer([{ id: 1, at: 1 }]);
  statements[1]?.answer([{ id: 1, at: 2 }]);
  expect([await early, await late]).toEqual([
    { id: 1, at: 1 },
    { id: 1, at: 2 },
  ]);
});

it('batches while two queries are running, and continues when one ends or fails', async () => {
  const { statements, get } = byHand();
  const first = get(1);
  await turn();
  const second = get(2);
  await turn();
  const behind = Promise.all([get(3), turn().then(() => get(4))]);
  await turn();
  await turn();
  expect(statements).toHaveLength(2);
  statements[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  expect(statements[2]?.ids).toEqual([3, 4]);
  statements[1]?.answer([{ id: 2, at: 0 }]);
  statements[2]?.answer([
    { id: 3, at: 0 },
    { id: 4, at: 0 },
  ]);
  expect(await second).toEqual({ id: 2, at: 0 });
  expect((await behind).map((row) => row?.id)).toEqual([3, 4]);
});

describe('with a pause', () => {
  const byHandWithPause = () => {
    const runs: { keys: number[]; answer(): void }[] = [];
    const ask = coalesce((keys: number[]) => new Promise<void>((answer) => void runs.push({ keys, answer })), { pauseTurns: 3 });
    return { runs, ask };
  };

  it('callers that got a result join those waiting for it', async () => {
    const { runs, ask } = byHandWithPause();
    const first = ask(1);
    await turn();
    void ask(2);
    runs[0]?.answer();
    await first;
    await turn();
    void ask(1);
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    expect(runs[1]?.keys).toEqual([2, 1]);
  });

  it('a slow query does not block the next one', async () => {
    const { runs, ask } = byHandWithPause();
    void ask(1);
    await turn();
    const second = ask(2);
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    runs[1]?.answer();
    await second;
  });
});
