import type { Lab } from '../app.ts';
import { givenAccount } from '../given.ts';
import { givenEmailChange } from '../given-email-changes.ts';
import { givenSession } from '../given-sessions.ts';
import type { Recorder } from './recorder.ts';

const TO = 'ada@example.net';
const SECRETS = ['Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC', 'c9FsA4eUoTiRwEyQm5Zt0kWqYb1N8rX3vPm7LcJ2hGd'];

/** Records a change of the email address, and its withdrawal. Recorded secrets are constants, so that the examples stay the same. */
export async function recordEmailChange({ keep }: Pick<Recorder, 'keep'>, lab: Lab): Promise<void> {
  const user = await givenAccount(lab.db);
  const { headers } = await givenSession(lab.db, user);
  const made = await lab.call('createEmailChange', { body: { email: TO } }, { headers });
  keep('createEmailChange', { body: { email: TO }, reply: made.body });
  const waiting = await lab.call('getEmailChange', {}, { headers });
  keep('getEmailChange', { reply: waiting.body });
  const withdrawn = await lab.call('deleteEmailChange', {}, { headers });
  const { ofNew, ofOld } = await givenEmailChange(lab.db, { ...user, to: TO });
  const confirmed = await lab.call('confirmEmailChange', { body: { secret: ofNew } });
  const stopped = await lab.call('stopEmailChange', { body: { secret: ofOld } });
  for (const { status, text } of [made, waiting, withdrawn, confirmed, stopped])
    if (status >= 300) throw new Error(`A change of the address was refused: ${text}`);
  keep('deleteEmailChange', {});
  keep('confirmEmailChange', { body: { secret: SECRETS[0] }, reply: confirmed.body });
  keep('stopEmailChange', { body: { secret: SECRETS[1] } });
}
