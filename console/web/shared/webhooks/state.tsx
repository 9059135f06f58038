import type { Webhook } from '@innkeeper/sdk/index';
import { formatDay, formatTime } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { State } from '../../parts/state.tsx';
import { EVENT_TITLES, texts } from '../webhooks-texts.ts';

/** Formats a timestamp as day and time. */
export const dayAndTime = (at: string): string => `${formatDay(at)}, ${formatTime(at)}`;

/** Shows whether a webhook is enabled. For a failing receiver, shows the time since which it fails. */
export function WebhookState({ webhook }: { webhook: Pick<Webhook, 'enabled' | 'disabled_reason' | 'failing_since'> }) {
  const { enabled, disabled_reason: reason, failing_since: since } = webhook;
  if (!enabled) {
    const isFailing = reason === 'failing';
    return <State tone={isFailing ? 'bad' : 'off'}>{isFailing ? texts.disabledFailing : texts.disabled}</State>;
  }
  return since === null ? (
    <State tone="ok">{texts.enabled}</State>
  ) : (
    <State tone="bad">{texts.failingSince(dayAndTime(since))}</State>
  );
}

/** Returns the name of a webhook, or its URL without the scheme. */
export const titleOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string =>
  name === '' ? url.replace(/^https?:\/\//, '') : name;

/** Shows the name of a webhook, or its URL. */
export function WebhookName({ webhook }: { webhook: Pick<Webhook, 'name' | 'url'> }) {
  return <Name text={titleOf(webhook)} />;
}

/** Returns the titles of a webhook's event types as text. An event type that this build does not know is shown by its name. */
export function describeEvents(types: Webhook['event_types']): string {
  const titles: Readonly<Record<string, string>> = EVENT_TITLES;
  return types.length === 0 ? texts.allEvents : types.map((type) => titles[type] ?? type).join(', ');
}
