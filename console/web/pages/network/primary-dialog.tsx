import type { IpAddress, Server } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { serverQuery, useSummary } from '../../data/servers.ts';
import { Dialog, DialogActions, Losses } from '../../parts/dialog.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that makes another address the main address of a server. The dialog warns that the server reboots. */
export function PrimaryDialog({ server, address, onClose }: { server: Server; address: IpAddress; onClose: () => void }) {
  const summary = useSummary(server.id) ?? server;
  const unavailable = useRefusalOf()('changeServerPrimaryIp', summary);
  const { run, isRunning, refusal } = useAct((payload: { id: number; ip_id: number }, options) =>
    client.changeServerPrimaryIp(payload, options),
  );
  const input = { id: server.id, ip_id: address.id };
  const before = server.ip_addresses.find(({ main, version }) => main && version === address.version);
  const isRescue = summary.state.includes('rescue');
  const reboots = !isRescue && summary.power !== 'stopped';
  const change = async () => {
    const changed = unavailable === undefined ? await run(input) : undefined;
    if (changed === undefined) return;
    queryClient.setQueryData(serverQuery(server.id).queryKey, changed);
    onClose();
  };
  const effect = isRescue ? texts.mainRescue : reboots ? texts.mainReboot : texts.mainNoReboot;
  return (
    <Dialog
      title={texts.mainTitle(address.ip_address)}
      onClose={onClose}
      onSubmit={() => void change()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning} refusal={unavailable}>
          {reboots ? texts.mainSend : texts.mainSendPlain}
        </DialogActions>
      }
    >
      {reboots ? <Losses rows={[['rotate-cw', effect]]} /> : <p>{effect}</p>}
      {before !== undefined && <p className="soft">{texts.mainOld(before.ip_address)}</p>}
      <RefusalNote refusal={refusal} fields="all" />
      <CallDetails call={{ operation: 'changeServerPrimaryIp', input }} />
    </Dialog>
  );
}
