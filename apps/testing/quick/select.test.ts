import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../installation/home.ts';
import type { SourceFile } from './import-graph.ts';
import { FILE_LIMIT, OPERATION_LIMIT, selectTests, WIRING } from './select.ts';

const OPERATIONS = [
  { name: 'restartServer', group: 'servers' },
  { name: 'getServer', group: 'servers' },
  { name: 'addSshKey', group: 'ssh-keys' },
];

const importing = (file: string, ...imports: string[]): SourceFile => ({
  path: file,
  text: imports.map((one) => `import '@innkeeper/${one}';\n`).join(''),
});
const withText = (file: SourceFile, text: string): SourceFile => ({ ...file, text: `${file.text}${text}` });

/** A small repository: two groups of operations. All files import lists and API. */
const FILES: SourceFile[] = [
  withText(
    importing('operations/servers/power.ts', 'domain/power', 'present/server'),
    "\nexport const restartServer = powerAction('server.restart');",
  ),
  withText(importing('operations/servers/get.ts', 'present/server'), '\nexport async function getServer() {}'),
  withText(importing('operations/ssh-keys/add.ts'), '\nexport function addSshKey() {}'),
  importing('operations/ssh-keys/add.test.ts', 'operations/ssh-keys/add'),
  importing('operations/ssh-keys/shape.test.ts'),
  importing('operations/all.gen.ts', 'operations/servers/power', 'operations/servers/get', 'operations/ssh-keys/add'),
  importing('http/chains/customers.ts', 'operations/all.gen', 'http/guards/rate'),
  importing('http/app.ts', 'http/chains/customers'),
  importing('http/app.test.ts', 'lab/app'),
  importing('lab/app.ts', 'http/app'),
  importing('lab/chain.ts', 'lab/app', 'jobs/jobs', 'workflows/all.gen'),
  importing('jobs/jobs.ts', 'jobs/renew'),
  importing('jobs/direct.test.ts', 'jobs/renew'),
  importing('workflows/all.gen.ts', 'workflows/servers/restart'),
  withText(importing('workflows/servers/restart.ts', 'workflows/steps/boot'), "\n  kind: 'server.restart',\n"),
  withText(importing('lab/slices/servers/power.test.ts', 'lab/chain'), "\nawait lab.call('restartServer', {});"),
  withText(importing('lab/slices/servers/get.test.ts', 'lab/app'), "\nawait lab.call('getServer', {});"),
  withText(importing('lab/slices/ssh-keys/keys.test.ts', 'lab/app'), "\ntest('addSshKey refuses nonsense', () => {});"),
  importing('lab/cross-cutting/rate.test.ts', 'lab/app'),
  importing('lab/cross-cutting/body.test.ts', 'lab/app'),
  importing('lab/cross-cutting/operator.test.ts', 'lab/app'),
  importing('lab/torture/kill.test.ts', 'operations/ssh-keys/add'),
  importing('operations/ssh-keys/add.process.test.ts', 'operations/ssh-keys/add'),
];

const select = (changed: readonly string[], files: readonly SourceFile[] = FILES) => selectTests(changed, files, OPERATIONS);

describe('a use case', () => {
  it('selects its folder, the slices that call its operation, and its cross-cutting tests', () => {
    expect(select(['operations/ssh-keys/add.ts'])).toEqual({
      files: ['operations/ssh-keys/add.test.ts', 'operations/ssh-keys/shape.test.ts', 'lab/slices/ssh-keys/keys.test.ts'],
      operations: ['addSshKey'],
      wholeFastReason: null,
      // The API's other tests import the use case too, through the list of all.
      skippedCount: 3,
      unreached: [],
    });
  });

  it('is reached through its imports, and the workflow that it starts', () => {
    const power = { files: ['lab/slices/servers/power.test.ts'], operations: ['restartServer'] };
    expect(select(['domain/power.ts'])).toMatchObject(power);
    expect(select(['workflows/servers/restart.ts'])).toMatchObject(power);
    expect(select(['workflows/steps/boot.ts'])).toMatchObject(power);
  });

  it('is still tested when it was deleted', () => {
    const deleted = FILES.filter((file) => file.path !== 'operations/ssh-keys/add.ts');
    expect(select(['operations/ssh-keys/add.ts'], deleted).files).toContain('operations/ssh-keys/add.test.ts');
  });
});

describe('a change beside use cases', () => {
  it('of a presenter selects the operations whose functions import it', () => {
    const { files, operations } = select(['present/server.ts']);
    expect(files).toEqual(['lab/slices/servers/get.test.ts', 'lab/slices/servers/power.test.ts']);
    expect(operations).toEqual(['restartServer', 'getServer']);
  });

  it('of a guard selects the cross-cutting test of its name, and one operation of each group', () => {
    const { files, operations } = select(['http/guards/rate.ts']);
    expect(files).toEqual(['http/app.test.ts', 'lab/cross-cutting/rate.test.ts']);
    expect(operations).toEqual(['restartServer', 'addSshKey']);
  });

  it("of the operator's entry point selects the cross-cutting operator test", () => {
    expect(select(['http/guards/staff/token.ts']).files).toContain('lab/cross-cutting/operator.test.ts');
    expect(select(['operations/ledger.staff.ts']).files).toEqual(['lab/cross-cutting/operator.test.ts']);
  });
});

it('selects for a job the tests that import it, and none of those that start all jobs', () => {
  expect(select(['jobs/renew.ts'])).toMatchObject({ files: ['jobs/direct.test.ts'], operations: [], skippedCount: 1 });
});

it('runs all of fast for files that everything depends on', () => {
  for (const file of [
    'model/money/money.ts',
    'contract/common.ts',
    'db/tables/a.ts',
    'db/schema.gen.sql',
    'package-lock.json',
    'jobs/package.json',
  ])
    expect(select(['operations/ssh-keys/add.ts', file])).toMatchObject({ wholeFastReason: file, files: [], operations: [] });
  for (const file of ['model/money/money.test.ts', 'db/README.md']) expect(select([file]).wholeFastReason).toBeNull();
});

it('runs a changed test even if it is slow, but none of another project', () => {
  const slow = importing('lab/slices/renewals/every-day.test.ts', 'jobs/renew');
  const files = [...FILES, slow];
  expect(select([slow.path, 'lab/torture/kill.test.ts'], files).files).toEqual([slow.path]);
  expect(
    select(
      ['domain/of-all.ts'],
      [...FILES, importing(slow.path, 'domain/between'), importing('domain/between.ts', 'domain/of-all')],
    ).files,
  ).toEqual([]);
});

it('lists files that no test reaches', () => {
  expect(select(['README.md', 'operations/ssh-keys/add.ts', 'lab/torture/kill.test.ts']).unreached).toEqual([
    'README.md',
    'lab/torture/kill.test.ts',
  ]);
});

it('samples from too many tests, and picks one operation per group from too many operations', () => {
  const many = Array.from({ length: 3 * FILE_LIMIT }, (_, i) => importing(`domain/${1000 + i}/a.test.ts`, 'domain/shared'));
  const { files, skippedCount } = select(['domain/shared.ts'], many);
  expect(files).toHaveLength(FILE_LIMIT);
  expect(skippedCount).toBe(2 * FILE_LIMIT);
  expect(files.at(-1)).toBe(many.at(-1)?.path);

  const names = Array.from({ length: OPERATION_LIMIT + 1 }, (_, i) => ({ name: `act${i}`, group: i % 2 === 0 ? 'even' : 'odd' }));
  const useCases = names.map(({ name, group }) =>
    withText(importing(`operations/${group}/${name}.ts`, 'domain/shared'), `\nexport function ${name}() {}`),
  );
  expect(selectTests(['domain/shared.ts'], useCases, names).operations).toEqual(['act0', 'act1']);
});

it('every file listed as wiring exists', () => {
  expect(WIRING.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
});
