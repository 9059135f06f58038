import { expect, it } from 'vitest';
import { distancesTo, importersOf, importsOf } from './import-graph.ts';

it('reads imports, re-exports and dynamic imports of repository files, without type-only ones', () => {
  const text = `
import fs from 'node:fs';
import { z } from 'zod';
import './side-effect.ts';
import { a } from '../model/a.ts';
import {
  b,
  type C,
} from '@innkeeper/db/tables/b';
import type { D } from './d.ts';
export type { E } from './e.ts';
export { f } from './f.ts';
import schema from '@innkeeper/contract/openapi.gen.json' with { type: 'json' };
const { g } = await import('./g.ts');
const notAnImport = "import { x } from './x.ts';";
`;
  expect(importsOf({ path: 'http/app.ts', text })).toEqual([
    'http/side-effect.ts',
    'model/a.ts',
    'db/tables/b.ts',
    'http/f.ts',
    'contract/openapi.gen.json',
    'http/g.ts',
  ]);
});

it('returns the distance of all importers of a file, up to given barriers', () => {
  const importing = (path: string, ...imports: string[]) => ({ path, text: imports.map((one) => `import '${one}';\n`).join('') });
  const importers = importersOf([
    importing('a/hub.ts', './x.ts'),
    importing('a/far.ts', './hub.ts'),
    importing('a/far.test.ts', './far.ts', './near.ts'),
    importing('a/near.ts', '@innkeeper/a/x'),
  ]);
  expect(Object.fromEntries(distancesTo(['a/x.ts'], importers))).toEqual({
    'a/x.ts': 0,
    'a/hub.ts': 1,
    'a/near.ts': 1,
    'a/far.ts': 2,
    'a/far.test.ts': 2,
  });
  const stopped = distancesTo(['a/x.ts'], importers, (file) => file === 'a/hub.ts');
  expect(stopped.has('a/far.ts')).toBe(false);
  expect(stopped.get('a/far.test.ts')).toBe(2);
});
