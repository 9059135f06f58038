import type { FirewallRule } from '@innkeeper/sdk/index';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { describeRule } from '../../parts/rule-words.ts';
import { Tag } from '../../parts/state.tsx';
import { compareRules } from '../../rules/firewall-rules.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

export interface RuleListProps {
  direction: FirewallRule['direction'];
  saved: readonly FirewallRule[];
  rules: readonly FirewallRule[];
  /** Reason why the rules cannot be changed. */
  refusal: string | undefined;
  /** Opens the dialog of a rule. `index`: position in `rules`. */
  onEdit: (index: number) => void;
  onChange: (rules: readonly FirewallRule[]) => void;
}

/** Shows the rules of a direction, and marks those that were added or removed since the last save. */
export function RuleList({ direction, saved, rules, refusal, onEdit, onChange }: RuleListProps) {
  const { added, removed } = compareRules(saved, rules);
  const isIn = direction === 'in';
  const shown = rules.flatMap((rule, index) => (rule.direction === direction ? [{ rule, index }] : []));
  const removedInDirection = removed.filter((rule) => rule.direction === direction);
  return (
    <section className={css.direction}>
      <h3>{isIn ? texts.comesIn : texts.goesOut}</h3>
      {shown.length === 0 && <p className="soft">{isIn ? texts.nothingIn : texts.everythingOut}</p>}
      {shown.length + removedInDirection.length > 0 && (
        <ul className={css.rules} aria-label={isIn ? texts.incomingRules : texts.outgoingRules}>
          {shown.map(({ rule, index }) => (
            <li key={index} data-change={added.has(index) ? 'added' : undefined}>
              <RuleText rule={rule} />
              {added.has(index) && <Tag tone="ok">{texts.added}</Tag>}
              <span className={css.acts}>
                <Button
                  icon="pencil"
                  kind="bare"
                  label={texts.edit(describeRule(rule))}
                  refusal={refusal}
                  onPress={() => onEdit(index)}
                />
                <Button
                  icon="x"
                  kind="bare"
                  label={texts.remove(describeRule(rule))}
                  refusal={refusal}
                  onPress={() => onChange(rules.filter((_rule, at) => at !== index))}
                />
              </span>
            </li>
          ))}
          {removedInDirection.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two removed rules may be the same, and they have no state
            <li key={`removed-${at}`} data-change="removed">
              <RuleText rule={rule} />
              <Tag tone="bad">{texts.removed}</Tag>
              <span className={css.acts}>
                <Button refusal={refusal} onPress={() => onChange([...rules, rule])}>
                  {texts.restore}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shows a rule in words, with its description. */
export function RuleText({ rule }: { rule: FirewallRule }) {
  return (
    <span className={css.words}>
      <span>{describeRule(rule)}</span>
      {rule.description !== null && (
        <small>
          <Name text={rule.description} />
        </small>
      )}
    </span>
  );
}
