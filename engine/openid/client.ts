/**
 * The OpenID Connect client, based on `openid-client`: authorization code with PKCE. ID tokens are verified with the provider's keys,
 * although they arrive over TLS. The provider's metadata is cached for 10 minutes and its keys for 5. A token with an unknown key makes the
 * client fetch the keys again.
 */
import type { Live } from '@innkeeper/model/configuration/live';
import {
  type AuthorizationRequest,
  type AuthorizationResponse,
  type Claims,
  type ExpectedResponse,
  type OpenIdClient,
  type ProviderAccess,
  ProviderError,
} from '@innkeeper/model/openid/client';
import { isFromFuture } from '@innkeeper/model/openid/judge';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import * as openid from 'openid-client';
import { createServicePolicy, type OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { ResolveName } from '../outgoing-http/resolve-name.ts';
import { claimsOf } from './claims.ts';
import { requestProvider } from './request-provider.ts';

export interface HttpOpenIdOptions {
  /** Private endpoints that may be requested, also over http. */
  allowedEndpoints?: Live<readonly Endpoint[]>;
  /** Resolver of names, for tests. */
  resolve?: ResolveName;
  /** Timeout in milliseconds of all requests of one step, 10 s by default. Tests set it. */
  limitMs?: number;
  /** Monotonic clock in milliseconds for the caches, for tests. */
  elapsed?: () => number;
}

const LIMIT_MS = 10_000;
const METADATA_MS = 600_000;
const KEYS_MS = 300_000;
/** Age in milliseconds after which keys are fetched again for a token that none of them signed. */
const KEYS_STALE_MS = 10_000;
/** Age in seconds at which `openid-client` fetches keys again. */
const STALE_SECONDS = 61;
/** Maximum number of cached issuers. The oldest are dropped. */
const MAX_ISSUERS = 500;
/** Maximum number of concurrent steps, in total and per issuer. A provider that hangs therefore delays only its own users. */
const MAX_REQUESTS = { all: 32, issuer: 4 };
/** Tolerated difference of clocks, in seconds. */
const SKEW_SECONDS = 60;

interface CachedIssuer {
  readonly metadata: Promise<openid.ServerMetadata>;
  readonly at: number;
  keys?: { cache: openid.ExportedJWKSCache; at: number };
}

export class HttpOpenId implements OpenIdClient {
  readonly #policy: OutgoingPolicy;
  readonly #limitMs: number;
  readonly #elapsed: () => number;
  readonly #issuers = new Map<string, CachedIssuer>();
  readonly #running = new Map<string, number>();

  constructor({ allowedEndpoints: places = [], resolve, limitMs = LIMIT_MS, elapsed }: HttpOpenIdOptions = {}) {
    this.#policy = createServicePolicy(places, resolve);
    this.#limitMs = limitMs;
    this.#elapsed = elapsed ?? (() => performance.now());
  }

  authorizationUrl(provider: ProviderAccess, request: AuthorizationRequest): Promise<string> {
    return this.#step(provider, async (fetch) => {
      const { config } = await this.#configured(provider, fetch);
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: request.redirectUrl,
        response_type: 'code',
        scope: 'openid email profile',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
        ...(request.acrValues.length > 0 && { acr_values: request.acrValues.join(' ') }),
        ...(request.fresh && { prompt: 'login', max_age: '0' }),
      });
      // The browser opens this URL, so it must be neither a script nor an address in the browser's own network.
      const refusal = explainUrlRefusal(url.href, this.#policy.rules, this.#policy.allowed);
      if (refusal !== undefined) throw new ProviderError('answer', `Its authorization endpoint is refused: ${refusal}`);
      return url.href;
    });
  }

  redeemCode(provider: ProviderAccess, { code, iss }: AuthorizationResponse, expected: ExpectedResponse): Promise<Claims> {
    return this.#step(provider, async (fetch) => {
      const { config, remembered } = await this.#configured(provider, fetch, expected.now);
      const callbackUrl = new URL(expected.redirectUrl);
      for (const [name, value] of Object.entries({ code, state: expected.state, iss }))
        if (value !== undefined) callbackUrl.searchParams.set(name, value);
      this.#offerKeys(config, remembered);
      const tokens = await openid.authorizationCodeGrant(config, callbackUrl, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
      });
      this.#rememberKeys(config, remembered);
      const claims = tokens.claims();
      if (!claims) throw new ProviderError('answer', 'The identity provider sent no ID token.');
      if (isFromFuture(claims.iat, expected.now))
        throw new ProviderError(
          'answer',
          'The ID token was issued more than a minute in the future. The clock of the identity provider is wrong.',
        );
      const { userinfo_endpoint: more } = config.serverMetadata();
      if (claims.email !== undefined || more === undefined) return claimsOf(claims, expected.groupsClaim);
      // The library refuses a profile of another subject.
      const profile = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      return claimsOf({ ...profile, ...claims }, expected.groupsClaim);
    });
  }

  async #step<T>({ issuer }: ProviderAccess, act: (fetch: openid.CustomFetch) => Promise<T>): Promise<T> {
    const running = this.#running.get(issuer) ?? 0;
    const all = [...this.#running.values()].reduce((sum, n) => sum + n, 0);
    if (running >= MAX_REQUESTS.issuer || all >= MAX_REQUESTS.all)
      throw new ProviderError('busy', 'Too many sign-ins at this identity provider are in progress. Try again in a moment.');
    this.#running.set(issuer, running + 1);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limitMs);
    const policy = this.#policy;
    try {
      return await act((url, options) => requestProvider(url, options, { policy, signal: limit.signal }));
    } catch (error) {
      throw toProviderError(error);
    } finally {
      clearTimeout(timer);
      const left = (this.#running.get(issuer) ?? 1) - 1;
      if (left > 0) this.#running.set(issuer, left);
      else this.#running.delete(issuer);
    }
  }

  async #configured({ issuer, clientId, clientSecret }: ProviderAccess, fetch: openid.CustomFetch, now?: Date) {
    const remembered = this.#remembered(issuer, fetch);
    const metadata = await remembered.metadata;
    const methods = metadata.token_endpoint_auth_methods_supported;
    const basic = methods === undefined || methods.includes('client_secret_basic');
    const auth = basic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret);
    const skew = now === undefined ? 0 : Math.round((now.getTime() - Date.now()) / 1000);
    const client = { [openid.clockSkew]: skew, [openid.clockTolerance]: SKEW_SECONDS };
    const config = new openid.Configuration(metadata, clientId, client, auth);
    config[openid.customFetch] = fetch;
    openid.enableNonRepudiationChecks(config);
    // The policy of the HTTP client allows http only for endpoints of the operator, whatever this option says.
    if (issuer.startsWith('http:')) openid.allowInsecureRequests(config);
    return { config, remembered };
  }

  #remembered(issuer: string, fetch: openid.CustomFetch): CachedIssuer {
    const now = this.#elapsed();
    const known = this.#issuers.get(issuer);
    if (known && now - known.at < METADATA_MS) return known;
    const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const metadata = openid
      .discovery(new URL(issuer), 'unused', undefined, openid.None(), { [openid.customFetch]: fetch, execute })
      .then((config) => config.serverMetadata());
    const made: CachedIssuer = { metadata, at: now };
    // A failed request is not cached.
    metadata.catch(() => this.#issuers.get(issuer) === made && this.#issuers.delete(issuer));
    this.#issuers.delete(issuer);
    const oldest = this.#issuers.keys().next();
    if (this.#issuers.size >= MAX_ISSUERS && !oldest.done) this.#issuers.delete(oldest.value);
    this.#issuers.set(issuer, made);
    return made;
  }

  /**
   * Passes the cached keys to the library. Keys older than 10 s are marked as stale, so that a token with a new key makes it fetch the keys
   * again.
   */
  #offerKeys(config: openid.Configuration, { keys }: CachedIssuer): void {
    if (!keys) return;
    const age = this.#elapsed() - keys.at;
    if (age >= KEYS_MS) return;
    const { jwks } = keys.cache;
    const uat = Math.floor(Date.now() / 1000) - (age >= KEYS_STALE_MS ? STALE_SECONDS : 0);
    openid.setJwksCache(config, { jwks, uat });
  }

  #rememberKeys(config: openid.Configuration, remembered: CachedIssuer): void {
    const cache = openid.getJwksCache(config);
    if (!cache) return;
    const same = remembered.keys && JSON.stringify(remembered.keys.cache.jwks) === JSON.stringify(cache.jwks);
    const expired = remembered.keys && this.#elapsed() - remembered.keys.at >= KEYS_MS;
    if (!same || expired) remembered.keys = { cache, at: this.#elapsed() };
  }
}

/** Converts failures of the library to `ProviderError`, without anything that could contain a secret. */
function toProviderError(error: unknown): ProviderError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderError) return cause;
  const detail = error instanceof openid.ResponseBodyError ? ` (${error.error})` : '';
  const message = error instanceof Error ? error.message : 'it failed';
  return new ProviderError('answer', `${message}${detail}`.slice(0, 300), error);
}
