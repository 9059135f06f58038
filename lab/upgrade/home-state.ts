/** Reads everything that a failed upgrade must leave as it was. */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withDatabase } from '@innkeeper/apps/installation/database';
import type { Home } from '@innkeeper/apps/installation/home';
import { digestRows } from '../digest-rows.ts';

/** Files of running processes, of the database, which has a digest of its own, and of upgrades. */
const LEFT_OUT = /^(db($|[./])|log\/|run\/|running\.json$|home\.lock$|before\/|db\.ballast$)/;

/** Returns the SHA-256 of each file of the home. */
export function digestFiles(home: Home): Record<string, string> {
  const entries: Dirent[] = readdirSync(home.path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(home.path, path.join(entry.parentPath, entry.name)))
      .filter((name) => !LEFT_OUT.test(name))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(home.path, name)))
          .digest('hex'),
      ]),
  );
}

/** Returns files and rows of a home that does not run. */
export async function stateOf(home: Home): Promise<{ files: Record<string, string>; rows: Record<string, string> }> {
  const rows = await withDatabase(home, digestRows);
  return { files: digestFiles(home), rows };
}
