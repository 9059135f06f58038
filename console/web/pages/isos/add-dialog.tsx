import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { isosQuery } from '../../data/isos.ts';
import { queryClient } from '../../data/query.ts';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { nameOfUrl } from './name-of-url.ts';
import { texts } from './texts.ts';

/** Shows the dialog that starts the download of an ISO to the host. */
export function AddIsoDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [sha256, setSha256] = useState('');
  const { run, isRunning, refusal } = useAct((input: Parameters<typeof client.addIso>[0], options) =>
    client.addIso(input, options),
  );
  const input = {
    name: name.trim() === '' ? nameOfUrl(url.trim()) : name.trim(),
    url: url.trim(),
    ...(sha256.trim() === '' ? {} : { sha256: sha256.trim().toLowerCase() }),
  };
  const add = async () => {
    if ((await run(input)) === undefined) return;
    await queryClient.invalidateQueries({ queryKey: isosQuery.queryKey });
    onClose();
  };
  return (
    <Dialog
      title={texts.add}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.add}
        </DialogActions>
      }
    >
      <p>{texts.addWhat}</p>
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        error={refusal?.fields.url}
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
        value={sha256}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSha256(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'addIso', input }} />
    </Dialog>
  );
}
