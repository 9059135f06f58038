/**
 * Authenticator apps that a session has just enabled.
 *
 * The code that enabled the app works once, so the person would have to wait for the next code to get recovery codes. A person who leaves at
 * this point has none.
 */
import { minutes } from '../time/clock.ts';

const GRACE_MS = minutes(15);

export interface EnabledApp {
  /** Session that enabled the app. `null` if a token did. */
  readonly session_id: number | null;
  readonly enabled_at: Date;
}

/** Returns whether this session enabled the app in the last 15 minutes. `sessionId` is `null` for an access token. */
export const isJustEnabled = ({ session_id, enabled_at }: EnabledApp, sessionId: number | null, now: Date): boolean =>
  sessionId !== null && session_id === sessionId && now.getTime() - enabled_at.getTime() < GRACE_MS;
