import { expect, test } from 'vitest';
import { InvalidRequest } from './edit.ts';
import { parseKind, planWorkflow } from './workflow.ts';

const FILES: Record<string, string> = {
  'domain/workflows/kinds.ts': "export const KINDS = {\n  'server.stop': 1,\n} as const satisfies Record<string, KindSpec>;\n",
};
const plan = (kind: string, named: string, files = FILES) =>
  planWorkflow(parseKind(kind, { name: 'freezeIt', kinds: [named] }), (file) => files[file]);

test('a workflow gets a file and a kind', () => {
  const files = plan('server.deep-freeze', 'server');
  expect(files.get('workflows/servers/deep-freeze.ts')).toContain(
    "export const serverDeepFreeze = defineWorkflow<Input>({\n  kind: 'server.deep-freeze',",
  );
  expect(files.get('domain/workflows/kinds.ts')).toContain(
    "  'server.stop': 1,\n  'server.deep-freeze': server({}, { locks: ['deep-freeze'],",
  );
});

test('the path names a copy by its kind, and a workflow calls it copy', () => {
  const files = plan('copy.stop', 'snapshot');
  expect([...files.keys()]).toEqual(['workflows/copies/stop.ts', 'domain/workflows/kinds.ts']);
  expect(files.get('domain/workflows/kinds.ts')).toContain(
    "'copy.stop': { resource: 'copy', input: z.strictObject({ copyId: Id }),",
  );
});

test.each([
  ['freeze', 'server', /is called server.ACT/],
  ['iso.freeze', 'server', /names server, so its workflow can't be iso.freeze/],
])('%s of a %s is refused', (kind, named, sentence) => {
  expect(() => plan(kind, named)).toThrow(InvalidRequest);
  expect(() => plan(kind, named)).toThrow(sentence);
});

test('does not overwrite an existing workflow', () => {
  expect(() => plan('server.stop', 'server', { ...FILES, 'workflows/servers/stop.ts': '' })).toThrow(/stop.ts is there already/);
});
