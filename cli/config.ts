/** `./innkeeper config`: reads, changes and reloads the configuration of a home. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { digestSecret } from '@innkeeper/apps/configuration/digest';
import { type LoadedConfiguration, loadConfiguration, validateConfiguration } from '@innkeeper/apps/configuration/load';
import { type Home, homeAt, makeHome, readState, requireShortPath } from '@innkeeper/apps/installation/home';
import { startCommandOf } from '@innkeeper/apps/installation/node';
import { askSupervisor } from '@innkeeper/apps/supervise/ask';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { sentenceOfUnknownKey } from '@innkeeper/model/configuration/collect';
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatWritten } from '@innkeeper/model/configuration/write';
import { Command } from 'commander';
import { setKeys, unsetKeys } from './config/set.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

export function configCommand(): Command {
  return new Command('config')
    .description('read, change and reload the configuration: innkeeper.toml of the home')
    .addCommand(checkCommand())
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(unsetCommand())
    .addCommand(reloadCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .description('check whether a configuration file is valid')
    .argument('[file]', 'file to check (default: innkeeper.toml of the home)')
    .addOption(homeOption())
    .action(async (file: string | undefined, options: WithHome) => {
      const home = homeAt(options.home);
      const env = process.env;
      const loaded =
        file === undefined
          ? await loadConfiguration(home, env)
          : await validateConfiguration(await textOf(file), { name: path.basename(file), env });
      for (const warning of loaded.warnings) console.log(`Note: ${warning}`);
      console.log(`${file ?? home.configuration} is valid.`);
    });
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read. Check its path and permissions.`);
  });
}

function showCommand(): Command {
  return new Command('show')
    .description('print the current configuration')
    .argument('[key]', 'key, such as money.order_due, or section, such as money')
    .addOption(homeOption())
    .option('--origin', 'print the origin of each value')
    .option('--running', 'print the values of the running processes, by process')
    .option('--json', 'print JSON')
    .action(async (key: string | undefined, options: WithHome & { origin?: boolean; running?: boolean; json?: boolean }) => {
      const home = homeAt(options.home);
      if (options.running) await showRunning(home, { ...options, key });
      else showStated(await loadConfiguration(home, process.env), { ...options, key });
    });
}

function setCommand(): Command {
  return new Command('set')
    .description('set keys in innkeeper.toml; comments stay')
    .usage('[options] KEY VALUE... | KEY=VALUE...')
    .argument('<key>', 'key, such as money.order_due; for a secret the key of its file, such as mail.smtp.password_file')
    .argument('[value...]', 'value, such as 3d; several values for a list')
    .addOption(homeOption())
    .addHelpText(
      'after',
      `\nSeveral keys, at once:\n  ./innkeeper config set mail.smtp.user=shop mail.smtp.password_file=/etc/innkeeper/smtp-password`,
    )
    .action(async (key: string, values: string[], options: WithHome) => {
      requireShortPath(homeAt(options.home));
      await setKeys(await makeHome(options.home), [key, ...values]);
    });
}

function unsetCommand(): Command {
  return new Command('unset')
    .description('remove keys from innkeeper.toml, which restores their defaults')
    .argument('<key...>', 'key, such as money.order_due')
    .addOption(homeOption())
    .action(async (keys: string[], options: WithHome) => unsetKeys(await makeHome(options.home), keys));
}

function reloadCommand(): Command {
  return new Command('reload')
    .description('apply the changed configuration to running processes')
    .addOption(homeOption())
    .action((options: WithHome) => reloadRunning(homeAt(options.home)));
}

interface Shown {
  key: string | undefined;
  origin?: boolean;
  json?: boolean;
}

/** Prints values, and on request their origins. Secrets are never printed. */
function showStated({ stated }: LoadedConfiguration, { key, origin = false, json = false }: Shown): void {
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
async function showRunning(home: Home, { key, json = false }: Shown): Promise<void> {
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

/** Makes the supervisor reload the configuration. Throws a `CommandError` if a problem prevented the change. */
async function reloadRunning(home: Home): Promise<void> {
  const answer = await askSupervisor(home, { command: 'reload' });
  if (answer.ok) {
    console.log(answer.changed.length === 0 ? 'Nothing has changed.' : `Applied: ${answer.changed.join(', ')}.`);
    return;
  }
  if (answer.restart.length > 0) {
    const keys = `${answer.restart.join(', ')} ${answer.restart.length === 1 ? 'needs' : 'need'} a restart`;
    throw new CommandError(
      `Nothing was changed, because ${keys}. Run ./innkeeper down, then ${startCommandOf(await readState(home))}.`,
    );
  }
  throw new CommandError(`Nothing was changed.\n${answer.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
