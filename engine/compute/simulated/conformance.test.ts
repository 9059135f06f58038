import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostNames } from '@innkeeper/model/servers/host-names';
import type { ComputeHarness, GuestInspector, MoveEnd } from '../conformance/harness.ts';
import { computeConformance } from '../conformance.ts';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { SimulatedCompute } from './driver.ts';
import { injectSimulatedFault, readSimulated, writeInSimulated } from './store.ts';

computeConformance('simulated', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-simulated-'));
  const directory = join(home, 'directory');
  await mkdir(directory);
  /** Boot id of each guest whose agent was silenced. */
  const silenced = new Map<string, string>();
  const open = async () => {
    const agent = (machineId: string, bootId: string | null) => bootId === null || silenced.get(machineId) !== bootId;
    const compute = new SimulatedCompute({ home, delays: { boot: 20, shutdown: 20, copy: 20 }, agent });
    await compute.open();
    return compute;
  };
  const harness: ComputeHarness = {
    ...moveEnd(home),
    compute: await open(),
    async openOther() {
      const other = await mkdtemp(join(tmpdir(), 'innkeeper-simulated-'));
      const compute = new SimulatedCompute({ home: other, agent: (machineId, bootId) => silenced.get(machineId) !== bootId });
      await compute.open();
      return {
        ...moveEnd(other),
        compute,
        async close() {
          await compute.close();
          await rm(other, { recursive: true });
        },
      };
    },
    timeoutMs: 5_000,
    login: null,
    directory,
    spec: async (machineId: string) => ({ ...exampleSpec(), machineId }),
    async restart(between = async () => {}) {
      await harness.compute.close();
      await between();
      harness.compute = await open();
      return harness.compute;
    },
    async silenceAgent({ machineId }: MachineSpec) {
      silenced.set(machineId, (await readSimulated(home, machineId)).bootId ?? '');
    },
    powerOffGuest: (spec: MachineSpec) => injectSimulatedFault(home, spec.machineId, 'poweroff'),
    killProcess: (machineId: string) => injectSimulatedFault(home, machineId, 'crash'),
    simulateHostReboot: (machineId: string) => injectSimulatedFault(home, machineId, 'host-down'),
    async iso(name: string, text: string) {
      await writeFile(join(directory, `${name}.iso`), text);
      return join(directory, `${name}.iso`);
    },
    async close() {
      await harness.compute.close();
      await rm(home, { recursive: true });
    },
  };
  return harness;
});

/** Returns a node of a move without its driver. */
function moveEnd(home: string): Omit<MoveEnd, 'compute'> {
  return {
    inspector: guestInspector(home),
    prepare: async (spec) => spec,
    async hold() {},
    async release() {},
    async leftovers(machineId) {
      return (await readdir(home, { recursive: true })).filter((name) => name.includes(machineId));
    },
  };
}

function guestInspector(home: string): GuestInspector {
  const machine = ({ machineId }: MachineSpec) => readSimulated(home, machineId);
  return {
    write: ({ machineId }, name, text) => writeInSimulated(home, machineId, name, text),
    read: async (spec, name) => (await machine(spec)).disk.files[name] ?? null,
    async facts(spec) {
      const { disk, rescued, bootedFrom, spec: ordered } = await machine(spec);
      const names = rescued === null ? { short: disk.hostname, fqdn: disk.fqdn } : hostNames(rescued.hostname);
      return {
        system: bootedFrom === 'rescue' ? 'rescue' : 'disk',
        hostname: names.short ?? '',
        fqdn: names.fqdn ?? '',
        identity: disk.identity ?? '',
        passwordHash: (rescued === null ? disk.passwords.root : rescued.passwordHash) ?? '*',
        sshKeys: (rescued ?? disk).sshKeys,
        addresses: disk.addresses,
        vcpus: ordered.vcpus,
        memoryMb: ordered.memoryMb,
        diskGb: ordered.diskGb,
        rootGb: disk.gb,
      };
    },
    async readDrive(spec, drive) {
      const path = (await machine(spec)).spec.media[drive];
      return path === null ? null : readFile(path, 'utf8');
    },
    hasLink: async (spec) => (await machine(spec)).linkUp,
    acceptsPassword: async (spec, { hash }) => (await machine(spec)).disk.passwords.root === hash,
  };
}
