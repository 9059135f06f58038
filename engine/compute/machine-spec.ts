/** The specification of a machine, from which a driver creates it. */
import type { DiskSource } from '../images/port.ts';
import type { Nic } from '../nic.ts';
import type { Media } from './device-port.ts';
import type { MachineLimits } from './disk-port.ts';
import type { Seed } from './guest-port.ts';

export interface MachineSpec {
  /** Id in the form `[a-z0-9-]{1,40}`, unique in this installation, such as `srv-12`. */
  machineId: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  source: DiskSource;
  limits: MachineLimits;
  media: Media;
  seed: Seed;
  nic: Nic;
}
