import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import { afterEach, expect, test, vi } from 'vitest';
import { openTokenSessions, type TokenSessions } from './token-sessions.ts';

const opened: TokenSessions[] = [];
afterEach(() => {
  for (const sessions of opened.splice(0)) sessions.stop();
});

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const ACCOUNT = 7;
const ofAccount = (keys: CredentialKey[]) => new Map(keys.map((key) => [key, ACCOUNT]));
const open = (stillValid: (keys: CredentialKey[]) => Promise<ReadonlyMap<CredentialKey, number>>) => {
  const sessions = openTokenSessions({ loadAccounts: stillValid, log: quiet, intervalMs: 5 });
  opened.push(sessions);
  return sessions;
};

test('revoking a token ends its sessions, and no others', () => {
  const sessions = open(async (keys) => ofAccount(keys));
  const ended: string[] = [];
  sessions.add('token:1', ACCOUNT, () => ended.push('first'));
  sessions.add('token:1', ACCOUNT, () => ended.push('second'));
  const leave = sessions.add('token:1', ACCOUNT, () => ended.push('left'));
  sessions.add('token:2', ACCOUNT, () => ended.push('other'));
  leave();
  sessions.revoked('token:1');
  sessions.revoked('token:1');
  expect(ended).toEqual(['first', 'second']);
});

test('the check ends sessions of a token that expired without a notification; a failed check ends none', async () => {
  let away = true;
  const asked: CredentialKey[][] = [];
  const sessions = open(async (ids) => {
    asked.push(ids);
    if (away) throw new Error('away');
    return ofAccount(['session:2']);
  });
  const ended: CredentialKey[] = [];
  for (const token of ['token:1', 'session:2'] as const) sessions.add(token, ACCOUNT, () => ended.push(token));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(ended).toEqual([]);
  away = false;
  await vi.waitFor(() => expect(ended).toEqual(['token:1']));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['session:2']));
});

test('the check ends sessions that were opened in another account than the current one', async () => {
  const asked: CredentialKey[][] = [];
  const sessions = open(async (keys) => {
    asked.push(keys);
    return ofAccount(keys);
  });
  const ended: string[] = [];
  sessions.add('session:1', 6, () => ended.push('before'));
  sessions.add('session:1', ACCOUNT, () => ended.push('now'));
  sessions.add('session:2', 6, () => ended.push('other'));
  await vi.waitFor(() => expect(ended).toEqual(['before', 'other']));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['session:1']));
});

test('the check does not end sessions that were opened while it ran', async () => {
  const asked: CredentialKey[][] = [];
  const sessions = open(async (keys) => {
    asked.push(keys);
    if (asked.length === 1) sessions.add('session:1', ACCOUNT, () => ended.push('now'));
    return new Map(keys.map((key) => [key, asked.length === 1 ? 6 : ACCOUNT]));
  });
  const ended: string[] = [];
  sessions.add('session:1', 6, () => ended.push('before'));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3));
  expect(ended).toEqual(['before']);
});

test('stop ends all sessions', () => {
  const sessions = open(async (keys) => ofAccount(keys));
  let ended = 0;
  for (const token of ['token:1', 'token:2', 'token:2'] as const) sessions.add(token, ACCOUNT, () => (ended += 1));
  sessions.stop();
  expect(ended).toBe(3);
});
