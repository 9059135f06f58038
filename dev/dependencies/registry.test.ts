import { expect, it } from 'vitest';
import { newestVersions } from './refresh.ts';
import { readError, readOutdated } from './registry.ts';

const entry = (latest: string) => ({ wanted: '1.0.0', latest, dependent: 'innkeeper' });

it('reads output of npm outdated: none, packages, packages of several workspaces, aliases', () => {
  expect(readOutdated(undefined)).toEqual({});
  expect(
    readOutdated({
      orval: entry('8.38.0'),
      zod: [entry('5.0.0'), entry('5.0.0')],
      'typescript7:typescript@7.0.2': entry('7.1.0'),
    }),
  ).toEqual({ orval: '8.38.0', zod: '5.0.0', typescript7: '7.1.0' });
});

it('records every direct dependency, sorted', () => {
  const direct = [
    { name: 'zod', version: '4.6.7', file: 'http/package.json' },
    { name: 'orval', version: '7.13.2', file: 'dev/openapi-tools/package.json' },
  ];
  expect(Object.entries(newestVersions(direct, { orval: '8.38.0' }))).toEqual([
    ['orval', '8.38.0'],
    ['zod', '4.6.7'],
  ]);
});

it("distinguishes npm's JSON errors from results", () => {
  expect(readError({ error: { code: 'ECONNREFUSED', summary: 'connect ECONNREFUSED' } })).toBe('connect ECONNREFUSED');
  expect(readError({ message: '405 Method Not Allowed', error: { summary: '' } })).toBe('405 Method Not Allowed');
  expect(readError({ error: entry('1.0.0') })).toBe(null);
  expect(readError(undefined)).toBe(null);
});
