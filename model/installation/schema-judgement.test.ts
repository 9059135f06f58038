import { expect, test } from 'vitest';
import { judgeSchemaFacts, type KnownSchemas, refuseSchema, type SchemaFacts } from './schema-judgement.ts';

const KNOWN: KnownSchemas = {
  digests: { '20261121T1500-start': 'a', '20261128T0000-next': 'b', '20261129T0000-last': 'c' },
  fingerprints: { '20261121T1500-start': 'of start', '20261128T0000-next': 'of next' },
  unreleased: { 'of the 24th': '670e0479' },
};
const NAMES = Object.keys(KNOWN.digests);

const facts = (
  applied: readonly string[],
  digests: Record<string, string> | null,
  fingerprint: string | null = null,
): SchemaFacts => ({
  ...{ applied, fingerprint, hasTables: applied.length > 0 },
  recorded:
    digests && Object.fromEntries(Object.entries(digests).map(([name, digest]) => [name, { digest, release: '2027.1.0' }])),
});

test.each<[string, SchemaFacts, object]>([
  ['all migrations', facts(NAMES, KNOWN.digests), { kind: 'same' }],
  ['the first', facts(NAMES.slice(0, 1), KNOWN.digests), { kind: 'pending', migrations: NAMES.slice(1) }],
  ['none', facts([], null), { kind: 'pending', migrations: NAMES }],
  ['a known fingerprint', facts(NAMES.slice(0, 2), null, 'of next'), { kind: 'pending', migrations: NAMES.slice(2) }],
  [
    'the fingerprint of another prefix',
    facts(NAMES.slice(0, 2), null, 'of start'),
    { kind: 'unknown', origin: { kind: 'other' } },
  ],
  [
    'that of a commit',
    facts(NAMES.slice(0, 1), null, 'of the 24th'),
    { kind: 'unknown', origin: { kind: 'commit', commit: '670e0479' } },
  ],
  [
    'a later one',
    facts([...NAMES, '2099'], { ...KNOWN.digests, 2099: 'd' }),
    { kind: 'newer', migration: '2099', release: '2027.1.0' },
  ],
  [
    'a later one and another digest',
    facts([...NAMES, '2099'], { ...KNOWN.digests, [NAMES[0] ?? '']: 'x' }),
    { kind: 'unknown', origin: { kind: 'other' } },
  ],
  ['numbers', facts(['0051-dedicated-cpus'], null), { kind: 'unknown', origin: { kind: 'numbered' } }],
  ['those of another program', facts(['20300101T0000-x'], null), { kind: 'unknown', origin: { kind: 'foreign' } }],
])('judges a database with %s', (_what, given, judgement) => {
  expect(judgeSchemaFacts(given, KNOWN)).toEqual(judgement);
});

test('a refusal names the release or the commit that can start the home', () => {
  const newer = (release: string | null) => refuseSchema({ kind: 'newer', migration: 'm', release }, '0.1.0+abc');
  expect(newer('2027.1.0+def')).toContain('Start it with Innkeeper 2027.1.0+def.');
  expect(newer(null)).toContain('Start it with Innkeeper 0.1.0+abc.');
  const unknown = (lastStartedBy: string | null) => refuseSchema({ kind: 'unknown', origin: { kind: 'other' } }, lastStartedBy);
  expect(unknown('0.1.0+abc')).toContain('Innkeeper 0.1.0+abc started it last. Use that version. Nothing was changed.');
  expect(unknown(null)).toMatch(/version that made it\..* Nothing was changed\.$/);
  expect(refuseSchema({ kind: 'pending', migrations: ['m'] }, null)).toBeNull();
  expect(refuseSchema({ kind: 'same' }, null)).toBeNull();
});
