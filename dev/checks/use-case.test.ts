import { expect, test } from 'vitest';
import { CUSTOMER_FILES, homesOf, STAFF_FILES } from './use-case.ts';

const DEFINED = "import type { Input } from '../define.ts';\n";
const homes = (text: string, imports = CUSTOMER_FILES) =>
  homesOf('restartServer', imports, [{ path: 'operations/servers/power.ts', text }]).length;

test('a use case is exported, as a function or as the result of a factory, in a file of use cases', () => {
  expect(homes(`${DEFINED}export async function restartServer(cx: Cx) {}\n`)).toBe(1);
  expect(homes(`${DEFINED}export const restartServer = act('restart');\n`)).toBe(1);
  for (const text of [
    'const restartServer = 1;\n',
    '// export function restartServer()\n',
    'export function restartServers() {}\n',
  ])
    expect(homes(DEFINED + text)).toBe(0);
  expect(homes('export async function restartServer(cx: Cx) {}\n')).toBe(0);
});

test('files of staff and of customers differ by their import', () => {
  const text = "import type { StaffCx } from './define.staff.ts';\nexport function restartServer() {}\n";
  expect(homes(text)).toBe(0);
  expect(homes(text, STAFF_FILES)).toBe(1);
});
