/**
 * The only reader of the configuration: `innkeeper.toml` of a home, environment variables, systemd credentials and the files of secrets.
 *
 * Later sources override earlier ones in this order.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError, readIfThere } from '@innkeeper/engine/atomic';
import {
  type Collected,
  collectFromCredentials,
  collectFromEnvironment,
  collectFromFile,
  joinCollected,
} from '@innkeeper/model/configuration/collect';
import { type Configuration, isPath, type Path } from '@innkeeper/model/configuration/keys';
import { resolveAll, type Stated } from '@innkeeper/model/configuration/resolve';
import { parse, TomlError } from 'smol-toml';
import type { Home } from '../installation/home.ts';
import { FatalStart } from '../processes/messages.ts';

export interface LoadedConfiguration {
  readonly values: Configuration;
  /** Written value and origin of each key. Secrets are not masked. */
  readonly stated: ReadonlyMap<Path, Stated>;
  readonly warnings: readonly string[];
}

/** A configuration that cannot be used. It has a sentence for each problem. */
export class InvalidConfiguration extends FatalStart {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Size limit in bytes. Secrets are far smaller, so a larger file is the wrong file. */
const MAX_SECRET_BYTES = 64 * 1024;

/** Reads and validates the configuration of a home. Throws `InvalidConfiguration` with all problems at once. */
export async function loadConfiguration(
  home: Pick<Home, 'configuration'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LoadedConfiguration> {
  const text = await readIfThere(home.configuration);
  return validateConfiguration(text ?? '', { name: path.basename(home.configuration), env });
}

/**
 * Validates a text as the content of the file. `name` is the file's name in messages. Throws `InvalidConfiguration` with all problems at
 * once.
 */
export async function validateConfiguration(
  text: string,
  { name, env }: { name: string; env: Readonly<Record<string, string | undefined>> },
): Promise<LoadedConfiguration> {
  const collected = joinCollected(
    collectFromFile(parseToml(text, name), name),
    collectFromEnvironment(env),
    collectFromCredentials(await readCredentials(env.CREDENTIALS_DIRECTORY)),
  );
  const { stated, problems } = await readSecretFiles(collected);
  const resolved = resolveAll(stated);
  const all = [...collected.problems, ...problems, ...(resolved.ok ? [] : resolved.problems)];
  if (!resolved.ok || all.length > 0) throw new InvalidConfiguration(all);
  return { values: resolved.values, stated: resolved.stated, warnings: collected.warnings };
}

/** Parses TOML. Throws `InvalidConfiguration` with the line and the column. */
export function parseToml(text: string, name: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new InvalidConfiguration([`${name}, line ${error.line}, column ${error.column}: ${what}.`]);
  }
}

async function readCredentials(directory: string | undefined): Promise<Record<string, string>> {
  if (!directory) return {};
  // Ignore credentials of the service that are not keys of Innkeeper.
  const names = (await readdir(directory)).filter(isPath);
  const read = names.map(async (name) => [name, await readFile(path.join(directory, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Replaces each reference to a secret file with the content of the file. */
async function readSecretFiles({ entries }: Collected): Promise<{ stated: Map<Path, Stated>; problems: string[] }> {
  const stated = new Map<Path, Stated>();
  const problems: string[] = [];
  for (const [key, entry] of entries) {
    if ('written' in entry) {
      stated.set(key, entry);
      continue;
    }
    const read = await readSecretFile(entry.secretFile);
    if ('problem' in read) problems.push(`${key}_file (${entry.origin}): ${read.problem}`);
    else stated.set(key, { written: read.secret, origin: entry.secretFile });
  }
  return { stated, problems };
}

async function readSecretFile(file: string): Promise<{ secret: string } | { problem: string }> {
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > MAX_SECRET_BYTES)
      return { problem: `${file} does not contain a secret: it must be a file of at most ${MAX_SECRET_BYTES} bytes.` };
    if ((found.mode & 0o077) !== 0) return { problem: `Other users can read ${file}. Run: chmod 600 ${file}` };
    return { secret: (await readFile(file, 'utf8')).replace(/\r?\n$/, '') };
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return { problem: `${file} does not exist.` };
    if (isNodeError(error, 'EACCES')) return { problem: `${file} cannot be read. Check its path and permissions.` };
    throw error;
  }
}
