import { useState } from 'react';
import { isosQuery } from '../../data/isos.ts';
import { queryClient } from '../../data/query.ts';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/addIso.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { nameOfUrl } from './name-of-url.ts';
import { texts } from './texts.ts';

/** Shows the dialog that starts the download of an ISO to the host. */
export function AddIsoDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [sha256, setSha256] = useState('');
  const input = {
    name: name.trim() === '' ? nameOfUrl(url.trim()) : name.trim(),
    url: url.trim(),
    ...(sha256.trim() === '' ? {} : { sha256: sha256.trim().toLowerCase() }),
  };
  return (
    <FormDialog
      title={texts.add}
      operation="addIso"
      input={input}
      button={texts.add}
      onDone={() => queryClient.invalidateQueries({ queryKey: isosQuery.queryKey })}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.addWhat}</p>
          <TextField
            label={texts.url}
            hint={texts.urlHint}
            error={refusal?.fields.url}
            rule={fields.url}
            sent={input.url}
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setUrl(event.target.value)}
          />
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            error={refusal?.fields.name}
            rule={fields.name}
            sent={input.name}
            value={name}
            placeholder={nameOfUrl(url.trim())}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={texts.sha256}
            hint={texts.sha256Hint}
            error={refusal?.fields.sha256}
            rule={fields.sha256}
            sent={input.sha256}
            value={sha256}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSha256(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
