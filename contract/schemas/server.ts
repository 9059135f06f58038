import { SERVER_POWERS } from '@innkeeper/model/states/server-power';
import { z } from 'zod';
import { Addon } from './addon.ts';
import { CancelRequest } from './cancel-request.ts';
import { IpAddress } from './ip-address.ts';
import { Plan } from './plan.ts';
import { about, Id, MoneyText, Time } from './primitives.ts';
import { ServerImageOfServer } from './server-image.ts';
import { LockedText, LockReason, ServiceStatus } from './service.ts';
import { SshKeyOfServer } from './ssh-key.ts';

export const StartupScript = z
  .strictObject({
    exists: z.boolean().describe('Whether the server has a script.'),
    type: z.string().meta(about('Kind of script.', 'shell')),
    preset: z.string().meta(about('Name of a ready-made script; empty for one of your own.', '')),
    bytes: z.int().meta(about('Its length in bytes.', 64)),
    sha256: z
      .string()
      .meta(about('SHA-256 of its text, in hexadecimal.', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')),
    updated_at: Time.describe('When this script was given: with the order, or with a reinstall.'),
  })
  .meta({ id: 'StartupScript', description: 'The script that runs, or ran, once at the first boot. Its text is never shown.' });
export type StartupScript = z.infer<typeof StartupScript>;

export const VpcMembership = z
  .strictObject({
    vpc: z
      .strictObject({
        id: Id.describe('Id of the network.'),
        name: z.string().meta(about('Its name.', 'backend')),
        cidr: z.string().meta(about('Its range of addresses.', '10.0.0.0/24')),
      })
      .describe('The network.'),
    server_id: Id.describe('The server.'),
    server_hostname: z.string().meta(about('Its hostname.', 'web-1.example.com')),
    interface_name: z.string().meta(about('Name of the interface in the guest.', 'eth1')),
    interface_name_inferred: z.string().meta(about('Name that the interface probably has in the guest.', 'eth1')),
    mac_address: z.string().meta(about('MAC address of the interface.', '52:54:00:12:34:56')),
    private_ip: z.string().meta(about('Address of the server in the network.', '10.0.0.2')),
    joined_at: Time.describe('Since when the server is in it.'),
  })
  .meta({ id: 'VpcMembership', description: 'A private network that a server is in.' });
export type VpcMembership = z.infer<typeof VpcMembership>;

export const SERVER_STATES = ['running', 'stopped', 'rescue', 'locked', 'network_suspended', 'booting', 'unreachable'] as const;
/** A technical state. */
export const ServerState = z.enum(SERVER_STATES).meta({ id: 'ServerState', description: 'A technical state.' });
export type ServerState = z.infer<typeof ServerState>;

export const ServerPower = z.enum(SERVER_POWERS).meta({
  id: 'ServerPower',
  description:
    'Whether the guest runs. `absent`: not built yet, or ended. `booting`: started, and does not answer yet. `stopped`: switched off by somebody. `crashed`: went off by itself, and is started again a few times. `interrupted`: ran when its host went down, and is started again by itself. `unreachable`: runs, but does not answer. `stalled`: paused because the disk of its host is full, and resumes by itself.',
});

export const Server = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname: z.string().meta(about('Its hostname.', 'web-1.example.com')),
    billing_cycle: z.int().meta(about('Months that are paid at once.', 1)),
    plan: Plan.describe('Its plan.'),
    actual_disk: z.string().meta(about('Its disk in GB, which may be smaller than the disk of its plan.', '10')),
    status: ServiceStatus.describe('Its billing status.'),
    virtualization: z.string().meta(about('How it is virtualized.', 'kvm')),
    promo_code: z.string().nullable().meta(about('Promo code that lowers its price; null for none.', 'SPRING20')),
    locked: LockedText,
    locked_at: Time.nullable().describe('Since when an operation holds it; null when none does.'),
    lock_reason: LockReason.nullable().meta(
      about('What the operation that holds it does, a word of a closed list; null when none does.', 'restart'),
    ),
    created_at: Time.describe('When it was ordered.'),
    expiry_at: Time.nullable().describe('Until when it is paid; null until it is paid.'),
    potential_expiry_at: Time.describe(
      'expiry_at plus the periods of unpaid renewal orders. While expiry_at is null: a billing cycle after the order.',
    ).describe(
      '`expiry_at` plus the periods of unpaid renewal orders. While `expiry_at` is null: a billing cycle after the order.',
    ),
    auto_renew: z.boolean().describe('Whether it is renewed automatically before it expires.'),
    server_image: ServerImageOfServer.describe('The image that it was made from.'),
    ip_addresses: z.array(IpAddress).describe('Its addresses, the main one first.'),
    addons: z.array(Addon).describe('Its addons.'),
    cancel_request: CancelRequest.nullable().describe('The request to end it; null when there is none.'),
    settings: z
      .string()
      .meta(
        about(
          'A JSON document as a string: whether it can be renewed, and whether snapshots can be taken of it.',
          '{"renew_enabled":true,"snapshots_enabled":true}',
        ),
      ),
    ssh_keys: z.array(SshKeyOfServer).describe('Keys that may log in.'),
    adapter: z.int().meta(about('Number of its network adapter.', 1)),
    startup_script: StartupScript.nullable().describe('The script for its first boot; null when there is none.'),
    vpcs: z.array(VpcMembership).describe('Private networks that it is in.'),
    actual_network_speed: z.string().meta(about('Its network speed in Mbps.', '100')),
    renew_amount: MoneyText.describe('What renewing it for a billing cycle costs, without VAT.'),
    renew_amount_with_vat: MoneyText.describe('The same with VAT at the rate of the account.'),
    state: z.array(ServerState).describe('The technical states that hold now, `["running"]` as a rule.'),
    status_reason: z
      .string()
      .nullable()
      .meta(
        about(
          'Why the server is as it is, in a sentence: why it could not be built, why our staff has suspended it, when it crashed and what is done about it, since when it is paused. Null where nothing needs saying.',
          'The guest is paused because the disk of its host is full.',
        ),
      ),
    ended_at: Time.nullable().describe('When it was terminated; null until then.'),
    power: ServerPower.describe('Whether its guest runs, in one word. `state` shows a crashed or interrupted guest as stopped.'),
  })
  .meta({ id: 'Server', description: 'A virtual server.' });
export type Server = z.infer<typeof Server>;

const share = z.number().min(0);

/** The technical state of a server at this moment. */
export const ServerStatus = z
  .strictObject({
    running: z.boolean().describe('Whether it runs.'),
    suspended: z.boolean().describe('Whether it is suspended, because it was not paid or was cancelled.'),
    network_suspended: z.boolean().describe('Whether its network is cut off.'),
    rescue_mode: z.boolean().describe('Whether it runs the rescue system.'),
    dns_resolvers: z.array(z.string()).meta(about('Addresses of the DNS resolvers for it.', ['203.0.113.1'])),
    cpu: z
      .strictObject({ used: share.meta(about('Busy.', 4.5)), free: share.meta(about('Idle.', 95.5)) })
      .describe('Load of all CPUs in percent.'),
    disk: z
      .strictObject({ used: share.meta(about('GB in use.', 1.2)), limit: share.meta(about('Size of the disk in GB.', 10)) })
      .describe(
        'GB. `used` is what the guest agent says of the root file system; while no agent answers, it is what the disk takes on its host, which may be less.',
      )
      .describe(
        'GB. `used` is what the guest agent says of the root file system; while no agent answers, it is what the disk takes on its host, which may be less.',
      ),
    bandwidth: z
      .strictObject({
        used: share.meta(about('GB used.', 12.5)),
        limit: share.meta(about('GB that are included; 0: unmetered.', 1000)),
      })
      .describe('GB in this bandwidth cycle.'),
    ssh: z
      .strictObject({
        host: z.string().meta(about('Host name or address.', '203.0.113.10')),
        port: z.int().min(1).max(65_535).meta(about('Port.', 22)),
        user: z.string().meta(about('Name of the user.', 'root')),
      })
      .nullable()
      .describe('Where an SSH client reaches it; null when it cannot be reached.'),
    drives: z
      .strictObject({
        primary_iso_id: Id.nullable().describe('ISO in the primary drive; null for none.'),
        secondary_iso_id: Id.nullable().describe('ISO in the secondary drive; null for none.'),
        boot_from: z.enum(['disk', 'iso']).describe('What its next start boots: its disk, or the primary drive.'),
      })
      .describe('What is in its drives.'),
  })
  .meta({ id: 'ServerStatus', description: 'The technical state of a server at this moment.' });
export type ServerStatus = z.infer<typeof ServerStatus>;
