import { describe, expect, it } from 'vitest';
import { judgeAdvisories, readAudit } from './advisories.ts';

const lock = { packages: { 'node_modules/fastify': {}, 'node_modules/find-my-way': {}, 'node_modules/vitest': { dev: true } } };
const via = (name: string, id: string) => ({
  source: 1,
  name,
  dependency: name,
  title: 'Anybody may read it',
  url: `https://github.com/advisories/${id}`,
  severity: 'high',
  range: '<9',
});
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    vitest: { via: [via('vitest', 'GHSA-dddd')], nodes: ['node_modules/vitest'] },
    fastify: { via: ['find-my-way'], nodes: ['node_modules/fastify'] },
    'find-my-way': { via: [via('find-my-way', 'GHSA-pppp')], nodes: ['node_modules/find-my-way'] },
  },
};
const found = readAudit(report, lock);

describe('advisories', () => {
  it('are read once each, with a mark for production dependencies', () => {
    expect(found).toEqual([
      { id: 'GHSA-dddd', package: 'vitest', severity: 'high', title: 'Anybody may read it', production: false },
      { id: 'GHSA-pppp', package: 'find-my-way', severity: 'high', title: 'Anybody may read it', production: true },
    ]);
  });

  it('are empty if npm finds none, and other output is an error', () => {
    expect(readAudit({ auditReportVersion: 2, vulnerabilities: {} }, lock)).toEqual([]);
    expect(() => readAudit({ message: 'ENOLOCK' }, lock)).toThrow('no report');
    expect(() => readAudit(undefined, lock)).toThrow('no report');
  });

  it('need a reason in production', () => {
    expect(judgeAdvisories(found, {}, 'reasons.ts')).toEqual([expect.stringContaining('GHSA-pppp')]);
    expect(judgeAdvisories(found, { 'GHSA-pppp': 'It is so.' }, 'reasons.ts')).toEqual([]);
  });

  it('must not have a reason once they are gone', () => {
    expect(judgeAdvisories([], { 'GHSA-pppp': 'It is so.' }, 'reasons.ts')).toEqual([
      expect.stringContaining('reasons.ts explains the advisory GHSA-pppp'),
    ]);
  });
});
