/** The host's web page, to which links of mails lead, and the domain of passkeys: from the environment. */
import type { Settings } from '@innkeeper/model/settings';
import { FatalStart } from '../processes/messages.ts';
import { isLoopback, type Listening, localUrl } from '../transport/transport.ts';
import { type Home, readSettings } from './home.ts';
import { readRunning } from './running.ts';

type LinkSettings = Pick<Settings, 'signUpUrl' | 'apiUrl'>;

/** Returns the URL that the operator has named, or `null`. Throws `FatalStart` for one that is not http or https. */
export function readSignUpUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env.INNKEEPER_SIGN_UP_URL || null;
  if (text !== null && !/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalStart(`INNKEEPER_SIGN_UP_URL is the http or https URL of your web page, not "${text}".`);
  return text;
}

/** Returns the API's own URL as the page of a trial: a home with the demo account, whose API listens on loopback alone. Else `null`. */
export function pageOfTrial(listening: Listening, { hasDemoAccount }: { hasDemoAccount: boolean }): string | null {
  const { address, trustProxy, publicUrl } = listening;
  const isTrial = hasDemoAccount && trustProxy === null && publicUrl === null && isLoopback(address);
  return isTrial ? localUrl(listening) : null;
}

/** Returns where links lead, for the API, its jobs and the worker. */
export function linkSettings({ signUpUrl, listening }: { signUpUrl: string | null; listening: Listening }): LinkSettings {
  return { signUpUrl, apiUrl: listening.publicUrl ?? localUrl(listening) };
}

/** Returns where links lead, for a command: as the running installation has it, or as the environment has it while none runs. */
export async function readLinkSettings(home: Home, env: NodeJS.ProcessEnv): Promise<Partial<LinkSettings>> {
  const [running, settings] = [await readRunning(home), await readSettings(home)];
  const apiUrl = settings?.publicUrl ?? running?.url;
  return { signUpUrl: running?.signUpUrl ?? readSignUpUrl(env), ...(apiUrl !== undefined && { apiUrl }) };
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the domain of passkeys, or `null`. Throws `FatalStart` for text that is not a domain. Changing it makes all passkeys useless. */
export function readPasskeyDomain(env: NodeJS.ProcessEnv): Pick<Settings, 'passkeyDomain'> {
  const text = env.INNKEEPER_PASSKEY_DOMAIN?.toLowerCase() || null;
  const labels = text?.split('.') ?? [];
  if (text !== null && (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '') || !labels.every((label) => LABEL.test(label))))
    throw new FatalStart(`INNKEEPER_PASSKEY_DOMAIN is a domain such as example.com, not "${text}".`);
  return { passkeyDomain: text };
}
