/**
 * Authenticator apps that an access token enabled. A leaked token could lock its user out, so sign-ins need the codes only after a session
 * has given one.
 */
import { hours } from '../time/clock.ts';

/** Time in milliseconds after which an unproven app ends. */
const LIFETIME_MS = hours(1);

export interface AppState {
  /** Time at which the app ends unless a session gives its code. `null` if it is proven. */
  readonly unproven_until: Date | null;
}

/** Returns the end of an app that is enabled at `now`, or `null` if a session enables it. */
export const unprovenUntil = (bySession: boolean, now: Date): Date | null =>
  bySession ? null : new Date(now.getTime() + LIFETIME_MS);

/** Returns whether an app has ended. */
export const hasEnded = ({ unproven_until }: AppState, now: Date): boolean => unproven_until !== null && unproven_until <= now;

/** Returns whether another app may replace this one. A session may replace an unproven app, and a token only one that has ended. */
export const isReplaceable = (app: AppState, bySession: boolean, now: Date): boolean =>
  bySession ? app.unproven_until !== null : hasEnded(app, now);
