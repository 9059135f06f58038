import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import { afterEach, expect, test, vi } from 'vitest';
import { openTokenSessions, type TokenSessions } from './token-sessions.ts';

const opened: TokenSessions[] = [];
afterEach(() => {
  for (const sessions of opened.splice(0)) sessions.stop();
});

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const open = (stillValid: (keys: CredentialKey[]) => Promise<ReadonlySet<CredentialKey>>) => {
  const sessions = openTokenSessions({ stillValid, log: quiet, intervalMs: 5 });
  opened.push(sessions);
  return sessions;
};

test('what hangs on a token ends when it is revoked, and only that', () => {
  const sessions = open(async (ids) => new Set(ids));
  const ended: string[] = [];
  sessions.add('token:1', () => ended.push('first'));
  sessions.add('token:1', () => ended.push('second'));
  const leave = sessions.add('token:1', () => ended.push('left'));
  sessions.add('token:2', () => ended.push('other'));
  leave();
  sessions.revoked('token:1');
  sessions.revoked('token:1');
  expect(ended).toEqual(['first', 'second']);
});

test('a token that expired without a notification is found by the check; a failed check ends nothing', async () => {
  let away = true;
  const asked: CredentialKey[][] = [];
  const sessions = open(async (ids) => {
    asked.push(ids);
    if (away) throw new Error('away');
    return new Set<CredentialKey>(['session:2']);
  });
  const ended: CredentialKey[] = [];
  for (const token of ['token:1', 'session:2'] as const) sessions.add(token, () => ended.push(token));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(ended).toEqual([]);
  away = false;
  await vi.waitFor(() => expect(ended).toEqual(['token:1']));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['session:2']));
});

test('a stop ends all', () => {
  const sessions = open(async (ids) => new Set(ids));
  let ended = 0;
  for (const token of ['token:1', 'token:2', 'token:2'] as const) sessions.add(token, () => (ended += 1));
  sessions.stop();
  expect(ended).toBe(3);
});
