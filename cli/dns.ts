/** Defines the command `./innkeeper dns`. */
import { dns } from '@innkeeper/contract/operations/dns.staff';
import { checkDnsZones } from '@innkeeper/engine/dns/check';
import { openResolver } from '@innkeeper/engine/dns/resolver';
import { checkDns, pushDns, setDns, showDns } from '@innkeeper/operations/dns.staff';
import type { Command } from 'commander';
import { formatDns } from './format/dns.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';

export const dnsBindings: Bindings<typeof dns> = {
  showDns: { run: inOneTransaction(showDns), format: formatDns },
  setDns: { run: inOneTransaction(setDns), format: formatDns },
  checkDns: {
    async run(installation) {
      const { settings, pools } = await installation.commit(checkDns);
      if (settings.driver === null)
        return {
          findings: [
            { name: 'DNS server', ok: 'warn', why: 'none is set: names are stored here only', remedy: './innkeeper dns set' },
          ],
        };
      const open = await installation.dns();
      const zones = pools.flatMap((pool) => pool.zones);
      const shared = { zones, nameservers: settings.nameservers, resolver: openResolver(settings.resolvers) };
      const findings = await checkDnsZones({ ...shared, server: open(settings) });
      if (findings.some(({ ok }) => ok === false)) process.exitCode = 1;
      return { findings };
    },
    format: formatFindings,
  },
  pushDns: { run: inOneTransaction(pushDns), format: formatDns },
};

export function dnsCommand(): Command {
  return nounCommand('dns', 'manage reverse DNS', dns, dnsBindings);
}
