import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenCopy } from '@innkeeper/lab/given-copies';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let accountId: number;
let serverId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
  serverId = await givenServer(place.db, { accountId, node_id: place.nodeId });
  await givenMachine(place.engine, serverId, place.db);
});
afterEach(() => place.close());

async function lay(path: string): Promise<string> {
  const whole = join(place.home, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, 'half');
  return whole;
}

async function incomplete(): Promise<string[]> {
  const { incomplete: found = '', ...others } = await place.findings();
  expect(others).toEqual({});
  return found === ''
    ? []
    : found
        .replace(/^belong to no workflow: /, '')
        .split(', ')
        .sort();
}

const server = () => ({ id: serverId, account_id: accountId });

test('a copy in progress belongs to its workflow', async () => {
  const key = 'snapshot-srv-1-0123456789abcdef.qcow2';
  const copy = await givenCopy(place.db, { serverId, status: 'creating', object_key: key, target: 'node' });
  const id = await place.underWay('server.snapshot', server(), { copyId: copy.id });
  const made = [
    await lay(`copies/scratch/copy-${copy.id}.qcow2`),
    await lay(`copies/scratch/.copy-${copy.id}.qcow2.draft`),
    await lay(`copies/scratch/fetched-${id}.qcow2`),
    await lay(`copies/scratch/.draft-fetched-${id}.qcow2.01234567`),
  ];
  await lay(`copies/snapshots/.draft-${key}.01234567`);
  expect(await incomplete()).toEqual([]);
  await end(id);
  await place.db.updateTable('copies').set({ status: 'failed' }).execute();
  expect(await incomplete()).toEqual([...made, `a part of ${join(place.home, 'copies/snapshots', key)}`].sort());
});

test('a download in progress belongs to its workflow', async () => {
  const id = 12;
  const path = await lay(`isos/.iso-${id}.0123456789ab`);
  expect(await incomplete()).toEqual([path]);
  const workflow = await place.underWay('iso.remove', { id, account_id: accountId }, { nodeId: null });
  expect(await incomplete()).toEqual([]);
  await end(workflow);
  expect(await incomplete()).toEqual([path]);
});

test('remains of a disk belong to their workflow', async () => {
  const compute = {
    list: () => place.engine.compute.list(),
    addresses: async () => [],
    orphanedFiles: async () => [serverId, 900].map((id) => ({ machineId: machineIdOf(id), path: `/machines/${id}` })),
  };
  const found = async () => (await place.findings({ compute })).incomplete;
  expect(await found()).toBe(`belong to no workflow: /machines/${serverId}, /machines/900`);
  await place.underWay('server.restore', server(), { copyId: 1, wasOff: false });
  expect(await found()).toBe('belong to no workflow: /machines/900');
});

test('finds drafts of the simulated engine', async () => {
  const path = await lay(`simulated-machines/.srv-${serverId}.json.0123456789ab`);
  expect(await incomplete()).toEqual([path]);
});

test('finds a file with an unknown name', async () => {
  const path = await lay('copies/scratch/core.1234');
  expect(await incomplete()).toEqual([path]);
});

async function end(workflowId: number): Promise<void> {
  await place.db.deleteFrom('locks').where('workflow_id', '=', workflowId).execute();
  await place.db
    .updateTable('workflows')
    .set({ state: 'undone', finished_at: new Date() })
    .where('id', '=', workflowId)
    .execute();
}
