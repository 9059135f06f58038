import type { Firewall, FirewallRule } from '@innkeeper/sdk/index';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import css from './page.module.css';
import { RuleText } from './rule-list.tsx';
import { texts } from './texts.ts';
import type { EditedRules } from './use-rules.ts';

/** Shows the rules that another person saved, next to the unsaved ones. The person chooses between them. */
export function Conflict({ firewall, edit: { rules, discard, save, isSaving } }: { firewall: Firewall; edit: EditedRules }) {
  return (
    <div className={css.save}>
      <Note tone="bad" alert>
        {texts.conflict}
      </Note>
      <div className={css.versions}>
        <Version title={texts.theirs} rules={firewall.rules} />
        <Version title={texts.yours} rules={rules} />
      </div>
      <div className={css.buttons}>
        <Button onPress={discard}>{texts.takeTheirs}</Button>
        <Button kind="main" busy={isSaving} onPress={() => void save(true)}>
          {texts.saveMine}
        </Button>
      </div>
    </div>
  );
}

function Version({ title, rules }: { title: string; rules: readonly FirewallRule[] }) {
  return (
    <section className={css.version}>
      <h3>{title}</h3>
      {rules.length === 0 ? (
        <p className="soft">{texts.noRules}</p>
      ) : (
        <ul aria-label={title}>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same, and they have no state
            <li key={index}>
              <RuleText rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
