import type { IpAddress, Server } from '@innkeeper/sdk/index';
import { queryClient } from '../../data/query.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { serverQuery, useSummary } from '../../data/servers.ts';
import { Losses } from '../../parts/losses.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that makes another address the main address of a server. The dialog warns that the server reboots. */
export function PrimaryDialog({ server, address, onClose }: { server: Server; address: IpAddress; onClose: () => void }) {
  const summary = useSummary(server.id) ?? server;
  const before = server.ip_addresses.find(({ main, version }) => main && version === address.version);
  const isRescue = summary.state.includes('rescue');
  const reboots = !isRescue && summary.power !== 'stopped';
  const effect = isRescue ? texts.mainRescue : reboots ? texts.mainReboot : texts.mainNoReboot;
  const refusal = useRefusalOf()('changeServerPrimaryIp', summary);
  return (
    <FormDialog
      title={texts.mainTitle(address.ip_address)}
      operation="changeServerPrimaryIp"
      input={{ id: server.id, ip_id: address.id }}
      button={reboots ? texts.mainSend : texts.mainSendPlain}
      refusal={refusal}
      noteFields="all"
      onDone={(changed) => queryClient.setQueryData(serverQuery(server.id).queryKey, changed)}
      onClose={onClose}
    >
      {reboots ? <Losses rows={[['rotate-cw', effect]]} /> : <p>{effect}</p>}
      {before !== undefined && <p className="soft">{texts.mainOld(before.ip_address)}</p>}
    </FormDialog>
  );
}
