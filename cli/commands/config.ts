/** `./innkeeper config`: reads, changes and reloads the configuration of a home. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { judgeConfiguration, loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt, makeHome } from '@innkeeper/apps/installation/home';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { Command } from 'commander';
import { reloadRunning } from '../config/reload.ts';
import { setKey, unsetKey } from '../config/set.ts';
import { showRunning, showStated } from '../config/show.ts';
import { homeOption, type WithHome } from './home-option.ts';

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
    .description('say whether the configuration, or another file, can be used')
    .argument('[file]', 'a file in place of innkeeper.toml of the home')
    .addOption(homeOption())
    .action(async (file: string | undefined, options: WithHome) => {
      const home = homeAt(options.home);
      const env = process.env;
      const loaded =
        file === undefined
          ? await loadConfiguration(home, env)
          : await judgeConfiguration(await textOf(file), { name: path.basename(file), env });
      for (const warning of loaded.warnings) console.log(`Note: ${warning}`);
      console.log(`${file ?? home.configuration} can be used.`);
    });
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new Refusal(`${file} cannot be read.`);
  });
}

function showCommand(): Command {
  return new Command('show')
    .description('print what is in force')
    .argument('[key]', 'one key, such as money.order_due, or a section, such as money')
    .addOption(homeOption())
    .option('--origin', 'print where each value comes from')
    .option('--running', 'print what the running processes use, by process')
    .option('--json', 'as JSON')
    .action(async (key: string | undefined, options: WithHome & { origin?: boolean; running?: boolean; json?: boolean }) => {
      const home = homeAt(options.home);
      if (options.running) await showRunning(home, { ...options, key });
      else showStated(await loadConfiguration(home, process.env), { ...options, key });
    });
}

function setCommand(): Command {
  return new Command('set')
    .description('write a key into innkeeper.toml; comments stay as they are')
    .argument('<key>', 'such as money.order_due; for a secret the file that has it: mail.smtp.password_file')
    .argument('<value...>', 'such as 3d; several values for a list')
    .addOption(homeOption())
    .action(async (key: string, values: string[], options: WithHome) => setKey(await makeHome(options.home), key, values));
}

function unsetCommand(): Command {
  return new Command('unset')
    .description('remove a key from innkeeper.toml, so that its default is in force')
    .argument('<key>', 'such as money.order_due')
    .addOption(homeOption())
    .action(async (key: string, options: WithHome) => unsetKey(await makeHome(options.home), key));
}

function reloadCommand(): Command {
  return new Command('reload')
    .description('apply the changed configuration to the running Innkeeper')
    .addOption(homeOption())
    .action((options: WithHome) => reloadRunning(homeAt(options.home)));
}
