/** `./innkeeper config`: reads, changes and reloads the configuration of a home. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfiguration, validateConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt, makeHome, requireShortPath } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { Command } from 'commander';
import { reloadRunning } from './config/reload.ts';
import { setKeys, unsetKeys } from './config/set.ts';
import { showRunning, showStated } from './config/show.ts';
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
