/**
 * Moves configuration from the environment of an operator's shell into the home, because a systemd unit starts without that environment.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@innkeeper/engine/atomic';
import { collectFromEnvironment, type Entry } from '@innkeeper/model/configuration/collect';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { nameInFile } from '@innkeeper/model/configuration/write';
import { type Change, changeConfiguration } from '../configuration/set.ts';
import type { Home } from '../installation/home.ts';

export interface Moved {
  variable: string;
  /** Key in innkeeper.toml, such as `mail.smtp.password_file`. */
  key: string;
}

/**
 * Writes every key that a variable sets into innkeeper.toml, and every secret into a file with mode 0600 in the home. Throws
 * `InvalidConfiguration` if Innkeeper could not start with the result.
 */
export async function moveEnvironment(home: Home, env: NodeJS.ProcessEnv): Promise<Moved[]> {
  const moved: Moved[] = [];
  const changes: Change[] = [];
  for (const [key, entry] of collectFromEnvironment(env).entries) {
    const name = nameInFile(key);
    changes.push({ name, written: await valueInFile(home, key, entry) });
    moved.push({ variable: entry.origin, key: name });
  }
  // The unit has none of these variables, so the file alone must be valid.
  await changeConfiguration(home, changes, {});
  return moved;
}

async function valueInFile(home: Home, key: Path, entry: Entry): Promise<Written> {
  if ('secretFile' in entry) return path.resolve(entry.secretFile);
  if (!keyOf(key).secret) return entry.written as Written;
  await mkdir(home.secrets, { recursive: true, mode: 0o700 });
  const file = path.join(home.secrets, key);
  await writeAtomic(file, `${String(entry.written)}\n`, { mode: 0o600 });
  return file;
}
