/** Scenarios that scale a server to a larger plan with a larger disk, and to a smaller plan. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { balanceOf } from '@innkeeper/db/ledger';
import { updateServer } from '@innkeeper/db/tables/servers';
import { NO_MEDIA } from '@innkeeper/engine/compute/port';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { NicRecords } from '@innkeeper/engine/network/nics';
import { machineIdOf, macOf } from '@innkeeper/model/servers/machine-names';
import { scaleServer } from '@innkeeper/operations/servers/scale';
import { serverScale } from '@innkeeper/workflows/servers/scale';
import { diskLimits } from '@innkeeper/workflows/steps/machine-spec';
import { givenAccount, givenServer } from '../../given.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

interface Move {
  from: string;
  to: string;
  scaleDisk: boolean;
  power: 'running' | 'stopped';
}

const scenario = (move: Move): Scenario => ({
  name: `server.scale, ${move.from} to ${move.to}, ${move.power}`,
  definition: serverScale,
  begin: (lab) => begin(lab, move),
});

export const SCALE_SCENARIOS: readonly Scenario[] = [
  scenario({ from: 'nano', to: 'small', scaleDisk: true, power: 'running' }),
  scenario({ from: 'dedicated-small', to: 'medium', scaleDisk: false, power: 'stopped' }),
];

async function begin(lab: TortureLab, { from, to, scaleDisk, power }: Move): Promise<Begun> {
  const { accountId } = await givenAccount(lab.db, { funds: 100_000n });
  const id = await serverOnEngine(lab, accountId, from);
  await givenPaidTerm(lab.db, id);
  const machineId = machineIdOf(id);
  if (power === 'running') await lab.engine.compute.start(machineId);
  await updateServer(lab.db, id, { power });
  const before = await rowOf(lab, id);
  const funds = (await balanceOf(lab.db, accountId)).balance;
  await asCaller(lab, accountId, async (cx) =>
    scaleServer(cx, await inputOf(cx, 'scaleServer', { id, body: { plan: to, scale_disk: scaleDisk } })),
  );
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const [row, { spec }] = [await rowOf(lab, id), await readSimulated(lab.home, machineId)];
      assert.deepEqual([row.vcpus, row.memory_mb, row.disk_gb], [spec.vcpus, spec.memoryMb, spec.diskGb]);
      assert.equal(row.power, power);
      assert.deepEqual(spec.limits, await diskLimits(lab.db, row.plan_id));
      const nic = await new NicRecords(lab.home, 'simulated').read(machineId);
      assert.equal(nic?.limitMbps, row.network_speed_mbps);
      assert.equal(row.plan_id === before.plan_id, !done);
      const { balance } = await balanceOf(lab.db, accountId);
      if (!done) assert.equal(balance, funds);
      else if (row.renew_price > before.renew_price) assert.ok(balance < funds);
      else assert.ok(balance > funds);
    },
  };
}

function rowOf(lab: Pick<TortureLab, 'db'>, id: number) {
  return lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Inserts a server of a plan with a stopped machine. Returns its id. */
export async function serverOnEngine(lab: Pick<TortureLab, 'db' | 'engine'>, accountId: number, plan: string): Promise<number> {
  const id = await givenServer(lab.db, { accountId, plan, power: 'stopped' });
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, plan_id, network_speed_mbps: limitMbps } = await rowOf(lab, id);
  const machineId = machineIdOf(id);
  const source = { from: 'image', image: await lab.engine.images.provide('tiny') } as const;
  const seed = { instanceId: randomUUID(), hostname: 'scaled', sshKeys: [], passwordHash: null, startupScript: null };
  const nic = await lab.engine.network.attach({
    machineId,
    mac: macOf(id),
    hostname: 'scaled',
    addresses: [],
    dns: [],
    limitMbps,
  });
  const limits = await diskLimits(lab.db, plan_id);
  await lab.engine.compute.create({ machineId, vcpus, memoryMb, diskGb, source, limits, media: NO_MEDIA, seed, nic });
  return id;
}
