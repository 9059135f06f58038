/** Judges what authenticators answer. Who is refused is told nothing of why; the audit log is. */
import { isIP } from 'node:net';
import { lockPasskeyByCredential, type Passkey, updatePasskey } from '@innkeeper/db/tables/passkeys';
import type { Sealer } from '@innkeeper/model/sealing';
import type { RelyingParty } from '@innkeeper/model/sign-in/relying-party';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { MutatingCx } from '../context.ts';
import { type ChallengeFor, takeChallenge } from './challenges.ts';

/** By COSE: EdDSA, ES256, RS256. What authenticators of today make is among them. */
export const ALGORITHMS = [-8, -7, -257] as const;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Others may come, which browsers would not know. */
export const knownTransports = (given: readonly string[] = []): Transport[] =>
  TRANSPORTS.filter((transport) => given.includes(transport));

/** What an authenticator knows a user by: an HMAC, as it may show it to others. */
export const userHandle = (sealer: Sealer, userId: number): string =>
  sealer.digest('passkey-user', String(userId)).toString('base64url');

/** As browsers write them (WebAuthn, 5.1); bytes are base64url. */
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

/** Undefined for what proves no new passkey of this user. */
export async function judgeRegistration(
  cx: MutatingCx,
  credential: Attestation,
  { wanted, rp }: { wanted: ChallengeFor; rp: RelyingParty },
): Promise<NewCredential | undefined> {
  const { clientDataJSON, attestationObject, transports } = credential.response;
  const challenge = await answered(cx, clientDataJSON, wanted);
  if (challenge === undefined) return undefined;
  const proven = await unlessInvalid(async () => {
    refuseCertificates(attestationObject);
    return verifyRegistrationResponse({
      response: { ...plain(credential), response: { clientDataJSON, attestationObject } },
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
 * We ask for no certificate of the authenticator's maker, so browsers send none. To judge one of a maker that it knows, the library fetches
 * revocation lists from the internet, and our transaction would wait for that.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format: string = attestation.get('fmt');
  const isSelf = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelf) throw new TypeError('a certificate was not asked for');
}

export type JudgedPasskey =
  | { readonly passkey: Passkey }
  /** `why`: for the audit log. `userId`: whose passkey it claims to be. */
  | { readonly why: string; readonly userId: number | undefined };

/**
 * Whether a passkey answers the challenge, of the user that it is for; the user was verified by the authenticator. Notes that it was used. Its
 * counter must be ahead of the one before, where it counts: an answer of a copy is refused, and noted too.
 */
export async function judgePasskey(
  cx: MutatingCx,
  credential: Assertion,
  { wanted, rp, sealer }: { wanted: ChallengeFor; rp: RelyingParty; sealer: Sealer },
): Promise<JudgedPasskey> {
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = credential.response;
  const challenge = await answered(cx, clientDataJSON, wanted);
  const passkey = await lockPasskeyByCredential(cx.db, Buffer.from(credential.id, 'base64url'));
  const refused = (why: string): JudgedPasskey => ({ why, userId: passkey?.user_id });
  if (challenge === undefined || !passkey) return refused('passkey');
  if ('userId' in wanted && passkey.user_id !== wanted.userId) return refused('passkey');
  // Alone it says whose it is; after a password some say nothing.
  if ((handle || wanted.purpose === 'sign_in') && handle !== userHandle(sealer, passkey.user_id)) return refused('passkey');
  const proven = await unlessInvalid(() =>
    verifyAuthenticationResponse({
      response: { ...plain(credential), response: { clientDataJSON, authenticatorData, signature } },
      ...expected(challenge, rp),
      // Its counter is looked at below, once the signature is known to be right.
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

/** Without what nothing here looks at. */
const plain = ({ id, rawId }: Pick<Attestation, 'id' | 'rawId'>) =>
  ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const;

const expected = (challenge: string, { id, origins }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: id,
  requireUserVerification: true,
});

/** The challenge that was answered, if it may be; it can't be answered again. */
async function answered(cx: MutatingCx, clientDataJSON: string, wanted: ChallengeFor): Promise<string | undefined> {
  const data = await unlessInvalid(async () => decodeClientDataJSON(clientDataJSON));
  // It is whatever JSON a client sent.
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return (await takeChallenge(cx, challenge, wanted)) ? challenge : undefined;
}

/** The library throws for whatever it does not like. Nothing of ours is called within. */
async function unlessInvalid<T>(judge: () => Promise<T>): Promise<T | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}
