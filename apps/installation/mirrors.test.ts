import { expect, test } from 'vitest';
import { fromEnvironment, toEnvironment } from '../environment.ts';
import { homeAt } from './home.ts';
import { parseMirrors } from './mirrors.ts';

test('mirrors are named once each, in one form', () => {
  expect(parseMirrors(['10.0.0.5:8080', '[FD00:0::5]:80', '10.0.0.5:8080'])).toEqual([
    { address: '10.0.0.5', port: 8080 },
    { address: 'fd00::5', port: 80 },
  ]);
});

test.each(['mirror.example:80', '10.0.0.5', '10.0.0.5:80801', '10.0.0.0/8:80', '[::ffff:10.0.0.5]:80', '169.254.169.254:80'])(
  '"%s" is refused by naming the option',
  (text) => {
    expect(() => parseMirrors(['10.0.0.6:80', text])).toThrow(`--allow-mirror takes one IP address`);
    expect(() => parseMirrors(['10.0.0.6:80', text])).toThrow(`not "${text}"`);
  },
);

test('processes are told them by their environment, and allow none unless told', () => {
  const env = { INNKEEPER_HOME: '/var/lib/innkeeper', DATABASE_URL: 'postgres://' };
  expect(fromEnvironment(env).mirrors).toEqual([]);
  expect(fromEnvironment({ ...env, INNKEEPER_MIRRORS: '' }).mirrors).toEqual([]);
  const mirrors = parseMirrors(['10.0.0.5:8080', '[fd00::5]:80']);
  const told = toEnvironment({ ...fromEnvironment(env), home: homeAt('/var/lib/innkeeper'), mirrors });
  expect(told.INNKEEPER_MIRRORS).toBe('10.0.0.5:8080 [fd00::5]:80');
  expect(fromEnvironment(told).mirrors).toEqual(mirrors);
  expect(() => fromEnvironment({ ...env, INNKEEPER_MIRRORS: '10.0.0.0/8:80' })).toThrow('--allow-mirror');
});
