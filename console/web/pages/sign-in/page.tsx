import type { PendingSignIn } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { type ProviderReturn, takeProviderReturn } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { purgeAfterSignIn } from '../../data/drafts-of-others.ts';
import { sessionQuery } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link, useSearch } from '../../router/router.tsx';
import { fields } from '../../rules/fields/beginSingleSignOn.gen.ts';
import { safeNext, storeNext, takeNext } from '../../shared/next.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { ByPasskey, ByPassword, SecondFactor } from './ways.tsx';

export const path = '/sign-in';
export const isForVisitors = true;

/** Shows the page that signs in: with a passkey, an identity provider, or address and password and a second factor. */
export function Page() {
  const { next, email, company } = useSearch();
  const { data: current } = useSuspenseQuery(sessionQuery);
  const [pending, setPending] = useState<PendingSignIn>();
  const [isCompany, setCompany] = useState(company !== undefined);
  const [provider] = useState(takeProviderReturn);
  const [kept] = useState(() => (provider === undefined ? undefined : takeNext()));
  useEffect(() => setTitle(texts.title), []);
  const enter = () => void purgeAfterSignIn().then(() => reloadAllTabs(safeNext(kept ?? next)));
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
        <ByCompany known={email ?? ''} next={next} onBack={() => setCompany(false)} />
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

/** Shows the form that finds the identity provider of a company by an email address, and opens the provider. */
function ByCompany({ known, next, onBack }: { known: string; next: string | undefined; onBack: () => void }) {
  const [email, setEmail] = useState(known);
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
        rule={fields.email}
        sent={email.trim()}
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
