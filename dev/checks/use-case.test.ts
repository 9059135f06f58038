import { expect, test } from 'vitest';
import { misplacedUseCase } from './use-case.ts';

const FOLDER = 'operations/servers/';
const found = (...files: [file: string, text: string][]) =>
  misplacedUseCase(
    'restartServer',
    FOLDER,
    files.map(([file, text]) => ({ path: FOLDER + file, text })),
  );
const written = 'export async function restartServer(cx: Cx) {}\n';
const [made, sibling] = ["export const restartServer = act('restart');\n", "export const stopServer = acts.stop('stop');\n"];

test('a use case must be exported once, in a file named after its verb', () => {
  expect(found(['restart.ts', written])).toEqual([]);
  expect(found(['restart.ts', made])).toEqual([]);
  expect(found(['reboot.ts', written])).toEqual([expect.stringContaining('not named by its verb')]);
  expect(found(['restart.ts', written], ['server-restart.ts', written])).toEqual([expect.stringContaining('2 found')]);
  for (const text of [made.replace('export ', ''), `// ${written}`, written.replace('Server', 'Servers')]) {
    expect(found(['restart.ts', text])).toEqual([expect.stringContaining('none found')]);
  }
});

test('use cases made by factories may share a file with the name of the family', () => {
  expect(found(['power.ts', made + sibling])).toEqual([]);
  for (const text of [made, written + sibling, `${made}${sibling}export function startServer() {}\n`]) {
    expect(found(['power.ts', text])).toEqual([expect.stringContaining('not named by its verb')]);
  }
});
