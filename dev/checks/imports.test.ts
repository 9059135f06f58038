import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CONFIG = path.resolve('.dependency-cruiser.cjs');
const CRUISER = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

/** A small tree with one violation of each rule, and allowed imports. */
const TREE = {
  'model/money/money.ts': 'export const cent = 1n;',
  'model/dreams.ts': "import '../db/schema.ts';",
  'db/schema.ts': "import '../model/money/money.ts';\nexport type Row = 1;",
  'db/pools.ts': "import { type b } from './b.ts';\nexport const a = 1;",
  'db/b.ts': "import type { a } from './pools.ts';\nexport const b = 2;",
  'db/ledger.ts': "import './schema.ts';",
  'db/transaction.ts': "import './schema.ts';",
  'domain/workflows/start.ts': "import '../../db/schema.ts';",
  'domain/services/fall.ts': "import type { end } from '../endings/end.ts';",
  'domain/endings/end.ts': 'export const end = 1;',
  'workflows/restart.ts': "import '../engine/compute/port.ts';",
  'engine/compute/port.ts': "import { type b } from './b.ts';\nexport const a = 1;",
  'engine/compute/b.ts': "import type { a } from './port.ts';\nexport const b = 2;",
  'engine/compute/ring.ts': "import { stone } from './stone.ts';\nexport const ring = stone;",
  'engine/compute/stone.ts': "import { ring } from './ring.ts';\nexport const stone = ring;",
  'engine/compute/climb.ts': "import '../host/run.ts';\nimport type { copies } from '../copies/open.ts';",
  'engine/copies/open.ts': "import '../compute/port.ts';\nexport const copies = 1;",
  'engine/host/run.ts': "import '../log.ts';",
  'engine/log.ts': 'export const log = 1;',
  'engine/loose.ts': "import './log.ts';",
  'operations/restart.ts': "import '../domain/workflows/start.ts';",
  'operations/shortcut.ts': "import '../workflows/restart.ts';",
  'operations/restart.test.ts': "import '../lab/open.ts';\nimport './restart.ts';",
  'operations/test-in-code.ts': "import '../lab/open.ts';",
  'operations/tokens.ts': "import './tokens.staff.ts';\nimport './restart.ts';",
  'operations/tokens.staff.ts': "import './tokens/list.ts';\nimport '../present/sign-on-cookie.ts';",
  'operations/tokens/list.ts': "import '../define.ts';",
  'operations/define.ts': 'export type Input = 1;',
  'present/sign-on-cookie.ts': "import './sign-on-cookie.staff.ts';",
  'present/sign-on-cookie.staff.ts': 'export const cookie = 1;',
  'http/guards/role.ts': "import { staff } from './staff/token.ts';",
  'http/guards/token/token.ts': "import type { staff } from '../staff/token.ts';",
  'http/guards/staff/token.ts': "import '../token/token.ts';\nexport const staff = 1;",
  'http/app.ts': "import '../operations/restart.ts';",
  'http/run/query.ts': "import '../../db/ledger.ts';",
  'http/sse/present.ts': "import type { Row } from '../../db/schema.ts';",
  'http/run/run.ts': "import '../../db/transaction.ts';",
  'http/reply/climb.ts': "import type { run } from '../run/run.ts';",
  'http/run/lost.ts': "import './nowhere.ts';",
  'http/run/on-a-test.ts': "import './query.test.ts';",
  'http/run/query.test.ts': 'export const test = 1;',
  'http/app.test.ts': "import './app.ts';",
  'sdk/client.ts': "import type { StaffClient } from './staff-api.gen.ts';\nexport const client = 1;",
  'sdk/staff.ts': "import './client.ts';\nimport './staff-api.gen.ts';",
  'sdk/staff-api.gen.ts': 'export type StaffClient = 1;',
  'console/web/parts/reach.ts': "import '../data/query.ts';",
  'console/web/data/query.ts': 'export const query = 1;',
  'console/web/pages/notes/page.ts': "import '../../data/query.ts';\nimport '../orders/page.ts';",
  'console/web/pages/orders/page.ts': "import '../../parts/reach.ts';",
  'console/web/pages/notes/dialog.ts': "import '../../parts/dialog.tsx';",
  'console/web/shared/secret-dialog.tsx': "import '../parts/dialog.tsx';",
  'console/web/start/shell/key-list.tsx': 'export const keys = 1;',
  'console/web/parts/dialog.tsx': 'export const dialog = 1;',
  'apps/api.ts': "import '../http/app.ts';\nimport '../workflows/restart.ts';",
  'lab/open.ts': "import '../apps/api.ts';",
};

interface Cruise {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'imports-'));
  await fs.writeFile(
    path.join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"module":"preserve","allowImportingTsExtensions":true}}',
  );
  for (const [name, text] of Object.entries(TREE)) {
    await fs.mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

it('refuses only imports that the table does not allow', async () => {
  const stdout = await new Promise<string>((resolve) => {
    const rooms = ['model', 'db', 'workflows', 'engine', 'domain', 'operations', 'http', 'sdk', 'console', 'apps', 'lab'];
    execFile(
      process.execPath,
      [CRUISER, '--config', CONFIG, '--output-type', 'json', ...rooms],
      { cwd: folder, maxBuffer: 16e6 },
      (_, out) => resolve(out),
    );
  });
  const found = (JSON.parse(stdout) as Cruise).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  expect(found.sort()).toEqual([
    'floor-of-console-web/parts: console/web/parts/reach.ts -> console/web/data/query.ts',
    'floor-of-domain-services: domain/services/fall.ts -> domain/endings/end.ts',
    'floor-of-engine-compute: engine/compute/climb.ts -> engine/copies/open.ts',
    'floor-of-http-reply: http/reply/climb.ts -> http/run/run.ts',
    'import-of-dialog: console/web/pages/notes/dialog.ts -> console/web/parts/dialog.tsx',
    'imports-of-http: http/run/query.ts -> db/ledger.ts',
    'imports-of-model: model/dreams.ts -> db/schema.ts',
    'imports-of-operations: operations/shortcut.ts -> workflows/restart.ts',
    'imports-of-operations: operations/test-in-code.ts -> lab/open.ts',
    'no-circle-of-types: engine/compute/b.ts -> engine/compute/port.ts',
    'no-circle-of-types: engine/compute/ring.ts -> engine/compute/stone.ts',
    'no-cycle: engine/compute/ring.ts -> engine/compute/stone.ts',
    'no-floor-in-engine: engine/loose.ts -> engine/log.ts',
    'no-import-of-dialog: console/web/start/shell/key-list.tsx -> console/web/start/shell/key-list.tsx',
    'no-import-of-tests: http/run/on-a-test.ts -> http/run/query.test.ts',
    'no-unknown: http/run/lost.ts -> ./nowhere.ts',
    'own-resource: operations/tokens.ts -> operations/restart.ts',
    'pages-of-the-console: console/web/pages/notes/page.ts -> console/web/pages/orders/page.ts',
    'wall-customers-client: sdk/client.ts -> sdk/staff-api.gen.ts',
    'wall-customers: http/guards/role.ts -> http/guards/staff/token.ts',
    'wall-customers: http/guards/token/token.ts -> http/guards/staff/token.ts',
    'wall-customers: operations/tokens.ts -> operations/tokens.staff.ts',
    'wall-customers: present/sign-on-cookie.ts -> present/sign-on-cookie.staff.ts',
    'wall-staff-client: sdk/staff.ts -> sdk/client.ts',
    'wall-staff: http/guards/staff/token.ts -> http/guards/token/token.ts',
    'wall-staff: operations/tokens.staff.ts -> operations/tokens/list.ts',
    'wall-staff: operations/tokens.staff.ts -> present/sign-on-cookie.ts',
  ]);
});
