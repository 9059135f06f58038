/**
 * Access of support to an account.
 *
 * A staff member acts with the consent of the account, or without consent for a stated reason. `read` changes nothing. `write` also runs
 * servers.
 */
import { minutes } from '../time/clock.ts';

export const SUPPORT_SCOPES = ['read', 'write'] as const;
export type SupportScope = (typeof SUPPORT_SCOPES)[number];

/** Maximum duration of a consent in hours. */
export const MAX_CONSENT_HOURS = 168;
/** Maximum duration of an access in minutes. A longer access must be opened again, with a new notification. */
export const MAX_ACCESS_MINUTES = 60;

interface Consent {
  readonly scope: SupportScope;
  readonly expires_at: Date;
}

/** Returns the longest-lasting consent that covers the scope, or `undefined` if there is none. */
export function consentFor<Row extends Consent>(consents: readonly Row[], scope: SupportScope): Row | undefined {
  const covering = consents.filter((consent) => consent.scope === 'write' || scope === 'read');
  return covering.sort((one, other) => other.expires_at.getTime() - one.expires_at.getTime())[0];
}

/** Returns when an access ends automatically: at the latest with its consent. */
export function endOfAccess(now: Date, request: { minutes: number; consent?: Consent | undefined }): Date {
  const end = new Date(now.getTime() + minutes(request.minutes));
  return request.consent && request.consent.expires_at < end ? request.consent.expires_at : end;
}
