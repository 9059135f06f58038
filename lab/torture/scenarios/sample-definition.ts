/** A small workflow with undos, a poll and a stored result, for tests of the torture kit and of killed workers. */
import { NO_MEDIA } from '@innkeeper/engine/compute/port';
import { defineWorkflow, pollAfter, type StepContext } from '@innkeeper/workflows/define';

interface SampleInput {
  machineId: string;
}

const spec = (machineId: string) => ({
  machineId,
  mac: '52:54:00:00:00:01',
  hostname: machineId,
  addresses: [],
  dns: [],
});

/** Attaches, creates and boots a machine without a server. */
export const sample = defineWorkflow<SampleInput>({
  kind: 'torture.sample',
  failureMessage: 'The sample could not be made.',
  steps: [
    { name: 'plug', run: plug, undo: (cx) => cx.engine.network.detach(cx.input.machineId), attempts: 3, deadlineMs: 10_000 },
    { name: 'make', run: make, undo: (cx) => cx.engine.compute.destroy(cx.input.machineId), attempts: 3, deadlineMs: 10_000 },
    { name: 'wait', run: wait, undo: { why: 'it only looks' }, attempts: 3, deadlineMs: 10_000 },
  ],
  finish: async () => {},
  undone: async () => {},
});

async function plug({ engine, input }: StepContext<SampleInput>) {
  const { mac } = await engine.network.attach(spec(input.machineId));
  return { mac };
}

async function make({ engine, input }: StepContext<SampleInput>) {
  const { machineId } = input;
  const source = { from: 'image', image: await engine.images.provide('tiny') } as const;
  const nic = await engine.network.attach(spec(machineId));
  const seed = { instanceId: machineId, hostname: machineId, sshKeys: [], passwordHash: null, startupScript: null };
  await engine.compute.create({ machineId, vcpus: 1, memoryMb: 128, diskGb: 1, source, limits: {}, media: NO_MEDIA, seed, nic });
  await engine.compute.start(machineId);
  return undefined;
}

async function wait({ engine, input, memory }: StepContext<SampleInput>) {
  if (memory.plug === undefined) throw new Error('the result of plug is forgotten');
  const { up, bootId } = await engine.compute.inspect(input.machineId);
  return up ? bootId : pollAfter(5);
}
