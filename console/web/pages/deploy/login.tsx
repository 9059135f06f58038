import type { SshKey } from '@innkeeper/sdk/index';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Choice, FieldError, TextArea, TextField } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { texts as partTexts } from '../../texts/en/parts.ts';
import { texts } from '../../texts/en/deploy.ts';
import css from './deploy.module.css';
import { type Form, generatePassword } from './form.ts';
import { keysQuery } from './offer.ts';

/** Chooses who may log in: SSH keys, a generated password, or both. */
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
          <Button icon="key-round" onPress={() => onChange({ password: generatePassword(randomBytes) })}>
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

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** Adds a key to the account without leaving the form. */
function NewKey({ onAdded, onCancel }: { onAdded: (id: number) => void; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const { run, isRunning, refusal } = useAct((input: { name: string; key: string }, options) => client.addSshKey(input, options));
  const add = async () => {
    const added = await run({ name: name.trim() === '' ? nameOfKey(key) : name.trim(), key: key.trim() });
    if (added === undefined) return;
    queryClient.setQueryData<SshKey[]>(keysQuery.queryKey, (known) => [...(known ?? []), added]);
    onAdded(added.id);
  };
  return (
    <div className={css.newKey}>
      <TextArea
        label={texts.keyText}
        hint={texts.keyTextHint}
        error={refusal?.fields.key}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <TextField label={texts.keyName} error={refusal?.fields.name} value={name} onChange={(event) => setName(event.target.value)} />
      {refusal && refusal.kind !== 'fields' && (
        <Note tone="bad" alert detail={refusal.requestId && partTexts.requestId(refusal.requestId)}>
          {refusal.sentence}
        </Note>
      )}
      <div className={css.buttons}>
        <Button busy={isRunning} onPress={() => void add()}>
          {texts.saveKey}
        </Button>
        <Button kind="bare" onPress={onCancel}>
          {texts.cancelKey}
        </Button>
      </div>
    </div>
  );
}

/** The comment at the end of a key names it well enough. */
function nameOfKey(key: string): string {
  return key.trim().split(/\s+/)[2] ?? '';
}
