import { insertPasswordReset, openPasswordReset } from '@innkeeper/db/tables/passwords';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { hours } from '@innkeeper/model/time/clock';
import type { Lab } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenPassword, givenSession, PASSWORD } from '../given-sessions.ts';
import type { Recorder } from './recorder.ts';

const EMAIL = 'ada@example.com';
const SECRET = 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC';
const NEW = 'eight blue umbrellas';

/** Records a forgotten password and a changed one. Secrets are fixed, because they would change the examples with each run. */
export async function recordPasswords({ keep }: Recorder, lab: Lab): Promise<void> {
  const user = await givenAccount(lab.db);
  await lab.call('createPasswordReset', { body: { email: 'nobody@example.com' } });
  keep('createPasswordReset', { body: { email: EMAIL } });
  const secret = await linkFor(lab, user);
  const set = await lab.call('confirmPasswordReset', { body: { secret, password: PASSWORD } });
  if (set.status !== 204) throw new Error(`confirmPasswordReset was refused: ${set.text}`);
  keep('confirmPasswordReset', { body: { secret: SECRET, password: PASSWORD } });
  await givenPassword(lab.db, user);
  const { headers } = await givenSession(lab.db, user);
  const body = { current_password: PASSWORD, password: NEW };
  const changed = await lab.call('changePassword', { body }, { headers });
  if (changed.status !== 204) throw new Error(`changePassword was refused: ${changed.text}`);
  keep('changePassword', { body });
}

/** Creates a link as the worker does. Returns its secret. */
async function linkFor({ db }: Lab, { userId, email }: GivenAccount): Promise<string> {
  const secret = newSecret();
  const now = new Date();
  const fields = { user_id: userId, secret_hash: hashSecret(secret), expires_at: new Date(now.getTime() + hours(1)) };
  await db.transaction().execute(async (trx) => {
    await insertPasswordReset(trx, { email, from: null, now });
    const { id } = await trx.selectFrom('password_resets').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await openPasswordReset(trx, id, fields);
  });
  return secret;
}
