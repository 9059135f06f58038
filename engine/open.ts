/** Opens the engine: a matching set of drivers, chosen by the operator's setting and the host's capabilities. */

import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Live } from '@innkeeper/model/configuration/live';
import type { NetworkLimits } from '@innkeeper/model/net/network-limits';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { defaultCopies, defaultNetworkLimits } from '@innkeeper/model/settings/settings';
import { NO_PEERS, type PeersPort } from './compute/peers-port.ts';
import { virtualBytes } from './compute/qemu/disk.ts';
import { QemuCompute } from './compute/qemu/driver.ts';
import { ImageTrials } from './compute/qemu/try-image.ts';
import { SimulatedCompute, type SimulatedOptions } from './compute/simulated/driver.ts';
import { Copies, type CopiesOptions } from './copies/open.ts';
import { HttpDownloads } from './downloads/http.ts';
import { SimulatedDownloads, type SimulatedDownloadsOptions } from './downloads/simulated.ts';
import { FetchedImages } from './images/fetched.ts';
import { ImageFiles } from './images/files.ts';
import { LocalImages } from './images/local.ts';
import type { ImageLink } from './images/port.ts';
import { SimulatedImages } from './images/simulated.ts';
import type { EngineLog } from './log.ts';
import { NamespaceNetwork } from './network/namespace/driver.ts';
import { SimulatedNetwork, type SimulatedNetworkOptions } from './network/simulated/driver.ts';
import { UsermodeNetwork } from './network/usermode/driver.ts';
import { Payments, type PaymentsOptions } from './payments/open.ts';
import type { HousePorts, NodePorts } from './ports.ts';

/** Drivers of a node, and the gateways that workflows pay with. */
export type Engine = NodePorts &
  Pick<HousePorts, 'payments'> & {
    /** Trial boots of images. `null` on the simulated engine, whose guests boot from every image. */
    trials: ImageTrials | null;
  };

export interface SimulatedEngine extends Omit<SimulatedOptions, 'home'> {
  downloads?: Omit<SimulatedDownloadsOptions, 'directory' | 'mirrors'>;
  network?: SimulatedNetworkOptions;
}

export interface EngineOptions {
  kind: 'qemu' | 'simulated';
  /** Directory of the installation, which contains all files of the engine. */
  home: string;
  /** Directory of the checkout, which contains the image scripts. */
  projectRoot: string;
  /**
   * True if this process is root. With root, guests get a network namespace. Without root, they use QEMU's own network with forwarded
   * ports.
   */
  root: boolean;
  /** Network namespace that is treated as the host, for tests. */
  hostNamespace?: string;
  log: EngineLog;
  /** Options of the simulated engine only. */
  simulated?: SimulatedEngine;
  /** Directory of image files, by default `<home>/images`. */
  images?: string;
  /** True on a further node, whose image files are compared with their digests before their first use. Default: false. */
  verifiesImages?: boolean;
  /** Link by which a further node fetches image files from the first host. */
  imageLink?: ImageLink;
  /** Links to other nodes, to which running machines move. Default: none. */
  peers?: PeersPort | undefined;
  /** Copy stores for snapshots and backups, by default directories below the home. */
  copies?: Partial<Omit<CopiesOptions, 'unbounded'>>;
  /** Payment gateways. Default: bank transfers, and the sandbox on the simulated engine. */
  payments?: Omit<PaymentsOptions, 'directory'>;
  /** Limits of the network. Default: the limits of a configuration that sets none, for tests. */
  networkLimits?: NetworkLimits;
  /** Free bytes from which on guests resume that were paused on a full disk. Default: 32 MiB. */
  resumeFreeBytes?: number | undefined;
  /** CPU model of guests, as in `guests.cpu_model`. Default: `host`. */
  cpuModel?: string | undefined;
  /** Private endpoints that downloads may reach. */
  mirrors?: Live<readonly Endpoint[]>;
}

/** Creates the drivers. The caller then calls `network.open(pools)` and `compute.open()`, in this order. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { projectRoot, log, root, mirrors = [], peers = NO_PEERS } = options;
  await mkdir(options.home, { recursive: true });
  const home = await realpath(options.home);
  const copies = new Copies({
    directory: join(home, 'copies'),
    settings: defaultCopies,
    credentials: null,
    ...options.copies,
    unbounded: options.kind === 'simulated',
  });
  const payments = new Payments({
    directory: join(home, 'payments'),
    ...{ trial: options.kind === 'simulated', stripe: null },
    ...options.payments,
  });
  const imageFiles = openImageFiles(home, options);
  const isos = join(home, 'isos');
  if (options.kind === 'simulated') {
    return {
      compute: new SimulatedCompute({ home, ...options.simulated }),
      peers,
      network: new SimulatedNetwork({ home, ...options.simulated?.network }),
      images: new SimulatedImages({ home }),
      imageFiles,
      downloads: new SimulatedDownloads({ directory: isos, mirrors, ...options.simulated?.downloads }),
      copies,
      payments,
      trials: null,
    };
  }
  const images = new LocalImages({ directory: options.images ?? join(home, 'images'), projectRoot });
  const { hostNamespace, networkLimits: limits = defaultNetworkLimits } = options;
  const inNamespace = () => new NamespaceNetwork({ home, projectRoot, limits, ...(hostNamespace && { hostNamespace }) });
  const network = root ? inNamespace() : new UsermodeNetwork({ home, ports: limits.forwardedPorts });
  const { resumeFreeBytes, cpuModel } = options;
  const system = () => images.system();
  const compute = new QemuCompute({ home, projectRoot, log, metadata: network, resumeFreeBytes, cpuModel, system, imageFiles });
  const trials = new ImageTrials({ home, projectRoot, system });
  const downloads = new HttpDownloads({ directory: isos, mirrors });
  return { compute, peers, network, images, imageFiles, copies, payments, downloads, trials };
}

function openImageFiles(home: string, { kind, verifiesImages = false, imageLink: link }: EngineOptions): ImageFiles {
  const inspect = kind === 'qemu' ? { inspect: virtualBytes } : {};
  const fetched = link && new FetchedImages({ home, link, ...inspect });
  // Simulated machines read no image files. Without a link they therefore need none.
  return new ImageFiles({ home, verifies: verifiesImages && (kind === 'qemu' || link !== undefined), fetched });
}
