import type { Lab } from '../app.ts';
import { givenAccount } from '../given.ts';
import type { Recorder } from './recorder.ts';

/** Records an owner who requests to close an account and then keeps it. Addresses are fixed, because they would change with each run. */
export async function recordAccountClosure({ keep }: Pick<Recorder, 'keep'>, lab: Lab): Promise<void> {
  const { token, email } = await givenAccount(lab.db);
  const asked = await lab.call('createAccountClosure', { body: { email } }, { token });
  const closing = await lab.call('getAccountClosure', {}, { token });
  const kept = await lab.call('deleteAccountClosure', {}, { token });
  for (const { status, text } of [asked, closing, kept])
    if (status >= 300) throw new Error(`The closure of an account was refused: ${text}`);
  keep('createAccountClosure', { body: { email: 'ada@example.com' }, reply: asked.body });
  keep('getAccountClosure', { reply: closing.body });
  keep('deleteAccountClosure', {});
}
