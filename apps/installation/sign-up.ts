/** Where customers of an installation sign up, from its environment. */
import { defaultSettings, type Settings } from '@innkeeper/model/settings';
import { FatalStart } from '../processes/messages.ts';

/** Fails with `FatalStart` for what is no address of the web. */
export function readSignUpUrl(env: NodeJS.ProcessEnv): Pick<Settings, 'signUpUrl'> {
  const text = env.INNKEEPER_SIGN_UP_URL || defaultSettings.signUpUrl;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalStart(`INNKEEPER_SIGN_UP_URL is an address such as ${defaultSettings.signUpUrl}, not "${text}".`);
  return { signUpUrl: text };
}
