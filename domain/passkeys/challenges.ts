/** The challenges that authenticators sign. */
import { insertPasskeyChallenge, takePasskeyChallenge } from '@innkeeper/db/tables/passkeys';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { minutes } from '@innkeeper/model/time/clock';
import type { MutatingCx } from '../context.ts';
import { signInNetwork } from '../sign-in/place.ts';

/** Validity in milliseconds: as long as a browser waits for its user, who may have to look for a telephone. */
export const ANSWER_MS = minutes(5);
/**
 * Maximum number of open challenges per user, or per network for sign-ins. Many people may share a network, and browsers request a
 * challenge when a page opens.
 */
const MAX_CHALLENGES = 200;

/** Purpose of a challenge, and who may answer it. */
export type ChallengeFor =
  | { readonly purpose: 'register' | 'confirm'; readonly userId: number; readonly sessionId: number }
  | { readonly purpose: 'second_factor'; readonly userId: number; readonly signInId: number }
  | { readonly purpose: 'sign_in' };

export interface NewChallenge {
  /** 256 random bits in base64url. Only the SHA-256 is stored. */
  challenge: string;
  expiresAt: Date;
}

/** Creates a challenge. Deletes the oldest challenges of the user or network above the limit. */
export async function newPasskeyChallenge(cx: MutatingCx, challengeFor: ChallengeFor): Promise<NewChallenge> {
  const challenge = newSecret();
  const now = cx.clock.now();
  const expiresAt = new Date(now.getTime() + ANSWER_MS);
  const row = { ...columnsOf(challengeFor), network: signInNetwork(cx), created_at: now, expires_at: expiresAt };
  await insertPasskeyChallenge(cx.db, { ...row, challenge_hash: hashSecret(challenge) }, MAX_CHALLENGES);
  return { challenge, expiresAt };
}

/** Deletes a challenge and returns whether it was still valid and made for this purpose. No challenge can be answered twice. */
export async function takeChallenge(cx: MutatingCx, challenge: string, challengeFor: ChallengeFor): Promise<boolean> {
  const taken = await takePasskeyChallenge(cx.db, hashSecret(challenge));
  if (!taken || taken.expires_at <= cx.clock.now()) return false;
  const expected = columnsOf(challengeFor);
  return (Object.keys(expected) as (keyof typeof expected)[]).every((column) => taken[column] === expected[column]);
}

const columnsOf = (challengeFor: ChallengeFor) => ({
  purpose: challengeFor.purpose,
  user_id: 'userId' in challengeFor ? challengeFor.userId : null,
  session_id: 'sessionId' in challengeFor ? challengeFor.sessionId : null,
  sign_in_challenge_id: 'signInId' in challengeFor ? challengeFor.signInId : null,
});
