import type { Firewall, FirewallRule } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firewallsQuery } from '../../data/firewalls.ts';
import { useClientAddress } from '../../data/own-address.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { compareRules, findClosedSsh, TEMPLATE_NAMES, withTemplate } from '../../rules/firewall-rules.ts';
import { CallDetails } from '../../shared/call.tsx';
import { texts as firewallsTexts } from '../../shared/firewalls-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { Conflict } from './conflict.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import css from './page.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { findRefusedRule, NEW_RULE, toRule } from './rule-draft.ts';
import { RuleList } from './rule-list.tsx';
import { texts } from './texts.ts';
import { useRules } from './use-rules.ts';

const MAX_NAMES = 3;

/** Rule that the dialog edits. `index`: position of the rule in the list, or `undefined` for a new rule. */
interface Edited {
  index: number | undefined;
  fields?: Readonly<Record<string, string>>;
}

/** Shows the rules as text and edits a draft of them. Saving the draft applies it to all servers of the firewall. */
export function RulesCard({ firewall }: { firewall: Firewall }) {
  const refusalOf = useRefusalOfAct();
  const [edited, setEdited] = useState<Edited>();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const edit = useRules(firewall, ({ fields }) => {
    const refused = findRefusedRule(fields);
    if (refused !== undefined) setEdited(refused);
  });
  const { rules, isChanged, isConflict, change } = edit;
  const refusal = refusalOf('setFirewallRules');
  const take = (rule: FirewallRule) => {
    const index = edited?.index;
    change(index === undefined ? [...rules, rule] : rules.map((other, at) => (at === index ? rule : other)));
    setEdited(undefined);
  };
  const { added, removed } = compareRules(firewall.rules, rules);
  const lists = { saved: firewall.rules, rules, refusal: refusal, onChange: change };
  return (
    <Card
      title={texts.rules}
      side={
        <>
          <Button icon="plus" refusal={refusal} onPress={() => setEdited({ index: undefined })}>
            {texts.addRule}
          </Button>
          <Button iconAtEnd="chevron-down" refusal={refusal} expanded={anchor !== undefined} onPress={setAnchor}>
            {texts.addTemplate}
          </Button>
        </>
      }
    >
      <div className={css.card}>
        <SshWarning firewall={firewall} rules={rules} isChanged={isChanged} onChange={change} />
        {(['in', 'out'] as const).map((direction) => (
          <RuleList key={direction} direction={direction} {...lists} onEdit={(index) => setEdited({ index })} />
        ))}
        <RefusalNote refusal={edit.refusal} fields={['rules', 'id']} />
        {isConflict ? (
          <Conflict firewall={firewall} edit={edit} />
        ) : (
          isChanged && <SaveBar firewall={firewall} edit={edit} refusal={refusal} />
        )}
      </div>
      {isChanged && <LeaveQuestion changes={texts.changes(added.size, removed.length)} onLeave={edit.discard} />}
      {anchor && (
        <Menu
          label={texts.addTemplate}
          anchor={anchor}
          groups={[
            TEMPLATE_NAMES.map((template) => ({
              key: template,
              icon: 'plus',
              label: `${firewallsTexts.templates[template]}: ${firewallsTexts.templateWhat[template]}`,
              onPress: () => change(withTemplate(rules, template)),
            })),
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
      {edited && (
        <RuleDialog
          rule={edited.index === undefined ? undefined : rules[edited.index]}
          {...(edited.fields && { fields: edited.fields })}
          onTake={take}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

/** Shows the number of changes, and the buttons that save or discard them. */
function SaveBar({
  firewall: { id, rules: saved, servers },
  edit: { rules, discard, save, isSaving },
  refusal,
}: {
  firewall: Firewall;
  edit: ReturnType<typeof useRules>;
  refusal: string | undefined;
}) {
  const { added, removed } = compareRules(saved, rules);
  return (
    <div className={css.save}>
      <p role="status">
        {texts.changes(added.size, removed.length)}{' '}
        {removed.length > 0 && servers.length > 0 && <span className="soft">{texts.cuts}</span>}
      </p>
      <div className={css.buttons}>
        <Button onPress={discard}>{texts.discard}</Button>
        <Button kind="main" busy={isSaving} refusal={refusal} onPress={() => void save()}>
          {texts.saveRules}
        </Button>
      </div>
      <CallDetails call={{ operation: 'setFirewallRules', input: { id, rules } }} />
    </div>
  );
}

/** Warns if the rules block SSH from the person's address, and offers to add a rule that allows SSH. */
function SshWarning({
  firewall: { id, servers },
  rules,
  isChanged,
  onChange,
}: {
  firewall: Firewall;
  rules: readonly FirewallRule[];
  isChanged: boolean;
  onChange: (rules: readonly FirewallRule[]) => void;
}) {
  const address = useClientAddress();
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const closed = findClosedSsh({ id, rules, servers }, firewalls, address);
  if (closed === undefined || address === null) return null;
  const names = partTexts.names(closed.slice(0, MAX_NAMES), closed.length);
  return (
    <Note tone={closed.length > 0 ? 'bad' : 'busy'} icon="shield-alert" alert={isChanged}>
      <span className={css.warning}>
        <span>{closed.length > 0 ? texts.closesSsh(address, names) : firewallsTexts.closesSshWhenApplied(address)}</span>
        <Button onPress={() => onChange([...rules, toRule({ ...NEW_RULE, ports: '22', networks: address })])}>
          {texts.allowSsh}
        </Button>
      </span>
    </Note>
  );
}
