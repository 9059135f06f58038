import { expect, test } from 'vitest';
import { workflowListOf } from './workflow-list.ts';

test('lists the workflows of a file by kind, and ignores its other exports', () => {
  const list = workflowListOf([
    { file: 'copies/shared.ts', text: 'export const LIMIT = 4;\nexport function helper() {}\n' },
    {
      file: 'servers/copy.ts',
      text: "export const serverSnapshot = copying('server.snapshot', 'a');\nexport const serverBackup = copying('server.backup', 'b');\n",
    },
    {
      file: 'servers/set-link.ts',
      text: 'export const steps: readonly Step[] = [];\nexport const serverSetLink = defineWorkflow<Input>({\n',
    },
  ]);
  expect(list.match(/^import .*$/gm)).toEqual([
    "import { serverSnapshot, serverBackup } from './servers/copy.ts';",
    "import { serverSetLink } from './servers/set-link.ts';",
  ]);
  expect(list).toContain(
    "  'server.snapshot': serverSnapshot,\n  'server.backup': serverBackup,\n  'server.set-link': serverSetLink,\n};",
  );
});
