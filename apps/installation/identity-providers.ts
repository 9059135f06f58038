/** Which identity providers may be asked besides https URLs on the internet, as the environment of the API names them. */
import { parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { Settings } from '@innkeeper/model/settings';
import { FatalStart } from '../processes/messages.ts';

/** `10.0.0.5:8443 [fd00::5]:8443`. Fails with `FatalStart` for what is no address with a port. */
export function readIdentityProviders(env: NodeJS.ProcessEnv): Pick<Settings, 'identityProviders'> {
  const texts = env.INNKEEPER_IDENTITY_PROVIDERS?.split(' ').filter(Boolean) ?? [];
  return {
    identityProviders: texts.map((text) => {
      const place = parseEndpoint(text);
      if (place) return place;
      throw new FatalStart(`INNKEEPER_IDENTITY_PROVIDERS has addresses with a port, such as 10.0.0.5:8443, and not "${text}".`);
    }),
  };
}
