import { STAFF_ROLES } from '@innkeeper/model/staff';
import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { At, oneLine } from './fields.ts';

const Provider = z.strictObject({
  /** Null: the staff signs in with passwords alone. */
  provider: z
    .strictObject({
      issuer: z.string(),
      client_id: z.string(),
      redirect_url: z.string(),
      trusted_amr: z.array(z.string()),
      trusted_acr: z.array(z.string()),
      groups_claim: z.string().nullable(),
      /** `group=role` */
      groups: z.array(z.string()),
      updated_at: At,
    })
    .nullable(),
});

const group = z
  .string()
  .regex(
    new RegExp(`^[^=]{1,100}=(${STAFF_ROLES.join('|')})$`),
    `Must be a group and a role (${STAFF_ROLES.join(', ')}): admins=owner`,
  );
const values = z.array(oneLine(100)).max(10, 'Must not have more than 10.').optional();

/** By what the staff signs in besides passwords (OpenID Connect). */
export const provider = {
  showProvider: operatorOperation({
    resource: 'provider',
    summary: 'show the identity provider by which the staff signs in, if there is one',
    changes: false,
    input: z.strictObject({}),
    reply: Provider,
    failures: [],
  }),
  setProvider: operatorOperation({
    resource: 'provider',
    summary:
      'set the identity provider by which the staff signs in; with another issuer or client, its sessions end and people are linked again',
    changes: true,
    input: z.strictObject({
      issuer: oneLine(255).meta({ description: 'URL of the issuer, exactly as its tokens name it', value: 'url' }),
      client_id: oneLine(255).meta({ description: 'what this host is called there', value: 'id' }),
      client_secret_file: z.string().min(1).max(4_096).optional().meta({
        description:
          'a file with the secret, which is sealed with the key of the installation; left out, the one of before stays',
        value: 'path',
      }),
      redirect_url: oneLine(255).meta({
        description: 'the page that it sends browsers back to, as it is registered there',
        value: 'url',
      }),
      trusted_amr: values.meta({ description: 'values of the claim amr that prove a second factor', value: 'values' }),
      trusted_acr: values.meta({ description: 'values of the claim acr that prove a second factor', value: 'values' }),
      groups_claim: oneLine(100).optional().meta({ description: 'the claim that names groups (at first: none)', value: 'name' }),
      groups: z
        .array(group)
        .max(50, 'Must not have more than 50.')
        .optional()
        .meta({ description: 'whoever is in one of these groups is of the staff, uninvited: admins=owner', value: 'group=role' }),
    }),
    reply: Provider,
    failures: ['wrong_state'],
  }),
  removeProvider: operatorOperation({
    resource: 'provider',
    summary: 'remove the identity provider of the staff; its sessions end',
    changes: true,
    input: z.strictObject({}),
    reply: Provider,
    failures: ['not_found'],
  }),
};
