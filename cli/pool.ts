/** Defines `./innkeeper pool` and `./innkeeper address`, with the texts that they print. */
import { addresses, pools } from '@innkeeper/contract/operations/pools.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
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
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listPools'> = {
  POOL: ({ name }) => name,
  NETWORK: ({ cidr }) => cidr,
  USES: ({ uses }) => uses,
  PROTECTED: ({ ddos_protected }) => (ddos_protected ? 'yes' : 'no'),
  NODE: ({ node }) => node ?? 'all',
  STATE: ({ state }) => state,
  USED: ({ usage }) => usage.used,
  RESTING: ({ usage }) => usage.resting,
  EXCLUDED: ({ usage }) => usage.excluded,
  FREE: ({ usage }) => usage.free,
};

const FOR = { primary: 'servers', floating: 'floating IPs', both: 'servers and floating IPs' } as const;

type Pool = OperatorReply<'showPool'>;
type Holder = OperatorReply<'whoAddress'>['others'][number];

function formatPool(pool: Pool): string {
  const { used, resting, excluded, free, total } = pool.usage;
  const what = pool.version === 6 ? 'prefixes of 64 bits' : 'addresses';
  return [
    `Pool ${pool.name}: ${pool.cidr}, ${pool.state}`,
    `  gateway  ${pool.gateway}`,
    `  for      ${FOR[pool.uses]} of ${pool.node ? `node ${pool.node}` : 'all nodes'}${pool.ddos_protected ? ', with DDoS protection' : ''}`,
    `  rest     ${pool.rest_hours} hours`,
    `  excluded ${pool.excluded.join(', ') || 'none'}`,
    `  ${what}: ${used} used, ${resting} resting, ${excluded} excluded, ${free} free, ${total} total`,
  ].join('\n');
}

/** Formats zones as zone files. Comments at the head of a file list the records that the parent zone needs. */
const formatZones = ({ zones }: OperatorReply<'exportPool'>): string =>
  zones.map(({ text, ask }) => (ask === '' ? text : `${comment(ask)}\n${text}`)).join('\n');

const comment = (text: string): string => text.replaceAll(/^/gm, '; ');

function formatHolders({ address, at, holder, others }: OperatorReply<'whoAddress'>): string {
  const then = holder ? `${address} at ${at}: ${holderText(holder)}` : `Nobody had ${address} at ${at}.`;
  return [
    then,
    ...(others.length > 0 ? ['Other holders, newest first:'] : []),
    ...others.map((one) => `  ${holderText(one)}`),
  ].join('\n');
}

function holderText({ account, email, server, hostname, floating_ip, from, until, network }: Holder): string {
  const used = server === null ? 'attached to no server' : `server ${server}${hostname ? ` (${hostname})` : ''}`;
  const kind = floating_ip === null ? '' : `floating IP ${floating_ip}, `;
  return `account ${account}${email ? ` (${email})` : ''}, ${kind}${used}, ${network} from ${from} ${until ? `until ${until}` : 'until now'}`;
}

export const poolBindings: Bindings<typeof pools> = {
  listPools: {
    run: inOneTransaction(listPools),
    format: (page) =>
      formatPage(page, COLUMNS, 'There are no pools. Add a pool with ./innkeeper pool add <pool> --cidr 192.0.2.0/24.'),
  },
  showPool: { run: inOneTransaction(showPool), format: formatPool },
  addPool: { run: inOneTransaction(addPool), format: formatPool },
  setPool: { run: inOneTransaction(setPool), format: formatPool },
  drainPool: { run: inOneTransaction(drainPool), format: formatPool },
  activatePool: { run: inOneTransaction(activatePool), format: formatPool },
  exportPool: { run: inOneTransaction(exportPool), format: formatZones },
  removePool: { run: inOneTransaction(removePool), format: ({ name, cidr }) => `Pool ${name}, ${cidr}, was removed.` },
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
