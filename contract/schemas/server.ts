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
    exists: z.boolean().describe('True if the server has a script.'),
    type: z
      .string()
      .meta(
        about('Kind of the data: `script`, or for cloud-init `cloud-config`, `template`, `boothook` or `mime`.', 'cloud-config'),
      ),
    preset: z.string().meta(about('Name of a predefined script. Empty for a script of your own.', '')),
    bytes: z.int().meta(about('Size of the script in bytes.', 64)),
    sha256: z
      .string()
      .meta(about('SHA-256 of the script, in hexadecimal.', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')),
    updated_at: Time.describe('Time of the order or reinstall that contained the script.'),
  })
  .meta({
    id: 'StartupScript',
    description: 'The script that runs once at the first boot, or user data for cloud-init. Its text is never shown.',
  });
export type StartupScript = z.infer<typeof StartupScript>;

export const VpcMembership = z
  .strictObject({
    vpc: z
      .strictObject({
        id: Id.describe('Id of the network.'),
        name: z.string().meta(about('Name of the network.', 'backend')),
        cidr: z.string().meta(about('Address range of the network.', '10.0.0.0/24')),
      })
      .describe('Id of the network.'),
    server_id: Id.describe('Id of the server.'),
    server_hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
    interface_name: z.string().meta(about('Name of the interface in the guest.', 'eth1')),
    interface_name_inferred: z.string().meta(about('Probable name of the interface in the guest.', 'eth1')),
    mac_address: z.string().meta(about('MAC address of the interface.', '52:54:00:12:34:56')),
    private_ip: z.string().meta(about('Address of the server in the network.', '10.0.0.2')),
    joined_at: Time.describe('Time when the server joined the network.'),
  })
  .meta({ id: 'VpcMembership', description: 'A private network of a server.' });
export type VpcMembership = z.infer<typeof VpcMembership>;

export const SERVER_STATES = ['running', 'stopped', 'rescue', 'locked', 'network_suspended', 'booting', 'unreachable'] as const;
/** A technical state of a server. */
export const ServerState = z.enum(SERVER_STATES).meta({ id: 'ServerState', description: 'A technical state.' });
export type ServerState = z.infer<typeof ServerState>;

export const ServerPower = z.enum(SERVER_POWERS).meta({
  id: 'ServerPower',
  description:
    'Power state of the guest. `absent`: not built yet, or terminated. `booting`: started, without an answer yet. `stopped`: switched off on purpose. `crashed`: went off by itself, and is restarted a few times. `interrupted`: its host went down, and it is restarted automatically. `unreachable`: runs, but does not answer. `stalled`: paused because the disk of its host is full, and resumes automatically.',
});

export const Server = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
    billing_cycle: z.int().meta(about('Billing cycle in months.', 1)),
    plan: Plan.describe('Plan of the server.'),
    actual_disk: z.string().meta(about('Disk size in GB. Can be smaller than the disk of the plan.', '10')),
    status: ServiceStatus.describe('Billing status.'),
    virtualization: z.string().meta(about('Type of virtualization.', 'kvm')),
    promo_code: z.string().nullable().meta(about('Promo code that reduces the price, or null if there is none.', 'SPRING20')),
    locked: LockedText,
    locked_at: Time.nullable().describe('Time when an operation locked the server, or null if there is no lock.'),
    lock_reason: LockReason.nullable().meta(
      about('Action of the operation that locks the server, a word of a closed list. Null if there is no lock.', 'restart'),
    ),
    created_at: Time.describe('Time of the order.'),
    expiry_at: Time.nullable().describe('End of the paid time, or null if the server is not paid yet.'),
    potential_expiry_at: Time.describe(
      'expiry_at plus the periods of unpaid renewal orders. While expiry_at is null, one billing cycle after the order.',
    ).describe(
      '`expiry_at` plus the periods of unpaid renewal orders. While `expiry_at` is null, one billing cycle after the order.',
    ),
    auto_renew: z.boolean().describe('True if the server is renewed automatically before it expires.'),
    server_image: ServerImageOfServer.describe('Image of the server.'),
    ip_addresses: z.array(IpAddress).describe('IP addresses, the main address first.'),
    addons: z.array(Addon).describe('Addons of the server.'),
    cancel_request: CancelRequest.nullable().describe('Cancellation of the server, or null if there is none.'),
    settings: z
      .string()
      .meta(
        about(
          'JSON document as a string: whether the server can be renewed, and whether snapshots of it can be created.',
          '{"renew_enabled":true,"snapshots_enabled":true}',
        ),
      ),
    ssh_keys: z.array(SshKeyOfServer).describe('SSH keys that can log in.'),
    adapter: z.int().meta(about('Number of the network adapter.', 1)),
    startup_script: StartupScript.nullable().describe('Script or user data for the first boot, or null if there is none.'),
    vpcs: z.array(VpcMembership).describe('Private networks of the server.'),
    actual_network_speed: z.string().meta(about('Network speed in Mbps.', '100')),
    renew_amount: MoneyText.describe('Renewal price of a billing cycle, without VAT.'),
    renew_amount_with_vat: MoneyText.describe('Renewal price of a billing cycle, with VAT at the rate of the account.'),
    state: z.array(ServerState).describe('Current technical states, usually `["running"]`.'),
    status_reason: z
      .string()
      .nullable()
      .meta(
        about(
          'Reason of the current status, as text: a failed build, a suspension by our staff, a crash and its handling, or a pause. Null if there is nothing to report.',
          'The guest is paused because the disk of its host is full.',
        ),
      ),
    ended_at: Time.nullable().describe('Time of the termination, or null if the server is not terminated.'),
    power: ServerPower.describe('Power state of the guest. `state` shows a crashed or interrupted guest as stopped.'),
  })
  .meta({ id: 'Server', description: 'A virtual server.' });
export type Server = z.infer<typeof Server>;

const share = z.number().min(0);

/** The current technical state of a server. */
export const ServerStatus = z
  .strictObject({
    running: z.boolean().describe('True if the server is running.'),
    suspended: z.boolean().describe('True if the server is suspended because it was not paid or was cancelled.'),
    network_suspended: z.boolean().describe('True if the network of the server is cut off.'),
    rescue_mode: z.boolean().describe('True if the server is running the rescue system.'),
    dns_resolvers: z.array(z.string()).meta(about('Addresses of the DNS resolvers for the server.', ['203.0.113.1'])),
    cpu: z
      .strictObject({ used: share.meta(about('Busy.', 4.5)), free: share.meta(about('Idle.', 95.5)) })
      .describe('Load of all CPUs in percent.'),
    disk: z
      .strictObject({
        used: share.meta(about('Used space in GB.', 1.2)),
        limit: share.meta(about('Size of the disk in GB.', 10)),
      })
      .describe(
        'Disk space in GB. `used` is the value of the guest agent for the root file system. Without an agent, it is the space that the disk uses on its host, which can be less.',
      )
      .describe(
        'Disk space in GB. `used` is the value of the guest agent for the root file system. Without an agent, it is the space that the disk uses on its host, which can be less.',
      ),
    bandwidth: z
      .strictObject({
        used: share.meta(about('Used traffic in GB.', 12.5)),
        limit: share.meta(about('Included traffic in GB. 0 means unmetered.', 1000)),
      })
      .describe('Traffic of this bandwidth cycle in GB.'),
    ssh: z
      .strictObject({
        host: z.string().meta(about('Host name or address.', '203.0.113.10')),
        port: z.int().min(1).max(65_535).meta(about('Port.', 22)),
        user: z.string().meta(about('User name.', 'root')),
      })
      .nullable()
      .describe('Host and user for SSH clients, or null if the server cannot be reached.'),
    drives: z
      .strictObject({
        primary_iso_id: Id.nullable().describe('ISO in the primary drive; null for none.'),
        secondary_iso_id: Id.nullable().describe('ISO in the secondary drive; null for none.'),
        boot_from: z.enum(['disk', 'iso']).describe('Device that the next start boots: the disk, or the primary drive.'),
      })
      .describe('Contents of the drives.'),
  })
  .meta({ id: 'ServerStatus', description: 'The current technical state of a server.' });
export type ServerStatus = z.infer<typeof ServerStatus>;
