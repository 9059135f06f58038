/** Verifies the responses of authenticators. Only the audit log contains the reason for a rejection. The reply does not. */
import { isIP } from 'node:net';
import { lockPasskeyByCredential, type Passkey, updatePasskey } from '@innkeeper/db/tables/passkeys';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { RelyingParty } from '@innkeeper/model/sign-in/relying-party';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { MutatingCx } from '../context.ts';
import { type ChallengeFor, takeChallenge } from './challenges.ts';

/** COSE algorithms EdDSA, ES256 and RS256. Current authenticators support at least one of them. */
export const ALGORITHMS = [-8, -7, -257] as const;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Returns the transports that browsers support, and drops others. */
export const knownTransports = (given: readonly string[] = []): Transport[] =>
  TRANSPORTS.filter((transport) => given.includes(transport));

/** Returns the user handle that authenticators store. It is an HMAC of the user id, because an authenticator may reveal the handle. */
export const userHandle = (sealer: Sealer, userId: number): string =>
  sealer.digest('passkey-user', String(userId)).toString('base64url');

/** Credential in the format of browsers (WebAuthn, 5.1). Bytes are base64url. */
interface Credential<Answer> {
  id: string;
  rawId: string;
  response: { clientDataJSON: string } & Answer;
}
export type Attestation = Credential<{ attestationObject: string; transports?: string[] | undefined }>;
export type Assertion = Credential<{ authenticatorData: string; signature: string; userHandle?: string | null | undefined }>;

export interface NewCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  synced: boolean;
  transports: Transport[];
}

/** Verifies a registration. Returns `undefined` if the registration is invalid or answers no challenge of this user. */
export async function verifyRegistration(
  cx: MutatingCx,
  credential: Attestation,
  { challengeFor, rp }: { challengeFor: ChallengeFor; rp: RelyingParty },
): Promise<NewCredential | undefined> {
  const { clientDataJSON, attestationObject, transports } = credential.response;
  const challenge = await consumeAnsweredChallenge(cx, clientDataJSON, challengeFor);
  if (challenge === undefined) return undefined;
  const proven = await unlessInvalid(async () => {
    refuseCertificates(attestationObject);
    return verifyRegistrationResponse({
      response: { ...toVerifiable(credential), response: { clientDataJSON, attestationObject } },
      ...expected(challenge, rp),
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
  });
  if (!proven?.verified) return undefined;
  const { credential: made, credentialBackedUp } = proven.registrationInfo;
  return {
    credentialId: Buffer.from(isoBase64URL.toBuffer(made.id)),
    publicKey: Buffer.from(made.publicKey),
    signCount: made.counter,
    synced: credentialBackedUp,
    transports: knownTransports(transports),
  };
}

/**
 * Throws unless the attestation is `none` or a self attestation. Browsers normally send no certificate of the authenticator's maker,
 * because the server does not request one.
 *
 * For certificates of some makers, the library would fetch revocation lists from the internet, and the transaction would wait for them.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format: string = attestation.get('fmt');
  const isSelf = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelf) throw new TypeError('a certificate was not asked for');
}

export type PasskeyResult =
  | { readonly passkey: Passkey }
  /** `why` is for the audit log. `userId` is the user of the named passkey, or `undefined` if no such passkey exists. */
  | { readonly why: string; readonly userId: number | undefined };

/**
 * Verifies that a passkey of the right user signed the challenge, and that its authenticator verified the user. Records the use.
 *
 * The signature counter must increase if the authenticator counts. A counter that does not increase indicates a cloned passkey. The
 * response is then rejected and recorded.
 */
export async function verifyPasskey(
  cx: MutatingCx,
  credential: Assertion,
  { challengeFor, rp, sealer }: { challengeFor: ChallengeFor; rp: RelyingParty; sealer: Sealer },
): Promise<PasskeyResult> {
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = credential.response;
  const challenge = await consumeAnsweredChallenge(cx, clientDataJSON, challengeFor);
  const passkey = await lockPasskeyByCredential(cx.db, Buffer.from(credential.id, 'base64url'));
  const refused = (why: string): PasskeyResult => ({ why, userId: passkey?.user_id });
  if (challenge === undefined || !passkey) return refused('passkey');
  if ('userId' in challengeFor && passkey.user_id !== challengeFor.userId) return refused('passkey');
  // A sign-in with only a passkey must contain a user handle. Some authenticators send no user handle if the passkey is a second factor.
  if ((handle || challengeFor.purpose === 'sign_in') && handle !== userHandle(sealer, passkey.user_id)) return refused('passkey');
  const proven = await unlessInvalid(() =>
    verifyAuthenticationResponse({
      response: { ...toVerifiable(credential), response: { clientDataJSON, authenticatorData, signature } },
      ...expected(challenge, rp),
      // The counter is checked below, after the signature is verified.
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  );
  if (!proven?.verified) return refused('passkey');
  const { newCounter, credentialBackedUp: synced } = proven.authenticationInfo;
  const now = cx.clock.now();
  const before = Number(passkey.sign_count);
  if ((newCounter > 0 || before > 0) && newCounter <= before) {
    await updatePasskey(cx.db, passkey.id, { counter_regressed_at: now });
    return refused('passkey counter');
  }
  const { clientAddress = '' } = cx;
  const from = isIP(clientAddress) ? clientAddress : null;
  const used = { sign_count: BigInt(newCounter), synced, last_used_at: now, last_used_from: from };
  return { passkey: await updatePasskey(cx.db, passkey.id, used) };
}

/** Returns the credential without fields that are not verified here. */
const toVerifiable = ({ id, rawId }: Pick<Attestation, 'id' | 'rawId'>) =>
  ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const;

const expected = (challenge: string, { id, origins }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: id,
  requireUserVerification: true,
});

/** Deletes the answered challenge, so that no one can answer it again. Returns the challenge, or `undefined` if it is not valid. */
async function consumeAnsweredChallenge(
  cx: MutatingCx,
  clientDataJSON: string,
  challengeFor: ChallengeFor,
): Promise<string | undefined> {
  const data = await unlessInvalid(async () => decodeClientDataJSON(clientDataJSON));
  // The client may have sent any JSON.
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return (await takeChallenge(cx, challenge, challengeFor)) ? challenge : undefined;
}

/**
 * Runs `judge` and returns `undefined` if it throws, because the library throws for any invalid input. `judge` must call only the library.
 */
async function unlessInvalid<T>(judge: () => Promise<T>): Promise<T | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}
