import { afterEach, expect, test, vi } from 'vitest';
import { openTokenSessions, type TokenSessions } from './token-sessions.ts';

const opened: TokenSessions[] = [];
afterEach(() => {
  for (const sessions of opened.splice(0)) sessions.stop();
});

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const open = (stillValid: (ids: number[]) => Promise<ReadonlySet<number>>) => {
  const sessions = openTokenSessions({ stillValid, log: quiet, intervalMs: 5 });
  opened.push(sessions);
  return sessions;
};

test('what hangs on a token ends when it is revoked, and only that', () => {
  const sessions = open(async (ids) => new Set(ids));
  const ended: string[] = [];
  sessions.add(1, () => ended.push('first'));
  sessions.add(1, () => ended.push('second'));
  const leave = sessions.add(1, () => ended.push('left'));
  sessions.add(2, () => ended.push('other'));
  leave();
  sessions.revoked(1);
  sessions.revoked(1);
  expect(ended).toEqual(['first', 'second']);
});

test('a token that expired without a notification is found by the check; a failed check ends nothing', async () => {
  let away = true;
  const asked: number[][] = [];
  const sessions = open(async (ids) => {
    asked.push(ids);
    if (away) throw new Error('away');
    return new Set([2]);
  });
  const ended: number[] = [];
  for (const token of [1, 2]) sessions.add(token, () => ended.push(token));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(ended).toEqual([]);
  away = false;
  await vi.waitFor(() => expect(ended).toEqual([1]));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual([2]));
});

test('a stop ends all', () => {
  const sessions = open(async (ids) => new Set(ids));
  let ended = 0;
  for (const token of [1, 2, 2]) sessions.add(token, () => (ended += 1));
  sessions.stop();
  expect(ended).toBe(3);
});
