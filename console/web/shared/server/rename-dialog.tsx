import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { serverQuery } from '../../data/servers.ts';
import { Choice } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/updateServerHostname.gen.ts';
import { FormDialog } from '../form-dialog.tsx';
import { texts } from '../server-texts.ts';

/** Shows the dialog that changes the hostname of a server. */
export function RenameDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const [hostname, setHostname] = useState(server.hostname);
  const [reboots, setReboots] = useState(false);
  return (
    <FormDialog
      title={texts.rename}
      operation="updateServerHostname"
      input={{ id: server.id, hostname: hostname.trim(), reboot: reboots }}
      button={texts.saveName}
      onDone={() => queryClient.invalidateQueries({ queryKey: serverQuery(server.id).queryKey })}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <TextField
            label={texts.newName}
            hint={texts.renameHint}
            error={refusal?.fields.hostname}
            rule={fields.hostname}
            sent={hostname.trim()}
            value={hostname}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setHostname(event.target.value)}
          />
          <label>
            <Choice type="checkbox" checked={reboots} onChange={(event) => setReboots(event.target.checked)} /> {texts.rebootNow}
          </label>
        </>
      )}
    </FormDialog>
  );
}
