import { mutationsOf } from '../mutation.ts';

const ADDRESSES = ['db/tables/ip-addresses.test.ts', 'operations/operator/pools/pools.test.ts'];
const MOVE = ['lab/slices/floating-ips/move.test.ts'];

/** Mutations of addresses, floating IPs, firewalls, reverse DNS and attack detection. */
export const NETWORK = [
  ...mutationsOf('db/tables/ip-pools.ts', ADDRESSES, [
    ['a draining pool assigns no addresses', ' and not p.draining\n', '\n'],
    [
      'a DDoS-protected address comes from a protected pool',
      'p.ddos_protected = ${sql.lit(ddosProtected)}',
      'true',
      ['lab/slices/floating-ips/money.test.ts'],
    ],
    ['a pool of one node serves only the servers of that node', '(p.node_id = ${node} or p.node_id is null)', 'true'],
  ]),
  ...mutationsOf('db/tables/ip-addresses.ts', ADDRESSES, [
    ['a released address rests before it is assigned again', ' and a.rests_until <= ${now}', ''],
    ['a resting address is assigned only to its last account', 'a.last_account_id = ${accountId} and ', ''],
    [
      'an excluded address is never assigned',
      'where a.pool_id = p.id and a.account_id is null and not a.excluded',
      'where a.pool_id = p.id and a.account_id is null',
    ],
    [
      'an account keeps the floating IPs of a server that ends',
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
        'a prefix that overlaps an exclusion is not assigned',
        'one.first < first + PREFIX_SIZE && one.last >= first',
        'one.first === first',
      ],
      ['prefixes are assigned only within their network', ' && next < total', ''],
      ['a network with host bits set is invalid', 'first % (last - first + 1n) === 0n', 'true'],
    ],
  ),
  ...mutationsOf(
    'model/firewalls.ts',
    ['model/firewalls.test.ts'],
    [
      ['adjacent ports form one range', 'first <= before.last + 1', 'first < before.last'],
      [
        'a network that another network of the list contains is dropped',
        'other.text !== one.text && isWithin(one, other)',
        'other.text !== one.text && isWithin(other, one)',
      ],
    ],
  ),
  ...mutationsOf(
    'model/reverse-names.ts',
    ['model/reverse-names.test.ts'],
    [
      ['a network smaller than /24 has a zone according to RFC 2317', 'prefix > 24', 'prefix > 32'],
      ['a name of another network belongs to no zone', 'number >= first && number <= last ? addressOf', 'true ? addressOf'],
    ],
  ),
  ...mutationsOf('model/floating-ips.ts', MOVE, [
    [
      'only an active floating IP can be moved',
      "if (status === 'active') return undefined;",
      "if (status !== 'terminated') return undefined;",
    ],
    [
      'a floating IP can be attached only to an active server',
      "if (status !== 'active') return `Server",
      "if (status === 'terminated') return `Server",
    ],
    ['an address of a pool of one node stays on that node', 'poolNodeId === null || poolNodeId === nodeId', 'true'],
  ]),
  ...mutationsOf('domain/floating-ips/move.ts', MOVE, [
    [
      'a move of floating IPs locks the servers that get or lose them',
      "  for (const resourceId of servers) await takeLock(cx.db, workflow, { kind: 'server', resourceId, ...lock });\n",
      '',
    ],
  ]),
  ...mutationsOf(
    'engine/network/nics.ts',
    ['engine/network/nics.test.ts', 'engine/network/simulated/conformance.test.ts'],
    [
      [
        'no machine has an address inside a prefix of another machine',
        'isWithin(parsed, otherNetwork) || isWithin(otherNetwork, parsed)',
        'parsed.first === theirs.first',
      ],
      ['a routed prefix has the length that the rules look up', 'isRouted(address) && address.prefix !== SERVER_PREFIX', 'false'],
      [
        'an address cannot be moved while another machine has it',
        '    for (const [i, spec] of specs.entries()) requireFree(spec, [...others, ...specs.slice(0, i)]);\n',
        '',
      ],
    ],
  ),
  ...mutationsOf(
    'doctor/addresses.ts',
    ['doctor/addresses.test.ts'],
    [
      [
        'the doctor reports an address that the network routes to another machine',
        '!inRows.has(`${network} ${machineId}`)',
        'false',
      ],
      [
        'the doctor reports an address that is missing in the network',
        'cards.has(machineId) && !inKernel',
        'cards.has(machineId) && inKernel.size < 0 && !inKernel',
      ],
      ['the doctor ignores an address that a workflow is moving', '!busy.has(machineId);', 'true;'],
      [
        'the doctor reports machines of the metadata service that are not servers',
        '!servers.has(machineId) && ',
        'servers.has(machineId) && ',
      ],
    ],
  ),
  ...mutationsOf(
    'jobs/import-geo-data.ts',
    ['jobs/import-geo-data.test.ts'],
    [
      ['geo data that shrank by more than half is refused', 'ranges * 2 < before.ranges && !source.accepts_shrunk', 'false'],
      ['geo data with overlapping ranges is refused', 'if (wrong !== undefined)', 'if (wrong === null)'],
      ['geo data without ranges is refused', 'if (ranges === 0)', 'if (ranges < 0)'],
    ],
  ),
  ...mutationsOf(
    'model/attacks/detector.ts',
    ['model/attacks/detector.test.ts'],
    [
      ['a crowd of visitors is not an attack', "(of('tcp').packets + of('peer_tcp').packets) / 2", '0'],
      [
        'TCP traffic of peers does not count towards the lower bandwidth threshold',
        '(total.bytes - slowsDown) * 8',
        'total.bytes * 8',
      ],
      ['an attack ends only after a calm minute', 'sample.at - lastBusyAt >= calmMs', 'sample.at > lastBusyAt'],
      [
        'an attack continues while traffic is just below the threshold',
        "average.ratio < END_BELOW ? 'below'",
        "average.ratio < 1 ? 'below'",
      ],
      ['a burst is measured over at least one second', 'seconds: Math.max(min, took)', 'seconds: took'],
      ['samples within one second are combined', 'took + (window[from - 1]?.seconds ?? 0) <= max', 'false'],
    ],
  ),
  ...mutationsOf(
    'jobs/attacks/reading-schedule.ts',
    ['jobs/attacks/reading-schedule.test.ts'],
    [
      ['early readings take a limited share of the time', 'at < this.#notBefore || ', ''],
      ['a clock that was set back does not stop the readings', ' || since < 0', ''],
      ['light traffic is read only once a second', 'more >= BUSY_FROM_PACKETS', 'more >= 0'],
    ],
  ),
  ...mutationsOf(
    'jobs/attacks/ongoing.ts',
    ['lab/slices/network-protection/attacks.test.ts'],
    [
      [
        'an attack continues after a restart of the worker',
        'if (address) resumed.push(this.#add(row, address));',
        'if (!address) resumed.push();',
      ],
    ],
  ),
];
