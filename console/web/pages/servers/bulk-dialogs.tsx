/** Dialogs of acts on many servers. */
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions, Losses } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Names } from '../../parts/names.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { texts as copyTexts } from '../../shared/copies-texts.ts';
import { texts as powerOffTexts } from '../../shared/power-off-texts.ts';
import { POWER_ICONS } from '../../shared/server-menu.tsx';
import { ACT_TITLES } from '../../shared/servers-texts.ts';
import { texts } from './servers-bulk-texts.ts';

export type ConfirmedPower = 'restartServer' | 'stopServer' | 'powerOffServer';

const EFFECTS: Record<ConfirmedPower, string> = {
  restartServer: texts.restartWhat,
  stopServer: texts.stopWhat,
  powerOffServer: powerOffTexts.what,
};

/** Shows the dialog that asks for confirmation before several servers are restarted, stopped or powered off. */
export function PowerAll({
  act,
  names,
  onSend,
  onClose,
}: {
  act: ConfirmedPower;
  names: readonly string[];
  onSend: () => void;
  onClose: () => void;
}) {
  const isPowerOff = act === 'powerOffServer';
  return (
    <Dialog
      title={
        <>
          {ACT_TITLES[act]} <CountedNames names={names} />
        </>
      }
      onClose={onClose}
      onSubmit={onSend}
      actions={
        <>
          <Button onPress={onClose}>{isPowerOff ? powerOffTexts.keep : partTexts.cancel}</Button>
          <Button kind={isPowerOff ? 'danger' : 'main'} icon={POWER_ICONS[act]} type="submit">
            {ACT_TITLES[act]} {names.length}
          </Button>
        </>
      }
    >
      <p>{EFFECTS[act]}</p>
      {isPowerOff && <Losses rows={[['hard-drive', powerOffTexts.loss]]} />}
    </Dialog>
  );
}

function CountedNames({ names }: { names: readonly string[] }) {
  return (
    <>
      {texts.count(names.length)}
      <Names names={names} />
    </>
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
          {copyTexts.takeTitle} <CountedNames names={names} />
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
