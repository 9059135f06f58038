/** What is asked of an identity provider by OpenID Connect, and what it says of who has signed in. engine/openid/ asks it. */

export interface ProviderAccess {
  /** `https://login.example.com`, as its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What one signing in is recognised by; the provider repeats state and nonce, and takes the verifier for its hash. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface AuthorizationRequest extends SignInSecrets {
  /** Where the provider sends the browser back to; it must know the URL. */
  readonly redirectUrl: string;
  /** The address to fill in. */
  readonly loginHint?: string | undefined;
  /** `acr` values that would be trusted. */
  readonly acrValues: readonly string[];
  /** The user must give the credentials again, though the provider has a session. */
  readonly fresh: boolean;
}

/** What the browser brought back. */
export interface AuthorizationAnswer {
  readonly code: string;
  /** Who says that it is the issuer. */
  readonly iss?: string | undefined;
}

/** What the ID token says, or where it has no address, the provider's UserInfo. */
export interface Claims {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** How the user signed in there (RFC 8176): `pwd`, `otp`, `mfa`. */
  readonly amr: readonly string[];
  readonly acr: string | null;
  /** When the user gave the credentials there; null: the provider does not say. */
  readonly authTime: Date | null;
  /** Names of groups, of the claim that was asked for. */
  readonly groups: readonly string[];
}

export interface OpenIdClient {
  /** Where to send the browser. Fails with `ProviderError`. */
  authorizationUrl(provider: ProviderAccess, request: AuthorizationRequest): Promise<string>;
  /** Takes the code, and judges issuer, audience, signature, times and nonce. Fails with `ProviderError`. */
  signedIn(provider: ProviderAccess, answer: AuthorizationAnswer, asked: Expected): Promise<Claims>;
}

export interface Expected extends SignInSecrets {
  readonly redirectUrl: string;
  readonly now: Date;
  /** The claim that names groups. */
  readonly groupsClaim?: string | undefined;
}

/** `unreachable`: it did not answer in time, in bounds, or not from where it may; `answer`: what it said is not right; `busy`: too many are asked. */
export type ProviderTrouble = 'unreachable' | 'answer' | 'busy';

/** Its message is for the log and for whoever configures the provider: it names no secret. */
export class ProviderError extends Error {
  readonly trouble: ProviderTrouble;

  constructor(trouble: ProviderTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ProviderError';
    this.trouble = trouble;
  }
}

/** Of a process that asks nobody. */
export const NO_OPENID: OpenIdClient = {
  authorizationUrl: () =>
    Promise.reject(new ProviderError('unreachable', 'This process does not connect to identity providers.')),
  signedIn: () => Promise.reject(new ProviderError('unreachable', 'This process does not connect to identity providers.')),
};
