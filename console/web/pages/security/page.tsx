import { useEffect } from 'react';
import { queryClient } from '../../data/query.ts';
import { useMe } from '../../data/session.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { passkeysQuery, sessionsQuery } from './data.ts';
import css from './page.module.css';
import { Passkeys } from './passkeys.tsx';
import { PasswordCard } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

export const path = '/security';
export const load = () => [queryClient.prefetchQuery(passkeysQuery), queryClient.prefetchQuery(sessionsQuery)];

/** Shows the passkeys, password and second factor of the person, and the signed-in browsers. */
export function Page() {
  const { session } = useMe();
  useEffect(() => setTitle(texts.title), []);
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      {session.single_sign_on ? (
        <Note>{texts.managed}</Note>
      ) : (
        <>
          <Passkeys />
          <PasswordCard />
          <SecondFactor />
        </>
      )}
      <Sessions />
    </div>
  );
}
