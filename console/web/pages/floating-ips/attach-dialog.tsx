import type { FloatingIp } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { textOf } from './row.tsx';
import { ServerChoice } from './server-choice.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that attaches a floating IP to a server, and thereby detaches it from its current server. */
export function AttachDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const [serverId, setServerId] = useState<number | null>(null);
  const refusalOf = useFloatingIpRefusal();
  const { run, isRunning, refusal, clear } = useAct((payload: { ids: number[]; server_id: number }, options) =>
    client.attachFloatingIps(payload, options),
  );
  const isMove = floatingIp.server_id !== null;
  const input = serverId === null ? undefined : { ids: [floatingIp.id], server_id: serverId };
  const unavailable = refusalOf('attachFloatingIps', floatingIp) ?? (input === undefined ? texts.chooseFirst : undefined);
  const attach = async () => {
    if (input === undefined || unavailable !== undefined || (await run(input)) === undefined) return;
    onClose();
    await refetchFloatingIps();
  };
  return (
    <Dialog
      title={`${isMove ? texts.moveTitle : texts.attachTitle} ${textOf(floatingIp)}`}
      onClose={onClose}
      onSubmit={() => void attach()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning} refusal={unavailable}>
          {isMove ? texts.moveNow : texts.attach}
        </DialogActions>
      }
    >
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
      <RefusalNote refusal={refusal} fields="all" />
      {input && <CallDetails call={{ operation: 'attachFloatingIps', input }} />}
    </Dialog>
  );
}
