/** Bodies of the operations on servers. */
import { z } from 'zod';
import { addonChoices } from './addon.ts';
import {
  BillingCycle,
  Hostname,
  Id,
  idList,
  isUnique,
  line,
  Password,
  PromoCodeText,
  prose,
  Reason,
  RenewalCycle,
} from './primitives.ts';

/** cloud-init refuses larger user data in several sources; 16 KB is what all of them take. */
const StartupScriptText = prose(1, 16_384).describe('A script that runs once, at the first boot.');
const sshKeys = idList(0, 100).describe('Ids of the SSH keys of this account that may log in.');
const planKey = line(1, 64).describe('Key of the plan.');
const extraIps = z.int().min(0).max(32).default(0);

const names = z
  .array(Hostname)
  .min(1, 'Must hold at least one name.')
  .max(20, 'Must hold at most 20 names.')
  .refine((list) => isUnique(list.map((name) => name.toLowerCase())), 'Must not contain the same name twice.');

const sources = ['image_id', 'snapshot_id', 'backup_id', 'primary_iso_id'] as const;

/** Refuses a body that names none or several of `fields`; the sentence stands at the first of them. */
function exactlyOneOf<const F extends string>(fields: readonly F[]) {
  const given = (body: Partial<Record<F, unknown>>) => fields.filter((field) => body[field] !== undefined).length;
  const params = { path: [fields[0] as string], error: `Exactly one of ${fields.join(', ')} is required.` };
  return [(body: Partial<Record<F, unknown>>) => given(body) === 1, params] as const;
}

export const DeployServer = z
  .strictObject({
    name: z
      .union([Hostname, names], { error: 'Must be a hostname or a list of hostnames.' })
      .describe('A hostname, or up to 20 of them for as many servers: all or none are ordered.'),
    plan: planKey,
    billing_cycle: BillingCycle.default(1),
    image_id: Id.optional(),
    snapshot_id: Id.optional(),
    backup_id: Id.optional(),
    primary_iso_id: Id.optional(),
    secondary_iso_id: Id.optional(),
    password: Password.optional().describe('For root. Without it, and with a key, only keys log in.'),
    ssh_keys: sshKeys.default([]),
    ...addonChoices,
    extra_ipv4: extraIps,
    extra_ipv4_ddos: extraIps,
    extra_ipv6: extraIps,
    promo_code: PromoCodeText.optional(),
    startup_script: StartupScriptText.optional(),
  })
  .refine(...exactlyOneOf(sources));

export const CancelServer = z.strictObject({ reason: Reason.optional(), now: z.boolean().default(false) });

const reboot = z
  .boolean()
  .default(false)
  .describe('Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot.');

export const ChangePassword = z.strictObject({ password: Password, reboot });

export const UpdateHostname = z.strictObject({ hostname: Hostname, reboot });

export const UpdateServerSshKeys = z.strictObject({ ssh_keys: sshKeys });

export const ModifyIsos = z
  .strictObject({
    primary_iso_id: Id.nullable().optional(),
    secondary_iso_id: Id.nullable().optional(),
    boot_from: z
      .enum(['disk', 'iso'])
      .optional()
      .describe('What the next start boots; of itself the primary ISO once it is put in, the disk once it is taken out.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['primary_iso_id'],
    error: 'Must name primary_iso_id, secondary_iso_id (null ejects) or boot_from.',
  });

export const RestoreServer = z
  .strictObject({ backup_id: Id.optional(), snapshot_id: Id.optional() })
  .refine(...exactlyOneOf(['backup_id', 'snapshot_id']));

export const RenewServers = z.strictObject({
  server_ids: idList(1, 100),
  billing_cycle: RenewalCycle,
  promo_code: PromoCodeText.optional(),
});

export const ReinstallServer = z.strictObject({
  image_id: Id,
  password: Password.optional(),
  ssh_keys: sshKeys.optional(),
  startup_script: StartupScriptText.optional(),
});

export const ChangePrimaryIp = z.strictObject({ ip_id: Id });

export const ScaleServer = z.strictObject({ plan: planKey, scale_disk: z.boolean() });

export const EnableRescue = z.strictObject({ password: Password.optional(), ssh_keys: sshKeys.optional() });

export const CreateSnapshot = z.strictObject({ name: line(1, 100) });
