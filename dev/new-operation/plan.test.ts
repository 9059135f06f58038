import { describe, expect, it } from 'vitest';
import { InvalidRequest } from './edit.ts';
import { type NewOperation, planFiles } from './plan.ts';
import { useCaseFile } from './templates.ts';

const restore: NewOperation = {
  name: 'restoreServer',
  group: 'Servers',
  method: 'POST',
  path: '/servers/{id}/restore',
  hasBody: true,
  kinds: ['server'],
};

const REPOSITORY: Record<string, string> = {
  'contract/operations/servers/servers.ts':
    "import { operation } from '../../define.ts';\nimport { Id, IdParam } from '../../schemas/primitives.ts';\n\nexport const servers = {\n};\n",
  'http/handlers/all.ts':
    "import { servers } from './servers/servers.ts';\n\nexport const HANDLERS: Handlers = { ...servers };\n",
  'http/handlers/servers/servers.ts':
    "import type { Handlers } from '../define.ts';\n\nexport const servers = {\n  getServer: 1,\n} satisfies Handlers;\n",
};

const plan = (operation: NewOperation, files: Record<string, string> = REPOSITORY) => planFiles(operation, (file) => files[file]);

describe('the files of a new operation', () => {
  it('adds the handler with its import', () => {
    expect(plan(restore).get('http/handlers/servers/servers.ts')).toBe(
      `import type { Handlers } from '../define.ts';
import { restoreServer } from '@innkeeper/operations/servers/restore';

export const servers = {
  getServer: 1,
  restoreServer: (cx, { server, body }) => restoreServer(cx, { server, ...body }),
} satisfies Handlers;
`,
    );
  });

  it('creates the use case and the slice test', () => {
    const files = plan(restore);
    expect(files.get('operations/servers/restore.ts')).toContain('export async function restoreServer(_cx: MutatingCx,');
    expect(files.get('lab/slices/servers/restore-server.test.ts')).toContain(
      "lab.call('restoreServer', { params: { id: server }, body: {} }",
    );
  });

  it('adds a new operation to the contract, with only missing imports', () => {
    const fresh = { ...restore, name: 'freezeServer', hasBody: false };
    const files = plan({ ...fresh, path: '/servers/{id}/addons/{addon_id}/freeze', kinds: ['server', 'addon'] });
    const entry = files.get('contract/operations/servers/servers.ts') ?? '';
    expect(entry).toContain(
      "  freezeServer: operation({\n    method: 'POST',\n    path: '/servers/{id}/addons/{addon_id}/freeze',",
    );
    expect(entry).toContain(
      "resources: [{ kind: 'server', param: 'id' }, { kind: 'addon', param: 'addon_id' }],\n    locks: 'id',",
    );
    const ofOne = plan({ ...fresh, path: '/servers/{id}/freeze' }).get('contract/operations/servers/servers.ts');
    expect(ofOne).toContain("import { serverChange } from '../paths.ts';");
    expect(ofOne).toContain("    ...serverChange('active'),\n    bodyKind: 'none',\n");
    const look = plan({ ...fresh, method: 'GET', path: '/servers/{id}/ice' }).get('contract/operations/servers/servers.ts');
    expect(look).toContain("    group: 'Servers',\n    ability: 'read',\n    ...byId('server'),\n    bodyKind: 'none',\n");
    expect(look).toContain("import { byId } from '../paths.ts';");
    expect(entry.match(/^import .*$/gm)).toEqual([
      "import { operation } from '../../define.ts';",
      "import { Id, IdParam } from '../../schemas/primitives.ts';",
      "import { z } from 'zod';",
    ]);
  });

  it('creates a file of handlers for the first operation of a group', () => {
    const user = { ...restore, name: 'getUser', group: 'User', method: 'GET', path: '/user', hasBody: false } as const;
    const entries = "import { operation } from '../define.ts';\n\nexport const user = {\n};\n";
    const files = plan({ ...user, kinds: [] }, { ...REPOSITORY, 'contract/operations/user.ts': entries });
    expect(files.get('http/handlers/user.ts')).toContain(
      'export const user = {\n  getUser: (cx) => getUser(cx),\n} satisfies Handlers;',
    );
    expect(files.get('http/handlers/all.ts')).toContain('HANDLERS: Handlers = { ...servers, ...user };');
  });

  it('refuses an operation whose use case exists, or whose group has no contract file', () => {
    const written = { ...REPOSITORY, 'operations/servers/restore.ts': 'export {};' };
    expect(() => plan(restore, written)).toThrow(new InvalidRequest('operations/servers/restore.ts is there already.'));
    expect(() => plan({ ...restore, name: 'sing', group: 'Choir' })).toThrow(/contract\/operations\/choir.ts is not there/);
  });
});

it.each([
  ['restoreServer', 'Servers', 'operations/servers/restore.ts'],
  ['updateServerSshKeys', 'Servers', 'operations/servers/update-ssh-keys.ts'],
  ['listFloatingIpPlans', 'Floating IPs', 'operations/floating-ips/list-plans.ts'],
  ['addSshKey', 'SSH Keys', 'operations/ssh-keys/add.ts'],
])('%s of the group %s belongs in %s', (name, group, file) => expect(useCaseFile({ ...restore, name, group })).toBe(file));
