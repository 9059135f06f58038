import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { insertSignUp } from '@innkeeper/db/tables/sign-up';
import { hours } from '@innkeeper/model/time/clock';
import type { Lab } from '../app.ts';
import { givenSignUpMode, TERMS } from '../given-sign-up.ts';
import type { Recorder } from './recorder.ts';

const EMAIL = 'joan@example.com';
const SECRET = 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC';

/** Records a sign-up. Secrets are fixed, because they would change the examples with each run. */
export async function recordSignUp({ call, keep }: Pick<Recorder, 'call' | 'keep'>, lab: Lab): Promise<void> {
  await givenSignUpMode(lab.db, 'open');
  await call('getSignUp');
  await call('createSignUp', { body: { email: EMAIL, language: 'en' } });
  const secret = await linkFor(lab);
  const country = await lab.db.selectFrom('countries').select('id').where('code', '=', 'AT').executeTakeFirstOrThrow();
  const body = {
    ...{ name: 'Joan Example', country_id: country.id, password: 'seven green lanterns' },
    terms_version: TERMS.version,
  };
  const opened = await lab.call('confirmSignUp', { body: { secret, ...body } });
  if (opened.status !== 201) throw new Error(`confirmSignUp was refused: ${opened.text}`);
  keep('confirmSignUp', { body: { secret: SECRET, ...body }, reply: opened.body });
  await givenSignUpMode(lab.db, 'closed');
}

/** Creates a link as the worker does. Returns its secret. */
async function linkFor({ db }: Lab): Promise<string> {
  const secret = newSecret();
  const now = new Date();
  await db.transaction().execute((trx) => insertSignUp(trx, { email: EMAIL, language: 'en', from: null, now }));
  await db
    .updateTable('sign_ups')
    .set({ secret_hash: hashSecret(secret), expires_at: new Date(now.getTime() + hours(24)) })
    .where('email', '=', EMAIL)
    .execute();
  return secret;
}
