/** Identity providers for tests: a real `oidc-provider` on loopback whose people sign in without a page. Tests can change its answers. */
import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { CLIENT } from './given-single-sign-on.ts';

export const REDIRECT = 'https://www.example.com/';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  xms_edov?: boolean | number | string;
  name?: string;
  groups?: string[];
  amr?: string[];
  acr?: string;
}

type Json = Record<string, unknown>;

export interface TestProvider {
  readonly issuer: string;
  readonly port: number;
  /** Person who signs in next. */
  person: Person;
  /** Changes an ID token before it is sent. */
  changeToken: ((token: { header: Json; claims: Json; sign: Signer }) => string) | undefined;
  /** Answers instead of the provider. Returns true if it did. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Requested paths. */
  readonly asked: string[];
  readonly key: SigningKey;
  /** Makes the provider redirect browsers to this URL from now on, instead of to `REDIRECT`. */
  redirectTo(url: string): void;
  /** Signs with a new key from now on, and drops the old one. */
  rotate(): void;
  /** Acts as the browser: follows the URL until the provider redirects back. */
  visit(
    url: string,
    cookies?: Map<string, string>,
  ): Promise<Json & { state: string; code?: string; iss?: string; error?: string }>;
  close(): Promise<void>;
}

export type Signer = (header: Json, claims: Json, key?: SigningKey) => string;

interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

const newKey = (): SigningKey => ({ kid: randomUUID(), key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed: (key: SigningKey) => Signer =
  (own) =>
  (header, claims, { kid, key } = own) => {
    const text = `${encoded({ ...header, kid })}.${encoded(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };

/** Opens a provider. With `userinfo`, only the userinfo endpoint returns the email address, as in the specification. */
export async function openTestProvider({ userinfo = false } = {}): Promise<TestProvider> {
  let key = newKey();
  let redirect = REDIRECT;
  let provider: Provider;
  let answer: ReturnType<Provider['callback']>;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url?.split('?')[0] ?? '');
    if (made.instead?.(request, response)) return;
    if (request.url?.startsWith('/interaction/')) return void interact(request, response);
    if (request.url === '/token' && made.changeToken) changing(response, made.changeToken);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await provider.interactionDetails(request, response);
    const { sub: accountId, amr, acr } = made.person;
    await provider.interactionFinished(request, response, { login: { accountId, amr, acr } });
  }

  function changing(response: ServerResponse, change: NonNullable<TestProvider['changeToken']>): void {
    const end = response.end.bind(response) as (text: string) => ServerResponse;
    response.end = ((text: string | Buffer) => {
      const body = JSON.parse(String(text)) as Json;
      if (typeof body.id_token !== 'string') return end(String(text));
      const [header, claims] = body.id_token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      const parts = { header: JSON.parse(header ?? ''), claims: JSON.parse(claims ?? ''), sign: signed(key) };
      const changed = JSON.stringify({ ...body, id_token: change(parts) });
      response.setHeader('content-length', Buffer.byteLength(changed));
      return end(changed);
    }) as ServerResponse['end'];
  }

  function start(): void {
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirect],
          require_auth_time: true,
        },
      ],
      cookies: { keys: ['test'] },
      jwks: { keys: [{ ...key.key.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }] },
      claims: {
        ...{ openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'groups'] },
        ...{ amr: null, acr: null, auth_time: null },
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      conformIdTokenClaims: userinfo,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_cx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_cx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ ...made.person, sub }) }),
      loadExistingGrant: async (cx: { oidc: { session: { accountId: string }; client: { clientId: string } } }) => {
        const grant = new provider.Grant({ clientId: cx.oidc.client.clientId, accountId: cx.oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    answer = provider.callback();
  }

  const made: TestProvider = {
    ...{ issuer, port, asked, instead: undefined, changeToken: undefined },
    person: { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Example' },
    get key() {
      return key;
    },
    redirectTo(url) {
      redirect = url;
      start();
    },
    rotate() {
      key = newKey();
      start();
    },
    async visit(url, cookies = new Map()) {
      let next = url;
      for (let hops = 0; hops < 10; hops += 1) {
        const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
        const reply = await fetch(next, { headers, redirect: 'manual' });
        for (const cookie of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(redirect)) {
          const { state = '', code, iss, error } = Object.fromEntries(new URL(next).searchParams);
          return { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) };
        }
      }
      throw new Error('the provider redirects for ever');
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  start();
  return made;
}

/** Returns the public key of a provider as text, for attacks. */
export const publicKeyOf = ({ key }: TestProvider): string =>
  createPublicKey(key.key).export({ format: 'pem', type: 'spki' }).toString();
