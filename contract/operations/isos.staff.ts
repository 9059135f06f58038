import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, accountArgument, listOf, paging } from '../operator/fields.ts';
import { AddIso } from '../schemas/iso.ts';
import { Id } from '../schemas/primitives.ts';

const Iso = z.strictObject({
  id: Id,
  name: z.string(),
  /** Account that owns the ISO, or `null` for one of the operator, which every account may use. */
  account: Id.nullable(),
  status: z.enum(['downloading', 'ready', 'failed']),
  /** Size in bytes, or `null` until it is known. */
  size: z.int().nullable(),
  url: z.string().nullable(),
  sha256: z.string().nullable(),
  error: z.string().nullable(),
  created_at: At,
});

const { name, url, sha256 } = AddIso.shape;

export const isos = {
  listAllIsos: staffOperation({
    method: 'GET',
    path: '/operator/isos',
    command: 'iso list',
    roles: ['support', 'technical'],
    resource: 'isos',
    summary: 'list ISO files of the operator, or of an account',
    changes: false,
    input: z.strictObject({ account: accountArgument.optional(), ...paging }),
    reply: listOf(Iso),
    failures: ['not_found'],
  }),
  addPublicIso: staffOperation({
    method: 'POST',
    path: '/operator/isos',
    command: 'iso add',
    args: ['name'],
    roles: ['technical'],
    status: 201,
    resource: 'isos',
    summary: 'download an ISO file that every account may use',
    changes: true,
    input: z.strictObject({
      name: name.meta({ description: 'name that customers see', value: 'name' }),
      url: url.meta({ description: 'URL to download the ISO file from', value: 'url' }),
      sha256: sha256.meta({ description: 'SHA-256 checksum to verify (default: not verified)', value: 'hex' }),
    }),
    reply: Iso,
    failures: ['no_capacity'],
  }),
};
