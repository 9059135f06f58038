/**
 * Support inside an account: somebody of the staff acts there by a consent of the account, or breaks the glass with a reason. `read` changes nothing;
 * `write` runs servers besides.
 */
import { minutes } from './clock.ts';

export const SUPPORT_SCOPES = ['read', 'write'] as const;
export type SupportScope = (typeof SUPPORT_SCOPES)[number];

/** For how long an account consents at most. */
export const MOST_CONSENT_HOURS = 168;
/** How long an access lasts at most; for more another one is opened, which is told again. */
export const MOST_ACCESS_MINUTES = 60;

interface Consent {
  readonly scope: SupportScope;
  readonly expires_at: Date;
}

/** Of those that cover the scope, the one that lasts longest; undefined where none does. */
export function consentFor<Row extends Consent>(consents: readonly Row[], scope: SupportScope): Row | undefined {
  const covering = consents.filter((consent) => consent.scope === 'write' || scope === 'read');
  return covering.sort((one, other) => other.expires_at.getTime() - one.expires_at.getTime())[0];
}

/** When an access ends by itself: with its consent at the latest. */
export function endOfAccess(now: Date, wanted: { minutes: number; consent?: Consent | undefined }): Date {
  const end = new Date(now.getTime() + minutes(wanted.minutes));
  return wanted.consent && wanted.consent.expires_at < end ? wanted.consent.expires_at : end;
}
