/** Scenarios that change password, hostname and SSH keys, on a guest whose agent answers and on a stopped one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { changeServerPassword, updateServerHostname, updateServerSshKeys } from '@innkeeper/operations/servers/access';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverSetHostname } from '@innkeeper/workflows/servers/set-hostname';
import { serverSetPassword } from '@innkeeper/workflows/servers/set-password';
import { serverSetSshKeys } from '@innkeeper/workflows/servers/set-ssh-keys';
import { givenSshKey } from '../../given.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

/** A requested change, with functions that read it in the guest and in the row. */
interface AccessChange {
  order: (cx: MutatingRequestCx, server: number) => Promise<unknown>;
  /** Returns the value in the guest, once it has booted again. */
  guest: (disk: Awaited<ReturnType<typeof readSimulated>>['disk']) => unknown;
  row: (lab: TortureLab, server: number) => Promise<unknown>;
  /** True if the undo also reverses the change in the guest. */
  undone: boolean;
}

interface Act {
  definition: AnyDefinition;
  ask: (lab: TortureLab, accountId: number) => Promise<AccessChange>;
}

const PASSWORD: Act = { definition: serverSetPassword, ask: askPassword };
const HOSTNAME: Act = { definition: serverSetHostname, ask: askHostname };
const KEYS: Act = { definition: serverSetSshKeys, ask: askKeys };

const scenario = (act: Act, power: 'running' | 'stopped'): Scenario => ({
  name: `${act.definition.kind}, ${power}`,
  definition: act.definition,
  begin: (lab) => begin(lab, act, power),
});

/** A stopped guest receives all three changes in the same way, so one of them suffices. */
export const ACCESS_SCENARIOS: readonly Scenario[] = [
  scenario(PASSWORD, 'running'),
  scenario(HOSTNAME, 'running'),
  scenario(HOSTNAME, 'stopped'),
  scenario(KEYS, 'running'),
];

async function begin(lab: TortureLab, act: Act, power: 'running' | 'stopped'): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  // Boots the guest, so that no change of an earlier run is pending.
  await setPower(lab, id, 'stopped');
  await setPower(lab, id, 'running');
  await setPower(lab, id, power);
  await lab.db.updateTable('server_details').set({ seed_waits: [] }).where('id', '=', id).execute();
  const asked = await act.ask(lab, account_id);
  const look = async () => asked.guest((await readSimulated(lab.home, machineId)).disk);
  const [guestBefore, rowBefore] = [await look(), await asked.row(lab, id)];
  await asCaller(lab, account_id, (cx) => asked.order(cx, id));
  const workflowIds = await queuedFor(lab, [id]);
  return {
    workflowIds,
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      await setPower(lab, id, 'stopped');
      await setPower(lab, id, 'running');
      if (done) {
        assert.notDeepEqual(await look(), guestBefore);
        assert.notDeepEqual(await asked.row(lab, id), rowBefore);
      } else if (asked.undone || power === 'stopped') {
        assert.deepEqual(await look(), guestBefore);
        assert.deepEqual(await asked.row(lab, id), rowBefore);
      }
    },
  };
}

async function askPassword(): Promise<AccessChange> {
  const passwordHash = `$6$${randomBytes(8).toString('hex')}`;
  return {
    order: async (cx, id) => {
      const body = { password: 'correct horse battery', reboot: true };
      await changeServerPassword(cx, { ...(await inputOf(cx, 'changeServerPassword', { id, body })), passwordHash });
    },
    guest: (disk) => disk.passwords.root,
    row: async (lab, server) => (await rowOf(lab, server)).root_password_hash,
    undone: false,
  };
}

async function askHostname(): Promise<AccessChange> {
  const hostname = `renamed-${randomBytes(4).toString('hex')}`;
  return {
    order: async (cx, id) =>
      updateServerHostname(cx, await inputOf(cx, 'updateServerHostname', { id, body: { hostname, reboot: true } })),
    guest: (disk) => disk.hostname,
    row: async (lab, server) => (await rowOf(lab, server)).hostname,
    undone: true,
  };
}

async function askKeys(lab: TortureLab, accountId: number): Promise<AccessChange> {
  const key = await givenSshKey(lab.db, { accountId });
  return {
    order: async (cx, id) =>
      updateServerSshKeys(cx, await inputOf(cx, 'updateServerSshKeys', { id, body: { ssh_keys: [key.id] } })),
    guest: (disk) => disk.sshKeys,
    row: (there, server) => there.db.selectFrom('server_ssh_keys').select('ssh_key_id').where('server_id', '=', server).execute(),
    undone: true,
  };
}

function rowOf(lab: TortureLab, server: number) {
  return lab.db.selectFrom('servers').selectAll().where('id', '=', server).executeTakeFirstOrThrow();
}
