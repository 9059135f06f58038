/** Defines the command `./innkeeper network`. */
import { networks } from '@innkeeper/contract/operations/network.staff';
import { checkNetwork, showNetwork, uplinkNetwork } from '@innkeeper/operations/network.staff';
import type { Command } from 'commander';
import { formatNetwork, formatUplinkSet } from './format/network.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';

export const networkBindings: Bindings<typeof networks> = {
  showNetwork: { run: inOneTransaction(showNetwork), format: formatNetwork },
  uplinkNetwork: { run: inOneTransaction(uplinkNetwork), format: formatUplinkSet },
  checkNetwork: {
    async run(installation, input) {
      const { network } = await installation.engine();
      const shared = await installation.commit((cx) => checkNetwork(cx, input));
      const reply = { findings: await network.checkUplink(shared) };
      if (reply.findings.some(({ ok }) => ok === false)) process.exitCode = 1;
      return reply;
    },
    format: formatFindings,
  },
};

export function networkCommand(): Command {
  return nounCommand('network', 'manage the network of guests', networks, networkBindings);
}
