/** Where customers of an installation sign up, and what their passkeys are for, from its environment. */
import { defaultSettings, type Settings } from '@innkeeper/model/settings';
import { FatalStart } from '../processes/messages.ts';

/** Fails with `FatalStart` for what is no address of the web. */
export function readSignUpUrl(env: NodeJS.ProcessEnv): Pick<Settings, 'signUpUrl'> {
  const text = env.INNKEEPER_SIGN_UP_URL || defaultSettings.signUpUrl;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalStart(`INNKEEPER_SIGN_UP_URL is an address such as ${defaultSettings.signUpUrl}, not "${text}".`);
  return { signUpUrl: text };
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Fails with `FatalStart` for what is no domain. Whoever changes it makes all passkeys useless. */
export function readPasskeyDomain(env: NodeJS.ProcessEnv): Pick<Settings, 'passkeyDomain'> {
  const text = env.INNKEEPER_PASSKEY_DOMAIN?.toLowerCase() || null;
  const labels = text?.split('.') ?? [];
  if (text !== null && (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '') || !labels.every((label) => LABEL.test(label))))
    throw new FatalStart(`INNKEEPER_PASSKEY_DOMAIN is a domain such as example.com, not "${text}".`);
  return { passkeyDomain: text };
}
