/** Plans of a new installation, cheapest first within a type. Prices are net cents per month. */

import type { Insertable } from 'kysely';
import type { Database } from '../schema.ts';

type NewPlan = Insertable<Database['plans']>;

const GB = 1024;

const standard = { type: 'standard', dedicated_cpu: false, network_speed_mbps: 1000, disk_iops: 5_000, disk_mb_per_second: 300 };
const dedicated = {
  type: 'dedicated',
  dedicated_cpu: true,
  network_speed_mbps: 2000,
  disk_iops: 15_000,
  disk_mb_per_second: 600,
};

export const PLANS: readonly NewPlan[] = [
  { ...standard, key: 'nano', name: 'Nano', vcpus: 1, memory_mb: 1 * GB, disk_gb: 10, bandwidth_tb: 1, price: 399n, position: 1 },
  {
    ...standard,
    key: 'micro',
    name: 'Micro',
    vcpus: 1,
    memory_mb: 2 * GB,
    disk_gb: 25,
    bandwidth_tb: 2,
    price: 699n,
    position: 2,
  },
  {
    ...standard,
    key: 'small',
    name: 'Small',
    vcpus: 2,
    memory_mb: 4 * GB,
    disk_gb: 50,
    bandwidth_tb: 3,
    price: 1199n,
    position: 3,
  },
  {
    ...standard,
    key: 'medium',
    name: 'Medium',
    vcpus: 4,
    memory_mb: 8 * GB,
    disk_gb: 100,
    bandwidth_tb: 4,
    price: 2299n,
    position: 4,
  },
  {
    ...standard,
    key: 'large',
    name: 'Large',
    vcpus: 8,
    memory_mb: 16 * GB,
    disk_gb: 200,
    bandwidth_tb: 5,
    price: 4399n,
    position: 5,
  },
  {
    ...dedicated,
    key: 'dedicated-small',
    name: 'Dedicated Small',
    vcpus: 2,
    memory_mb: 8 * GB,
    disk_gb: 80,
    bandwidth_tb: 0,
    price: 2999n,
    position: 6,
  },
  {
    ...dedicated,
    key: 'dedicated-medium',
    name: 'Dedicated Medium',
    vcpus: 4,
    memory_mb: 16 * GB,
    disk_gb: 160,
    bandwidth_tb: 0,
    price: 5799n,
    position: 7,
  },
  {
    ...dedicated,
    key: 'dedicated-large',
    name: 'Dedicated Large',
    vcpus: 8,
    memory_mb: 32 * GB,
    disk_gb: 320,
    bandwidth_tb: 0,
    price: 11399n,
    position: 8,
  },
];
