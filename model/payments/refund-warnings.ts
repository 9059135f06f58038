/** Warnings about refunds by staff that leave something open. */

/** A service that goes on although a line of it is refunded in full. */
export interface KeptService {
  id: number;
  /** Id of the server of an addon, otherwise of the service. */
  top_id: number;
  type: string;
  name: string;
  expiry_at: Date;
  /** True if the owner has cancelled the service, or the server of an addon. */
  is_cancelled: boolean;
}

/** Number of services that a warning names. */
const MAX_NAMES = 3;

/**
 * Returns sentences about services that a refund does not end, and the commands that do. `null` if there are none. Leaves out addons whose
 * servers are among the services.
 */
export function warnOfKeptServices(services: readonly KeptService[]): string | null {
  const ids = new Set(services.map(({ id }) => id));
  const kept = services.filter(({ id, top_id }) => id === top_id || !ids.has(top_id));
  if (kept.length === 0) return null;
  const others = kept.length - MAX_NAMES;
  return [
    ...kept.slice(0, MAX_NAMES).map(warnOfOne),
    ...(others > 0 ? [`It does not end ${others === 1 ? 'another service' : `${others} other services`} either.`] : []),
  ].join(' ');
}

function warnOfOne({ id, top_id, type, name, expiry_at, is_cancelled }: KeptService): string {
  const noun = NOUNS[type];
  const until = `whose term lasts until ${expiry_at.toISOString().slice(0, 10)}`;
  return [
    `The refund does not end ${noun ? `${noun} ` : ''}${name}, ${until}${is_cancelled ? ', and its customer can withdraw the cancellation' : ''}.`,
    `${id === top_id ? 'End it' : 'End its server'} with ./innkeeper service end ${top_id}.`,
  ].join(' ');
}

/** Words before names. The names of other types contain theirs. */
const NOUNS: Readonly<Record<string, string>> = { server: 'server', 'server-addon': 'addon' };

/** A refund by hand that has failed. */
export interface FailedRefund {
  id: number;
  payment: number;
  iban: string;
}

/** Returns a sentence about a refund to the account of a failed one, and how it goes to another. `madeId`: `null` for a dry run. */
export function warnOfFailedRefund(failed: FailedRefund | null, madeId: number | null): string | null {
  if (failed === null) return null;
  const { id, payment, iban } = failed;
  const known = `Refund ${id} to this account failed: ${iban}.`;
  if (madeId === null) return `${known} Name another one with --payee and --iban.`;
  return `${known} To use another one, run ./innkeeper refund fail ${madeId}, and ./innkeeper payment refund ${payment} with --payee and --iban.`;
}
