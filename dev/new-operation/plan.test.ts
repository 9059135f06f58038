import { describe, expect, it } from 'vitest';
import { InvalidRequest } from './edit.ts';
import { type NewOperation, planFiles } from './plan.ts';
import { functionFile } from './templates.ts';

const restore: NewOperation = {
  name: 'restoreServer',
  group: 'Servers',
  method: 'POST',
  path: '/servers/{id}/restore',
  kinds: ['server'],
};

const REPOSITORY: Record<string, string> = {
  'contract/operations/servers/servers.ts':
    "import { operation } from '../../define.ts';\nimport { Id, IdParam } from '../../schemas/primitives.ts';\n\nexport const servers = {\n};\n",
  'operations/ssh-keys.ts':
    "import type { Cx } from '@innkeeper/domain/context';\nimport type { Input } from './define.ts';\n\nexport async function getSshKey() {}\n",
  'lab/examples/walkthrough.ts': '{\n  await auditLog(scene);\n  await recordOtherReads(scene);\n}\n',
  'contract/operations/ssh-keys.ts': "import { operation } from '../define.ts';\n\nexport const sshKeys = {\n};\n",
};

const plan = (operation: NewOperation, files: Record<string, string> = REPOSITORY) => planFiles(operation, (file) => files[file]);

describe('the files of a new operation', () => {
  it('adds the function to the file of its resource, with only missing imports', () => {
    const freeze = { ...restore, name: 'freezeSshKey', group: 'SSH Keys', path: '/ssh-keys/{id}/freeze', kinds: ['ssh_key'] };
    expect(plan(freeze).get('operations/ssh-keys.ts')).toBe(
      `import type { Cx } from '@innkeeper/domain/context';
import type { Input } from './define.ts';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

export async function getSshKey() {}

/** To be written: what it does, and which failures it throws. */
export async function freezeSshKey(cx: MutatingCx, { sshKey }: Input<'freezeSshKey'>): Promise<void> {
  await audit(cx, 'freezeSshKey', { kind: 'ssh_key', id: sshKey.id });
}
`,
    );
  });

  it('creates a file in the folder of a resource, the slice test, and calls the change as an example', () => {
    const files = plan(restore);
    expect(files.get('operations/servers/restore.ts')).toContain(
      'export async function restoreServer(cx: MutatingCx, { server }:',
    );
    expect(files.get('lab/slices/servers/restore-server.test.ts')).toContain(
      "lab.call('restoreServer', { params: { id: server } }, owner)",
    );
    expect(files.get('lab/examples/walkthrough.ts')).toContain(
      "  await scene.call('restoreServer', { params: { id: 1 } });\n  await recordOtherReads(",
    );
  });

  it('starts a workflow, which has a kind and a scenario', () => {
    const tables = {
      'domain/workflows/kinds.ts': 'export const KINDS = {\n} as const satisfies Record<string, KindSpec>;\n',
      'lab/torture/scenarios/server-power.ts': 'export const POWER_SCENARIOS: readonly Scenario[] = [\n];\nconst other = [\n];\n',
    };
    const files = plan({ ...restore, workflow: { resource: 'server', act: 'restore' } }, { ...REPOSITORY, ...tables });
    expect(files.get('operations/servers/restore.ts')).toContain(
      "await startWorkflow(cx, 'server.restore', server, {}, { action: 'restoreServer' });",
    );
    expect(files.get('lab/torture/scenarios/server-power.ts')).toMatch(/name: 'server\.restore',[^;]*;.*\];\nconst other/s);
  });

  it('adds a new operation to the contract, with only missing imports', () => {
    const fresh = { ...restore, name: 'freezeServer' };
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

  it('creates the file of a resource with its first operation', () => {
    const user = { ...restore, name: 'getUser', group: 'User', method: 'GET', path: '/user' } as const;
    const entries = "import { operation } from '../define.ts';\n\nexport const user = {\n};\n";
    const files = plan({ ...user, kinds: [] }, { ...REPOSITORY, 'contract/operations/user.ts': entries });
    expect([...files.keys()]).toEqual(['lab/slices/user/get-user.test.ts', 'contract/operations/user.ts', 'operations/user.ts']);
    expect(files.get('operations/user.ts')).toMatch(
      /^import type \{ Cx \}[^;]+;\nimport type \{ Input \} from '.\/define.ts';\n/,
    );
  });

  it('refuses an operation whose slice test exists, or whose group has no contract file', () => {
    const file = 'lab/slices/servers/restore-server.test.ts';
    expect(() => plan(restore, { ...REPOSITORY, [file]: 'export {};' })).toThrow(new InvalidRequest(`${file} is there already.`));
    expect(() => plan({ ...restore, name: 'sing', group: 'Choir' })).toThrow(/contract\/operations\/choir.ts is not there/);
  });
});

it.each([
  ['restoreServer', 'Servers', 'operations/servers/restore.ts'],
  ['updateServerSshKeys', 'Servers', 'operations/servers/update-ssh-keys.ts'],
])('%s of the folder %s belongs in %s', (name, group, file) =>
  expect(functionFile({ ...restore, name, group }, true)).toBe(file),
);
