import { z } from 'zod';
import { operatorOperation } from './define.ts';

const reply = z.strictObject({
  /** Null: invoices have the seller's name in its place. */
  logo: z
    .strictObject({
      format: z.enum(['png', 'jpeg']),
      /** Pixels. */
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    })
    .nullable(),
});

export const logo = {
  showLogo: operatorOperation({
    resource: 'logo',
    summary: 'show what the logo on invoices is',
    changes: false,
    input: z.strictObject({}),
    reply,
    failures: [],
  }),
  setLogo: operatorOperation({
    resource: 'logo',
    summary: 'put an image on the invoices that are issued from now on',
    changes: true,
    args: ['file'],
    input: z.strictObject({
      file: z
        .string()
        .min(1)
        .max(4_096)
        .meta({ description: 'PNG or JPEG in RGB, 1200 pixels and 512 KB at most; it is printed 5 cm wide', value: 'path' }),
    }),
    reply,
    failures: [],
  }),
  removeLogo: operatorOperation({
    resource: 'logo',
    summary: "have the seller's name on invoices that are issued from now on",
    changes: true,
    input: z.strictObject({}),
    reply,
    failures: ['not_found'],
  }),
};
