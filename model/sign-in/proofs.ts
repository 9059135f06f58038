/** Proofs by which the user of a session can confirm who it is. */

export type Proof = 'password' | 'totp' | 'passkey' | 'single_sign_on';

export interface ProofFacts {
  hasPassword: boolean;
  /** Whether the user has an authenticator app. */
  hasTotp: boolean;
  /** Whether the user has a passkey that works here. */
  hasPasskey: boolean;
  /** Whether an identity provider opened the session. */
  isByProvider: boolean;
}

/** Returns the proofs that a session can give. A code of the authenticator app proves nothing without the password. */
export function proofsOf({ hasPassword, hasTotp, hasPasskey, isByProvider }: ProofFacts): Proof[] {
  const proofs: [Proof, boolean][] = [
    ['password', hasPassword],
    ['totp', hasPassword && hasTotp],
    ['passkey', hasPasskey],
    ['single_sign_on', isByProvider],
  ];
  return proofs.filter(([, canGive]) => canGive).map(([proof]) => proof);
}
