/** `./innkeeper pool` and `./innkeeper address` */
import { addresses, pools } from '@innkeeper/contract/operations/pools.staff';
import { whoAddress } from '@innkeeper/operations/addresses.staff';
import {
  activatePool,
  addPool,
  drainPool,
  exportPool,
  listPools,
  removePool,
  setPool,
  showPool,
} from '@innkeeper/operations/pools.staff';
import type { Command } from 'commander';
import { formatHolders, formatPool, formatPools, formatRemovedPool, formatZones } from './format/pool.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const poolBindings: Bindings<typeof pools> = {
  listPools: { run: inOneTransaction(listPools), format: formatPools },
  showPool: { run: inOneTransaction(showPool), format: formatPool },
  addPool: { run: inOneTransaction(addPool), format: formatPool },
  setPool: { run: inOneTransaction(setPool), format: formatPool },
  drainPool: { run: inOneTransaction(drainPool), format: formatPool },
  activatePool: { run: inOneTransaction(activatePool), format: formatPool },
  exportPool: { run: inOneTransaction(exportPool), format: formatZones },
  removePool: { run: inOneTransaction(removePool), format: formatRemovedPool },
};

export const addressBindings: Bindings<typeof addresses> = {
  whoAddress: { run: inOneTransaction(whoAddress), format: formatHolders },
};

export function poolCommand(): Command {
  return nounCommand('pool', 'manage pools of addresses', pools, poolBindings);
}

export function addressCommand(): Command {
  return nounCommand('address', 'show current and previous holders of an address', addresses, addressBindings);
}
