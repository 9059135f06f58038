/** The one door to the engine: the drivers that fit together, chosen by the operator's word and by what this host allows. */
import { mkdir } from 'node:fs/promises';
import { type ComputePort, EngineError } from './compute/port.ts';
import { SimulatedCompute, type SimulatedOptions } from './compute/simulated/driver.ts';
import type { ImagePort } from './images/port.ts';
import { SimulatedImages } from './images/simulated.ts';
import type { EngineLog } from './log.ts';
import type { NetworkPort } from './network/port.ts';
import { SimulatedNetwork } from './network/simulated/driver.ts';

export interface Engine {
  compute: ComputePort;
  network: NetworkPort;
  images: ImagePort;
}

export interface EngineOptions {
  kind: 'qemu' | 'simulated';
  /** The installation's directory; all that the engine keeps is below it. */
  home: string;
  /** The checkout, where the image scripts are. */
  projectRoot: string;
  /** Whether this process is root: network namespace, else QEMU's own network with forwarded ports. */
  root: boolean;
  log: EngineLog;
  /** For the simulated engine only. */
  simulated?: Omit<SimulatedOptions, 'home'>;
}

/** Chooses and constructs; the caller then calls `network.open(pools)` and `compute.open()`, in this order. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  await mkdir(options.home, { recursive: true });
  const { home } = options;
  if (options.kind !== 'simulated')
    throw new EngineError('unsupported', 'the QEMU engine is not built yet', {
      retryable: false,
    });
  return {
    compute: new SimulatedCompute({ home, ...options.simulated }),
    network: new SimulatedNetwork({ home }),
    images: new SimulatedImages({ home }),
  };
}
