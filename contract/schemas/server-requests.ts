/** Bodies of the operations on servers. */
import { z } from 'zod';
import { addonChoices } from './addon.ts';
import {
  AutoPay,
  about,
  BillingCycle,
  Hostname,
  Id,
  idList,
  ifGiven,
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

/** Returns how many of `fields` a body names. */
const countGiven = <F extends string>(body: Partial<Record<F, unknown>>, fields: readonly F[]): number =>
  fields.filter((field) => body[field] !== undefined).length;

/** Refuses a body that names none or several of `fields`; the sentence stands at the first of them. */
function exactlyOneOf<const F extends string>(fields: readonly F[]) {
  const params = { path: [fields[0] as string], error: `Exactly one of ${fields.join(', ')} is required.` };
  return [(body: Partial<Record<F, unknown>>) => countGiven(body, fields) === 1, params] as const;
}

/** Refuses a body that names several of `fields`. The sentence stands at the first of them. */
function atMostOneOf<const F extends string>(fields: readonly F[]) {
  const params = { path: [fields[0] as string], error: `At most one of ${fields.join(', ')} may be given.` };
  return [(body: Partial<Record<F, unknown>>) => countGiven(body, fields) <= 1, params] as const;
}

const deployFields = {
  name: z
    .union([Hostname, names], { error: ifGiven('Must be a hostname or a list of hostnames.') })
    .meta(about('A hostname, or up to 20 of them for as many servers: all or none are ordered.', 'web-1.example.com')),
  plan: planKey.meta(about('Key of the plan.', 'nano')),
  billing_cycle: BillingCycle.default(1).meta(about('Months to pay at once, 1 to 24; 1 unless given.', 1)),
  image_id: Id.optional().meta(
    about('Image to make it from. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required.', 1),
  ),
  snapshot_id: Id.optional().meta(about('Snapshot to make it from.', 1)),
  backup_id: Id.optional().meta(about('Backup to make it from.', 1)),
  primary_iso_id: Id.optional().meta(about('ISO to boot; the disk begins empty.', 1)),
  secondary_iso_id: Id.optional().meta(about('ISO for the second drive, such as one with drivers.', 2)),
  password: Password.optional().meta(
    about('Password of root. Without it, and with a key, only keys log in.', 'correct horse battery'),
  ),
  ssh_keys: sshKeys.default([]).meta(about('Ids of the SSH keys of this account that may log in; none unless given.', [1])),
  ...addonChoices,
  extra_ipv4: extraIps.meta(about('IPv4 addresses besides the main one; 0 unless given.', 0)),
  extra_ipv4_ddos: extraIps.meta(about('IPv4 addresses with DDoS protection; 0 unless given.', 0)),
  extra_ipv6: extraIps.meta(about('IPv6 networks besides the main one; 0 unless given.', 0)),
  promo_code: PromoCodeText.optional().meta(about('Promo code that lowers the price.', 'SPRING20')),
  startup_script: StartupScriptText.optional().meta(
    about('A script that runs once, at the first boot; at most 16 384 characters.', '#!/bin/sh\napt-get update\n'),
  ),
  auto_pay: AutoPay,
};

export const DeployServer = z
  .strictObject(deployFields)
  .refine(...exactlyOneOf(sources))
  .meta({
    id: 'DeployServer',
    description:
      'The server, or servers, to order. Without a key, a password or a startup script nobody could log in, so one of them is required, except from a copy or an ISO. A quote (`dry_run=true`) may leave out the name, the source and the way to log in: it assumes one server, and names what is missing.',
  });

/** The body of a quote of `deployServer`: the price depends on neither name nor source, so a form is priced while it is filled in. */
export const QuoteDeploy = z
  .strictObject({ ...deployFields, name: deployFields.name.optional() })
  .refine(...atMostOneOf(sources));

export const CancelServer = z
  .strictObject({
    reason: Reason.optional().meta(about('Why, for the operator of the service.', 'No longer needed.')),
    now: z
      .boolean()
      .default(false)
      .describe('true: suspended at once, and terminated after the grace period; false (unless given): both from its expiry.'),
  })
  .meta({ id: 'CancelServer', description: 'When to cancel the server.' });

const reboot = z
  .boolean()
  .default(false)
  .describe('Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot.');

export const ChangePassword = z
  .strictObject({
    password: Password.meta(about('The new password, 6 to 128 characters.', 'correct horse battery')),
    reboot: reboot.describe(
      'Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given.',
    ),
  })
  .meta({ id: 'ChangePassword', description: 'The new password of root.' });

export const UpdateHostname = z
  .strictObject({
    hostname: Hostname.meta(about('The new hostname.', 'web-2.example.com')),
    reboot: reboot.describe(
      'Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given.',
    ),
  })
  .meta({ id: 'UpdateHostname', description: 'The new hostname.' });

export const UpdateServerSshKeys = z
  .strictObject({ ssh_keys: sshKeys.meta(about('Ids of all SSH keys of this account that may log in from now on.', [1])) })
  .meta({ id: 'UpdateServerSshKeys', description: 'The keys that may log in.' });

export const ModifyIsos = z
  .strictObject({
    primary_iso_id: Id.nullable()
      .optional()
      .meta(about('ISO for the first drive; null ejects. Stays as it is when left out.', 1)),
    secondary_iso_id: Id.nullable()
      .optional()
      .meta(about('ISO for the second drive; null ejects. Stays as it is when left out.', 2)),
    boot_from: z
      .enum(['disk', 'iso'])
      .optional()
      .meta(
        about(
          'What the next start boots; unless given, the primary ISO once it is put in, and the disk once it is taken out.',
          'iso',
        ),
      ),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['primary_iso_id'],
    error: 'Must name primary_iso_id, secondary_iso_id (null ejects) or boot_from.',
  })
  .meta({ id: 'ModifyIsos', description: 'The ISO files of the drives: at least one field.' });

export const RestoreServer = z
  .strictObject({
    backup_id: Id.optional().meta(about('Backup to restore. Exactly one of `backup_id` and `snapshot_id` is required.', 1)),
    snapshot_id: Id.optional().meta(about('Snapshot to restore.', 1)),
  })
  .refine(...exactlyOneOf(['backup_id', 'snapshot_id']))
  .meta({ id: 'RestoreServer', description: 'The copy that replaces the disk.' });

const renewal = {
  server_ids: idList(1, 100).meta(about('Ids of the servers, 1 to 100.', [1])),
  billing_cycle: RenewalCycle.meta(about('Months to pay at once.', 3)),
  promo_code: PromoCodeText.optional().meta(about('Promo code that lowers the price.', 'SPRING20')),
};

export const CalculateRenewal = z
  .strictObject(renewal)
  .meta({ id: 'CalculateRenewal', description: 'The servers to renew, and for how many months.' });

export const RenewServers = z
  .strictObject({ ...renewal, auto_pay: AutoPay })
  .meta({ id: 'RenewServers', description: 'The servers to renew, and for how many months.' });

export const ReinstallServer = z
  .strictObject({
    image_id: Id.meta(about('Image to make it from.', 1)),
    password: Password.optional().meta(about('New password of root. Stays as it is when left out.', 'correct horse battery')),
    ssh_keys: sshKeys
      .optional()
      .meta(
        about(
          'Ids of the SSH keys of this account that may log in. Stay as they are when left out, but for keys that were deleted from the account; 422 if nothing is left to log in with.',
          [1],
        ),
      ),
    startup_script: StartupScriptText.optional().meta(
      about('A script that runs once, at the first boot. None runs when it is left out.', '#!/bin/sh\napt-get update\n'),
    ),
  })
  .meta({ id: 'ReinstallServer', description: 'The image that replaces the disk, and who may log in.' });

export const ChangePrimaryIp = z
  .strictObject({ ip_id: Id.meta(about('Id of one of its addresses.', 2)) })
  .meta({ id: 'ChangePrimaryIp', description: 'The address that becomes the main one.' });

export const ScaleServer = z
  .strictObject({
    plan: planKey.meta(about('Key of the new plan.', 'small')),
    scale_disk: z.boolean().meta(about('Whether the disk grows to that of the plan. A disk never shrinks.', true)),
  })
  .meta({ id: 'ScaleServer', description: 'The new plan.' });

export const EnableRescue = z
  .strictObject({
    password: Password.optional().meta(
      about('Password of the rescue system. Without it, and with a key, only keys log in.', 'correct horse battery'),
    ),
    ssh_keys: sshKeys
      .optional()
      .meta(about('Ids of the SSH keys of this account that may log in; those of the server when left out.', [1])),
  })
  .meta({ id: 'EnableRescue', description: 'The password and keys for the rescue system.' });

export const CreateSnapshot = z
  .strictObject({ name: line(1, 100).meta(about('Name of the snapshot, 1 to 100 characters.', 'before the upgrade')) })
  .meta({ id: 'CreateSnapshot', description: 'The snapshot to take.' });
