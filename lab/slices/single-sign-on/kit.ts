/** Single sign-on of an account with a real provider, from the browser's side. */
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

/** Opens a lab with a provider on loopback that it may call. `provided` holds options of the provider. */
export async function openKit(options: LabOptions = {}, provided?: { userinfo?: boolean }): Promise<Kit> {
  const provider = await openTestProvider(provided);
  const places = [{ address: '127.0.0.1', port: provider.port }];
  const lab = await openLab({
    openId: new HttpOpenId({ allowedEndpoints: places }),
    ...options,
    settings: { identityProviders: places },
  });
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
  /** Returns the email address of a person with this name. */
  of(name: string): string;
}

/** Inserts an account whose provider has a verified domain. */
export async function givenCompany({ lab, provider }: Kit, fields: object = {}): Promise<Company> {
  const account = await givenAccount(lab.db);
  const domain = `${randomBytes(6).toString('hex')}.example.com`;
  const { accountId } = account;
  const { id } = await givenIdentityProvider(lab.db, { accountId, issuer: provider.issuer, domain, ...fields });
  return { ...account, domain, providerId: id, of: (name) => `${name}@${domain}` };
}

/** Makes this person of the company the next one whom the provider signs in. */
export function setNextPerson({ provider }: Kit, company: Company, name: string, more: object = {}): void {
  provider.person = { sub: `${company.domain}:${name}`, email: company.of(name), email_verified: true, name, ...more };
}

/** Returns the value of a cookie that a reply sets, or an empty string. */
export const cookieIn = (reply: { headers: Record<string, unknown> }, name: string): string =>
  new RegExp(`__Host-innkeeper-${name}=([\\w-]{43});`).exec(String(reply.headers['set-cookie']))?.[1] ?? '';

export interface Begun {
  url: string;
  headers: Record<string, string>;
}

/** Begins a sign-in. Returns the URL of the provider and the headers of the browser. Throws if the API refuses. */
export async function begin({ lab }: Pick<Kit, 'lab'>, body: object): Promise<Begun> {
  const reply = await lab.call('beginSingleSignOn', { body }, { headers: { origin: ORIGIN } });
  if (reply.status !== 201) throw new Error(reply.text);
  return { url: reply.body.url, headers: signOnHeaders(reply) };
}

/** Returns headers of the browser that received this reply. With a session, they also contain its cookie. */
export const signOnHeaders = (
  reply: { headers: Record<string, unknown> },
  session?: { secret: string },
): Record<string, string> => ({
  cookie: `${session ? `__Host-innkeeper-session=${session.secret}; ` : ''}__Host-innkeeper-sign-on=${cookieIn(reply, 'sign-on')}`,
  origin: ORIGIN,
});

/** Completes a sign-in as this person at the provider. */
export async function signOn(kit: Kit, company: Company, name: string, more: object = {}) {
  setNextPerson(kit, company, name, more);
  const begun = await begin(kit, { email: company.of(name) });
  const body = await kit.provider.visit(begun.url);
  const reply = await kit.lab.call('completeSingleSignOn', { body }, { headers: begun.headers });
  const secret = cookieIn(reply, 'session');
  return { reply, secret, headers: browserHeaders(secret), begun, body };
}

/** Lists the account's audit lines about single sign-on, newest last. */
export const auditOf = ({ lab }: Kit, { accountId }: { accountId: number }) =>
  lab.db
    .selectFrom('audit_log')
    .select(['action', 'details', 'user_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
