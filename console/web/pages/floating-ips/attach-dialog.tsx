import type { FloatingIp } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { textOf } from './row.tsx';
import { ServerChoice } from './server-choice.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that attaches a floating IP to a server, and thereby detaches it from its current server. */
export function AttachDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const [serverId, setServerId] = useState<number | null>(null);
  const refusalOf = useFloatingIpRefusal();
  const isMove = floatingIp.server_id !== null;
  return (
    <FormDialog
      title={`${isMove ? texts.moveTitle : texts.attachTitle} ${textOf(floatingIp)}`}
      operation="attachFloatingIps"
      input={serverId === null ? undefined : { ids: [floatingIp.id], server_id: serverId }}
      button={isMove ? texts.moveNow : texts.attach}
      refusal={refusalOf('attachFloatingIps', floatingIp) ?? (serverId === null ? texts.chooseFirst : undefined)}
      noteFields="all"
      onClosed={refetchFloatingIps}
      onClose={onClose}
    >
      {(_refusal, clear) => (
        <>
          <p>{isMove ? texts.moveWhat : texts.attachWhat}</p>
          <ServerChoice
            label={texts.server}
            empty={texts.chooseServer}
            value={serverId}
            except={floatingIp.server_id}
            onChange={(chosen) => {
              setServerId(chosen);
              clear();
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
