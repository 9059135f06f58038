/** Dialogs of acts on many servers. */
import { useState } from 'react';
import { FormFrame } from '../../parts/form-frame.tsx';
import { Losses } from '../../parts/losses.tsx';
import { Names } from '../../parts/names.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createSnapshot.gen.ts';
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
    <FormFrame
      title={
        <>
          {ACT_TITLES[act]} <CountedNames names={names} />
        </>
      }
      button={
        <>
          {ACT_TITLES[act]} {names.length}
        </>
      }
      icon={POWER_ICONS[act]}
      kind={isPowerOff ? 'danger' : 'main'}
      cancel={isPowerOff ? powerOffTexts.keep : undefined}
      onSend={onSend}
      onClose={onClose}
    >
      <p>{EFFECTS[act]}</p>
      {isPowerOff && <Losses rows={[['hard-drive', powerOffTexts.loss]]} />}
    </FormFrame>
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
    <FormFrame
      title={
        <>
          {copyTexts.takeTitle} <CountedNames names={names} />
        </>
      }
      button={
        <>
          {copyTexts.take} {names.length}
        </>
      }
      icon="camera"
      refusal={typed === '' ? copyTexts.takeNameHint : undefined}
      onSend={() => onSend(typed)}
      onClose={onClose}
    >
      <p>{copyTexts.takeWhat}</p>
      <TextField
        label={copyTexts.takeName}
        hint={copyTexts.takeNameHint}
        rule={fields.name}
        sent={typed}
        value={name}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
    </FormFrame>
  );
}
