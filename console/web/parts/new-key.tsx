import type { SshKey } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { keysQuery } from '../data/ssh-keys.ts';
import { texts } from '../texts/en/ssh-keys.ts';
import { Button } from './button.tsx';
import { TextArea, TextField } from './field.tsx';
import css from './new-key.module.css';
import { RefusalNote } from './refusal-note.tsx';

/** Adds an SSH key to the account without leaving the page. */
export function NewKey({ onAdded, onCancel }: { onAdded: (id: number) => void; onCancel: () => void }) {
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
    <div className={css.box}>
      <TextArea
        label={texts.keyText}
        hint={texts.keyTextHint}
        error={refusal?.fields.key}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <TextField
        label={texts.keyName}
        error={refusal?.fields.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
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
