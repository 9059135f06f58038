/**
 * Input schemas that several workflows share, and named parts of inputs. They describe JSON, so amounts in cents are text: JSON has no
 * bigint.
 */
import { z } from 'zod';

export const Id = z.int().positive();

/** Size of a server as in `model/servers/capacity.ts`. */
export const ServerSize = z.strictObject({
  vcpus: z.int().positive(),
  memoryMb: z.int().positive(),
  diskGb: z.int().positive(),
  /** `true` if its vCPUs are dedicated cores. */
  dedicated: z.boolean(),
});
export type ServerSize = z.infer<typeof ServerSize>;

const Amount = z.int().nonnegative();
const Cents = z.string().regex(/^\d+$/);

/** The new size of a server, and its order. */
export const Scale = z.strictObject({
  serverId: Id,
  wasOff: z.boolean(),
  from: ServerSize,
  to: ServerSize.extend({ planId: Id, networkSpeedMbps: Amount, bandwidthTb: Amount, renewPrice: Cents }),
  /**
   * Capacity of the node that is reserved for the change, in addition to the server's current capacity. `vcpus` counts only vCPUs on shared
   * cores.
   */
  held: z.strictObject({ vcpus: Amount, dedicatedVcpus: Amount, memoryMb: Amount, diskGb: Amount }),
  orderId: Id,
  lineId: Id,
  /** Refunds to the balance once the server is smaller, by the lines that paid for it. */
  refunds: z.array(z.strictObject({ orderId: Id, lineId: Id, net: Cents, vat: Cents })),
});
export type Scale = z.infer<typeof Scale>;

/** ISO ids of a server's drives, and whether the next start boots the primary one. */
export const Drives = z.strictObject({ primary: Id.nullable(), secondary: Id.nullable(), bootIso: z.boolean() });
export type Drives = z.infer<typeof Drives>;

/** Access data of the rescue system. `passwordHash` is a crypt(3) hash. */
export const RescueSeed = z.strictObject({
  hostname: z.string(),
  sshKeys: z.array(z.string()),
  passwordHash: z.string().nullable(),
});
