import type { Webhook } from '@innkeeper/sdk/index';
import type { Refusal } from '../../data/refusals.ts';
import { CheckList, ChoiceGroup } from '../../parts/choice-group.tsx';
import { Segments } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { FieldRule } from '../../rules/field.ts';
import { EVENT_TITLES, type EventType, texts } from '../webhooks-texts.ts';

export interface WebhookDraft {
  url: string;
  name: string;
  /** Kinds of events, or `undefined` for all, including future ones. */
  events: readonly EventType[] | undefined;
}

export const NEW_WEBHOOK: WebhookDraft = { url: 'https://', name: '', events: undefined };

/** Returns the form with the values of a webhook. */
export const draftOf = ({ url, name, event_types: types }: Webhook): WebhookDraft => ({
  ...{ url, name, events: types.length === 0 ? undefined : (types as EventType[]) },
});

/** Returns the fields of an API call. */
export const toWebhook = ({ url, name, events = [] }: WebhookDraft) => ({
  ...{ url: url.trim(), name: name.trim(), event_types: [...events] },
});

/** Returns the reason why a form cannot be sent yet. An empty list would mean all events. */
export const refusalOfDraft = ({ events }: WebhookDraft): string | undefined =>
  events?.length === 0 ? texts.chooseKind : undefined;

const KINDS = Object.keys(EVENT_TITLES) as EventType[];

/** Shows the fields of a webhook. */
export function WebhookFields({
  rules,
  draft,
  refusal,
  onChange,
}: {
  /** Limits of the call that sends the webhook. */
  rules: Record<'url' | 'name' | 'event_types', FieldRule>;
  draft: WebhookDraft;
  refusal: Refusal | undefined;
  onChange: (draft: WebhookDraft) => void;
}) {
  const { url, name, events } = draft;
  const sent = toWebhook(draft);
  return (
    <>
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        error={refusal?.fields.url}
        rule={rules.url}
        sent={sent.url}
        value={url}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...draft, url: event.target.value })}
      />
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={refusal?.fields.name}
        rule={rules.name}
        sent={sent.name}
        value={name}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <ChoiceGroup
        legend={texts.events}
        hint={events === undefined ? texts.allKindsHint : undefined}
        error={refusal?.fields.event_types}
        rule={rules.event_types}
        sent={sent.event_types}
      >
        <Segments
          label={texts.events}
          value={events === undefined ? 'all' : 'chosen'}
          options={[
            { value: 'all', label: texts.allKinds },
            { value: 'chosen', label: texts.chosenKinds },
          ]}
          onChange={(kind) => onChange({ ...draft, events: kind === 'all' ? undefined : [] })}
        />
        {events !== undefined && (
          <CheckList
            items={KINDS.map((value) => ({ value, label: EVENT_TITLES[value] }))}
            chosen={events}
            onChange={(chosen) => onChange({ ...draft, events: chosen })}
          />
        )}
      </ChoiceGroup>
    </>
  );
}
