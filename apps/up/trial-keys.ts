/** Keys that a new home with the demo account starts with. */
import { existsSync } from 'node:fs';
import { collectFromEnvironment } from '@innkeeper/model/configuration/collect';
import type { Path } from '@innkeeper/model/configuration/keys';
import { type Home, readState } from '../installation/home.ts';
import { isWithoutDemo } from '../installation/trial.ts';
import type { OptionValues } from './configure-home.ts';

/** Keys of the environment that decide which payments are possible. */
const PAYMENT_KEYS: readonly Path[] = ['payments.trial', 'payments.stripe.secret_key'];

/**
 * Returns `payments.trial` for a new home with the demo account, so that its customer can try a card. Returns nothing for a home that
 * exists or has a configuration, because its operator decides. Must be called before the configuration is written.
 */
export async function trialDefaults(
  home: Home,
  options: { demo: boolean },
  environment: NodeJS.ProcessEnv,
): Promise<OptionValues> {
  if (!options.demo || existsSync(home.configuration)) return {};
  if ((await readState(home)) !== null || (await isWithoutDemo(home))) return {};
  const { entries } = collectFromEnvironment(environment);
  return PAYMENT_KEYS.some((path) => entries.has(path)) ? {} : { 'payments.trial': 'true' };
}
