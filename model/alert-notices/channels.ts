/**
 * The channels that deliver alerts to a person.
 *
 * An alert about failed mail is sent only by the webhook. An alert about the failed webhook is sent by no channel. A failed notice
 * therefore causes no further failed notice. Both channels deliver all other alerts.
 */
import type { AlertKind } from '../alerts/alerts.ts';

export const CHANNELS = ['mail', 'webhook'] as const;
export type Channel = (typeof CHANNELS)[number];

export const UNDELIVERED = 'alert_undelivered' satisfies AlertKind;

/** Key of `alert_undelivered` for the webhook. */
export const WEBHOOK_KEY = 'webhook';

/** Key of `alert_undelivered` for a mail address. */
export const keyOfAddress = (address: string): string => `mail:${address.toLowerCase()}`;

/** Number of consecutive failed attempts after which a channel counts as failed. */
export const ATTEMPTS_BEFORE_ALERT = 3;

/** Returns whether a channel may deliver an alert. */
export function canDeliver(channel: Channel, { kind, key }: { kind: string; key: string }): boolean {
  return kind !== UNDELIVERED || (channel === 'webhook' && key !== WEBHOOK_KEY);
}
