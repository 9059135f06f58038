import { useEffect } from 'react';
import { useMe } from '../../data/session.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { texts } from '../../texts/en/security.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordCard } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import css from './security.module.css';
import { Sessions } from './sessions.tsx';

/** Shows the passkeys, password and second factor of the person, and the signed-in browsers. */
export function Security() {
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
