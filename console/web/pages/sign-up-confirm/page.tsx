import type { ConfirmSignUp, OpenedAccount } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { discardSecret, secretOf } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { discardReferral, storedReferral } from '../../data/referral.ts';
import { countriesQuery, signUpQuery } from '../../data/sign-up.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link } from '../../router/router.tsx';
import { fields as limits } from '../../rules/fields/confirmSignUp.gen.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from '../../shared/sign-up/sign-up.module.css';
import { TermsLink } from '../../shared/sign-up/terms.tsx';
import { texts as signUpTexts } from '../../shared/sign-up-texts.ts';
import { texts } from './texts.ts';

export const path = '/sign-up/confirm';
export const isForVisitors = true;
export const load = () => [queryClient.prefetchQuery(signUpQuery), queryClient.prefetchQuery(countriesQuery)];

/**
 * Shows the page that opens the account from a mailed link: name, country with its VAT, password, terms. The API opens no session, so the
 * person signs in afterwards.
 */
export function Page() {
  const [secret] = useState(() => secretOf('sign_up'));
  const [opened, setOpened] = useState<OpenedAccount>();
  useEffect(() => setTitle(signUpTexts.title), []);
  if (opened !== undefined) {
    return (
      <VisitorPage title={signUpTexts.title}>
        <Note tone="ok" alert>
          {texts.opened(opened.email)}
        </Note>
        <Link className="link" to={`/sign-in?email=${encodeURIComponent(opened.email)}`}>
          {texts.toSignIn}
        </Link>
      </VisitorPage>
    );
  }
  return (
    <VisitorPage title={signUpTexts.title}>
      {secret === undefined ? (
        <>
          <Note tone="bad">{texts.gone}</Note>
          <NewLink />
        </>
      ) : (
        <OpenForm secret={secret} onOpened={setOpened} />
      )}
    </VisitorPage>
  );
}

function NewLink() {
  return (
    <Link className="link" to="/sign-up">
      {texts.newLink}
    </Link>
  );
}

function OpenForm({ secret, onOpened }: { secret: string; onOpened: (account: OpenedAccount) => void }) {
  const { data: rules } = useSuspenseQuery(signUpQuery);
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const [name, setName] = useState('');
  const [countryId, setCountryId] = useState<number | null>(null);
  const [password, setPassword] = useState('');
  const [isAccepted, setAccepted] = useState(false);
  const { run, isRunning, refusal } = useAct(
    (input: ConfirmSignUp, options) => client.confirmSignUp(input, options),
    ({ fields: refused }) => {
      // The code does not exist. The next press opens the account without it.
      if (refused.referral_code !== undefined) discardReferral();
      if (refused.terms_version === undefined) return;
      // Newer terms apply since the page was loaded. A reload would lose the secret of the link.
      setAccepted(false);
      void queryClient.invalidateQueries({ queryKey: signUpQuery.queryKey });
    },
  );
  const country = countries.find(({ id }) => id === countryId);
  const { terms } = rules;
  const fields = refusal?.fields ?? {};

  const open = async () => {
    if (countryId === null || terms === null) return;
    const referral = storedReferral();
    const account = await run({
      ...{ secret, name: name.trim(), country_id: countryId, password, terms_version: terms.version },
      ...(referral === undefined ? {} : { referral_code: referral }),
    });
    if (account === undefined) return;
    discardSecret('sign_up');
    discardReferral();
    onOpened(account);
  };

  if (terms === null) return <Note>{signUpTexts.closed}</Note>;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <TextField
        label={texts.name}
        autoComplete="name"
        error={fields.name}
        rule={limits.name}
        sent={name.trim()}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={css.country}>
        <Select
          label={texts.country}
          empty={texts.chooseCountry}
          value={countryId}
          options={countries.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={setCountryId}
        />
        {country && <p className="faint">{country.tax_rate > 1 ? texts.vat(percentOf(country.tax_rate)) : texts.noVat}</p>}
        <FieldError>{fields.country_id}</FieldError>
      </div>
      <TextField
        label={texts.password}
        hint={texts.passwordHint}
        type="password"
        autoComplete="new-password"
        error={fields.password}
        rule={limits.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <label className={css.terms}>
        <Choice type="checkbox" checked={isAccepted} onChange={(event) => setAccepted(event.target.checked)} />
        <span>
          {texts.acceptBefore} <TermsLink terms={terms} />
        </span>
      </label>
      <RefusalNote refusal={refusal} fields={['terms_version', 'secret', 'referral_code']} />
      {fields.secret !== undefined && <NewLink />}
      <Button
        kind="main"
        wide
        type="submit"
        busy={isRunning}
        refusal={countryId === null || !isAccepted ? texts.incomplete : undefined}
      >
        {texts.open}
      </Button>
    </form>
  );
}

/** Returns the percentage of a factor: `20` for 1.2, and `8.1` for 1.081. */
const percentOf = (factor: number): string => String(Math.round((factor - 1) * 10_000) / 100);
