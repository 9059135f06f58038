/** Single sign-on of one account against a real provider: what a browser does. */
import { randomBytes } from 'node:crypto';
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import { type Lab, type LabOptions, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { browserHeaders, ORIGIN } from '../../given-sessions.ts';
import { givenIdentityProvider } from '../../given-single-sign-on.ts';
import { openTestProvider, type TestProvider } from '../../openid-provider.ts';

export interface Kit {
  lab: Lab;
  provider: TestProvider;
  close(): Promise<void>;
}

export async function openKit(options: LabOptions = {}, provided?: { userinfo?: boolean }): Promise<Kit> {
  const provider = await openTestProvider(provided);
  const places = [{ address: '127.0.0.1', port: provider.port }];
  const lab = await openLab({ openId: new HttpOpenId({ places }), ...options, settings: { identityProviders: places } });
  return {
    lab,
    provider,
    close: async () => {
      await lab.close();
      await provider.close();
    },
  };
}

export interface Company extends GivenAccount {
  domain: string;
  providerId: number;
  /** Address of a person of that name. */
  of(name: string): string;
}

/** An account whose provider vouches for a domain of its own. */
export async function givenCompany({ lab, provider }: Kit, fields: object = {}): Promise<Company> {
  const account = await givenAccount(lab.db);
  const domain = `${randomBytes(6).toString('hex')}.example.com`;
  const { accountId } = account;
  const { id } = await givenIdentityProvider(lab.db, { accountId, issuer: provider.issuer, domain, ...fields });
  return { ...account, domain, providerId: id, of: (name) => `${name}@${domain}` };
}

/** The provider knows this person of the company, by whose next visit it is. */
export function signsInNext({ provider }: Kit, company: Company, name: string, more: object = {}): void {
  provider.person = { sub: `${company.domain}:${name}`, email: company.of(name), email_verified: true, name, ...more };
}

export const cookieIn = (reply: { headers: Record<string, unknown> }, name: string): string =>
  new RegExp(`__Host-innkeeper-${name}=([\\w-]{43});`).exec(String(reply.headers['set-cookie']))?.[1] ?? '';

export interface Begun {
  url: string;
  headers: Record<string, string>;
}

export async function begin({ lab }: Pick<Kit, 'lab'>, body: object): Promise<Begun> {
  const reply = await lab.call('beginSingleSignOn', { body }, { headers: { origin: ORIGIN } });
  if (reply.status !== 201) throw new Error(reply.text);
  return { url: reply.body.url, headers: signOnHeaders(reply) };
}

/** Of the browser that got this reply; with a session, that of `session` too. */
export const signOnHeaders = (
  reply: { headers: Record<string, unknown> },
  session?: { secret: string },
): Record<string, string> => ({
  cookie: `${session ? `__Host-innkeeper-session=${session.secret}; ` : ''}__Host-innkeeper-sign-on=${cookieIn(reply, 'sign-on')}`,
  origin: ORIGIN,
});

/** The whole way, as the person that the provider signs in. */
export async function signOn(kit: Kit, company: Company, name: string, more: object = {}) {
  signsInNext(kit, company, name, more);
  const begun = await begin(kit, { email: company.of(name) });
  const body = await kit.provider.visit(begun.url);
  const reply = await kit.lab.call('completeSingleSignOn', { body }, { headers: begun.headers });
  const secret = cookieIn(reply, 'session');
  return { reply, secret, headers: browserHeaders(secret), begun, body };
}

/** Audit lines of the account about that, the newest last. */
export const auditOf = ({ lab }: Kit, { accountId }: { accountId: number }) =>
  lab.db
    .selectFrom('audit_log')
    .select(['action', 'details', 'user_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
