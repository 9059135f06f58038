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
  Reason,
  RenewalCycle,
} from './primitives.ts';
import { UserDataText } from './user-data.ts';

const USER_DATA =
  'Script that runs once, at the first boot, or user data for cloud-init. The first line decides: `#cloud-config`, `## template: jinja`, `#cloud-boothook`, and `Content-Type:` or `MIME-Version:` of a MIME message. Any other text is a script. Refused are `#include`, also inside MIME, `#part-handler`, other forms that begin with `#cloud-`, and gzip. An image can be for scripts only.';
const sshKeys = idList(0, 100).describe('Ids of SSH keys of this account that can log in.');
const planKey = line(1, 64).describe('Key of the plan.');
const extraIps = z.int().min(0).max(32).default(0);

const names = z
  .array(Hostname)
  .min(1, 'Must have at least 1 name.')
  .max(20, 'Must have at most 20 names.')
  .refine((list) => isUnique(list.map((name) => name.toLowerCase())), 'Must not contain the same name twice.');

const sources = ['image_id', 'snapshot_id', 'backup_id', 'primary_iso_id'] as const;

/** Returns the number of `fields` that a body contains. */
const countGiven = <F extends string>(body: Partial<Record<F, unknown>>, fields: readonly F[]): number =>
  fields.filter((field) => body[field] !== undefined).length;

/** Refuses a body that contains none or several of `fields`. The error is at the first field. */
function exactlyOneOf<const F extends string>(fields: readonly F[]) {
  const params = { path: [fields[0] as string], error: `Exactly one of ${fields.join(', ')} is required.` };
  return [(body: Partial<Record<F, unknown>>) => countGiven(body, fields) === 1, params] as const;
}

/** Refuses a body that contains several of `fields`. The error is at the first field. */
function atMostOneOf<const F extends string>(fields: readonly F[]) {
  const params = { path: [fields[0] as string], error: `At most one of ${fields.join(', ')} may be given.` };
  return [(body: Partial<Record<F, unknown>>) => countGiven(body, fields) <= 1, params] as const;
}

const deployFields = {
  name: z
    .union([Hostname, names], { error: ifGiven('Must be a hostname or a list of hostnames.') })
    .meta(
      about(
        'Hostname, or a list of at most 20 hostnames for one server each. Either all servers are ordered or none.',
        'web-1.example.com',
      ),
    ),
  plan: planKey.meta(about('Key of the plan.', 'nano')),
  billing_cycle: BillingCycle.default(1).meta(about('Billing cycle in months, 1 to 24. Default: 1.', 1)),
  image_id: Id.optional().meta(
    about('Image of the server. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required.', 1),
  ),
  snapshot_id: Id.optional().meta(about('Snapshot to deploy the server from.', 1)),
  backup_id: Id.optional().meta(about('Backup to deploy the server from.', 1)),
  primary_iso_id: Id.optional().meta(about('ISO to boot. The disk is empty at first.', 1)),
  secondary_iso_id: Id.optional().meta(about('ISO for the second drive, such as one with drivers.', 2)),
  password: Password.optional().meta(
    about('Root password. With SSH keys and without a password, only the keys can log in.', 'correct horse battery'),
  ),
  ssh_keys: sshKeys.default([]).meta(about('Ids of SSH keys of this account that can log in. Default: none.', [1])),
  ...addonChoices,
  extra_ipv4: extraIps.meta(about('Number of additional IPv4 addresses. Default: 0.', 0)),
  extra_ipv4_ddos: extraIps.meta(about('Number of IPv4 addresses with DDoS protection. Default: 0.', 0)),
  extra_ipv6: extraIps.meta(about('Number of additional IPv6 networks. Default: 0.', 0)),
  promo_code: PromoCodeText.optional().meta(about('Promo code that reduces the price.', 'SPRING20')),
  startup_script: UserDataText.optional().meta(about(`${USER_DATA} At most 16,384 characters.`, '#!/bin/sh\napt-get update\n')),
  auto_pay: AutoPay,
};

export const DeployServer = z
  .strictObject(deployFields)
  .refine(...exactlyOneOf(sources))
  .meta({
    id: 'DeployServer',
    description:
      'The server or servers to order. An SSH key, a password or a startup script is required, except for a copy or an ISO. A quote (`dry_run=true`) can leave out the name, the source and the login: it assumes one server and names the missing fields.',
  });

/** Body of a quote of `deployServer`. The price depends on neither name nor source, so an incomplete form can be priced. */
export const QuoteDeploy = z
  .strictObject({ ...deployFields, name: deployFields.name.optional() })
  .refine(...atMostOneOf(sources));

export const CancelServer = z
  .strictObject({
    reason: Reason.optional().meta(about('Reason, for the operator of the service.', 'No longer needed.')),
    now: z
      .boolean()
      .default(false)
      .describe(
        'True to suspend the server immediately and terminate it after the grace period. False to do both after its expiry. Default: false.',
      ),
  })
  .meta({ id: 'CancelServer', description: 'Time and reason of the cancellation.' });

const reboot = z
  .boolean()
  .default(false)
  .describe(
    'True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot.',
  );

export const ChangePassword = z
  .strictObject({
    password: Password.meta(about('New password, 6 to 128 characters.', 'correct horse battery')),
    reboot: reboot.describe(
      'True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false.',
    ),
  })
  .meta({ id: 'ChangePassword', description: 'The new root password.' });

export const UpdateHostname = z
  .strictObject({
    hostname: Hostname.meta(about('New hostname.', 'web-2.example.com')),
    reboot: reboot.describe(
      'True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false.',
    ),
  })
  .meta({ id: 'UpdateHostname', description: 'New hostname.' });

export const UpdateServerSshKeys = z
  .strictObject({
    ssh_keys: sshKeys.meta(about('Ids of all SSH keys of this account that can log in. They replace the current keys.', [1])),
  })
  .meta({ id: 'UpdateServerSshKeys', description: 'The SSH keys that can log in.' });

export const ModifyIsos = z
  .strictObject({
    primary_iso_id: Id.nullable().optional().meta(about('ISO for the first drive, or null to eject. Default: unchanged.', 1)),
    secondary_iso_id: Id.nullable().optional().meta(about('ISO for the second drive, or null to eject. Default: unchanged.', 2)),
    boot_from: z
      .enum(['disk', 'iso'])
      .optional()
      .meta(
        about(
          'Boot device from the next start on. Default: the primary ISO if it is inserted by this request, the disk if it is ejected.',
          'iso',
        ),
      ),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['primary_iso_id'],
    error: 'At least one of primary_iso_id, secondary_iso_id (null ejects) and boot_from is required.',
  })
  .meta({ id: 'ModifyIsos', description: 'The ISO files of the drives, at least one field.' });

export const RestoreServer = z
  .strictObject({
    backup_id: Id.optional().meta(about('Backup to restore. Exactly one of `backup_id` and `snapshot_id` is required.', 1)),
    snapshot_id: Id.optional().meta(about('Snapshot to restore.', 1)),
  })
  .refine(...exactlyOneOf(['backup_id', 'snapshot_id']))
  .meta({ id: 'RestoreServer', description: 'The copy that replaces the disk.' });

const renewal = {
  server_ids: idList(1, 100).meta(about('Ids of the servers, 1 to 100.', [1])),
  billing_cycle: RenewalCycle.meta(about('Number of months to renew for.', 3)),
  promo_code: PromoCodeText.optional().meta(about('Promo code that reduces the price.', 'SPRING20')),
};

export const CalculateRenewal = z
  .strictObject(renewal)
  .meta({ id: 'CalculateRenewal', description: 'The servers to renew, and the number of months.' });

export const RenewServers = z
  .strictObject({ ...renewal, auto_pay: AutoPay })
  .meta({ id: 'RenewServers', description: 'The servers to renew, and the number of months.' });

export const ReinstallServer = z
  .strictObject({
    image_id: Id.meta(about('Image of the server.', 1)),
    password: Password.optional().meta(about('New root password. Default: unchanged.', 'correct horse battery')),
    ssh_keys: sshKeys
      .optional()
      .meta(
        about(
          'Ids of SSH keys of this account that can log in. Default: unchanged, without deleted keys. Refused with 422 if no way to log in remains.',
          [1],
        ),
      ),
    startup_script: UserDataText.optional().meta(about(`${USER_DATA} Default: none.`, '#!/bin/sh\napt-get update\n')),
  })
  .meta({ id: 'ReinstallServer', description: 'The image that replaces the disk, and the access to the new system.' });

export const ChangePrimaryIp = z
  .strictObject({ ip_id: Id.meta(about('Id of an address of the server.', 2)) })
  .meta({ id: 'ChangePrimaryIp', description: 'The new main address.' });

export const ScaleServer = z
  .strictObject({
    plan: planKey.meta(about('Key of the new plan.', 'small')),
    scale_disk: z.boolean().meta(about('True to grow the disk to the size of the plan. Disks cannot be shrunk.', true)),
  })
  .meta({ id: 'ScaleServer', description: 'The new plan.' });

export const EnableRescue = z
  .strictObject({
    password: Password.optional().meta(
      about(
        'Password of the rescue system. With SSH keys and without a password, only the keys can log in.',
        'correct horse battery',
      ),
    ),
    ssh_keys: sshKeys
      .optional()
      .meta(about('Ids of SSH keys of this account that can log in. Default: the keys of the server.', [1])),
  })
  .meta({ id: 'EnableRescue', description: 'The password and keys for the rescue system.' });

export const CreateSnapshot = z
  .strictObject({ name: line(1, 100).meta(about('Name of the snapshot, 1 to 100 characters.', 'before the upgrade')) })
  .meta({ id: 'CreateSnapshot', description: 'The snapshot to create.' });
