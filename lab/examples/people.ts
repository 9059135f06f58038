/** Records how people become customers and sign in. */
import type { Lab } from '../app.ts';
import { recordAccountClosure } from './account-closure.ts';
import { recordEmailChange } from './email-change.ts';
import { recordPasskeys } from './passkeys.ts';
import { recordPasswords } from './passwords.ts';
import type { Recorder } from './recorder.ts';
import { recordSessions } from './sessions.ts';
import { recordSignUp } from './sign-up.ts';
import { recordSingleSignOn } from './single-sign-on.ts';

export async function recordPeople(recorder: Recorder, lab: Lab): Promise<void> {
  await recordSessions(recorder, lab);
  await recordPasswords(recorder, lab);
  await recordPasskeys(recorder, lab);
  await recordSignUp(recorder, lab);
  await recordEmailChange(recorder, lab);
  await recordAccountClosure(recorder, lab);
  await recordSingleSignOn(recorder, lab);
}
