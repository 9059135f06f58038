import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { serverQuery } from '../../data/servers.ts';
import { Note } from '../../parts/box.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { Choice, TextField } from '../../parts/field.tsx';
import { CallDetails } from '../call.tsx';
import { texts } from '../server-texts.ts';
import { texts as partTexts } from '../texts.ts';

/** Shows the dialog that changes the hostname of a server. */
export function RenameDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const [hostname, setHostname] = useState(server.hostname);
  const [reboots, setReboots] = useState(false);
  const { run, isRunning, refusal } = useAct((input: { id: number; hostname: string; reboot: boolean }, options) =>
    client.updateServerHostname(input, options),
  );
  const input = { id: server.id, hostname: hostname.trim(), reboot: reboots };
  const save = async () => {
    if ((await run(input)) === undefined) return;
    await queryClient.invalidateQueries({ queryKey: serverQuery(server.id).queryKey });
    onClose();
  };
  return (
    <Dialog
      title={texts.rename}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.saveName}
        </DialogActions>
      }
    >
      <TextField
        label={texts.newName}
        hint={texts.renameHint}
        error={refusal?.fields.hostname}
        value={hostname}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setHostname(event.target.value)}
      />
      <label>
        <Choice type="checkbox" checked={reboots} onChange={(event) => setReboots(event.target.checked)} /> {texts.rebootNow}
      </label>
      {refusal && refusal.kind !== 'fields' && (
        <Note tone="bad" alert detail={refusal.requestId && partTexts.requestId(refusal.requestId)}>
          {refusal.sentence}
        </Note>
      )}
      <CallDetails call={{ operation: 'updateServerHostname', input }} />
    </Dialog>
  );
}
