import { describe, expect, it } from 'vitest';
import { findUnplaced } from './operations.ts';

const rule = {
  path: 'operations/servers/power.ts',
  text: "import type { Input } from '../define.ts';\nexport function restartServer(cx: MutatingCx) {}\n",
};
const entry = { path: 'contract/operations/servers/power.ts', text: '  restartServer: operation({\n' };
const slice = { path: 'lab/slices/servers/power.test.ts', text: "await lab.call('restartServer', {});\n" };

const unplaced = (...files: { path: string; text: string }[]) =>
  findUnplaced([{ name: 'restartServer', group: 'servers' }], [entry, ...files]);

describe('the check of operations', () => {
  it('accepts an operation that is complete in each room', () => {
    expect(unplaced(rule, slice)).toEqual([]);
  });

  it('reports each missing part', () => {
    expect(unplaced(slice)).toEqual([expect.stringContaining('one file in operations/servers')]);
    expect(unplaced(rule)).toEqual([expect.stringContaining('no slice test')]);
  });

  it('is not deceived by a longer name, a comment or a test', () => {
    const longer = { ...rule, text: rule.text.replace('restartServer', 'restartServers') };
    const comment = { ...rule, text: '// export function restartServer(\n' };
    const test = { ...rule, path: 'operations/servers/restart.test.ts' };
    expect(unplaced(longer, comment, test, slice)).toHaveLength(1);
  });

  it('accepts the result of a factory if its name is exported', () => {
    const made = {
      ...rule,
      text: "import type { Input } from '../define.ts';\nexport const restartServer = powerAction('restart');\n",
    };
    const entries = { ...entry, text: '  restartServer: power.restart,\n' };
    const found = (...files: { path: string; text: string }[]) =>
      findUnplaced([{ name: 'restartServer', group: 'servers' }], [slice, ...files]);
    expect(found(entries, made)).toEqual([]);
    expect(found(entries, { ...made, text: "const restartServer = powerAction('restart');\n" })).toHaveLength(1);
    expect(found({ ...entry, text: '  ...power,\n' }, made)).toEqual([expect.stringContaining('no entry')]);
  });

  it('requires the same folder or file in each room', () => {
    const elsewhere = (file: { path: string; text: string }) => ({ ...file, path: file.path.replace('servers/', 'isos/') });
    expect(unplaced(elsewhere(rule), slice)).toEqual([expect.stringContaining('one file in operations/servers')]);
    expect(unplaced(rule, elsewhere(slice))).toEqual([expect.stringContaining('no slice test')]);
    const misfiled = findUnplaced([{ name: 'restartServer', group: 'servers' }], [elsewhere(entry), rule, slice]);
    expect(misfiled).toEqual([expect.stringContaining('no entry in contract/operations/servers')]);
  });

  it('accepts only a slice test that calls the operation or is named after it', () => {
    const judged = (text: string) => unplaced(rule, { ...slice, text });
    for (const text of [
      "const ok = await lab.call(\n  'restartServer',\n  {});",
      "test('restartServer reboots', async () => {});",
      "test.each([1, 2])('%i times restartServer', async () => {});",
      "describe('restartServer', () => {});",
    ]) {
      expect(judged(text)).toEqual([]);
    }
    for (const text of [
      "// await lab.call('restartServer', {});",
      "const NAMES = ['restartServer'];",
      "expect(body.code).not.toBe('restartServer');",
      "test.skip('restartServer reboots', async () => {});",
      "test('restartServers of an account', async () => {});",
    ]) {
      expect(judged(text)).toEqual([expect.stringContaining('no slice test')]);
    }
  });
});
