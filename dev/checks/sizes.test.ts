import { describe, expect, it } from 'vitest';
import { isSource, judgeSizes } from './sizes.ts';

const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) });
const small = Array.from({ length: 18 }, (_, i) => file(`small-${i}.ts`, 60));

describe('sizes', () => {
  it('accepts small files and prints the figures', () => {
    const finding = judgeSizes([...small, file('long.ts', 400)]);
    expect(finding.problems).toEqual([]);
    expect(finding.note).toBe('19 files, median 60 lines, nine in ten up to 60, longest 400 (long.ts)');
  });

  it('reports a file of more than 400 lines', () => {
    expect(judgeSizes([...small, file('long.ts', 401)]).problems).toEqual([expect.stringContaining('long.ts has 401 lines')]);
  });

  it('reports more than one in ten files with more than 250 lines', () => {
    const many = [...small, file('a.ts', 251), file('b.ts', 251), file('c.ts', 251)];
    expect(judgeSizes(many).problems).toEqual([expect.stringContaining('more than 251 lines')]);
  });

  it('counts only files that people write', () => {
    const counted = ['innkeeper', 'dev/build.ts', 'http/app.ts', 'dev/images/tiny/build.sh'];
    const apart = ['db/migrations/all.gen.ts', 'sdk/types.gen.ts', 'package-lock.json', 'README.md'];
    expect([...counted, ...apart].filter(isSource)).toEqual(counted);
  });
});
