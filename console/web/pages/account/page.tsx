import { isCompanyFrozen, isCountryFrozen } from '@innkeeper/model/people/profile-freezes';
import { rolesThatMay } from '@innkeeper/model/people/roles';
import type { UpdateUser, User } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paidOrdersQuery } from '../../data/account.ts';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { texts as shellTexts } from '../../data/refusal-texts.ts';
import { sessionQuery, useMe } from '../../data/session.ts';
import { countriesQuery } from '../../data/sign-up.ts';
import { userQuery } from '../../data/user.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { FieldError } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields as rules } from '../../rules/fields/updateUser.gen.ts';
import css from '../../shared/account/account.module.css';
import { AccountFrame } from '../../shared/account/frame.tsx';
import { texts as accountTexts } from '../../shared/account-texts.ts';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { CompanyCard } from './company-card.tsx';
import { type BillingDraft, draftOf, toUpdate } from './draft.ts';
import { texts } from './texts.ts';

export const path = '/account';
export const load = () => [queryClient.prefetchQuery(userQuery), queryClient.prefetchQuery(paidOrdersQuery)];

const PAYERS = rolesThatMay(['pay']);

/** Shows the billing data of the account, and which of them are fixed. */
export function Page() {
  const { data: user } = useSuspenseQuery(userQuery);
  const { data: orders } = useSuspenseQuery(paidOrdersQuery);
  const { role } = useMe();
  const refusalOf = useRefusalOfAct();
  const [draft, setDraft] = useState<BillingDraft>(() => draftOf(user));
  const [isSaved, setSaved] = useState(false);
  const { run, isRunning, refusal } = useAct((input: UpdateUser, options) => client.updateUser(input, options));
  const accountFacts = {
    company: user.company,
    paid: orders.paid,
    // The real first deposit is not later than the first payment, so this time never locks too early.
    firstDepositAt: orders.firstPaymentAt,
  };
  const changes = toUpdate(draft, user);
  const isUnchanged = Object.keys(changes).length === 0;
  const unavailable =
    refusalOf('updateUser') ??
    (PAYERS.includes(role) ? undefined : shellTexts.mayNot(PAYERS.join(', '))) ??
    (isUnchanged ? accountTexts.unchanged : undefined);
  const change = (changed: Partial<BillingDraft>) => {
    setSaved(false);
    setDraft({ ...draft, ...changed });
  };
  const save = async () => {
    if (unavailable !== undefined) return;
    const saved = await run(changes);
    if (saved === undefined) return;
    queryClient.setQueryData(userQuery.queryKey, saved);
    setDraft(draftOf(saved));
    setSaved(true);
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const fields = refusal?.fields ?? {};
  const text = (name: 'address' | 'postal_code' | 'city' | 'phone_number' | 'tech_email') => ({
    value: draft[name],
    error: fields[name],
    rule: rules[name],
    sent: changes[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <AccountFrame>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={css.cols}>
          <div className={css.column}>
            <Card title={texts.address} padded>
              <div className={css.stack}>
                <TextField label={texts.street} autoComplete="street-address" {...text('address')} />
                <div className={css.pair}>
                  <TextField label={texts.postalCode} autoComplete="postal-code" {...text('postal_code')} />
                  <TextField label={texts.city} autoComplete="address-level2" {...text('city')} />
                </div>
                {isCountryFrozen(accountFacts) ? (
                  <TextField rule="unsent" label={texts.country} value={user.country.name} hint={texts.countryFixed} readOnly />
                ) : (
                  <Country
                    current={user.country}
                    value={draft.country_id}
                    error={fields.country_id}
                    onChange={(id) => change({ country_id: id })}
                  />
                )}
              </div>
            </Card>
            <Card title={texts.contact} padded>
              <div className={css.stack}>
                <TextField label={texts.phone} type="tel" autoComplete="tel" {...text('phone_number')} />
                <TextField
                  label={texts.techEmail}
                  hint={texts.techEmailHint(user.email)}
                  type="email"
                  autoComplete="off"
                  {...text('tech_email')}
                />
              </div>
            </Card>
          </div>
          <CompanyCard
            draft={draft}
            changes={changes}
            errors={fields}
            isFixed={isCompanyFrozen(accountFacts, new Date())}
            onChange={change}
          />
        </div>
        <RefusalNote refusal={refusal} fields={['company']} />
        <div className={css.feet}>
          <Button kind="main" type="submit" busy={isRunning} refusal={unavailable}>
            {texts.save}
          </Button>
          <span role="status">{isSaved && isUnchanged ? texts.saved : ''}</span>
          <span className="gap" />
          <CallDetails call={{ operation: 'updateUser', input: { ...changes } }} />
        </div>
      </form>
    </AccountFrame>
  );
}

interface CountryProps {
  current: User['country'];
  value: number;
  error: string | undefined;
  onChange: (id: number) => void;
}

/** Shows the choice of a country. Most accounts are fixed in theirs, so only this part reads the others. */
function Country({ current, value, error, onChange }: CountryProps) {
  const { data: accepted } = useSuspenseQuery(countriesQuery);
  // An account stays in its country after the host stopped accepting new customers there.
  const countries = accepted.some(({ id }) => id === current.id) ? accepted : [current, ...accepted];
  return (
    <div className={css.country}>
      <Select
        label={texts.country}
        empty=""
        value={value}
        options={countries.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => id !== null && onChange(id)}
      />
      <p className={css.hint}>{texts.countryHint}</p>
      <FieldError>{error}</FieldError>
    </div>
  );
}
