import type { SshKey } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { isPrivateKey } from '../data/ssh-key-text.ts';
import { keysQuery } from '../data/ssh-keys.ts';
import { Button } from '../parts/button.tsx';
import { saysFieldsAreRight } from '../parts/use-field-rule.ts';
import { fields } from '../rules/fields/addSshKey.gen.ts';
import { type KeyDraft, KeyFields, toKey } from './key-fields.tsx';
import css from './new-key.module.css';
import { RefusalNote } from './refusal-note.tsx';
import { texts } from './ssh-keys-texts.ts';

/** Shows the fields that add an SSH key to the account without leaving the page. */
export function NewKey({ onAdded, onCancel }: { onAdded: (id: number) => void; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<KeyDraft>({ name: '', key: '' });
  const { run, isRunning, refusal } = useAct((input: KeyDraft, options) => client.addSshKey(input, options));
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  const add = async () => {
    if (isPrivateKey(draft.key) || !saysFieldsAreRight(ref.current)) return;
    const added = await run(toKey(draft));
    if (added === undefined) return;
    queryClient.setQueryData<SshKey[]>(keysQuery.queryKey, (known) => [...(known ?? []), added]);
    onAdded(added.id);
  };
  return (
    <div ref={ref} className={css.box}>
      {/* A form around it must not wait for the key. */}
      <KeyFields draft={draft} refusal={refusal} rules={fields} form={id} onChange={setDraft} />
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
