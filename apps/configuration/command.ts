/** Loads the configuration for a command of the operator. */
import { hasCjkFonts } from '@innkeeper/engine/documents/cjk';
import type { Configuration, ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { settingsOf } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Home } from '../installation/home.ts';
import { linksOf } from '../installation/links.ts';
import { gatewaysOf } from '../installation/payments.ts';
import { readRunning } from '../installation/running.ts';
import { loadConfiguration } from './load.ts';

export interface CommandConfiguration {
  readonly values: ConfigurationOf<'cli'>;
  readonly settings: Settings;
}

/** Returns the settings for a reader that may see all values. */
export function settingsOfHost(values: Configuration, hasDemoAccount: boolean): Settings {
  const paymentGateways = gatewaysOf(values, values['payments.stripe.secret_key'] !== null);
  return settingsOf(values, { ...linksOf(values, { hasDemoAccount }), paymentGateways, hasCjkFonts: hasCjkFonts() });
}

/** Reads the configuration with the environment of this command. Throws `InvalidConfiguration`. */
export async function loadForCommand(home: Home): Promise<CommandConfiguration> {
  const { values } = await loadConfiguration(home, process.env);
  const running = await readRunning(home);
  return { values, settings: settingsOfHost(values, running?.hasDemoAccount ?? false) };
}
