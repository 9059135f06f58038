/** Defines the command `./innkeeper server`. */
import { THIS_NODE } from '@innkeeper/apps/installation/node';
import { servers } from '@innkeeper/contract/operations/servers.staff';
import { readMachinesDirectory } from '@innkeeper/engine/compute/machines-directory';
import type { MachineStates } from '@innkeeper/operations/define.staff';
import { listAllServers, repairServer, showServer } from '@innkeeper/operations/servers.staff';
import type { Command } from 'commander';
import { formatRepair, formatServer, formatServers } from './format/server.ts';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const serverBindings: Bindings<typeof servers> = {
  listAllServers: { run: inOneTransaction(listAllServers), format: formatServers },
  showServer: {
    async run(installation, input) {
      const machines = await machinesOf(installation);
      return installation.commit((cx) => showServer(cx, input, { machines }));
    },
    format: formatServer,
  },
  repairServer: {
    async run(installation, input) {
      const [machines, { compute }] = [await machinesOf(installation), await installation.engine()];
      const host = { node: THIS_NODE, machines, directory: await readMachinesDirectory(compute) };
      return installation.commit((cx) => repairServer(cx, input, host));
    },
    format: (reply, { yes }) => formatRepair(reply, yes),
  },
};

/** Reads the machines from the engine before the transaction begins, so that the transaction does not wait. */
async function machinesOf(installation: Installation): Promise<MachineStates> {
  const { compute } = await installation.engine();
  const states = new Map((await compute.list()).map(({ machineId, power }) => [machineId, power]));
  return (machineId) => states.get(machineId);
}

export function serverCommand(): Command {
  return nounCommand('server', 'manage servers of all accounts', servers, serverBindings);
}
