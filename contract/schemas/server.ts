import { z } from 'zod';
import { Addon } from './addon.ts';
import { CancelRequest } from './cancel-request.ts';
import { IpAddress } from './ip-address.ts';
import { Plan } from './plan.ts';
import { Id, MoneyText, Time } from './primitives.ts';
import { ServerImageOfServer } from './server-image.ts';
import { LockedText, LockReason, ServiceStatus } from './service.ts';
import { SshKeyOfServer } from './ssh-key.ts';

export const StartupScript = z
  .strictObject({
    exists: z.boolean(),
    type: z.string(),
    preset: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    updated_at: Time.describe('When this script was given: with the order, or with a reinstall.'),
  })
  .meta({ id: 'StartupScript' });
export type StartupScript = z.infer<typeof StartupScript>;

export const VpcMembership = z
  .strictObject({
    vpc: z.strictObject({ id: Id, name: z.string(), cidr: z.string() }),
    server_id: Id,
    server_hostname: z.string(),
    interface_name: z.string(),
    interface_name_inferred: z.string(),
    mac_address: z.string(),
    private_ip: z.string(),
    joined_at: Time,
  })
  .meta({ id: 'VpcMembership' });
export type VpcMembership = z.infer<typeof VpcMembership>;

export const SERVER_STATES = ['running', 'stopped', 'rescue', 'locked', 'network_suspended', 'booting', 'unreachable'] as const;
/** A word of the technical state that holds now. */
export const ServerState = z.enum(SERVER_STATES).meta({ id: 'ServerState' });
export type ServerState = z.infer<typeof ServerState>;

export const Server = z
  .strictObject({
    id: Id,
    hostname: z.string(),
    billing_cycle: z.int(),
    plan: Plan,
    actual_disk: z.string().describe('GB'),
    status: ServiceStatus,
    virtualization: z.string(),
    promo_code: z.string().nullable(),
    locked: LockedText,
    locked_at: Time.nullable(),
    lock_reason: LockReason.nullable(),
    created_at: Time,
    expiry_at: Time.nullable(),
    potential_expiry_at: Time.describe(
      'expiry_at plus the periods of unpaid renewal orders. While expiry_at is null: a billing cycle after the order.',
    ),
    auto_renew: z.boolean(),
    server_image: ServerImageOfServer,
    ip_addresses: z.array(IpAddress),
    addons: z.array(Addon),
    cancel_request: CancelRequest.nullable(),
    settings: z.string().describe('A JSON document: {"renew_enabled": true, "snapshots_enabled": true}'),
    ssh_keys: z.array(SshKeyOfServer),
    adapter: z.int(),
    startup_script: StartupScript.nullable(),
    vpcs: z.array(VpcMembership),
    actual_network_speed: z.string().describe('Mbps'),
    renew_amount: MoneyText,
    renew_amount_with_vat: MoneyText,
    state: z.array(ServerState).describe('The technical states that hold now, ["running"] as a rule.'),
    status_reason: z
      .string()
      .nullable()
      .describe(
        'Why the server is as it is, in a sentence, where that needs one: why it could not be built, when it crashed and what is done about it, since when it stands still.',
      ),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Server' });
export type Server = z.infer<typeof Server>;

const share = z.number().min(0);

/** How a server is right now. */
export const ServerStatus = z
  .strictObject({
    running: z.boolean(),
    suspended: z.boolean(),
    network_suspended: z.boolean(),
    rescue_mode: z.boolean(),
    dns_resolvers: z.array(z.string()),
    cpu: z.strictObject({ used: share, free: share }).describe('Percent.'),
    disk: z
      .strictObject({ used: share, limit: share })
      .describe(
        'GB. `used` is what the guest agent says of the root file system; while no agent answers, it is what the disk takes on its host, which may be less.',
      ),
    bandwidth: z.strictObject({ used: share, limit: share }).describe('GB in this cycle; limit 0 is unmetered.'),
    ssh: z
      .strictObject({ host: z.string(), port: z.int().min(1).max(65_535), user: z.string() })
      .nullable()
      .describe('Where an SSH client reaches it; null when it cannot be reached.'),
  })
  .meta({ id: 'ServerStatus' });
export type ServerStatus = z.infer<typeof ServerStatus>;
