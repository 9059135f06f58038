/** The keys that a new home with the demo account begins with. */
import { existsSync } from 'node:fs';
import { collectFromEnvironment } from '@innkeeper/model/configuration/collect';
import type { Path } from '@innkeeper/model/configuration/keys';
import { type Home, readState } from '../installation/home.ts';
import { isWithoutDemo } from '../installation/trial.ts';
import type { Told } from './configure-home.ts';

/** Keys of the environment that decide how money is taken. */
const DECIDING: readonly Path[] = ['payments.trial', 'payments.stripe.secret_key'];

/**
 * Returns `payments.trial` for a home that this `up` makes with the demo account, so that its customer can try a card. Returns nothing for a
 * home that exists or has a configuration: its operator decides. To be called before the configuration is written.
 */
export async function trialKeys(home: Home, wanted: { demo: boolean }, environment: NodeJS.ProcessEnv): Promise<Told> {
  if (!wanted.demo || existsSync(home.configuration)) return {};
  if ((await readState(home)) !== null || (await isWithoutDemo(home))) return {};
  const { entries } = collectFromEnvironment(environment);
  return DECIDING.some((path) => entries.has(path)) ? {} : { 'payments.trial': 'true' };
}
