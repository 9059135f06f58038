/** Prints values and their origins. Secrets are never printed. */
import { digestSecret } from '@innkeeper/apps/configuration/digest';
import type { LoadedConfiguration } from '@innkeeper/apps/configuration/load';
import type { Home } from '@innkeeper/apps/installation/home';
import { askSupervisor } from '@innkeeper/apps/supervise/ask';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { sentenceOfUnknownKey } from '@innkeeper/model/configuration/collect';
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatWritten } from '@innkeeper/model/configuration/write';

interface Shown {
  key: string | undefined;
  origin?: boolean;
  json?: boolean;
}

export function showStated({ stated }: LoadedConfiguration, { key, origin = false, json = false }: Shown): void {
  const rows = findPaths(key).map((path) => {
    const { written, origin: from } = stated.get(path) ?? { written: null, origin: '' };
    return { path, value: shownValue(path, written), from };
  });
  if (json) {
    print(Object.fromEntries(rows.map(({ path, value, from }) => [path, origin ? { value, origin: from } : value])));
    return;
  }
  for (const { path, value, from } of rows) console.log(`${path} = ${format(value)}${origin ? `  # ${from}` : ''}`);
}

/** Prints a key once if all processes that may see it have the same value, and otherwise once per process. */
export async function showRunning(home: Home, { key, json = false }: Shown): Promise<void> {
  const processes = Object.entries(await askSupervisor(home, { command: 'show' }));
  const paths = findPaths(key);
  if (json) {
    print(Object.fromEntries(processes.map(([name, values]) => [name, pick(values, paths)])));
    return;
  }
  for (const path of paths) {
    const known = processes.filter(([, values]) => path in values);
    const texts = new Set(known.map(([, values]) => format(values[path])));
    if (texts.size === 1) console.log(`${path} = ${[...texts][0]}`);
    else for (const [name, values] of known) console.log(`${path} = ${format(values[path])}  # ${name}`);
  }
}

function pick(values: Readonly<Record<string, unknown>>, paths: readonly Path[]): Record<string, unknown> {
  return Object.fromEntries(paths.filter((path) => path in values).map((path) => [path, values[path]]));
}

function findPaths(key: string | undefined): readonly Path[] {
  if (key === undefined) return PATHS;
  const paths = PATHS.filter((path) => path === key || path.startsWith(`${key}.`));
  if (paths.length === 0) throw new CommandError(sentenceOfUnknownKey(key, 'this command'), 2);
  return paths;
}

function shownValue(path: Path, written: unknown): unknown {
  return keyOf(path).secret && written !== null ? digestSecret(String(written)) : written;
}

function format(value: unknown): string {
  return value === null || value === undefined ? '(not set)' : formatWritten(value as Written);
}

function print(value: object): void {
  console.log(JSON.stringify(value, null, 2));
}
