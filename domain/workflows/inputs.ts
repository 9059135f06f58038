/**
 * Inputs that several workflows share, and parts of inputs with a name of their own. Shapes of JSON: cents are text, since JSON
 * knows no bigint.
 */
import { z } from 'zod';

export const Id = z.int().positive();

/** As `model/capacity.ts` has it. */
export const ServerSize = z.strictObject({
  vcpus: z.int().positive(),
  memoryMb: z.int().positive(),
  diskGb: z.int().positive(),
  /** Whether its vCPUs are cores of their own. */
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
  /** Held of the node for it, besides what the server holds; `vcpus` share cores. */
  held: z.strictObject({ vcpus: Amount, dedicatedVcpus: Amount, memoryMb: Amount, diskGb: Amount }),
  orderId: Id,
  lineId: Id,
  /** Given to the balance once the server is smaller, of the lines that paid it. */
  refunds: z.array(z.strictObject({ orderId: Id, lineId: Id, net: Cents, vat: Cents })),
});
export type Scale = z.infer<typeof Scale>;

/** What is in a server's drives, by id, and whether its next start boots the primary one. */
export const Drives = z.strictObject({ primary: Id.nullable(), secondary: Id.nullable(), bootIso: z.boolean() });
export type Drives = z.infer<typeof Drives>;

/** `passwordHash`: crypt(3). */
export const RescueSeed = z.strictObject({
  hostname: z.string(),
  sshKeys: z.array(z.string()),
  passwordHash: z.string().nullable(),
});
