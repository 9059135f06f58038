import { type DragEvent, useRef, useState } from 'react';
import type { Refusal } from '../data/refusals.ts';
import { commentOf, isPrivateKey } from '../data/ssh-key-text.ts';
import { texts } from '../texts/en/ssh-keys.ts';
import { Button } from './button.tsx';
import { TextArea, TextField } from './field.tsx';
import css from './key-fields.module.css';

export interface KeyDraft {
  name: string;
  key: string;
}

/** Returns the fields of a call. An empty name becomes the comment of the key. */
export function toKey({ name, key }: KeyDraft): KeyDraft {
  return { name: name.trim() === '' ? commentOf(key) : name.trim(), key: key.trim() };
}

/** A public key is one line. Larger files are something else, and are not read. */
const MAX_FILE_BYTES = 65_536;

/** Shows the fields of an SSH key. A file can be dropped on them. The page does not send a private key. */
export function KeyFields({
  draft,
  refusal,
  onChange,
}: {
  draft: KeyDraft;
  refusal: Refusal | undefined;
  onChange: (draft: KeyDraft) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined || chosen.size > MAX_FILE_BYTES) return;
    const key = (await chosen.text()).trim();
    // Even a field that is not sent should not show a secret.
    onChange({ ...draft, key: isPrivateKey(key) ? key.slice(0, key.indexOf('\n')) : key });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same with keys */}
      <div
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <TextArea
          label={texts.keyText}
          hint={texts.keyTextHint}
          error={isPrivateKey(draft.key) ? texts.privateKey : refusal?.fields.key}
          value={draft.key}
          onChange={(event) => onChange({ ...draft, key: event.target.value })}
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
        value={draft.name}
        autoComplete="off"
        placeholder={commentOf(draft.key)}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
    </>
  );
}
