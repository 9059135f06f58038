import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { discardSecret, secretOf } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link } from '../../router/router.tsx';
import { fields as confirmFields } from '../../rules/fields/confirmPasswordReset.gen.ts';
import { fields } from '../../rules/fields/createPasswordReset.gen.ts';
import css from '../../shared/links.module.css';
import { texts as linksTexts } from '../../shared/links-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

export const path = '/password';
export const isForVisitors = true;

/** Shows the page that sets a new password from the link of a mail. Without a link, the page sends a link. */
export function Page() {
  const secret = secretOf('password_reset');
  useEffect(() => setTitle(texts.passwordTitle), []);
  return secret === undefined ? <SendLink /> : <SetPassword secret={secret} />;
}

function SetPassword({ secret }: { secret: string }) {
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const { run, isRunning, refusal } = useAct(async (input: { secret: string; password: string }, options) => {
    await client.confirmPasswordReset(input, options);
    return true;
  });
  const save = async () => {
    if ((await run({ secret, password })) === undefined) return;
    discardSecret('password_reset');
    setDone(true);
  };
  if (isDone) {
    return (
      <VisitorPage title={texts.passwordTitle}>
        <Note tone="ok">{texts.passwordDone}</Note>
        <Link className="link" to="/sign-in">
          {linksTexts.toSignIn}
        </Link>
      </VisitorPage>
    );
  }
  return (
    <VisitorPage title={texts.passwordTitle}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{texts.passwordWhat}</p>
        <TextField
          label={texts.newPassword}
          hint={linksTexts.passwordHint}
          type="password"
          autoComplete="new-password"
          error={refusal?.fields.password}
          rule={confirmFields.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <RefusalNote refusal={refusal} fields={['secret']} />
        <Button kind="main" wide type="submit" busy={isRunning}>
          {texts.setPassword}
        </Button>
      </form>
    </VisitorPage>
  );
}

/** Shows the form that sends a link. The reply is the same whether or not a user has the address. */
function SendLink() {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, isRunning, refusal } = useAct(async (address: string, options) => {
    await client.createPasswordReset({ email: address }, options);
    return true;
  });
  const send = async () => {
    if (await run(email.trim())) setSent(true);
  };
  return (
    <VisitorPage title={texts.resetTitle}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>{texts.resetWhat}</p>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          error={refusal?.fields.email}
          rule={fields.email}
          sent={email.trim()}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RefusalNote refusal={refusal} />
        {isSent && <Note tone="ok">{texts.sent}</Note>}
        <Button kind="main" wide type="submit" busy={isRunning}>
          {texts.send}
        </Button>
        <Link className="link" to="/sign-in">
          {linksTexts.toSignIn}
        </Link>
      </form>
    </VisitorPage>
  );
}
