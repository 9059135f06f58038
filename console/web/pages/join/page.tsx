import type { JoinedAccount } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { discardSecret, secretOf } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { isSignedIn, sessionQuery } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link } from '../../router/router.tsx';
import { fields } from '../../rules/fields/joinWithNewUser.gen.ts';
import css from '../../shared/links.module.css';
import { texts as linksTexts } from '../../shared/links-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

export const path = '/join';
export const isForVisitors = true;

/** Shows the page that accepts an invitation to an account, as the signed-in user or as a new user. */
export function Page() {
  const secret = secretOf('invitation');
  const { data: current } = useSuspenseQuery(sessionQuery);
  const [joined, setJoined] = useState<JoinedAccount>();
  const change = useAct((id: number, options) => client.updateSession({ account_id: id }, options));
  const handleJoin = (account: JoinedAccount) => {
    discardSecret('invitation');
    setJoined(account);
  };
  useEffect(() => setTitle(texts.joinTitle), []);
  if (joined !== undefined) {
    const open = async () => {
      if (!isSignedIn(current) || (await change.run(joined.account_id))) reloadAllTabs('/servers');
    };
    return (
      <VisitorPage title={texts.joinTitle}>
        <Note tone="ok">{texts.joined(joined.account_name, joined.role)}</Note>
        <RefusalNote refusal={change.refusal} fields="all" />
        <Button kind="main" wide busy={change.isRunning} onPress={() => void open()}>
          {texts.open}
        </Button>
      </VisitorPage>
    );
  }
  if (secret === undefined) {
    return (
      <VisitorPage title={texts.joinTitle}>
        <Note tone="bad">{linksTexts.gone}</Note>
        <Link className="link" to="/sign-in">
          {linksTexts.toSignIn}
        </Link>
      </VisitorPage>
    );
  }
  return (
    <VisitorPage title={texts.joinTitle}>
      <p>{texts.joinWhat}</p>
      {isSignedIn(current) ? (
        <WithUser secret={secret} email={current.user.email} onJoined={handleJoin} />
      ) : (
        <AsNewUser secret={secret} onJoined={handleJoin} />
      )}
    </VisitorPage>
  );
}

interface JoinProps {
  secret: string;
  onJoined: (account: JoinedAccount) => void;
}

function WithUser({ secret, email, onJoined }: JoinProps & { email: string }) {
  const { run, isRunning, refusal } = useAct((_input: undefined, options) => client.acceptInvitation({ secret }, options));
  const join = async () => {
    const account = await run(undefined);
    if (account) onJoined(account);
  };
  return (
    <>
      <p>{texts.joinSignedIn(email)}</p>
      <RefusalNote refusal={refusal} fields="all" />
      <Button kind="main" wide busy={isRunning} onPress={() => void join()}>
        {texts.joinAs}
      </Button>
    </>
  );
}

function AsNewUser({ secret, onJoined }: JoinProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { run, isRunning, refusal } = useAct((input: { secret: string; name: string; password: string }, options) =>
    client.joinWithNewUser(input, options),
  );
  const join = async () => {
    const account = await run({ secret, name: name.trim(), password });
    if (account) onJoined(account);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void join();
      }}
    >
      <TextField
        label={texts.name}
        autoComplete="name"
        error={refusal?.fields.name}
        rule={fields.name}
        sent={name.trim()}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={texts.password}
        hint={linksTexts.passwordHint}
        type="password"
        autoComplete="new-password"
        error={refusal?.fields.password}
        rule={fields.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <RefusalNote refusal={refusal} fields={['secret']} />
      <Button kind="main" wide type="submit" busy={isRunning}>
        {texts.join}
      </Button>
      <Link className="link" to="/sign-in">
        {texts.haveUser}
      </Link>
    </form>
  );
}
