import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, oneLine } from '../operator/fields.ts';

const Provider = z.strictObject({
  /** Identity provider, or `null` if none is set and staff therefore sign in with passwords only. */
  provider: z
    .strictObject({
      issuer: z.string(),
      client_id: z.string(),
      redirect_url: z.string(),
      trusted_amr: z.array(z.string()),
      trusted_acr: z.array(z.string()),
      groups_claim: z.string().nullable(),
      /** Entries of the form `group=role`. */
      groups: z.array(z.string()),
      updated_at: At,
      /** True if an address counts although the provider does not call it verified. */
      trust_email: z.boolean(),
    })
    .nullable(),
});

const group = z
  .string()
  .regex(
    new RegExp(`^[^=]{1,100}=(${STAFF_ROLES.join('|')})$`),
    `Must be a group and a role (${STAFF_ROLES.join(', ')}), such as admins=owner.`,
  );
const values = z.array(oneLine(100)).max(10, 'Must have at most 10 values.').optional();

/** Operations on the identity provider with which staff sign in (OpenID Connect). */
export const provider = {
  showProvider: staffOperation({
    method: 'GET',
    path: '/operator/provider',
    command: 'provider show',
    roles: [],
    resource: 'provider',
    summary: 'show the identity provider of the staff',
    changes: false,
    input: z.strictObject({}),
    reply: Provider,
    failures: [],
  }),
  setProvider: staffOperation({
    command: 'provider set',
    hostOnly: 'It reads a file of the host, and decides who belongs to the staff.',
    resource: 'provider',
    summary: 'set the identity provider of the staff; a new issuer or client id ends all its sessions and links',
    changes: true,
    input: z.strictObject({
      issuer: oneLine(255).meta({ description: 'URL of the issuer, exactly as in its tokens', value: 'url' }),
      client_id: oneLine(255).meta({ description: 'client id of this installation at the provider', value: 'id' }),
      client_secret_file: z.string().min(1).max(4_096).optional().meta({
        description: 'file with the client secret, which is stored encrypted (default: the current secret)',
        value: 'path',
      }),
      redirect_url: oneLine(255).meta({
        description: 'page that the provider returns browsers to, as registered with the provider',
        value: 'url',
      }),
      trusted_amr: values.meta({ description: 'values of the claim amr that prove a second factor', value: 'values' }),
      trusted_acr: values.meta({ description: 'values of the claim acr that prove a second factor', value: 'values' }),
      groups_claim: oneLine(100).optional().meta({ description: 'claim that lists groups (initially: none)', value: 'name' }),
      groups: z.array(group).max(50, 'Must have at most 50 groups.').optional().meta({
        description: 'groups whose members join the staff without an invitation, such as admins=owner',
        value: 'group=role',
      }),
      trust_email: z.boolean().default(false).meta({
        description: 'accept addresses that the provider does not call verified, for providers whose users cannot choose them',
      }),
    }),
    reply: Provider,
    failures: ['wrong_state'],
  }),
  removeProvider: staffOperation({
    command: 'provider remove',
    hostOnly: 'It decides how staff sign in, so it needs access to the host.',
    resource: 'provider',
    summary: 'remove the identity provider of the staff, and end its sessions',
    changes: true,
    input: z.strictObject({}),
    reply: Provider,
    failures: ['not_found'],
  }),
};
