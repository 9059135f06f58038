/**
 * Every kind of workflow, and all that is fixed about it. What repeats kinds elsewhere (the definitions of steps, the scenarios of
 * lab/torture, the list of steps) is typed by this table or compared with it by a test.
 */
import { days, hours, minutes } from '@innkeeper/model/clock';
import type { LockReason } from '@innkeeper/model/lock-reasons';
import type { OperationKind } from '@innkeeper/model/operation-kinds';
import { z } from 'zod';
import { Drives, Id, RescueSeed, Scale } from './inputs.ts';

/**
 * What kind of work it is, which says how much of it may run at a time.
 *
 * - `interactive`: somebody waits at a screen, and it holds a worker for moments: power, access, drives.
 * - `build`: makes or changes a server; its long waits hold no worker.
 * - `copy`: reads or writes whole disks, for minutes to hours.
 * - `download`: fetches from a server that the customer named, at that server's speed.
 */
export type Lane = 'interactive' | 'build' | 'copy' | 'download';

/** What a workflow is about, and locks. A copy is a `snapshot` or a `backup`, as its row says. */
export type Resource = 'server' | 'iso' | 'copy' | 'payment' | 'firewall' | 'floating_ip';

/** The field of the input that names what is locked. */
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
  /** What it is told. The row's is checked by it when a worker takes it, too. */
  readonly input: z.ZodObject;
  /** Why its resource is locked: the first unless its starter names another one of these. */
  readonly locks: readonly [LockReason, ...LockReason[]];
  /** After how long an operator is told that the lock is still held. */
  readonly lockDeadlineMs: number;
  readonly lane: Lane;
  /** What customers read as the kind of an operation. */
  readonly label: Exclude<OperationKind, 'other'>;
}

const server = <S extends z.ZodRawShape, const K extends Omit<KindSpec, 'resource' | 'input'>>(shape: S, rest: K) => ({
  resource: 'server' as const,
  input: z.strictObject({ serverId: Id, ...shape }),
  ...rest,
});

/** `wasOff`: the server was off when it was asked for, and stays so when it can't be done. */
const wasOff = z.boolean();

export const KINDS = {
  /** `afterHost`: nobody has asked for it; its host was down. */
  'server.start': server(
    { afterHost: z.literal(true).optional() },
    { locks: ['start', 'restart', 'host-restart'], lockDeadlineMs: minutes(15), lane: 'interactive', label: 'start' },
  ),
  'server.start-after-crash': server(
    {},
    { locks: ['crash-restart'], lockDeadlineMs: minutes(30), lane: 'interactive', label: 'start-after-crash' },
  ),
  'server.restart': server({}, { locks: ['restart'], lockDeadlineMs: minutes(15), lane: 'interactive', label: 'restart' }),
  'server.stop': server({}, { locks: ['stop'], lockDeadlineMs: minutes(15), lane: 'interactive', label: 'stop' }),
  // To stop a server that is about to be started again is to cut its power.
  'server.power-off': server(
    {},
    { locks: ['power-off', 'stop'], lockDeadlineMs: minutes(15), lane: 'interactive', label: 'power-off' },
  ),
  'server.deploy': server(
    { orderId: Id, lineId: Id },
    { locks: ['deploy'], lockDeadlineMs: minutes(20), lane: 'build', label: 'deploy' },
  ),
  /** `hash`: crypt(3). */
  'server.set-password': server(
    { hash: z.string(), reboot: z.boolean() },
    { locks: ['set-password'], lockDeadlineMs: minutes(20), lane: 'interactive', label: 'set-password' },
  ),
  'server.set-hostname': server(
    { hostname: z.string(), before: z.string(), reboot: z.boolean() },
    { locks: ['set-hostname'], lockDeadlineMs: minutes(20), lane: 'interactive', label: 'set-hostname' },
  ),
  /** Ids of keys. */
  'server.set-ssh-keys': server(
    { new: z.array(Id), old: z.array(Id), reboot: z.literal(false) },
    { locks: ['set-ssh-keys'], lockDeadlineMs: minutes(10), lane: 'interactive', label: 'set-ssh-keys' },
  ),
  'server.enable-rescue': server(
    { seed: RescueSeed, wasOff },
    { locks: ['enable-rescue'], lockDeadlineMs: minutes(30), lane: 'interactive', label: 'enable-rescue' },
  ),
  'server.disable-rescue': server(
    { seed: RescueSeed, wasOff },
    { locks: ['disable-rescue'], lockDeadlineMs: minutes(30), lane: 'interactive', label: 'disable-rescue' },
  ),
  'server.set-media': server(
    { new: Drives, old: Drives },
    { locks: ['set-media'], lockDeadlineMs: minutes(10), lane: 'interactive', label: 'set-media' },
  ),
  /** `up`: whether the network card's cable is in. */
  'server.set-link': server(
    { up: z.boolean() },
    {
      locks: ['suspend-network', 'restore-network'],
      lockDeadlineMs: minutes(10),
      lane: 'interactive',
      label: 'set-link',
    },
  ),
  /** Ids of addresses: the main one of its family from now on, and the one before. */
  'server.change-primary-ip': server(
    { addressId: Id, beforeId: Id.nullable(), reboot: z.boolean() },
    { locks: ['change-primary-ip'], lockDeadlineMs: minutes(20), lane: 'interactive', label: 'change-primary-ip' },
  ),
  /** Ids of addons that have ended. */
  'server.release-addresses': server(
    { addonIds: z.array(Id) },
    { locks: ['scale-addons'], lockDeadlineMs: minutes(10), lane: 'interactive', label: 'release-addresses' },
  ),
  'server.suspend': server({}, { locks: ['suspend'], lockDeadlineMs: minutes(15), lane: 'build', label: 'suspend' }),
  'server.resume': server({}, { locks: ['resume'], lockDeadlineMs: minutes(30), lane: 'build', label: 'resume' }),
  'server.terminate': server({}, { locks: ['terminate'], lockDeadlineMs: minutes(30), lane: 'build', label: 'terminate' }),
  'server.scale': {
    resource: 'server',
    input: Scale,
    locks: ['scale'],
    lockDeadlineMs: minutes(40),
    lane: 'build',
    label: 'scale',
  },
  /** `passwordHash`: crypt(3). */
  'server.reinstall': server(
    {
      imageId: Id,
      passwordHash: z.string().nullable(),
      sshKeyIds: z.array(Id),
      startupScript: z.string().nullable(),
      wasOff,
    },
    { locks: ['reinstall'], lockDeadlineMs: minutes(40), lane: 'build', label: 'reinstall' },
  ),
  // The largest disks that are sold take as long over a slow line.
  'server.restore': server(
    { copyId: Id, wasOff },
    { locks: ['restore'], lockDeadlineMs: hours(12), lane: 'copy', label: 'restore' },
  ),
  'server.snapshot': server({ copyId: Id }, { locks: ['snapshot'], lockDeadlineMs: hours(12), lane: 'copy', label: 'snapshot' }),
  'server.backup': server({ copyId: Id }, { locks: ['backup'], lockDeadlineMs: hours(12), lane: 'copy', label: 'backup' }),
  /** A stopped server from one node to another; `key` names its disk in the store that both reach. */
  'server.move': server(
    { from: Id, to: Id, key: z.string() },
    { locks: ['move'], lockDeadlineMs: hours(12), lane: 'copy', label: 'move' },
  ),
  /**
   * All that move, of which `floatingIpId` is the first; to a server on `nodeId`, from servers there, or on another node. It holds those servers
   * too (domain/floating-ips/move.ts).
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
    label: 'floating-ip-attach',
  },
  /** The same, to no server. */
  'floating-ip.detach': {
    resource: 'floating_ip',
    input: z.strictObject({ floatingIpId: Id, floatingIpIds: z.array(Id), nodeId: Id }),
    locks: ['floating-ip-detach'],
    lockDeadlineMs: minutes(10),
    lane: 'interactive',
    label: 'floating-ip-detach',
  },
  'copy.delete': {
    resource: 'copy',
    input: z.strictObject({ copyId: Id }),
    locks: ['delete'],
    lockDeadlineMs: hours(2),
    lane: 'interactive',
    label: 'copy-delete',
  },
  'iso.download': {
    resource: 'iso',
    input: z.strictObject({ isoId: Id, nodeId: Id }),
    locks: ['download'],
    lockDeadlineMs: hours(7),
    lane: 'download',
    label: 'iso-download',
  },
  /** Its row is gone already. `nodeId` null: no node is known to have its file. */
  'iso.remove': {
    resource: 'iso',
    input: z.strictObject({ isoId: Id, nodeId: Id.nullable() }),
    locks: ['delete'],
    lockDeadlineMs: hours(1),
    lane: 'interactive',
    label: 'iso-remove',
  },
  /** Of a node. Nobody is kept off a firewall, so it is started without its lock. */
  'firewall.apply': {
    resource: 'firewall',
    input: z.strictObject({ firewallId: Id, nodeId: Id }),
    locks: ['apply-firewall'],
    lockDeadlineMs: minutes(15),
    lane: 'interactive',
    label: 'apply-firewall',
  },
  /** Nobody is kept off a payment, so it is started without its lock. */
  'payment.collect': {
    resource: 'payment',
    input: z.strictObject({ paymentId: Id }),
    locks: ['payment'],
    lockDeadlineMs: hours(1),
    lane: 'interactive',
    label: 'payment',
  },
  'payment.refund': {
    resource: 'payment',
    input: z.strictObject({ paymentId: Id, refundId: Id }),
    locks: ['payment'],
    lockDeadlineMs: days(2),
    lane: 'interactive',
    label: 'payment-refund',
  },
} as const satisfies Record<string, KindSpec>;

export type Kind = keyof typeof KINDS;
export type InputOf<K extends Kind> = z.infer<(typeof KINDS)[K]['input']>;
/** The id of what is locked is taken from its row. */
export type GivenInput<K extends Kind> = Omit<InputOf<K>, IdField<(typeof KINDS)[K]['resource']>>;
export type LockOf<K extends Kind> = (typeof KINDS)[K]['locks'][number];

export const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** Kinds that only tests know count as builds. */
export const laneOf = (kind: string): Lane => (isKind(kind) ? KINDS[kind].lane : 'build');

/** Returns the kind that customers read, and `other` for a kind that only a newer worker or a test has. */
export const labelOf = (kind: string): OperationKind => (isKind(kind) ? KINDS[kind].label : 'other');

/** Throws `ZodError` when it is not what this kind is told. */
export function inputOf<K extends Kind>(kind: K, id: number, input: GivenInput<K>): InputOf<K> {
  const { resource, input: schema } = KINDS[kind];
  return schema.parse({ ...input, [ID_FIELDS[resource]]: id }) as InputOf<K>;
}

/** What is wrong with the input of a row, in a line without its values (there are password hashes among them); undefined when nothing is. */
export function wrongInput(kind: string, input: unknown): string | undefined {
  if (!isKind(kind)) return undefined;
  const { error } = KINDS[kind].input.safeParse(input);
  return error?.issues.map(({ path, code }) => `${path.join('.') || 'input'}: ${code}`).join(', ');
}
