/** Users with passkeys, and the requests of their browsers. */
import { expect } from 'vitest';
import type { Lab } from '../app.ts';
import { type ForgedValues, openAuthenticator } from '../authenticator.ts';
import { givenAccount } from '../given.ts';
import { browserHeaders, givenPassword, givenSession } from '../given-sessions.ts';

const EVIL = 'https://evil.example.com';

/** Forged values that a foreign page or a broken authenticator might send. */
export const FORGED_VALUES: Record<string, ForgedValues> = {
  'for another page': { origin: EVIL },
  'for a page of another port': { origin: 'http://localhost:8080' },
  'for another domain': { rpId: 'evil.example.com' },
  'of a challenge of somebody else': { challenge: 'wUSNJ5ABnLiTIoxcSK-kNQjZb1bEEcHfZ4eLhHQKhAw' },
  'without verifying its user': { verified: false },
};

type Headers = Record<string, string>;

/** Returns the expected reply to an invalid field. */
export const invalidFieldReply = (field: string) => ({
  status: 422,
  body: { code: 'validation', errors: { [field]: [expect.any(String)] } },
});

/** Returns browser headers with the session cookie of a reply. */
export const cookieOf = (reply: { headers: Record<string, unknown> }): Headers =>
  browserHeaders(/session=([\w-]{43});/.exec(String(reply.headers['set-cookie']))?.[1] ?? '');

/** Returns helpers for a lab whose time comes from `clock`. */
export function passkeyUsers(labOf: () => Lab, clock: { now(): Date }) {
  let places = 0;
  /** Returns headers with another address each time. */
  const elsewhere = (): Headers => {
    places += 1;
    return { 'x-forwarded-for': `198.51.100.${places}`, 'x-forwarded-proto': 'https' };
  };
  const optionsOf = async (headers: Headers) => (await labOf().call('createPasskeyOptions', {}, { headers })).body.public_key;
  const add = (headers: Headers, credential: unknown, name = 'laptop') =>
    labOf().call('createPasskey', { body: { name, credential } }, { headers });
  const signInOptions = async (body = {}) => (await labOf().call('createSignInOptions', { body })).body.public_key;
  const signIn = (credential: unknown, headers = elsewhere()) =>
    labOf().call('createPasskeySession', { body: { credential } }, { headers });
  async function givenUser() {
    const account = await givenAccount(labOf().db);
    await givenPassword(labOf().db, account);
    return { ...account, ...(await givenSession(labOf().db, account, clock.now())) };
  }
  /** Creates a user whose authenticator has a passkey. */
  async function given() {
    const user = await givenUser();
    const authenticator = openAuthenticator();
    const made = await add(user.headers, authenticator.create(await optionsOf(user.headers)));
    expect(made).toMatchObject({ status: 201, body: { name: 'laptop', last_used_at: null, counter_regressed_at: null } });
    return { ...user, authenticator, passkey: made.body.id as number };
  }
  const linesOf = (userId: number) => {
    const lines = labOf().db.selectFrom('audit_log').select(['action', 'details']).where('user_id', '=', userId).orderBy('id');
    return lines.execute();
  };
  const mailsTo = async (address: string) => {
    const mails = labOf().db.selectFrom('mails').select('template').where('address', '=', address).orderBy('id');
    return (await mails.execute()).map(({ template }) => template);
  };
  return { elsewhere, optionsOf, add, signInOptions, signIn, givenUser, given, linesOf, mailsTo };
}
