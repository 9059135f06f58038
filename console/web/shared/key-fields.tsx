import { type DragEvent, useRef, useState } from 'react';
import type { Refusal } from '../data/refusals.ts';
import { commentOf, isPrivateKey, withoutSecret } from '../data/ssh-key-text.ts';
import { Button } from '../parts/button.tsx';
import { TextArea, TextField } from '../parts/text-field.tsx';
import type { FieldRule } from '../rules/field.ts';
import css from './key-fields.module.css';
import { texts } from './ssh-keys-texts.ts';

export interface KeyDraft {
  name: string;
  key: string;
}

/** Returns the fields of a call. An empty name becomes the comment of the key. */
export function toKey({ name, key }: KeyDraft): KeyDraft {
  return { name: name.trim() === '' ? commentOf(key) : name.trim(), key: key.trim() };
}

/** Size limit in bytes. A public key is one line, so larger files are not read. */
const MAX_FILE_BYTES = 65_536;

/** Shows the fields of an SSH key. A file can be dropped on them. The page never sends a private key. */
export function KeyFields({
  draft,
  refusal,
  rules,
  form,
  onChange,
}: {
  draft: KeyDraft;
  refusal: Refusal | undefined;
  /** Limits of the call that sends the key. */
  rules: { name: FieldRule; key: FieldRule };
  /** Id of the form, if it is not the surrounding one. */
  form?: string;
  onChange: (draft: KeyDraft) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const setKey = (key: string) => {
    setTooLarge(false);
    onChange({ ...draft, key });
  };
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > MAX_FILE_BYTES) setTooLarge(true);
    else setKey(withoutSecret(await chosen.text()));
  };
  // The browser handles dragged text.
  const isOfFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const { name, key } = toKey(draft);
  const errorOfKey = isPrivateKey(draft.key) ? texts.privateKey : refusal?.fields.key;
  return (
    <>
      <div className={css.drop} data-over={isOver || undefined}>
        <TextArea
          label={texts.keyText}
          hint={texts.keyTextHint}
          error={isTooLarge ? texts.fileTooLarge : errorOfKey}
          // A private key has its own sentence.
          rule={isPrivateKey(draft.key) ? 'unsent' : rules.key}
          sent={key}
          form={form}
          value={draft.key}
          onChange={(event) => setKey(event.target.value)}
          onDragOver={(event) => {
            if (!isOfFile(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (!isOfFile(event)) return;
            event.preventDefault();
            setOver(false);
            void read(event.dataTransfer.files[0]);
          }}
        />
        <input
          ref={file}
          type="file"
          accept=".pub,text/plain"
          hidden
          aria-label={texts.chooseFile}
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <div>
          <Button onPress={() => file.current?.click()}>{texts.chooseFile}</Button>
        </div>
      </div>
      <TextField
        label={texts.keyName}
        hint={texts.keyNameHint}
        error={refusal?.fields.name}
        rule={rules.name}
        sent={name}
        form={form}
        value={draft.name}
        autoComplete="off"
        placeholder={commentOf(draft.key)}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
    </>
  );
}
