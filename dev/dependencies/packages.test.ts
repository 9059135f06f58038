import { describe, expect, it } from 'vitest';
import { judgeEngines } from './engines.ts';
import { judgeLicences } from './licences.ts';

const packageWith = (licence: string | null, engine: string | null = null, name = 'a') => ({
  path: `node_modules/${name}`,
  name,
  version: '1.0.0',
  licence,
  engine,
});

describe('engines', () => {
  it('reports a package that excludes the oldest or the bundled Node', () => {
    const packages = [
      packageWith('MIT', '>=20'),
      packageWith('MIT', '>=24.20', 'new'),
      packageWith('MIT', '22 || <=24.20', 'old'),
    ];
    expect(judgeEngines(packages, ['24.12.0', '24.21.0'])).toEqual([
      expect.stringContaining('node_modules/new 1.0.0 does not run on Node 24.12.0'),
      expect.stringContaining('node_modules/old 1.0.0 does not run on Node 24.21.0'),
    ]);
  });

  it('accepts a package without engines', () => {
    expect(judgeEngines([packageWith('MIT')], ['24.12.0'])).toEqual([]);
  });
});

describe('licences', () => {
  const judge = (licence: string | null, reasons = {}) => judgeLicences([packageWith(licence)], reasons, 'reasons.ts');

  it('accepts permissive licences', () => {
    expect(judge('MIT')).toEqual([]);
  });

  it('requires a reason for other licences, for a choice and for a missing licence', () => {
    for (const licence of ['GPL-3.0-only', '(MIT OR GPL-3.0-only)', null]) {
      expect(judge(licence)).toEqual([expect.stringContaining('node_modules/a has')]);
      expect(judge(licence, { a: { licence, reason: 'It is so.' } })).toEqual([]);
    }
  });

  it('refuses a reason for another licence than the package has', () => {
    expect(judge('AGPL-3.0-only', { a: { licence: 'MPL-2.0', reason: 'It is so.' } })).toEqual([
      expect.stringContaining('has the licence AGPL-3.0-only'),
      expect.stringContaining('explains the licence MPL-2.0 of a'),
    ]);
  });

  it('refuses a reason that is not needed', () => {
    expect(judge('MIT', { a: { licence: 'MIT', reason: 'It is so.' } })).toEqual([expect.stringContaining('Delete the entry')]);
    expect(judge('MIT', { gone: { licence: 'WTFPL', reason: 'It is so.' } })).toEqual([expect.stringContaining('of gone')]);
  });
});
