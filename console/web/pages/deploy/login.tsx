import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePassword } from '../../data/generate-password.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { NewKey } from '../../shared/new-key.tsx';
import type { Form } from './form.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the choice of who may log in: SSH keys, a generated password, or both. */
export function Login({
  form,
  error,
  onChange,
}: {
  form: Form;
  error: string | undefined;
  onChange: (change: Partial<Form>) => void;
}) {
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [isAdding, setAdding] = useState(false);
  const toggle = (id: number, isChosen: boolean) =>
    onChange({ keys: isChosen ? [...form.keys, id] : form.keys.filter((other) => other !== id) });
  return (
    <fieldset className={css.section}>
      <legend>{texts.login}</legend>
      {keys.length === 0 && !isAdding && <p className={css.hint}>{texts.noKeys}</p>}
      {keys.map((key) => (
        <label key={key.id} className={css.check}>
          <Choice
            type="checkbox"
            aria-label={key.name}
            checked={form.keys.includes(key.id)}
            onChange={(event) => toggle(key.id, event.target.checked)}
          />
          <span>
            <b>
              <Name text={key.name} />
            </b>
            <small>{texts.keyHint(key.fingerprint)}</small>
          </span>
        </label>
      ))}
      {isAdding && (
        <NewKey
          onAdded={(id) => {
            setAdding(false);
            toggle(id, true);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      <div className={css.buttons}>
        {!isAdding && (
          <Button icon="plus" onPress={() => setAdding(true)}>
            {texts.addKey}
          </Button>
        )}
        {form.password === null && (
          <Button icon="key-round" onPress={() => onChange({ password: generatePassword() })}>
            {texts.generate}
          </Button>
        )}
      </div>
      {form.password !== null && (
        <div className={css.newKey}>
          <h3>{texts.password}</h3>
          <CopyLine text={form.password} label={partTexts.copyText(texts.password)} />
          <p className={css.hint}>{texts.passwordOnce}</p>
          <div>
            <Button kind="bare" icon="x" onPress={() => onChange({ password: null })}>
              {texts.removePassword}
            </Button>
          </div>
        </div>
      )}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
