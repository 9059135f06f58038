/** The interface of the OpenID Connect client: requests to an identity provider, and the claims that the provider returns. */

export interface ProviderAccess {
  /** Issuer URL as in the tokens: `https://login.example.com`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Secrets that identify one sign-in. The provider returns state and nonce, and checks the verifier against its hash. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface AuthorizationRequest extends SignInSecrets {
  /** URL to which the provider redirects the browser. It must be registered with the provider. */
  readonly redirectUrl: string;
  /** Email address to prefill. */
  readonly loginHint?: string | undefined;
  /** `acr` values that the account trusts. */
  readonly acrValues: readonly string[];
  /** True if the user must enter the credentials again, even with a session at the provider. */
  readonly fresh: boolean;
}

/** Parameters that the browser brought back from the provider. */
export interface AuthorizationResponse {
  readonly code: string;
  /** Issuer as stated in the response (RFC 9207). */
  readonly iss?: string | undefined;
}

/** Claims of the ID token. If the ID token has no email address, UserInfo adds the missing claims. */
export interface Claims {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Authentication methods (RFC 8176): `pwd`, `otp`, `mfa`. */
  readonly amr: readonly string[];
  readonly acr: string | null;
  /** Time when the user entered the credentials at the provider, or `null` if the provider does not state it. */
  readonly authTime: Date | null;
  /** Group names in the requested claim. */
  readonly groups: readonly string[];
}

export interface OpenIdClient {
  /** Returns the URL that starts the sign-in in the browser. Throws a `ProviderError`. */
  authorizationUrl(provider: ProviderAccess, request: AuthorizationRequest): Promise<string>;
  /** Redeems the code, and checks issuer, audience, signature, times and nonce. Throws a `ProviderError`. */
  redeemCode(provider: ProviderAccess, answer: AuthorizationResponse, expected: ExpectedResponse): Promise<Claims>;
}

export interface ExpectedResponse extends SignInSecrets {
  readonly redirectUrl: string;
  readonly now: Date;
  /** Name of the claim that lists groups. */
  readonly groupsClaim?: string | undefined;
}

/**
 * `unreachable`: no answer in time, no connection, or an address that is not allowed. `answer`: an invalid or too large answer. `busy`:
 * too many concurrent requests.
 */
export type ProviderTrouble = 'unreachable' | 'answer' | 'busy';

/** Failure of an identity provider. The message is for the log and for the person who configures the provider. It contains no secret. */
export class ProviderError extends Error {
  readonly trouble: ProviderTrouble;

  constructor(trouble: ProviderTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ProviderError';
    this.trouble = trouble;
  }
}

/** Client of a process that does not connect to identity providers. */
export const NO_OPENID: OpenIdClient = {
  authorizationUrl: () =>
    Promise.reject(new ProviderError('unreachable', 'This process does not connect to identity providers.')),
  redeemCode: () => Promise.reject(new ProviderError('unreachable', 'This process does not connect to identity providers.')),
};
