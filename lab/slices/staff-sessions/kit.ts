/** Staff members for tests, who sign in with an invitation and an authenticator app. */
import type { Database } from '@innkeeper/db/schema';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/sign-in/totp';
import type { Kysely } from 'kysely';
import type { Answer, Lab } from '../../app.ts';
import { staffHeaders } from '../../given-staff.ts';
import type { Operator } from '../../operator.ts';

export const PASSWORD = 'nine amber kettles';

export interface Person {
  id: number;
  email: string;
  name: string;
  /** Secret of the authenticator app. */
  secret: string;
  recoveryCodes: string[];
}

export interface Staff {
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the current code of the app. */
  code(secret: string): string;
  signIn(who: Pick<Person, 'email'>, otp: string, more?: { password?: string; address?: string }): Promise<Answer>;
  /** Invites a person, completes the setup and moves the clock by a minute, so that the next code is valid. */
  person(role?: 'support' | 'billing' | 'owner'): Promise<Person>;
  /** Signs in and returns the headers of the browser. */
  browser(who: Person): Promise<Record<string, string>>;
  invite(email: string): Promise<string>;
}

interface Parts {
  lab: Lab;
  operator: Operator;
  now(): Date;
  /** Moves the clock by a minute. */
  wait(): void;
}

let people = 0;
let places = 0;
/** Returns another address for each request. */
export const nextAddress = (): string => `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}`;
export const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });

/** Returns helpers to invite staff members and sign them in. */
export function staffOf({ lab, operator, now, wait }: Parts): Staff {
  const post: Staff['post'] = (path, payload, headers = {}) =>
    lab.send({ method: 'POST', url: `/v1/operator/sessions${path}`, payload, headers: { ...from(nextAddress()), ...headers } });
  const code = (secret: string): string => codeOf(fromBase32(secret), stepAt(now()));
  const invite = async (email: string) => (await operator.run('inviteStaff', { person: email })).secret;
  const signIn: Staff['signIn'] = ({ email }, otp, { password = PASSWORD, address = nextAddress() } = {}) =>
    post('', { email, password, otp }, from(address));
  return {
    ...{ post, code, invite, signIn },
    async person(role = 'support') {
      people += 1;
      const name = `Ann ${people}`;
      const { id, email } = await operator.run('addStaff', { email: `ann-${people}@host.example`, name, role });
      const secret = await invite(email);
      const begun = await post('/setup', { secret, password: PASSWORD });
      const app = String(begun.body.secret_key);
      const done = await post('/setup/confirm', { secret, otp: code(app) });
      wait();
      return { id, email, name, secret: app, recoveryCodes: done.body.recovery_codes };
    },
    async browser(who) {
      wait();
      return staffHeaders(secretOf(await signIn(who, code(who.secret))));
    },
  };
}

/** Returns the secret of the session cookie. Throws if the reply has set none. */
export function secretOf({ status, headers, text }: Answer): string {
  if (status !== 201) throw new Error(`nobody was signed in: ${text}`);
  const found = /^__Host-innkeeper-staff=([\w-]{43}); Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/.exec(
    String(headers['set-cookie']),
  );
  if (!found?.[1]) throw new Error(`another cookie came: ${headers['set-cookie']}`);
  return found[1];
}

/** Lists the audit lines about a staff member, oldest first. */
export const linesAbout = (db: Kysely<Database>, staffId: number) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'actor_name', 'details'])
    .where((eb) =>
      eb.or([
        eb.and([eb('actor_kind', '=', 'staff'), eb('actor_id', '=', staffId)]),
        eb.and([eb('resource_kind', '=', 'staff'), eb('resource_id', '=', staffId)]),
      ]),
    )
    .orderBy('id')
    .execute();
