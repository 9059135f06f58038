import type { PendingSignIn } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { type ProviderReturn, takeProviderReturn } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { askForPasskey } from '../../data/passkey.ts';
import { reloadAllTabs, sessionQuery } from '../../data/session.ts';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link, useSearch } from '../../router/router.tsx';
import { texts } from '../../texts/en/sign-in.ts';
import { safeNext, storeNext, takeNext } from './next.ts';
import css from './sign-in.module.css';

/** Shows the page that signs in: with a passkey, an identity provider, or address and password and a second factor. */
export function SignIn() {
  const { next, email } = useSearch();
  const { data: current } = useSuspenseQuery(sessionQuery);
  const [pending, setPending] = useState<PendingSignIn>();
  const [isCompany, setCompany] = useState(false);
  const [provider] = useState(takeProviderReturn);
  const [kept] = useState(() => (provider === undefined ? undefined : takeNext()));
  useEffect(() => setTitle(texts.title), []);
  const enter = () => reloadAllTabs(safeNext(kept ?? next));
  if (provider !== undefined && pending === undefined) {
    return <FromProvider provider={provider} onSignedIn={enter} onPending={setPending} />;
  }
  return (
    <VisitorPage
      title={texts.title}
      below={
        <p className={css.below}>
          <a href="/docs">{texts.reference}</a>
        </p>
      }
    >
      {isCompany ? (
        <ByCompany next={next} onBack={() => setCompany(false)} />
      ) : pending === undefined ? (
        <>
          {current.installation.passkeys && <ByPasskey onSignedIn={enter} />}
          <ByPassword known={email ?? ''} onSignedIn={enter} onPending={setPending} />
          <p className={css.links}>
            <Link className="link" to="/password">
              {texts.forgotten}
            </Link>
            <Link className="link" to="/sign-up">
              {texts.openAccount}
            </Link>
            <button type="button" className="link" onClick={() => setCompany(true)}>
              {texts.singleSignOn}
            </button>
          </p>
        </>
      ) : (
        <SecondFactor pending={pending} onSignedIn={enter} onBack={() => setPending(undefined)} />
      )}
    </VisitorPage>
  );
}

function ByPasskey({ onSignedIn }: { onSignedIn: () => void }) {
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    const request = await client.createSignInOptions({});
    return client.createPasskeySession({ credential: await askForPasskey(request) }, options);
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

function ByPassword({
  known,
  onSignedIn,
  onPending,
}: {
  /** Initial address, such as that of an account that was just opened. */
  known: string;
  onSignedIn: () => void;
  onPending: (pending: PendingSignIn) => void;
}) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const { run, isRunning, refusal } = useAct((input: { email: string; password: string }, options) =>
    client.createSession(input, options),
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
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={texts.password}
        type="password"
        autoComplete="current-password"
        error={refusal?.fields.password ?? error}
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

function SecondFactor({ pending, onSignedIn, onBack }: { pending: PendingSignIn; onSignedIn: () => void; onBack: () => void }) {
  const [code, setCode] = useState('');
  const { run, isRunning, refusal } = useAct((otp: string, options) =>
    client.verifySession({ sign_in_token: pending.sign_in_token, otp }, options),
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

/** Shows the form that finds the identity provider of a company by an email address, and opens the provider. */
function ByCompany({ next, onBack }: { next: string | undefined; onBack: () => void }) {
  const [email, setEmail] = useState('');
  const { run, isRunning, refusal } = useAct((address: string, options) => client.beginSingleSignOn({ email: address }, options));
  const go = async () => {
    const begun = await run(email.trim());
    if (begun === undefined) return;
    storeNext(next);
    location.assign(begun.url);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <TextField
        label={texts.email}
        hint={texts.singleSignOnHint}
        type="email"
        autoComplete="username"
        error={refusal?.fields.email}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
      <Button kind="main" wide type="submit" busy={isRunning}>
        {texts.goToProvider}
      </Button>
      <Button kind="bare" onPress={onBack}>
        {texts.back}
      </Button>
    </form>
  );
}

/** Completes a sign-in with the values that the identity provider returned. */
function FromProvider({
  provider,
  onSignedIn,
  onPending,
}: {
  provider: ProviderReturn;
  onSignedIn: () => void;
  onPending: (pending: PendingSignIn) => void;
}) {
  const { run, refusal } = useAct((input: ProviderReturn, options) => client.completeSingleSignOn(input, options));
  const begun = useRef(false);
  useEffect(() => {
    // The values of the provider work once, and development renders effects twice.
    if (begun.current) return;
    begun.current = true;
    void run(provider).then((done) => {
      if (done?.second_factor) onPending(done.second_factor);
      else if (done) onSignedIn();
    });
  }, [run, provider, onSignedIn, onPending]);
  return (
    <VisitorPage title={texts.returning}>
      <RefusalNote refusal={refusal} fields="all" />
      {refusal && (
        <a className="link" href="/sign-in">
          {texts.back}
        </a>
      )}
    </VisitorPage>
  );
}
