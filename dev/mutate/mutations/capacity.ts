import { mutationsOf } from '../mutation.ts';

const SCALE = ['lab/slices/servers/scale.test.ts'];

export const CAPACITY = [
  ...mutationsOf(
    'db/tables/nodes.ts',
    ['db/tables/nodes.test.ts'],
    [
      ['a draining node sells no capacity', "    .where('state', '=', 'active')\n    .where((eb) =>", '    .where((eb) =>'],
      [
        'memory is not oversold',
        "    .where((eb) => eb('memory_mb_offered', '>=', eb('memory_mb_used', '+', need.memoryMb)))\n",
        '',
      ],
      [
        'disk space is not oversold',
        "    .where((eb) => eb('disk_gb_offered', '>=', eb('disk_gb_used', '+', need.diskGb)))\n",
        '',
      ],
      [
        'a node sells no more dedicated vCPUs than it has cores',
        '+ least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used + ${more}::int)',
        '+ dedicated_vcpus_used + ${more}::int',
      ],
      [
        'a dedicated vCPU takes a core away from the shared vCPUs',
        '- dedicated_vcpus_used - ${more}::int, 0)',
        '- dedicated_vcpus_used, 0)',
      ],
      ['a dedicated server releases its cores', 'case when freed.dedicated_cpu then freed.vcpus else 0 end', '0'],
      ['capacity is released only once', 'where id = ${server.id} and holds_capacity', 'where id = ${server.id}'],
      ['the free capacity of an oversold node is zero, not negative', 'greatest(${difference}, 0)', '(${difference})'],
    ],
  ),
  ...mutationsOf(
    'model/capacity.ts',
    ['model/capacity.test.ts'],
    [
      ['a machine that needs exactly the free capacity fits', 'need[key] * count <= room[key]', 'need[key] * count < room[key]'],
      ['dedicated vCPUs do not count as shared vCPUs', 'vcpus: dedicated ? 0 : vcpus', 'vcpus'],
    ],
  ),
  ...mutationsOf(
    'model/presence.ts',
    ['model/presence.test.ts'],
    [
      ['a worker is away after 30 s without a report', 'if (unseenMs < AWAY_AFTER_MS)', 'if (unseenMs < GONE_AFTER_MS)'],
      ['a worker that announced its absence raises no alert', 'backBy !== null && now < backBy', 'false as boolean'],
      ['a worker that restarts after a crash delays its first report', 'seenAt === null || backBy !== null', 'true as boolean'],
      ['an order for an absent worker is refunded only after the full waiting time', '>= limitMs', '>= 0'],
    ],
  ),
  ...mutationsOf(
    'model/placement.ts',
    ['model/placement.test.ts'],
    [['placement prefers nodes whose worker is present', 'Number(a.away) - Number(b.away) || ', '']],
  ),
  ...mutationsOf(
    'model/scaling.ts',
    ['model/scaling.test.ts'],
    [
      ['a disk never shrinks', 'if (plan.diskGb < server.diskGb) {', 'if (false as boolean) {'],
      [
        'a server keeps at least the memory that its image needs',
        'plan.memoryMb < server.minimumRamGb * 1024',
        'false as boolean',
      ],
      ['a plan requires its minimum billing cycle', 'plan.minimumBillingCycle > server.billingCycle', 'false as boolean'],
      ['a server cannot be scaled to a plan that is not on sale', 'if (!plan.onSale)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf('operations/servers/scale.ts', SCALE, [
    ['scaling requires a sufficient balance', "throw new Failure('insufficient_funds');", ';'],
  ]),
  ...mutationsOf('workflows/servers/scale.ts', SCALE, [
    ['scaling updates the type of the vCPUs', '    dedicated_cpu: to.dedicated,\n', ''],
    [
      'scaling down releases the difference in capacity',
      'await releasePart(db, server.node_id, capacityChange',
      'void (db, server.node_id, capacityChange',
    ],
    ['a failed scaling is refunded', 'await refundLine(cx, { orderId', 'void (cx, { orderId'],
  ]),
  ...mutationsOf('operations/servers/list-scale-plans.ts', SCALE, [
    [
      'a plan that does not fit on the host of the server is marked',
      'room !== undefined && fits(atLeast(server, plan), room)',
      'true',
    ],
  ]),
  ...mutationsOf(
    'operations/plans/list.ts',
    ['lab/slices/plans/plans.test.ts'],
    [
      [
        'a plan that does not fit on any host is marked',
        'rooms.some((room) => fits(needOf(sizeOf(plan)), room))',
        'rooms.length >= 0',
      ],
    ],
  ),
  ...mutationsOf(
    'domain/copies/create.ts',
    ['lab/slices/snapshots/snapshots.test.ts'],
    [
      ['a server has a limited number of copies of each kind', '(await countCopies(db, server.id, kind)) < max', 'max > 0'],
      ['a copy starts only if the store has enough space', 'free >= BigInt(server.disk_gb) * GIB', 'free >= 0n'],
    ],
  ),
];
