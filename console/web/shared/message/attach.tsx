import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Refusal } from '../../data/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { FieldError } from '../../parts/field.tsx';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Icon } from '../../parts/icon.tsx';
import { type AttachedFile, addFiles, type RefusedFile, sumOf } from '../../parts/message/files.ts';
import css from '../../parts/message/message.module.css';
import { Name } from '../../parts/name.tsx';
import { texts } from '../messages-texts.ts';

export type Attachment = AttachedFile & { file: File };

export interface AttachProps {
  files: readonly Attachment[];
  /** Refusal of the API. It names the file by its position. */
  refusal: Refusal | undefined;
  onChange: (files: readonly Attachment[]) => void;
  /** Content on which files can also be dropped. */
  children?: ReactNode;
}

/** Shows the files of a message. Files are added by a browser dialog or by dropping. Files beyond the limits are named and not added. */
export function Attach({ files, refusal, onChange, children }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [isOver, setOver] = useState(false);
  const add = (chosen: FileList | null) => {
    const added = [...(chosen ?? [])].map((file) => ({ id: crypto.randomUUID(), file }));
    const judged = addFiles(files, added);
    setRefused(judged.refused);
    if (judged.files.length > files.length) onChange(judged.files);
  };
  const remove = (id: string) => {
    setRefused([]);
    onChange(files.filter((other) => other.id !== id));
  };
  // The browser handles dragged text.
  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button below takes the same files
    <div
      className={css.attach}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!isOfFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isOfFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      }}
    >
      {children}
      {files.length > 0 && (
        <ul className={css.files} aria-label={texts.files}>
          {files.map(({ id, file }, index) => (
            <li key={id} className={css.file}>
              <Icon name="paperclip" size="small" />
              <Name text={file.name} />
              <span className="faint nowrap">{formatBytes(file.size)}</span>
              <Button icon="x" kind="bare" label={texts.removeFile(file.name)} onPress={() => remove(id)} />
              <FieldError>{refusal?.fields[`attachments.${index}`]}</FieldError>
            </li>
          ))}
        </ul>
      )}
      {refused.map(({ name, why }) => (
        <FieldError key={name}>{texts.refused[why](name)}</FieldError>
      ))}
      <FieldError>{refusal?.fields.attachments ?? refusal?.fields['attachments[]']}</FieldError>
      <div className={css.row}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={texts.attach}
          onChange={(event) => {
            add(event.target.files);
            // Reset the input, so that a removed file can be chosen again.
            event.target.value = '';
          }}
        />
        <Button icon="paperclip" onPress={() => input.current?.click()}>
          {texts.attach}
        </Button>
        <span>{files.length === 0 ? texts.bounds : texts.sum(files.length, formatBytes(sumOf(files)))}</span>
      </div>
    </div>
  );
}
