/** The ports to systems outside, by what has them: a node, or the house once. */
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import type { PeersPort } from './compute/peers-port.ts';
import type { ComputePort } from './compute/port.ts';
import type { Copies } from './copies/open.ts';
import type { Dns } from './dns/open.ts';
import type { DownloadPort } from './downloads/port.ts';
import type { ImageFiles } from './images/files.ts';
import type { ImagePort } from './images/port.ts';
import type { MailPort } from './mail/port.ts';
import type { NetworkPort } from './network/port.ts';
import type { Payments } from './payments/open.ts';
import type { Scanners } from './scanner/port.ts';
import type { VatNumbers } from './vat-numbers/port.ts';
import type { WebhookPort } from './webhooks/port.ts';

/** Ports of a node: its hypervisor, network and files. */
export interface NodePorts {
  compute: ComputePort;
  /** Other nodes, to which running machines move. */
  peers: PeersPort;
  network: NetworkPort;
  images: ImagePort;
  imageFiles: ImageFiles;
  copies: Copies;
  downloads: DownloadPort;
}

/** Ports of the house: systems that any of its processes may call. */
export interface HousePorts {
  payments: Payments;
  mail: MailPort;
  dns: Dns;
  vatNumbers: VatNumbers;
  scanners: Scanners;
  openId: OpenIdClient;
  webhooks: WebhookPort;
}
