/** Removes the addresses of ended addons from a server's network card and guest, and then releases the addresses. */
import { freeAddressesOfAddons } from '@innkeeper/db/tables/ip-addresses';
import { updateServer } from '@innkeeper/db/tables/servers';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type StepContext } from '../define.ts';
import { configureCard } from '../steps/addresses.ts';
import { machineSpec } from '../steps/machine-spec.ts';

type Input = InputOf<'server.release-addresses'>;

export const serverReleaseAddresses = defineWorkflow<Input>({
  kind: 'server.release-addresses',
  failureMessage: 'The addresses of an ended addon could not be removed from the server. This is retried automatically.',
  // The undo restores nothing: the addon has ended, and its addresses stay with the server until this workflow succeeds.
  steps: [{ name: 'network', run: configureWithoutEnded, undo: async () => {}, attempts: 5, deadlineMs: minutes(2) }],
  async finish({ db, input, clock, engine, settings }) {
    const { nic } = await machineSpec(db, input.serverId, settings.dnsResolvers);
    const ssh = engine.network.sshEndpoint(nic);
    await updateServer(db, input.serverId, { ssh_host: ssh.host, ssh_port: ssh.port });
    await freeAddressesOfAddons(db, input.addonIds, clock.now());
  },
  undone: async () => {},
});

/**
 * Configures the card without the addresses of ended addons, which the machine's specification leaves out. A guest whose agent does not
 * answer applies the change at its next boot.
 */
async function configureWithoutEnded(cx: StepContext<Input>): Promise<undefined> {
  await configureCard(cx);
}
