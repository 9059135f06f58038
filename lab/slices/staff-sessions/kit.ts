/** People of the staff who sign in as they do: by what the operator prints, with an app. */
import type { Database } from '@innkeeper/db/schema';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/totp';
import type { Kysely } from 'kysely';
import type { Answer, Lab } from '../../app.ts';
import { staffHeaders } from '../../given-staff.ts';
import type { Operator } from '../../operator.ts';

export const PASSWORD = 'nine amber kettles';

export interface Person {
  id: number;
  email: string;
  name: string;
  /** Of the app. */
  secret: string;
  recoveryCodes: string[];
}

export interface Staff {
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** The code of an app at this moment. */
  code(secret: string): string;
  signIn(who: Pick<Person, 'email'>, otp: string, more?: { password?: string; address?: string }): Promise<Answer>;
  /** Invited, set up, and a minute later, so that the next code can be taken. */
  person(role?: 'support' | 'billing' | 'owner'): Promise<Person>;
  /** Headers of the browser of who has just signed in. */
  browser(who: Person): Promise<Record<string, string>>;
  invite(email: string): Promise<string>;
}

interface Parts {
  lab: Lab;
  operator: Operator;
  now(): Date;
  /** Lets a minute pass. */
  wait(): void;
}

let people = 0;
let places = 0;
/** Each request comes from elsewhere. */
export const elsewhere = (): string => `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}`;
export const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });

export function staffOf({ lab, operator, now, wait }: Parts): Staff {
  const post: Staff['post'] = (path, payload, headers = {}) =>
    lab.send({ method: 'POST', url: `/v1/operator/sessions${path}`, payload, headers: { ...from(elsewhere()), ...headers } });
  const code = (secret: string): string => codeOf(fromBase32(secret), stepAt(now()));
  const invite = async (email: string) => (await operator.run('inviteStaff', { person: email })).secret;
  const signIn: Staff['signIn'] = ({ email }, otp, { password = PASSWORD, address = elsewhere() } = {}) =>
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

/** Of the session whose cookie came. */
export function secretOf({ status, headers, text }: Answer): string {
  if (status !== 201) throw new Error(`nobody was signed in: ${text}`);
  const found = /^__Host-innkeeper-staff=([\w-]{43}); Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/.exec(
    String(headers['set-cookie']),
  );
  if (!found?.[1]) throw new Error(`another cookie came: ${headers['set-cookie']}`);
  return found[1];
}

/** About one of the staff, in order. */
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
