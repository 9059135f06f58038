import { mutationsOf } from '../mutation.ts';

const ADDRESSES = ['db/tables/ip-addresses.test.ts', 'operations/operator/pools/pools.test.ts'];
const MOVE = ['lab/slices/floating-ips/move.test.ts'];

/** Mutations of addresses, floating IPs, firewalls, names, and their protection. */
export const NETWORK = [
  ...mutationsOf('db/tables/ip-pools.ts', ADDRESSES, [
    ['a pool that drains gives nothing', ' and not p.draining\n', '\n'],
    [
      'a protected address is of a protected pool',
      'p.ddos_protected = ${sql.lit(ddosProtected)}',
      'true',
      ['lab/slices/floating-ips/money.test.ts'],
    ],
    ['a pool of one node is for its servers alone', '(p.node_id = ${node} or p.node_id is null)', 'true'],
  ]),
  ...mutationsOf('db/tables/ip-addresses.ts', ADDRESSES, [
    ['a freed address rests', ' and a.rests_until <= ${now}', ''],
    ['it rests for all but the account that had it', 'a.last_account_id = ${accountId} and ', ''],
    [
      'what is excluded is given to nobody',
      'where a.pool_id = p.id and a.account_id is null and not a.excluded',
      'where a.pool_id = p.id and a.account_id is null',
    ],
    [
      'a server that ends keeps its floating IPs for the account',
      "    .where('floating_ip_id', 'is not', null)\n",
      "    .where('floating_ip_id', 'is', null)\n",
      MOVE,
    ],
  ]),
  ...mutationsOf(
    'model/ip-networks.ts',
    ['model/ip-networks.test.ts'],
    [
      [
        'no prefix is given in which anything is excluded',
        'one.first < first + PREFIX_SIZE && one.last >= first',
        'one.first === first',
      ],
      ['a network ends where it ends', ' && next < total', ''],
      ['a network has no bits of a host', 'first % (last - first + 1n) === 0n', 'true'],
    ],
  ),
  ...mutationsOf(
    'model/firewalls.ts',
    ['model/firewalls.test.ts'],
    [
      ['ports that adjoin are one range', 'first <= before.last + 1', 'first < before.last'],
      [
        'the widest networks hold all others',
        'other.text !== one.text && isWithin(one, other)',
        'other.text !== one.text && isWithin(other, one)',
      ],
    ],
  ),
  ...mutationsOf(
    'model/reverse-names.ts',
    ['model/reverse-names.test.ts'],
    [
      ['below a /24 a zone is one of RFC 2317', 'prefix > 24', 'prefix > 32'],
      ['a name of another network stands in no zone', 'number >= first && number <= last ? addressOf', 'true ? addressOf'],
    ],
  ),
  ...mutationsOf('model/floating-ips.ts', MOVE, [
    [
      'only an active floating IP moves',
      "if (status === 'active') return undefined;",
      "if (status !== 'terminated') return undefined;",
    ],
    [
      'a floating IP goes to an active server alone',
      "if (status !== 'active') return `Server",
      "if (status === 'terminated') return `Server",
    ],
    ['an address of one host stays there', 'poolNodeId === null || poolNodeId === nodeId', 'true'],
  ]),
  ...mutationsOf('domain/floating-ips/move.ts', MOVE, [
    [
      'servers that get or lose a floating IP are held',
      "  for (const resourceId of servers) await takeLock(cx.db, workflow, { kind: 'server', resourceId, ...lock });\n",
      '',
    ],
  ]),
  ...mutationsOf(
    'engine/network/nics.ts',
    ['engine/network/nics.test.ts', 'engine/network/simulated/conformance.test.ts'],
    [
      [
        'no machine has an address in a prefix of another',
        'isWithin(parsed, theirs) || isWithin(theirs, parsed)',
        'parsed.first === theirs.first',
      ],
      ['a prefix is as long as rules look it up', 'isRouted(address) && address.prefix !== SERVER_PREFIX', 'false'],
      [
        'what moves is refused while another has it',
        '    for (const [i, spec] of specs.entries()) requireFree(spec, [...others, ...specs.slice(0, i)]);\n',
        '',
      ],
    ],
  ),
  ...mutationsOf(
    'doctor/addresses.ts',
    ['doctor/addresses.test.ts'],
    [
      ['an address that the network has with another is found', '!inRows.has(`${network} ${machineId}`)', 'false'],
      [
        'an address that the network has lost is found',
        'cards.has(machineId) && !inKernel',
        'cards.has(machineId) && inKernel.size < 0 && !inKernel',
      ],
      ['what a workflow moves is not told of', '!busy.has(machineId);', 'true;'],
      ['who is told though he is nobody is found', '!servers.has(machineId) && ', 'servers.has(machineId) && '],
    ],
  ),
  ...mutationsOf(
    'jobs/import-geo-data.ts',
    ['jobs/import-geo-data.test.ts'],
    [
      ['data that shrank by half is refused', 'ranges * 2 < before.ranges && !source.accepts_shrunk', 'false'],
      ['ranges that overlap are refused', 'if (wrong !== undefined)', 'if (wrong === null)'],
      ['data without ranges is refused', 'if (ranges === 0)', 'if (ranges < 0)'],
    ],
  ),
  ...mutationsOf(
    'model/attacks/detector.ts',
    ['model/attacks/detector.test.ts'],
    [
      ['a crowd of visitors is no attack', "(of('tcp').packets + of('peer_tcp').packets) / 2", '0'],
      ['TCP of peers slows down by itself', '(total.bytes - slowsDown) * 8', 'total.bytes * 8'],
      ['an attack ends after a calm minute', 'sample.at - lastBusyAt >= calmMs', 'sample.at > lastBusyAt'],
      ['what wavers below the threshold goes on', "average.ratio < END_BELOW ? 'below'", "average.ratio < 1 ? 'below'"],
      ['a burst is judged by the second that it is in', 'seconds: Math.max(min, took)', 'seconds: took'],
      ['looks within a second are judged together', 'took + (window[from - 1]?.seconds ?? 0) <= max', 'false'],
    ],
  ),
  ...mutationsOf(
    'jobs/attacks/reading-schedule.ts',
    ['jobs/attacks/reading-schedule.test.ts'],
    [
      ['looks take a part of the time at most', 'at < this.#notBefore || ', ''],
      ['a clock that was set back stops no look', ' || since < 0', ''],
      ['little traffic is looked at once a second', 'more >= BUSY_FROM_PACKETS', 'more >= 0'],
    ],
  ),
  ...mutationsOf(
    'jobs/attacks/ongoing.ts',
    ['lab/slices/network-protection/attacks.test.ts'],
    [['an attack survives the worker', 'if (address) resumed.push(this.#add(row, address));', 'if (!address) resumed.push();']],
  ),
];
