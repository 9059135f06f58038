/** What webhooks of customers may lead to besides https URLs on the internet, as the environment of both processes names it. */

import { parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { Settings } from '@innkeeper/model/settings';
import { FatalStart } from '../processes/messages.ts';

/** `10.0.0.5:8080 [fd00::5]:8443`. Fails with `FatalStart` for what is no address with a port. */
export function readWebhookReceivers(env: NodeJS.ProcessEnv): Pick<Settings, 'webhookReceivers'> {
  const texts = env.INNKEEPER_WEBHOOK_RECEIVERS?.split(' ').filter(Boolean) ?? [];
  return {
    webhookReceivers: texts.map((text) => {
      const place = parseEndpoint(text);
      if (place) return place;
      throw new FatalStart(`INNKEEPER_WEBHOOK_RECEIVERS has addresses with a port, such as 10.0.0.5:8080, and not "${text}".`);
    }),
  };
}
