import { expect, test } from 'vitest';
import { migrationListOf } from './migration-list.ts';

const FILES = ['20270102T0930-add-tax-ids.ts', 'all.gen.ts', 'start', '20261121T1500-start.ts', '20270102T0930-x.test.ts'];

test('lists files whose names start with a time, in the order of the times', () => {
  const list = migrationListOf(FILES);
  expect(list).toContain(
    "  '20261121T1500-start': start20261121T1500,\n  '20270102T0930-add-tax-ids': addTaxIds20270102T0930,\n};",
  );
  expect(list.match(/^import \* as .*$/gm)).toEqual([
    "import * as start20261121T1500 from './20261121T1500-start.ts';",
    "import * as addTaxIds20270102T0930 from './20270102T0930-add-tax-ids.ts';",
  ]);
});
