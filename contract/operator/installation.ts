/**
 * Output of the commands about the installation itself with `--json`. These commands query processes and the host, and change
 * no row.
 */
import { z } from 'zod';
import { At } from './fields.ts';

/** Output of `./innkeeper status`. */
export const Status = z.strictObject({
  home: z.string(),
  state: z.enum(['down', 'starting', 'ready', 'restarting']),
  /** Names of the processes that exited unexpectedly and are being restarted. */
  restarting: z.array(z.string()),
  pid: z.int().nullable(),
  /** State after a restore, until `restore finish`, otherwise `null`. */
  recovering: z.strictObject({ since: At, backup: z.string(), taken_at: At }).nullable(),
  /** Copy of the database from before the latest upgrade, until it is deleted, or `null`. */
  copy: z.strictObject({ path: z.string(), version: z.string().nullable(), taken_at: At, kept_until: At }).nullable(),
  url: z.string().nullable(),
  public_url: z.string().nullable(),
  mirrors: z.array(z.string()),
  healthy: z.boolean(),
  engine: z.enum(['qemu', 'simulated']),
  /** Node.js that runs the installation, or `null` if it is down. */
  runtime: z.string().nullable(),
  accelerator: z.strictObject({ name: z.string(), why: z.string() }).nullable(),
  /** Free bytes on the disk of the embedded database, or of the home if the database is elsewhere. */
  free_bytes: z.int(),
  servers: z.array(z.strictObject({ status: z.string(), power: z.string(), count: z.int() })),
  workflows: z.array(z.strictObject({ state: z.string(), count: z.int() })),
  /** Open alerts, newest first, at most 20. */
  alerts: z.array(z.strictObject({ id: z.int(), at: At, kind: z.string(), message: z.string() })),
  open_alerts: z.int(),
});
export type Status = z.output<typeof Status>;

/** Result of one check. */
export const Finding = z.strictObject({
  name: z.string(),
  /** True if the check passed. `warn`: works with restrictions. */
  ok: z.union([z.boolean(), z.literal('warn')]),
  why: z.string(),
  /** Action to take, or `null` if none is needed. */
  remedy: z.string().nullable(),
});

export type Finding = z.output<typeof Finding>;

/** Output of `./innkeeper doctor`. */
export const Findings = z.strictObject({ findings: z.array(Finding) });
export type Findings = z.output<typeof Findings>;

/** Output of `./innkeeper operations`. */
export const OperationList = z.strictObject({
  data: z.array(
    z.strictObject({
      name: z.string(),
      method: z.string(),
      path: z.string(),
      group: z.string(),
      ability: z.string(),
      origin: z.string(),
    }),
  ),
});
export type OperationList = z.output<typeof OperationList>;
