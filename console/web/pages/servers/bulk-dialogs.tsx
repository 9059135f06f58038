/** Dialogs of acts on many servers. */
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions, Losses } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Names } from '../../parts/names.tsx';
import { texts as copyTexts } from '../../texts/en/copies.ts';
import { texts as powerOffTexts } from '../../texts/en/power-off.ts';

/** Shows the dialog that asks for confirmation before several servers are powered off. */
export function PowerOffAll({ names, onSend, onClose }: { names: readonly string[]; onSend: () => void; onClose: () => void }) {
  return (
    <Dialog
      title={
        <>
          {powerOffTexts.title} <Names names={names} />
        </>
      }
      onClose={onClose}
      onSubmit={onSend}
      actions={
        <>
          <Button onPress={onClose}>{powerOffTexts.keep}</Button>
          <Button kind="danger" type="submit">
            {powerOffTexts.powerOff} {names.length}
          </Button>
        </>
      }
    >
      <p>{powerOffTexts.what}</p>
      <Losses rows={[['hard-drive', powerOffTexts.loss]]} />
    </Dialog>
  );
}

/** Shows the dialog that asks for the name of the snapshots of several servers. */
export function SnapshotAll({
  names,
  onSend,
  onClose,
}: {
  names: readonly string[];
  onSend: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const typed = name.trim();
  return (
    <Dialog
      title={
        <>
          {copyTexts.takeTitle} <Names names={names} />
        </>
      }
      onClose={onClose}
      onSubmit={() => typed !== '' && onSend(typed)}
      actions={
        <DialogActions onCancel={onClose} icon="camera" refusal={typed === '' ? copyTexts.takeNameHint : undefined}>
          {copyTexts.take} {names.length}
        </DialogActions>
      }
    >
      <p>{copyTexts.takeWhat}</p>
      <TextField
        label={copyTexts.takeName}
        hint={copyTexts.takeNameHint}
        value={name}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}
