import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';

const reply = z.strictObject({
  /** Logo on invoices, or `null` if they show the name of the seller instead. */
  logo: z
    .strictObject({
      format: z.enum(['png', 'jpeg']),
      /** Width in pixels. */
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    })
    .nullable(),
});

export const logo = {
  showLogo: staffOperation({
    method: 'GET',
    path: '/operator/logo',
    command: 'logo show',
    roles: ['support', 'billing'],
    resource: 'logo',
    summary: 'show the logo on invoices',
    changes: false,
    input: z.strictObject({}),
    reply,
    failures: [],
  }),
  setLogo: staffOperation({
    command: 'logo set',
    args: ['file'],
    hostOnly: 'It reads a file of the host.',
    resource: 'logo',
    summary: 'set the logo on future invoices',
    changes: true,
    input: z.strictObject({
      file: z
        .string()
        .min(1)
        .max(4_096)
        .meta({ description: 'PNG or JPEG in RGB, at most 1200 pixels and 512 KB; printed 5 cm wide', value: 'path' }),
    }),
    reply,
    failures: [],
  }),
  removeLogo: staffOperation({
    method: 'DELETE',
    path: '/operator/logo',
    command: 'logo remove',
    roles: ['billing'],
    resource: 'logo',
    summary: 'remove the logo: future invoices show the name of the seller',
    changes: true,
    input: z.strictObject({}),
    reply,
    failures: ['not_found'],
  }),
};
