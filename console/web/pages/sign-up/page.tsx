import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { signUpQuery } from '../../data/sign-up.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link } from '../../router/router.tsx';
import { fields } from '../../rules/fields/createSignUp.gen.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from '../../shared/sign-up/sign-up.module.css';
import { TermsLink } from '../../shared/sign-up/terms.tsx';
import { texts as signUpTexts } from '../../shared/sign-up-texts.ts';
import { texts } from './texts.ts';

export const path = '/sign-up';
export const isForVisitors = true;
export const load = () => queryClient.prefetchQuery(signUpQuery);

/** Shows the page that requests the link for opening an account. The page also shows whether accounts can be opened here, and the terms. */
export function Page() {
  const { data: rules } = useSuspenseQuery(signUpQuery);
  useEffect(() => setTitle(signUpTexts.title), []);
  const { mode, terms } = rules;
  return (
    <VisitorPage title={signUpTexts.title}>
      {mode === 'open' && terms !== null ? (
        <>
          <p>{texts.what}</p>
          <p>
            {texts.termsBefore} <TermsLink terms={terms} />
          </p>
          <Request />
        </>
      ) : (
        <Note>{mode === 'invitation' ? texts.byInvitation : signUpTexts.closed}</Note>
      )}
      <Link className="link" to="/sign-in">
        {texts.haveAccount}
      </Link>
    </VisitorPage>
  );
}

function Request() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isRunning, refusal } = useAct(async (address: string, options) => {
    await client.createSignUp({ email: address }, options);
    return true;
  });
  const send = async () => {
    const address = email.trim();
    if (await run(address)) setSentTo(address);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {sentTo !== undefined && (
        <Note tone="ok" alert detail={texts.sentHint}>
          {texts.sent(sentTo)}
        </Note>
      )}
      <TextField
        label={texts.email}
        type="email"
        autoComplete="email"
        error={refusal?.fields.email}
        rule={fields.email}
        sent={email.trim()}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
      <Button kind="main" wide type="submit" busy={isRunning}>
        {sentTo === undefined ? texts.send : texts.sendAgain}
      </Button>
    </form>
  );
}
