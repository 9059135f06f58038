/** The memory that the process of the parser needs for the mails that cost it most, within the promise of docs/security.md. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { API_NODE_FLAGS } from '@innkeeper/apps/processes/node-flags';
import { expect, test } from 'vitest';
import { TARGETS } from './attack/report.ts';
import { LARGE_MAILS } from './large-mails.ts';
import type { MemoryFigure } from './mail-memory-main.ts';

test('no mail of 30 MB grows its process beyond the bound, and texts are read', async () => {
  const program = path.join(import.meta.dirname, 'mail-memory-main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...API_NODE_FLAGS, program], { timeout: 300_000 });
  const figures = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MemoryFigure);
  expect(figures.map(({ name }) => name)).toEqual(Object.keys(LARGE_MAILS));
  expect(figures.filter(({ grownMb }) => grownMb > TARGETS.growthMb)).toEqual([]);
  // Millions of parts need more objects than the parser's thread may have.
  const unreadable = figures.filter(({ outcome }) => outcome === 'unreadable').map(({ name }) => name);
  expect(unreadable).toEqual(['parts without end', 'parts of quoted-printable', 'files without end']);
});
