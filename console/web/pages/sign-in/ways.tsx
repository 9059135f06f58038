/** Ways to sign in, on the page of the sign-in and in the dialog after the end of a session. */
import type { PendingSignIn } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { askForPasskey } from '../../data/passkey.ts';
import { plainClient } from '../../data/plain-client.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createSession.gen.ts';
import { fields as verifyFields } from '../../rules/fields/verifySession.gen.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the button that signs in with a passkey. */
export function ByPasskey({ onSignedIn }: { onSignedIn: () => void }) {
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    const request = await plainClient.createSignInOptions({});
    return plainClient.createPasskeySession({ credential: await askForPasskey(request) }, options);
  });
  const enter = async () => {
    if (await run(undefined)) onSignedIn();
  };
  return (
    <>
      <Button kind="main" wide icon="fingerprint-pattern" busy={isRunning} onPress={() => void enter()}>
        {texts.passkey}
      </Button>
      <RefusalNote refusal={refusal} fields="all" />
      <div className={css.or}>{texts.or}</div>
    </>
  );
}

/** Shows the form that signs in with address and password. */
export function ByPassword({
  known,
  onSignedIn,
  onPending,
}: {
  /** Initial address, such as that of an account that was just opened, or of the person whose session has ended. */
  known: string;
  onSignedIn: () => void;
  onPending: (pending: PendingSignIn) => void;
}) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const { run, isRunning, refusal } = useAct((input: { email: string; password: string }, options) =>
    plainClient.createSession(input, options),
  );
  const enter = async () => {
    const made = await run({ email: email.trim(), password });
    if (made === undefined) return;
    if (made.second_factor === null) onSignedIn();
    else onPending(made.second_factor);
  };
  const error = refusal?.kind === 'signed-out' ? texts.wrong : undefined;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username webauthn"
        error={refusal?.fields.email}
        rule={fields.email}
        sent={email.trim()}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={texts.password}
        type="password"
        autoComplete="current-password"
        error={refusal?.fields.password ?? error}
        rule={fields.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {refusal?.kind !== 'signed-out' && <RefusalNote refusal={refusal} />}
      <Button wide type="submit" busy={isRunning}>
        {texts.continue}
      </Button>
    </form>
  );
}

/** Shows the form that asks for the second factor. */
export function SecondFactor({
  pending,
  onSignedIn,
  onBack,
}: {
  pending: PendingSignIn;
  onSignedIn: () => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const { run, isRunning, refusal } = useAct((otp: string, options) =>
    plainClient.verifySession({ sign_in_token: pending.sign_in_token, otp }, options),
  );
  const enter = async () => {
    if (await run(code.trim())) onSignedIn();
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <TextField
        label={texts.code}
        hint={pending.methods.includes('email') ? texts.codeHints.email : texts.codeHints.totp}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        error={refusal?.fields.otp}
        rule={verifyFields.otp}
        sent={code.trim()}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <RefusalNote refusal={refusal} fields={['sign_in_token']} />
      <Button kind="main" wide type="submit" busy={isRunning}>
        {texts.verify}
      </Button>
      <Button kind="bare" onPress={onBack}>
        {texts.back}
      </Button>
    </form>
  );
}
