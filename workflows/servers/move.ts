/**
 * Moves a stopped server to another node. Its disk goes through a copy store that both nodes reach.
 *
 * A failure before `switch` leaves the server on its old node. After `switch` the server is on its new node, and only the remains are
 * removed, even if a later step fails.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { DiskCopy } from '@innkeeper/engine/compute/port';
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, NonRetryableError, type StepContext } from '../define.ts';
import { amendsOf, listPendingSeedParts } from '../steps/access-seed.ts';
import { transferOf } from '../steps/copy-files.ts';
import { applyFirewallsFor } from '../steps/firewalls.ts';
import { machineSpec } from '../steps/machine-spec.ts';
import { isMoved, releaseOtherNode, removeMachine } from '../steps/moves.ts';

type Input = InputOf<'server.move'>;
type Cx = StepContext<Input>;

const from = (input: Input): number => input.from;
const to = (input: Input): number => input.to;

export const serverMove = defineWorkflow<Input>({
  kind: 'server.move',
  // The failure may have been before or after `switch`.
  failureMessage: 'The move of the server to another host failed. The server and its data are intact.',
  steps: [
    { name: 'copy', node: from, run: copyDisk, undo: dropCopy, attempts: 3, deadlineMs: hours(6) },
    { name: 'store', node: from, run: store, undo: removeStored, attempts: 10, deadlineMs: hours(12) },
    { name: 'create', node: to, run: create, undo: destroyUnlessSwitched, attempts: 10, deadlineMs: hours(12) },
    {
      name: 'switch',
      node: to,
      pointOfNoReturn: 'The server is already on its new node. Only its files on the old node remain to be deleted.',
      run: switchNode,
      undo: { why: 'the server is whole on its new node' },
      attempts: 5,
      deadlineMs: minutes(5),
    },
    {
      name: 'clean-up',
      node: from,
      run: clean,
      undo: { why: 'what it removes is not the server any more' },
      attempts: 20,
      deadlineMs: hours(1),
    },
  ],
  finish: releaseOtherNode,
  undone: releaseOtherNode,
});

const scratchName = ({ workflowId }: Pick<Cx, 'workflowId'>): string => `fetched-${workflowId}.qcow2`;

const copied = ({ memory }: Pick<Cx, 'memory'>) => memory.copy as unknown as Pick<DiskCopy, 'bytes' | 'sha256'>;

/** Returns the shared copy store. Throws if the settings have changed since the move was requested. */
function sharedStore({ engine }: Cx): CopyStore {
  const found = engine.copies.storeFor('backup');
  if (found.location === null)
    throw new NonRetryableError('operator', 'The server could not be moved.', 'this node shares no copy store');
  return found;
}

async function copyDisk(cx: Cx) {
  const machineId = machineIdOf(cx.input.serverId);
  const { power } = await cx.engine.compute.inspect(machineId);
  if (power === 'running') throw new NonRetryableError('operator', 'The server is running. Stop it first.', `${machineId} runs`);
  const path = await cx.engine.copies.scratch(scratchName(cx));
  const { bytes, sha256 } = await cx.engine.compute.copyDisk(machineId, { to: path }, transferOf(cx).onPercent);
  return { bytes, sha256 };
}

async function dropScratch(cx: Cx): Promise<void> {
  const path = await cx.engine.copies.scratch(scratchName(cx));
  await cx.engine.compute.dropCopy(machineIdOf(cx.input.serverId), { to: path });
  await cx.engine.copies.dropScratch(scratchName(cx));
}

/** Removes the scratch file, and the machine on the old node if the server is already on the new one. */
async function dropCopy(cx: Cx): Promise<void> {
  await dropScratch(cx);
  if (await isMoved(cx)) await removeMachine(cx);
}

/** Stores the disk. If a previous worker died after storing it, the scratch file may already be removed. */
async function store(cx: Cx) {
  const [shared, file] = [sharedStore(cx), copied(cx)];
  if ((await shared.stat(cx.input.key))?.bytes !== file.bytes) {
    const path = await cx.engine.copies.scratch(scratchName(cx));
    await shared.put(cx.input.key, { path, ...file }, transferOf(cx));
  }
  await dropScratch(cx);
  return undefined;
}

async function removeStored(cx: Cx): Promise<void> {
  await cx.engine.copies.storeFor('backup').remove(cx.input.key);
}

/** Creates the machine on the new node. The guest keeps its identity, and applies at its next boot only the waiting parts of its seed. */
async function create(cx: Cx) {
  const { serverId } = cx.input;
  const path = await cx.engine.copies.scratch(scratchName(cx));
  await sharedStore(cx).get(cx.input.key, { path, ...copied(cx) }, transferOf(cx));
  const { nic, machine } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
  const seed = { ...machine.seed, startupScript: null, amends: amendsOf(await listPendingSeedParts(cx.db, serverId)) };
  const source = { from: 'copy', path, format: 'qcow2' } as const;
  await cx.engine.compute.create({ ...machine, seed, source, nic: await cx.engine.network.attach(nic) });
  await cx.engine.copies.dropScratch(scratchName(cx));
  return undefined;
}

async function destroyUnlessSwitched(cx: Cx): Promise<void> {
  await cx.engine.copies.dropScratch(scratchName(cx));
  if (!(await isMoved(cx))) await removeMachine(cx);
}

async function switchNode(cx: Cx) {
  const { nic, firewalled } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  const ssh = cx.engine.network.sshEndpoint(nic);
  await updateServer(cx.db, cx.input.serverId, { node_id: cx.input.to, ssh_host: ssh.host, ssh_port: ssh.port });
  // The server cannot run before the firewalls are applied, because it is off and locked.
  if (firewalled) await applyFirewallsFor(cx, cx.input.to, cx.input);
  return undefined;
}

async function clean(cx: Cx) {
  await removeMachine(cx);
  await removeStored(cx);
  return undefined;
}
