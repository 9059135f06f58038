/** Measures the host of a node, for the row of the node. */
import { mkdir } from 'node:fs/promises';
import type { Registration } from '@innkeeper/db/tables/nodes';
import type { Engine } from '@innkeeper/engine/open';
import type { NodeReserve } from '@innkeeper/model/net/network-limits';
import { capacityOf, measureHost } from '../up/capacity.ts';
import type { EngineKind, Home } from './home.ts';

/** Measures the machine. `engine` must be open, because KVM is proven only then. */
export async function measureNode(
  { compute, network }: Pick<Engine, 'compute' | 'network'>,
  { home, engine, name, reserve }: { home: Home; engine: EngineKind; name: string; reserve: NodeReserve },
): Promise<Registration> {
  // The simulated engine keeps its machines elsewhere, so the directory may be missing.
  await mkdir(home.machines, { recursive: true, mode: 0o700 });
  const { vcpus, memoryMb, diskGb } = capacityOf(await measureHost(home.machines, home.isos), reserve);
  const { accelerator } = compute.capabilities;
  return {
    ...{ name, engine, accelerator: accelerator.name, accelerator_why: accelerator.why },
    filters: network.capabilities.firewalls,
    ...{ vcpus_total: vcpus, memory_mb_total: memoryMb, disk_gb_total: diskGb },
  };
}
