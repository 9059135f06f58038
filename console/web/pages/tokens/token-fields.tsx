import type { Refusal } from '../../data/refusals.ts';
import { useMe } from '../../data/session.ts';
import { CheckList, ChoiceGroup } from '../../parts/choice-group.tsx';
import { Segments } from '../../parts/field.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createToken.gen.ts';
import type { fields as updateFields } from '../../rules/fields/updateToken.gen.ts';
import { ABILITIES, capOf, EXPIRIES, expiryOf, type TokenDraft, toCreate } from './draft.ts';
import { ServerChoice } from './server-choice.tsx';
import { texts } from './texts.ts';

type Change = (change: Partial<TokenDraft>) => void;

/** Returns the refusals of a field and its items, such as `server_ids.0`. */
const errorOf = (refusal: Refusal | undefined, field: string): string | undefined =>
  Object.entries(refusal?.fields ?? {})
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .map(([, sentence]) => sentence)
    .join(' ') || undefined;

/** Returns the reason why a form cannot be sent yet, or `undefined`. */
export function refusalOfDraft({ servers, cap, expiry, day }: TokenDraft): string | undefined {
  // An empty list would mean all servers.
  if (servers?.length === 0) return texts.chooseServer;
  if (Number.isNaN(capOf(cap))) return texts.capInvalid;
  return expiry === 'date' && day === '' ? texts.chooseDate : undefined;
}

/** Shows the fields of a token that can always be changed. */
export function TokenFields({
  rules,
  draft,
  refusal,
  onChange,
}: {
  rules: typeof fields | typeof updateFields;
  draft: TokenDraft;
  refusal: Refusal | undefined;
  onChange: Change;
}) {
  const sent = toCreate(draft, 0);
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={errorOf(refusal, 'name')}
        rule={rules.name}
        sent={sent.name}
        value={draft.name}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <ChoiceGroup
        legend={texts.may}
        hint={texts.mayHint}
        error={errorOf(refusal, 'abilities')}
        rule={rules.abilities}
        sent={sent.abilities}
      >
        <CheckList
          items={ABILITIES.map((value) => ({ value, label: texts.abilities[value], hint: texts.abilityHints[value] }))}
          chosen={draft.abilities}
          onChange={(abilities) => onChange({ abilities: ABILITIES.filter((ability) => abilities.includes(ability)) })}
        />
      </ChoiceGroup>
      <ServerChoice
        rule={rules.server_ids}
        value={draft.servers}
        error={errorOf(refusal, 'server_ids')}
        onChange={(servers) => onChange({ servers })}
      />
      <TextArea
        label={texts.networksLabel}
        hint={texts.networksHint}
        error={errorOf(refusal, 'allowed_networks')}
        rule={rules.allowed_networks}
        sent={sent.allowed_networks}
        value={draft.networks}
        rows={2}
        onChange={(event) => onChange({ networks: event.target.value })}
      />
    </>
  );
}

/** Shows the fields of a token that can be set only once. `now`: time at which the form was opened. */
export function FixedFields({
  draft,
  refusal,
  now,
  onChange,
}: {
  draft: TokenDraft;
  refusal: Refusal | undefined;
  now: number;
  onChange: Change;
}) {
  const { installation } = useMe();
  const cap = capOf(draft.cap);
  const isCap = !Number.isNaN(cap);
  const ends = expiryOf(draft, now);
  const expiryText = ends === undefined ? texts.chooseDate : texts.expiresOn(formatLongDay(ends));
  return (
    <>
      <TextField
        label={texts.capLabel(installation.currency)}
        hint={texts.capHint}
        error={isCap ? errorOf(refusal, 'monthly_cap') : texts.capInvalid}
        rule={isCap ? fields.monthly_cap : 'unsent'}
        sent={cap}
        value={draft.cap}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange({ cap: event.target.value })}
      />
      <ChoiceGroup
        legend={texts.expiry}
        hint={draft.expiry === 'never' ? texts.neverExpires : expiryText}
        error={errorOf(refusal, 'expires_at')}
      >
        <Segments
          label={texts.expiry}
          value={draft.expiry}
          options={EXPIRIES.map((value) => ({ value, label: texts.expiries[value] }))}
          onChange={(expiry) => onChange({ expiry })}
        />
        {draft.expiry === 'date' && (
          <TextField
            label={texts.expiryDate}
            rule={fields.expires_at}
            sent={ends}
            type="date"
            value={draft.day}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        )}
      </ChoiceGroup>
    </>
  );
}
