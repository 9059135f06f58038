/**
 * The table of all kinds of workflows with their fixed properties. Other lists of kinds are typed by this table or compared with it by a
 * test: step definitions, scenarios of lab/torture, and the list of steps.
 */

import { USER_DATA_KINDS } from '@innkeeper/model/servers/user-data';
import type { LockReason, OperationKind } from '@innkeeper/model/states/workflow-words.gen';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { z } from 'zod';
import { Drives, Id, RescueSeed, Scale } from './inputs.ts';

/**
 * Class of work, which limits how many workflows run at a time.
 *
 * - `interactive`: a person waits for it, and it occupies a worker for moments: power, access, drives.
 * - `build`: creates or changes a server. Its long waits occupy no worker.
 * - `copy`: reads or writes whole disks, for minutes to hours.
 * - `download`: fetches from a server that the customer named, at that server's speed.
 */
export type Lane = 'interactive' | 'build' | 'copy' | 'download';

/** Resource that a workflow is about and locks. The row of a copy decides whether it is a `snapshot` or a `backup`. */
export type Resource = 'server' | 'iso' | 'copy' | 'payment' | 'firewall' | 'floating_ip';

/** Input field with the id of the locked resource. */
const ID_FIELDS = {
  server: 'serverId',
  iso: 'isoId',
  copy: 'copyId',
  payment: 'paymentId',
  firewall: 'firewallId',
  floating_ip: 'floatingIpId',
} as const satisfies Record<Resource, string>;
type IdField<R extends Resource> = (typeof ID_FIELDS)[R];

interface KindSpec {
  readonly resource: Resource;
  /** Schema of the input. It is checked again when a worker claims the row. */
  readonly input: z.ZodObject;
  /** Possible reasons of the lock. The first is used unless the caller chooses another. Customers read new ones after `npm run gen`. */
  readonly locks: readonly [LockReason, ...LockReason[]];
  /** Time in milliseconds after which an operator is alerted that the lock is still held. */
  readonly lockDeadlineMs: number;
  readonly lane: Lane;
  /**
   * Resource that the workflow or its undo may replace or delete, or `gateway` if it moves money. `null` if the workflow is harmless to
   * repeat.
   */
  readonly irreversible: 'disk' | 'copy' | 'file' | 'gateway' | null;
  /** Kind of the operation that customers see. */
  readonly label: Exclude<OperationKind, 'other'>;
}

const server = <S extends z.ZodRawShape, const K extends Omit<KindSpec, 'resource' | 'input'>>(shape: S, rest: K) => ({
  resource: 'server' as const,
  input: z.strictObject({ serverId: Id, ...shape }),
  ...rest,
});

/** `true` if the server was off at the request. A failed workflow leaves it off. */
const wasOff = z.boolean();

export const KINDS = {
  /** `afterHost`: an automatic start after an outage of the host. */
  'server.start': server(
    { afterHost: z.literal(true).optional() },
    {
      locks: ['start', 'restart', 'host-restart'],
      lockDeadlineMs: minutes(15),
      lane: 'interactive',
      irreversible: null,
      label: 'start',
    },
  ),
  'server.start-after-crash': server(
    {},
    {
      locks: ['crash-restart'],
      lockDeadlineMs: minutes(30),
      lane: 'interactive',
      irreversible: null,
      label: 'start-after-crash',
    },
  ),
  'server.restart': server(
    {},
    { locks: ['restart'], lockDeadlineMs: minutes(15), lane: 'interactive', irreversible: null, label: 'restart' },
  ),
  'server.stop': server(
    {},
    { locks: ['stop'], lockDeadlineMs: minutes(15), lane: 'interactive', irreversible: null, label: 'stop' },
  ),
  // Stopping a server that is about to be started again powers it off.
  'server.power-off': server(
    {},
    { locks: ['power-off', 'stop'], lockDeadlineMs: minutes(15), lane: 'interactive', irreversible: null, label: 'power-off' },
  ),
  'server.deploy': server(
    { orderId: Id, lineId: Id },
    { locks: ['deploy'], lockDeadlineMs: minutes(20), lane: 'build', irreversible: 'disk', label: 'deploy' },
  ),
  /** `hash` is a crypt(3) hash. */
  'server.set-password': server(
    { hash: z.string(), reboot: z.boolean() },
    { locks: ['set-password'], lockDeadlineMs: minutes(20), lane: 'interactive', irreversible: null, label: 'set-password' },
  ),
  'server.set-hostname': server(
    { hostname: z.string(), before: z.string(), reboot: z.boolean() },
    { locks: ['set-hostname'], lockDeadlineMs: minutes(20), lane: 'interactive', irreversible: null, label: 'set-hostname' },
  ),
  /** Ids of SSH keys. */
  'server.set-ssh-keys': server(
    { new: z.array(Id), old: z.array(Id), reboot: z.literal(false) },
    { locks: ['set-ssh-keys'], lockDeadlineMs: minutes(10), lane: 'interactive', irreversible: null, label: 'set-ssh-keys' },
  ),
  'server.enable-rescue': server(
    { seed: RescueSeed, wasOff },
    { locks: ['enable-rescue'], lockDeadlineMs: minutes(30), lane: 'interactive', irreversible: null, label: 'enable-rescue' },
  ),
  'server.disable-rescue': server(
    { seed: RescueSeed, wasOff },
    { locks: ['disable-rescue'], lockDeadlineMs: minutes(30), lane: 'interactive', irreversible: null, label: 'disable-rescue' },
  ),
  'server.set-media': server(
    { new: Drives, old: Drives },
    { locks: ['set-media'], lockDeadlineMs: minutes(10), lane: 'interactive', irreversible: null, label: 'set-media' },
  ),
  /** `up`: whether the network card's link is up. */
  'server.set-link': server(
    { up: z.boolean() },
    {
      locks: ['suspend-network', 'restore-network'],
      lockDeadlineMs: minutes(10),
      lane: 'interactive',
      irreversible: null,
      label: 'set-link',
    },
  ),
  /** Ids of the new and the previous main address of a family. */
  'server.change-primary-ip': server(
    { addressId: Id, beforeId: Id.nullable(), reboot: z.boolean() },
    {
      locks: ['change-primary-ip'],
      lockDeadlineMs: minutes(20),
      lane: 'interactive',
      irreversible: null,
      label: 'change-primary-ip',
    },
  ),
  /** Ids of addons that have ended. */
  'server.release-addresses': server(
    { addonIds: z.array(Id) },
    { locks: ['scale-addons'], lockDeadlineMs: minutes(10), lane: 'interactive', irreversible: null, label: 'release-addresses' },
  ),
  'server.suspend': server(
    {},
    { locks: ['suspend'], lockDeadlineMs: minutes(15), lane: 'build', irreversible: null, label: 'suspend' },
  ),
  'server.resume': server(
    {},
    { locks: ['resume'], lockDeadlineMs: minutes(30), lane: 'build', irreversible: null, label: 'resume' },
  ),
  /** `lost`: its machine is absent, and no disk is removed. `reason`: sentence for the owner. */
  'server.terminate': server(
    { lost: z.literal(true).optional(), reason: z.string().optional() },
    { locks: ['terminate'], lockDeadlineMs: minutes(30), lane: 'build', irreversible: 'disk', label: 'terminate' },
  ),
  'server.scale': {
    resource: 'server',
    input: Scale,
    locks: ['scale'],
    lockDeadlineMs: minutes(40),
    lane: 'build',
    irreversible: null,
    label: 'scale',
  },
  /** `passwordHash` is a crypt(3) hash. Workflows of earlier releases have no `startupScriptKind`, and scripts only. */
  'server.reinstall': server(
    {
      imageId: Id,
      passwordHash: z.string().nullable(),
      sshKeyIds: z.array(Id),
      startupScript: z.string().nullable(),
      startupScriptKind: z.enum(USER_DATA_KINDS).optional(),
      wasOff,
    },
    { locks: ['reinstall'], lockDeadlineMs: minutes(40), lane: 'build', irreversible: 'disk', label: 'reinstall' },
  ),
  // The largest disks on sale take this long over a slow line.
  'server.restore': server(
    { copyId: Id, wasOff },
    { locks: ['restore'], lockDeadlineMs: hours(12), lane: 'copy', irreversible: 'disk', label: 'restore' },
  ),
  'server.snapshot': server(
    { copyId: Id },
    { locks: ['snapshot'], lockDeadlineMs: hours(12), lane: 'copy', irreversible: 'copy', label: 'snapshot' },
  ),
  'server.backup': server(
    { copyId: Id },
    { locks: ['backup'], lockDeadlineMs: hours(12), lane: 'copy', irreversible: 'copy', label: 'backup' },
  ),
  /** Moves a stopped server between nodes. `key` names its disk in the store that both nodes reach. */
  'server.move': server(
    { from: Id, to: Id, key: z.string() },
    { locks: ['move'], lockDeadlineMs: hours(12), lane: 'copy', irreversible: 'disk', label: 'move' },
  ),
  /** Moves a running server between nodes. With `leaveCopies` its copies on the disk of the old node stay there. */
  'server.migrate': server(
    { from: Id, to: Id, leaveCopies: z.boolean() },
    { locks: ['move'], lockDeadlineMs: hours(12), lane: 'copy', irreversible: 'disk', label: 'move' },
  ),
  /** Removes what the lost node `from` has of a server that has moved away, once that node is back. It takes no lock. */
  'server.remove-remains': server(
    { from: Id },
    { locks: ['move'], lockDeadlineMs: hours(12), lane: 'build', irreversible: 'disk', label: 'move' },
  ),
  /**
   * Attaches floating IPs to a server on `nodeId`. `floatingIpId` is the first of the floating IPs. They are attached to servers on that
   * node or on one other node. The servers are locked too (domain/floating-ips/move.ts).
   */
  'floating-ip.attach': {
    resource: 'floating_ip',
    input: z.strictObject({
      floatingIpId: Id,
      floatingIpIds: z.array(Id),
      serverId: Id,
      nodeId: Id,
      fromNodeId: Id.nullable(),
    }),
    locks: ['floating-ip-attach'],
    lockDeadlineMs: minutes(10),
    lane: 'interactive',
    irreversible: null,
    label: 'floating-ip-attach',
  },
  /** Detaches floating IPs from the servers of one node. */
  'floating-ip.detach': {
    resource: 'floating_ip',
    input: z.strictObject({ floatingIpId: Id, floatingIpIds: z.array(Id), nodeId: Id }),
    locks: ['floating-ip-detach'],
    lockDeadlineMs: minutes(10),
    lane: 'interactive',
    irreversible: null,
    label: 'floating-ip-detach',
  },
  'copy.delete': {
    resource: 'copy',
    input: z.strictObject({ copyId: Id }),
    locks: ['delete'],
    lockDeadlineMs: hours(2),
    lane: 'interactive',
    irreversible: 'copy',
    label: 'copy-delete',
  },
  'iso.download': {
    resource: 'iso',
    input: z.strictObject({ isoId: Id, nodeId: Id }),
    locks: ['download'],
    lockDeadlineMs: hours(7),
    lane: 'download',
    irreversible: 'file',
    label: 'iso-download',
  },
  /** The ISO's row is already deleted. `nodeId` is `null` if no node is known to have its file. */
  'iso.remove': {
    resource: 'iso',
    input: z.strictObject({ isoId: Id, nodeId: Id.nullable() }),
    locks: ['delete'],
    lockDeadlineMs: hours(1),
    lane: 'interactive',
    irreversible: 'file',
    label: 'iso-remove',
  },
  /** Applies a firewall on one node. Started without a lock, because a firewall stays changeable. */
  'firewall.apply': {
    resource: 'firewall',
    input: z.strictObject({ firewallId: Id, nodeId: Id }),
    locks: ['apply-firewall'],
    lockDeadlineMs: minutes(15),
    lane: 'interactive',
    irreversible: null,
    label: 'apply-firewall',
  },
  /** Started without a lock, because a payment stays usable. */
  'payment.collect': {
    resource: 'payment',
    input: z.strictObject({ paymentId: Id }),
    locks: ['payment'],
    lockDeadlineMs: hours(1),
    lane: 'interactive',
    irreversible: 'gateway',
    label: 'payment',
  },
  'payment.refund': {
    resource: 'payment',
    input: z.strictObject({ paymentId: Id, refundId: Id }),
    locks: ['payment'],
    lockDeadlineMs: days(2),
    lane: 'interactive',
    irreversible: 'gateway',
    label: 'payment-refund',
  },
} as const satisfies Record<string, KindSpec>;

export type Kind = keyof typeof KINDS;
export type InputOf<K extends Kind> = z.infer<(typeof KINDS)[K]['input']>;
/** Input without the id of the locked resource, which comes from its row. */
export type StartInput<K extends Kind> = Omit<InputOf<K>, IdField<(typeof KINDS)[K]['resource']>>;
export type LockOf<K extends Kind> = (typeof KINDS)[K]['locks'][number];

export const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** Returns the lane of a kind. Kinds that only tests define count as builds. */
export const laneOf = (kind: string): Lane => (isKind(kind) ? KINDS[kind].lane : 'build');

/**
 * Returns whether a workflow of this kind is held after a restore. The restored database is older than the disks, files and gateways that
 * the workflow would act on. Kinds of other versions are held too.
 */
export const isHeldAfterRestore = (kind: string): boolean => !isKind(kind) || KINDS[kind].irreversible !== null;

/** Returns the kind that customers see, and `other` for kinds of newer workers or tests. */
export const labelOf = (kind: string): OperationKind => (isKind(kind) ? KINDS[kind].label : 'other');

/** Returns the validated input with the id of the resource. Throws `ZodError` if the input is invalid. */
export function inputOf<K extends Kind>(kind: K, id: number, input: StartInput<K>): InputOf<K> {
  const { resource, input: schema } = KINDS[kind];
  return schema.parse({ ...input, [ID_FIELDS[resource]]: id }) as InputOf<K>;
}

/**
 * Returns the errors of a row's input on one line, or `undefined` if it is valid. The line has no values, because some are password hashes.
 */
export function explainInvalidInput(kind: string, input: unknown): string | undefined {
  if (!isKind(kind)) return undefined;
  const { error } = KINDS[kind].input.safeParse(input);
  return error?.issues.map(({ path, code }) => `${path.join('.') || 'input'}: ${code}`).join(', ');
}
