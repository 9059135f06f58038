import { mutationsOf } from '../mutation.ts';

const SCALE = ['lab/slices/servers/scale.test.ts'];

export const CAPACITY = [
  ...mutationsOf(
    'db/tables/nodes.ts',
    ['db/tables/nodes.test.ts'],
    [
      [
        'nothing more is sold on a node that drains',
        "    .where('state', '=', 'active')\n    .where((eb) =>",
        '    .where((eb) =>',
      ],
      [
        'memory is not sold twice',
        "    .where((eb) => eb('memory_mb_offered', '>=', eb('memory_mb_used', '+', need.memoryMb)))\n",
        '',
      ],
      ['disk is not sold twice', "    .where((eb) => eb('disk_gb_offered', '>=', eb('disk_gb_used', '+', need.diskGb)))\n", ''],
      [
        'no more dedicated vCPUs are sold than there are cores',
        '+ least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used + ${more}::int)',
        '+ dedicated_vcpus_used + ${more}::int',
      ],
      [
        'a dedicated vCPU takes a core from the shared ones',
        '- dedicated_vcpus_used - ${more}::int, 0)',
        '- dedicated_vcpus_used, 0)',
      ],
      ['a dedicated server gives its cores back', 'case when freed.dedicated_cpu then freed.vcpus else 0 end', '0'],
      ['capacity is released once', 'where id = ${server.id} and holds_capacity', 'where id = ${server.id}'],
      ['a node that is oversold has no room, and not less than none', 'greatest(${difference}, 0)', '(${difference})'],
    ],
  ),
  ...mutationsOf(
    'model/capacity.ts',
    ['model/capacity.test.ts'],
    [
      ['what fits exactly fits', 'need[key] * count <= room[key]', 'need[key] * count < room[key]'],
      ['dedicated vCPUs are not shared ones', 'vcpus: dedicated ? 0 : vcpus', 'vcpus'],
    ],
  ),
  ...mutationsOf(
    'model/presence.ts',
    ['model/presence.test.ts'],
    [
      ['a worker is away after 30 s', 'if (unseenMs < AWAY_AFTER_MS)', 'if (unseenMs < GONE_AFTER_MS)'],
      ['a worker that announced its leave is not missed', 'backBy !== null && now < backBy', 'false as boolean'],
      ['a worker that crashes again and again does not beat', 'seenAt === null || backBy !== null', 'true as boolean'],
      ['an order waits its whole time', '>= limitMs', '>= 0'],
    ],
  ),
  ...mutationsOf(
    'model/placement.ts',
    ['model/placement.test.ts'],
    [['a node whose worker is away comes last', 'Number(a.away) - Number(b.away) || ', '']],
  ),
  ...mutationsOf(
    'model/scaling.ts',
    ['model/scaling.test.ts'],
    [
      ['a disk never shrinks', 'if (plan.diskGb < server.diskGb) {', 'if (false as boolean) {'],
      ['an image has the memory that it needs', 'plan.memoryMb < server.minimumRamGb * 1024', 'false as boolean'],
      ['a plan is sold for its least time', 'plan.minimumBillingCycle > server.billingCycle', 'false as boolean'],
      ['a plan off sale is not moved to', 'if (!plan.onSale)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf('operations/servers/scale.ts', SCALE, [
    ['a move that is not covered is not made', "throw new Failure('insufficient_funds');", ';'],
  ]),
  ...mutationsOf('workflows/servers/scale.ts', SCALE, [
    ['a server says which kind of vCPUs it has', '    dedicated_cpu: to.dedicated,\n', ''],
    [
      'a smaller plan releases the difference',
      'await releasePart(db, server.node_id, capacityChange',
      'void (db, server.node_id, capacityChange',
    ],
    ['what could not be scaled is paid back', 'await refundLine(cx, { orderId', 'void (cx, { orderId'],
  ]),
  ...mutationsOf('operations/servers/list-scale-plans.ts', SCALE, [
    ['a plan that the host has no room for is marked', 'room !== undefined && fits(atLeast(server, plan), room)', 'true'],
  ]),
  ...mutationsOf(
    'operations/plans/list.ts',
    ['lab/slices/plans/plans.test.ts'],
    [
      [
        'a plan that no host has room for is marked',
        'rooms.some((room) => fits(needOf(sizeOf(plan)), room))',
        'rooms.length >= 0',
      ],
    ],
  ),
  ...mutationsOf(
    'domain/copies/create.ts',
    ['lab/slices/snapshots/snapshots.test.ts'],
    [
      ['only so many copies are kept', '(await countCopies(db, server.id, kind)) < max', 'max > 0'],
      ['a copy is begun only where it has room', 'free >= BigInt(server.disk_gb) * GIB', 'free >= 0n'],
    ],
  ),
];
