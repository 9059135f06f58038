/** What authenticators are asked to sign. */
import { insertPasskeyChallenge, takePasskeyChallenge } from '@innkeeper/db/tables/passkeys';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { minutes } from '@innkeeper/model/clock';
import type { MutatingCx } from '../context.ts';
import { placeOf } from '../sign-in/place.ts';

/** As long as a browser waits for its user, who may have to look for a telephone. */
export const ANSWER_MS = minutes(5);
/** That a user may have unanswered, or for signing in a network, which may be many people's: browsers ask as soon as a page is open. */
const MOST = 200;

/** What a challenge is for, and who alone may answer it. */
export type ChallengeFor =
  | { readonly purpose: 'register' | 'confirm'; readonly userId: number; readonly sessionId: number }
  | { readonly purpose: 'second_factor'; readonly userId: number; readonly signInId: number }
  | { readonly purpose: 'sign_in' };

export interface NewChallenge {
  /** 256 random bits, base64url; its sha256 is stored. */
  challenge: string;
  expiresAt: Date;
}

export async function newPasskeyChallenge(cx: MutatingCx, wanted: ChallengeFor): Promise<NewChallenge> {
  const challenge = newSecret();
  const now = cx.clock.now();
  const expiresAt = new Date(now.getTime() + ANSWER_MS);
  const row = { ...columnsOf(wanted), network: placeOf(cx), created_at: now, expires_at: expiresAt };
  await insertPasskeyChallenge(cx.db, { ...row, challenge_hash: hashSecret(challenge) }, MOST);
  return { challenge, expiresAt };
}

/** Whether it may be answered now, for this. Whatever it is, it can't be answered again. */
export async function takeChallenge(cx: MutatingCx, challenge: string, wanted: ChallengeFor): Promise<boolean> {
  const taken = await takePasskeyChallenge(cx.db, hashSecret(challenge));
  if (!taken || taken.expires_at <= cx.clock.now()) return false;
  const expected = columnsOf(wanted);
  return (Object.keys(expected) as (keyof typeof expected)[]).every((column) => taken[column] === expected[column]);
}

const columnsOf = (wanted: ChallengeFor) => ({
  purpose: wanted.purpose,
  user_id: 'userId' in wanted ? wanted.userId : null,
  session_id: 'sessionId' in wanted ? wanted.sessionId : null,
  sign_in_challenge_id: 'signInId' in wanted ? wanted.signInId : null,
});
