/** Scenarios of restore and reinstall. At the end a server has its new disk, or its old one unchanged, or is stopped with a reason. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { reinstallServer, restoreServer } from '@innkeeper/operations/servers/disk';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverReinstall } from '@innkeeper/workflows/servers/reinstall';
import { serverRestore } from '@innkeeper/workflows/servers/restore';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { expectOnlyCompleteFiles, isDone, MARK_FILE, storedCopy } from './copies.ts';
import { activeServer, setPower } from './server-power.ts';

interface Act {
  definition: AnyDefinition;
  /** Content of the guest's mark file on the new disk. */
  mark: string | undefined;
  order: (cx: MutatingRequestCx, server: number, copy: number) => Promise<unknown>;
}

const RESTORE: Act = {
  definition: serverRestore,
  mark: 'copied',
  order: async (cx, server, id) =>
    restoreServer(cx, await inputOf(cx, 'restoreServer', { id: server, body: { snapshot_id: id } })),
};

const REINSTALL: Act = {
  definition: serverReinstall,
  mark: undefined,
  async order(cx, server) {
    const image = await cx.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
    const passwordHash = `$6$${randomBytes(8).toString('hex')}`;
    const input = await inputOf(cx, 'reinstallServer', { id: server, body: { image_id: image.id } });
    await reinstallServer(cx, { ...input, passwordHash });
  },
};

const scenario = (act: Act, power: 'running' | 'stopped', name = act.definition.kind): Scenario => ({
  name,
  definition: act.definition,
  begin: (lab) => begin(lab, act, power),
});

export const DISK_SCENARIOS: readonly Scenario[] = [
  scenario(RESTORE, 'running'),
  scenario(RESTORE, 'stopped', 'server.restore, of a stopped server'),
  scenario(REINSTALL, 'running'),
];

async function begin(lab: TortureLab, { mark, order }: Act, power: 'running' | 'stopped'): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  await setPower(lab, id, 'running');
  const copy = await storedCopy(lab, id);
  await writeInSimulated(lab.home, machineId, MARK_FILE, 'old');
  await setPower(lab, id, power);
  await lab.db.updateTable('server_details').set({ status_reason: null }).where('id', '=', id).execute();
  await asCaller(lab, account_id, (cx) => order(cx, id, copy.id));
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const machine = await readSimulated(lab.home, machineId);
      const isNew = machine.disk.files[MARK_FILE] === mark;
      assert.ok(isNew || machine.disk.files[MARK_FILE] === 'old');
      if (isDone(ended)) assert.deepEqual([isNew, row.power, row.status_reason], [true, 'running', null]);
      else if (row.power === 'stopped') assert.equal(isNew ? row.status_reason !== null : power === 'stopped', true);
      else assert.deepEqual([power, row.status_reason], ['running', null]);
      await expectOnlyCompleteFiles(lab);
      // At boot, the system on the disk applies the password of the row.
      await setPower(lab, id, 'running');
      const { disk } = await readSimulated(lab.home, machineId);
      assert.equal(disk.passwords.root ?? null, row.root_password_hash);
    },
  };
}
