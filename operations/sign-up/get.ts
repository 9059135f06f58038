import { type SignUpSettings, signUpSettings } from '@innkeeper/db/tables/sign-up';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the sign-up mode and the current terms. */
export function getSignUp({ db }: Pick<Cx, 'db'>): Promise<SignUpSettings> {
  return signUpSettings(db);
}
