/** Makes another address the main address of a server, in the network and in the guest. The request has already changed the rows. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { setMainAddress } from '@innkeeper/domain/servers/main-address';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { NicSpec } from '@innkeeper/engine/nic';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, NonRetryableError, type StepContext } from '../define.ts';
import { powerAfter, rebootSteps } from '../steps/access.ts';
import { configureCard } from '../steps/addresses.ts';
import { machineSpec } from '../steps/machine-spec.ts';

type Input = InputOf<'server.change-primary-ip'>;
type Cx = StepContext<Input>;

export const serverChangePrimaryIp = defineWorkflow<Input>({
  kind: 'server.change-primary-ip',
  failureMessage: 'The main address could not be changed. Try again, or contact support.',
  steps: [{ name: 'network', run: configure, undo: configureBack, attempts: 5, deadlineMs: minutes(2) }, ...rebootSteps<Input>()],
  async finish(cx) {
    const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
    const ssh = cx.engine.network.sshEndpoint(nic);
    await updateServer(cx.db, cx.input.serverId, { ...powerAfter(cx), ssh_host: ssh.host, ssh_port: ssh.port });
  },
  undone: ({ db, input }) => setMainAddress(db, { id: input.beforeId, instead: input.addressId }),
});

async function configure(cx: Cx): Promise<undefined> {
  const main = await addressOf(cx, cx.input.addressId);
  const { plug } = await configureCard(cx, (addresses) => withMainAddressFirst(addresses, main));
  // QEMU's user network is created for one address when its process starts.
  if (plug.kind === 'user')
    throw new NonRetryableError(
      'operator',
      'The host of this server does not support changing the main address.',
      'it needs root for that',
    );
}

async function configureBack(cx: Cx): Promise<void> {
  const main = cx.input.beforeId === null ? undefined : await addressOf(cx, cx.input.beforeId);
  await configureCard(cx, (addresses) => withMainAddressFirst(addresses, main));
}

async function addressOf({ db }: Cx, id: number): Promise<string | undefined> {
  return (await db.selectFrom('ip_addresses').select('address').where('id', '=', id).executeTakeFirst())?.address;
}

/** Returns the addresses with `main` before all others of its family. */
function withMainAddressFirst(addresses: NicSpec['addresses'], main: string | undefined): NicSpec['addresses'] {
  const first = addresses.find(({ address }) => address === main);
  if (!first) return addresses;
  const others = addresses.filter((one) => one !== first);
  const at = others.findIndex(({ version }) => version === first.version);
  return others.toSpliced(at === -1 ? others.length : at, 0, first);
}
