import type { FirewallRule } from '@innkeeper/sdk/index';
import { useEffect, useState } from 'react';
import { useClientAddress } from '../../data/own-address.ts';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { texts as firewallsTexts } from '../../parts/firewalls-texts.ts';
import { FormFrame } from '../../parts/form-frame.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields as rules } from '../../rules/fields/setFirewallRules.gen.ts';
import css from './page.module.css';
import { hasPorts, NEW_RULE, type RuleDraft, toDraft, toRule } from './rule-draft.ts';
import { texts } from './texts.ts';

const { fields: LIMITS } = rules.rules.items;

type NamedProtocol = keyof typeof firewallsTexts.protocols;

const PROTOCOLS = Object.entries(firewallsTexts.protocols) as [NamedProtocol, string][];

/** Shows the dialog that adds a rule to the unsaved rules, or changes a rule. `fields`: refusals of the API for this rule. */
export function RuleDialog({
  rule,
  fields = {},
  onTake,
  onClose,
}: {
  /** Rule to change, or `undefined` for a new one. */
  rule: FirewallRule | undefined;
  fields?: Readonly<Record<string, string>>;
  onTake: (rule: FirewallRule) => void;
  onClose: () => void;
}) {
  const address = useClientAddress();
  const [draft, setDraft] = useState<RuleDraft>(rule === undefined ? NEW_RULE : toDraft(rule));
  const set = (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change });
  const sent = toRule(draft);
  const isIn = draft.direction === 'in';
  useEffect(() => {
    document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus();
  }, []);
  return (
    <FormFrame
      title={rule === undefined ? texts.ruleTitle : texts.editTitle}
      button={rule === undefined ? texts.take : texts.takeEdit}
      onSend={() => onTake(sent)}
      onClose={onClose}
    >
      <div>
        <Segments
          label={texts.direction}
          value={draft.direction}
          options={[
            { value: 'in', label: texts.comesIn },
            { value: 'out', label: texts.goesOut },
          ]}
          onChange={(direction) => set({ direction })}
        />
      </div>
      <Select
        label={texts.protocol}
        empty={texts.anyProtocol}
        value={draft.protocol === 'any' ? null : draft.protocol}
        options={PROTOCOLS.map(([value, label]) => ({ value, label }))}
        onChange={(protocol) => set({ protocol: protocol ?? 'any' })}
      />
      {hasPorts(draft.protocol) && (
        <TextField
          label={texts.ports}
          hint={texts.portsHint}
          error={fields.ports}
          rule={LIMITS.ports}
          sent={sent.ports}
          value={draft.ports}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ ports: event.target.value })}
        />
      )}
      <TextField
        label={isIn ? texts.sources : texts.targets}
        hint={texts.networksHint}
        error={fields.networks}
        rule={LIMITS.networks}
        sent={sent.networks}
        value={draft.networks}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ networks: event.target.value })}
      />
      {isIn && address !== null && (
        <div className={css.start}>
          <Button onPress={() => set({ networks: address })}>{texts.onlyMe(address)}</Button>
        </div>
      )}
      <TextField
        label={texts.description}
        error={fields.description}
        rule={LIMITS.description}
        sent={sent.description}
        value={draft.description}
        autoComplete="off"
        onChange={(event) => set({ description: event.target.value })}
      />
      <p>{texts.takeHint}</p>
    </FormFrame>
  );
}
