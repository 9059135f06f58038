/** Takes the addresses of ended addons off a server's network card; nobody else gets them before. */
import { freeAddressesOfAddons } from '@innkeeper/db/tables/ip-addresses';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow, type StepContext } from '../define.ts';
import { machineSpec } from '../steps/machine-spec.ts';

type Input = InputOf<'server.release-addresses'>;

export const serverReleaseAddresses = defineWorkflow<Input>({
  kind: 'server.release-addresses',
  failureMessage: 'The addresses of an ended addon could not be taken off the server. It is tried again.',
  // The undo puts nothing back: what the addon brought has ended, and its addresses stay with the server until this succeeds.
  steps: [{ name: 'network', run: attachWithout, undo: async () => {}, attempts: 5, deadlineMs: minutes(2) }],
  finish: ({ db, input, clock }) => freeAddressesOfAddons(db, input.addonIds, clock.now()),
  undone: async () => {},
});

/** The machine as its rows say it has no addresses of ended addons. */
async function attachWithout(cx: StepContext<Input>): Promise<undefined> {
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  await cx.engine.network.attach(nic);
}
