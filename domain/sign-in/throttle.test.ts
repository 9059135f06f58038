import { liveView } from '@innkeeper/model/configuration/live';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { expect, test } from 'vitest';
import { networksAround } from './place.ts';
import { openSignInThrottle } from './throttle.ts';

const now = new Date('2027-03-01T12:00:00Z');

test('an IPv6 network belongs to its /56 and /48, and an IPv4 address to no larger network', () => {
  expect(networksAround('2001:db8:1:2ff::/64')).toEqual(['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']);
  expect(networksAround('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(networksAround('unknown')).toEqual(['unknown']);
});

test('a /56 gets three times as many attempts, a /48 ten times, and other networks their own', () => {
  const { address } = openSignInThrottle(defaultSettings.signIn);
  const tries = (networkOf: (i: number) => string) => {
    for (let made = 0; ; made += 1) {
      try {
        address(networkOf(made), now);
      } catch {
        return made;
      }
    }
  };
  expect(tries(() => '2001:db8:1:1::/64')).toBe(20);
  expect(tries((i) => `2001:db8:2:${(i % 256).toString(16)}::/64`)).toBe(60);
  expect(tries((i) => `2001:db8:3:${(i * 256).toString(16)}::/64`)).toBe(200);
  expect(tries(() => '192.0.2.7')).toBe(20);
  expect(tries(() => '2001:db8:4:1::/64')).toBe(20);
});

test('changed limits apply from the next attempt after a reload', () => {
  const { signIn } = defaultSettings;
  let limits = { ...signIn, account: { capacity: 2, leakMs: 60_000 } };
  const { account } = openSignInThrottle(liveView(() => limits));
  const attempt = () => account('email:ada@example.net', { network: '192.0.2.7', known: false }, now);
  attempt();
  attempt();
  expect(attempt).toThrow('too many attempts');
  limits = { ...limits, account: { capacity: 3, leakMs: 60_000 } };
  attempt();
  expect(attempt).toThrow('too many attempts');
});

test('successful and refused attempts count in no network', () => {
  const { address } = openSignInThrottle(defaultSettings.signIn);
  for (let i = 0; i < 1000; i += 1) address('2001:db8:1:1::/64', now).release();
  for (let i = 0; i < 20; i += 1) address('2001:db8:1:1::/64', now);
  for (let i = 0; i < 1000; i += 1) expect(() => address('2001:db8:1:1::/64', now)).toThrow();
  for (let i = 0; i < 20; i += 1) address('2001:db8:1:2::/64', now);
});
