import { invalid } from '@innkeeper/model/failures';
import { passwordRefusal } from '@innkeeper/model/sign-in/password-rules';
import type { Cx } from '../context.ts';
import { pageOrApi } from '../page-link.ts';

/** Minimum length of a part of the host's name that passwords must not contain. Shorter parts occur in many names. */
const FEWEST_LETTERS = 4;

/** Throws `validation` for `password` if it is easily guessed. `email` is the address of its user. */
export function requireGoodPassword(
  { settings }: Pick<Cx, 'settings'>,
  { password, email }: { password: string; email: string },
): void {
  const { hostname } = pageOrApi(settings);
  const labels = hostname.split('.').filter((label) => label.length >= FEWEST_LETTERS);
  const names = [email, email.split('@')[0] ?? '', hostname, hostname.replace(/^www\./, ''), ...labels];
  const refusal = passwordRefusal(password, names);
  if (refusal !== undefined) throw invalid('password', refusal);
}
