/** The settings of a process, which a reload replaces. */
import { hasCjkFonts } from '@innkeeper/engine/documents/cjk';
import { liveView } from '@innkeeper/model/configuration/live';
import { type SharedConfiguration, settingsOf } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings/settings';
import { linksOf } from '../installation/links.ts';
import { gatewaysOf } from '../installation/payments.ts';

interface SharedSource {
  current(): SharedConfiguration;
  onReload(listener: (values: SharedConfiguration) => void): void;
}

/** Returns settings whose fields always have the current values. */
export function liveSettings(
  configuration: SharedSource,
  { hasDemoAccount, hasStripe }: { hasDemoAccount: boolean; hasStripe: boolean },
): Settings {
  const made = (values: SharedConfiguration): Settings =>
    settingsOf(values, {
      ...linksOf(values, { hasDemoAccount }),
      ...{ paymentGateways: gatewaysOf(values, hasStripe), hasCjkFonts: hasCjkFonts() },
    });
  let current = made(configuration.current());
  configuration.onReload((values) => {
    current = made(values);
  });
  return liveView(() => current);
}
