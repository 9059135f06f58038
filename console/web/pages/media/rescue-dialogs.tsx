import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { generatePassword } from '../../data/generate-password.ts';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { texts } from './texts.ts';

/** Shows the dialog that starts the rescue system. The rescue system accepts the SSH keys of the server, or a generated password. */
export function EnableRescueDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  const { run, isRunning, refusal } = useAct((input: { id: number; password?: string }, options) =>
    client.enableServerRescue(input, options),
  );
  const start = async () => {
    if (await run({ id: server.id, ...(password === null ? {} : { password }) })) onClose();
  };
  return (
    <Dialog
      title={texts.startTitle(server.hostname)}
      onClose={onClose}
      onSubmit={() => void start()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.start}
        </DialogActions>
      }
    >
      <p>{texts.startWhat}</p>
      <p>{texts.startKeys}</p>
      {password === null ? (
        <div>
          <Button icon="key-round" onPress={() => setPassword(generatePassword())}>
            {texts.startWithPassword}
          </Button>
        </div>
      ) : (
        <CopyLine text={password} label={partTexts.copy} />
      )}
      <RefusalNote refusal={refusal} fields="all" />
      <CallDetails call={{ operation: 'enableServerRescue', input: { id: server.id } }} />
    </Dialog>
  );
}

/** Shows the dialog that boots the server from its own disk again. */
export function LeaveRescueDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const { run, isRunning, refusal } = useAct((id: number, options) => client.disableServerRescue({ id }, options));
  const leave = async () => {
    if (await run(server.id)) onClose();
  };
  return (
    <Dialog
      title={texts.leaveTitle(server.hostname)}
      onClose={onClose}
      onSubmit={() => void leave()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.leave}
        </DialogActions>
      }
    >
      <p>{texts.leaveWhat}</p>
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'disableServerRescue', input: { id: server.id } }} />
    </Dialog>
  );
}
