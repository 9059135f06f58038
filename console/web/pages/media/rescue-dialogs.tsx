import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { generatePassword } from '../../data/generate-password.ts';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { texts } from './texts.ts';

/** Shows the dialog that starts the rescue system. The rescue system accepts the SSH keys of the server, or a generated password. */
export function EnableRescueDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  return (
    <FormDialog
      title={texts.startTitle(server.hostname)}
      operation="enableServerRescue"
      input={{ id: server.id, ...(password === null ? {} : { password }) }}
      shown={{ id: server.id }}
      button={texts.start}
      noteFields="all"
      onClose={onClose}
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
    </FormDialog>
  );
}

/** Shows the dialog that boots the server from its own disk again. */
export function LeaveRescueDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.leaveTitle(server.hostname)}
      operation="disableServerRescue"
      input={{ id: server.id }}
      button={texts.leave}
      onClose={onClose}
    >
      <p>{texts.leaveWhat}</p>
    </FormDialog>
  );
}
