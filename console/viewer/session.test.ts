import { expect, test } from 'vitest';
import { type Renewed, runSession, type SessionParts } from './session.ts';

/** Runs a session and returns its actions as a list. The script defines the result of each API call and the life of each connection. */
function run(script: { renews: (Partial<Renewed> | 'refused' | 'busy' | 'unreachable')[]; connections?: ('opens' | 'fails')[] }) {
  const done: string[] = [];
  const connections = script.connections ?? [];
  const stop = new AbortController();
  let count = 0;
  const parts: SessionParts = {
    async renew(secret) {
      done.push(`renew ${secret}`);
      const next = script.renews.shift();
      if (next === undefined) stop.abort();
      if (next === undefined || next === 'unreachable') throw new Error('nobody answers');
      if (typeof next === 'string') return next;
      count += 1;
      return { secret: `open-${count}`, next: `next-${count}`, server: { id: 7, hostname: 'web1' }, running: true, ...next };
    },
    connect(secret) {
      const how = connections.shift() ?? 'fails';
      done.push(`connect ${secret}`);
      return {
        opened: how === 'opens' ? Promise.resolve() : new Promise(() => {}),
        closed: how === 'opens' ? new Promise((resolve) => setTimeout(resolve, 20)) : Promise.resolve(),
        close: () => {},
      };
    },
    async sleep(ms, signal) {
      if (ms > 100_000) return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      done.push(`sleep ${ms}`);
    },
    tell: (state, server) => void done.push(server ? `${state} ${server.hostname}` : state),
    keep: (secret) => void done.push(`keep ${secret}`),
  };
  return runSession('first', parts, stop.signal).then(() => done);
}

test('exchanges the secret, connects, and reconnects with the next secret when the connection breaks', async () => {
  const done = await run({ renews: [{}, {}], connections: ['opens', 'opens'] });
  expect(done.slice(0, 11)).toEqual([
    ...['renew first', 'keep next-1', 'connecting web1', 'connect open-1', 'connected web1', 'lost web1', 'sleep 1000'],
    ...['renew next-1', 'keep next-2', 'connecting web1', 'connect open-2'],
  ]);
});

test('polls a stopped server with growing delays up to 15 s, and renews its secret each time', async () => {
  const off = { running: false };
  const done = await run({ renews: [off, off, off, off, off, off] });
  expect(done.filter((act) => act.startsWith('sleep')).slice(0, 6)).toEqual(
    [1000, 2000, 4000, 8000, 15_000, 15_000].map((ms) => `sleep ${ms}`),
  );
  expect(done).toContain('off web1');
  expect(done).not.toContain('connecting web1');
});

test('retries with the same secret while the API does not answer, and ends when the secret is refused', async () => {
  const done = await run({ renews: ['unreachable', 'busy', 'refused'] });
  expect(done).toEqual(['renew first', 'lost', 'sleep 1000', 'renew first', 'lost', 'sleep 2000', 'renew first', 'ended']);
});

test('reports no state, stores no secret and opens no connection after it was stopped', async () => {
  const done: string[] = [];
  const stop = new AbortController();
  const answer = { secret: 'open', next: 'next', server: { id: 7, hostname: 'web1' }, running: true };
  let close = (): void => {};
  const parts: SessionParts = {
    renew: async () => answer,
    connect: () => ({ opened: Promise.resolve(), closed: new Promise((resolve) => (close = resolve)), close: () => close() }),
    sleep: async () => new Promise((resolve) => setTimeout(resolve, 30)),
    tell: (state) => done.push(state),
    keep: (secret) => done.push(secret),
  };
  const running = runSession('first', parts, stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(done.splice(0)).toEqual(['next', 'connecting', 'connected']);
  stop.abort();
  await running;
  await runSession('first', parts, stop.signal);
  expect(done).toEqual([]);
});
