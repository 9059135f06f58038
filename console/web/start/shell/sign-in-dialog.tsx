import type { PendingSignIn } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useMe } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { ByPasskey, ByPassword, SecondFactor } from '../../pages/sign-in/ways.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { writeSearch } from '../../router/match.ts';
import { arrive } from './check-sign-in.ts';
import { texts } from './sign-in-texts.ts';

/** Shows a dialog over the page after the session has ended. Calls that were refused are then sent again. */
export function SignInDialog() {
  const { user, session, installation } = useMe();
  const [pending, setPending] = useState<PendingSignIn>();
  const enter = () => void arrive().catch(() => reloadAllTabs('/'));
  const byCompany = session.single_sign_on;
  const next = location.pathname + location.search;
  return (
    <Dialog
      title={texts.againTitle}
      // Only a sign-in closes it, because the page can do nothing without one.
      onClose={() => undefined}
      actions={<Button onPress={() => location.assign('/sign-in')}>{texts.leave}</Button>}
    >
      <p>{byCompany ? texts.againByCompany(user.email) : texts.again(user.email)}</p>
      {pending !== undefined ? (
        <SecondFactor pending={pending} onSignedIn={enter} onBack={() => setPending(undefined)} />
      ) : (
        !byCompany && (
          <>
            {installation.passkeys && user.passkeys > 0 && <ByPasskey onSignedIn={enter} />}
            <ByPassword known={user.email} onSignedIn={enter} onPending={setPending} />
          </>
        )
      )}
      <p>
        <a
          className="link"
          href={`/sign-in${writeSearch({ company: 'yes', email: user.email, next })}`}
          target="_blank"
          rel="noopener"
        >
          {texts.companyTab}
        </a>
      </p>
    </Dialog>
  );
}
