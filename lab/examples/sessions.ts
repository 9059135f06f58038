import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours } from '@innkeeper/model/time/clock';
import type { Lab } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { browserHeaders, givenPassword, givenSession, PASSWORD } from '../given-sessions.ts';
import { givenTotp, otpOf } from '../given-two-factor.ts';
import type { Recorder } from './recorder.ts';

const EMAIL = 'ada@example.com';
const TOKEN = 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE';
const LINK = 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC';
const APP = 'JBSWY3DPEHPK3PXP';

/**
 * Records signing in with a second factor, and the requests of a browser afterwards. Secrets are fixed, because they would change the
 * examples with each run.
 */
export async function recordSessions({ keep }: Recorder, lab: Lab): Promise<void> {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  await givenTotp(lab.db, user, APP);
  const asked = await lab.call('createSession', { body: { email: user.email, password: PASSWORD } });
  const { second_factor } = asked.body;
  const body = { email: EMAIL, password: PASSWORD };
  keep('createSession', { body, reply: { ...asked.body, second_factor: { ...second_factor, sign_in_token: TOKEN } } });
  const verified = await lab.call('verifySession', {
    body: { sign_in_token: second_factor.sign_in_token, otp: otpOf(APP) },
  });
  keep('verifySession', { body: { sign_in_token: TOKEN, otp: '123456' }, reply: shown(verified.body) });
  const linked = await linkTo(lab, user);
  keep('createSessionByLink', { body: { secret: LINK }, reply: shown(linked.body) });
  await recordCurrent({ keep }, lab, user);
}

/** Signs in with a link as the command line creates it. */
async function linkTo(lab: Lab, { userId }: GivenAccount) {
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + hours(1));
  await putSignInLink(lab.db, { userId, secretHash: hashSecret(secret), expiresAt });
  return lab.call('createSessionByLink', { body: { secret } });
}

async function recordCurrent({ keep }: Pick<Recorder, 'keep'>, lab: Lab, user: GivenAccount): Promise<void> {
  await givenTotp(lab.db, user, APP);
  const { headers } = await givenSession(lab.db, user);
  const listed = (await lab.call('listSessions', { query: { per_page: 1 } }, { headers })).body;
  keep('listSessions', { query: { per_page: 1 }, reply: { ...listed, data: listed.data.map(shown) } });
  const current = (await lab.call('getCurrentSession', {}, { headers })).body;
  const { accountId: id } = user;
  keep('getCurrentSession', {
    reply: {
      ...current,
      session: shown(current.session),
      user: { ...current.user, name: 'Ada Example', email: EMAIL },
      account: { ...current.account, name: 'Ada Example' },
      accounts: [{ id, name: 'Ada Example', role: 'owner' }],
    },
  });
  const confirmed = await lab.call('confirmSession', { body: { password: PASSWORD, otp: otpOf(APP) } }, { headers });
  keep('confirmSession', { body: { password: PASSWORD, otp: '123456' }, reply: shown(confirmed.body) });
  const changed = await lab.call('updateSession', { body: { account_id: user.accountId } }, { headers: later(confirmed) });
  keep('updateSession', { body: { account_id: user.accountId }, reply: shown(changed.body) });
  const other = await givenSession(lab.db, user);
  await lab.call('deleteSession', { params: { id: other.id } }, { headers: later(changed) });
  keep('deleteSession', { params: { id: other.id } });
  await lab.call('deleteOtherSessions', {}, { headers: later(changed) });
  keep('deleteOtherSessions', {});
  await lab.call('deleteCurrentSession', {}, { headers: later(changed) });
  keep('deleteCurrentSession', {});
}

/** Returns browser headers with the secret of a reply. */
const later = (reply: { headers: Record<string, unknown> }): Record<string, string> =>
  browserHeaders(/session=([\w-]+)/.exec(String(reply.headers['set-cookie']))?.[1] ?? '');

const shown = (session: object): object => ({
  ...session,
  last_used_from: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
});
