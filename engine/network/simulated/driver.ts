/** Addresses that are only remembered, for the simulated compute driver. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../../atomic.ts';
import type { NetworkPort, Nic, NicSpec, SshEndpoint } from '../port.ts';

export class SimulatedNetwork implements NetworkPort {
  readonly name = 'simulated';
  readonly #directory: string;

  constructor(options: { home: string }) {
    this.#directory = join(options.home, 'simulated-nics');
  }

  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
  }

  async close(): Promise<void> {}

  async attach(spec: NicSpec): Promise<Nic> {
    await writeAtomic(join(this.#directory, `${spec.machineId}.json`), JSON.stringify(spec), { durable: false });
    return { ...spec, plug: { kind: 'none' } };
  }

  async detach(machineId: string): Promise<void> {
    await rm(join(this.#directory, `${machineId}.json`), { force: true });
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => !name.startsWith('.')).map((name) => name.replace(/\.json$/, ''));
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    return { host: nic.addresses[0]?.address ?? '', port: 22, namespace: null };
  }
}
