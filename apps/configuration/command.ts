/** The configuration as a command of the operator sees it. */
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { settingsOf } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings';
import type { Home } from '../installation/home.ts';
import { linksOf } from '../installation/links.ts';
import { readRunning } from '../installation/running.ts';
import { loadConfiguration } from './load.ts';

export interface CommandConfiguration {
  readonly values: ConfigurationOf<'cli'>;
  readonly settings: Settings;
}

/** Reads it with the environment of this command. Throws `WrongConfiguration`. */
export async function loadForCommand(home: Home): Promise<CommandConfiguration> {
  const { values } = await loadConfiguration(home, process.env);
  const running = await readRunning(home);
  return { values, settings: settingsOf(values, linksOf(values, { hasDemoAccount: running?.hasDemoAccount ?? false })) };
}
