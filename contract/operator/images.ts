import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, catalogueKey, customerName, listOf, paging, wholeNumber } from './fields.ts';

const Image = z.strictObject({
  id: Id,
  key: z.string(),
  name: z.string(),
  group: z.string(),
  minimum_ram_gb: z.int(),
  eol: z.boolean(),
  ssh_keys_support: z.boolean(),
  format: z.string(),
  /** On the node. */
  path: z.string(),
  /** Null: on sale. */
  disabled_at: At.nullable(),
});

const key = catalogueKey.meta({ description: 'key of the image', value: 'key' });
const name = customerName.meta({ description: 'its name for customers', value: 'name' });
const minimumRam = wholeNumber(1, 1024);
const ram = { description: 'GB of memory that it needs', value: 'gb' };

/** To put one on sale and to take it off. */
const sale = (summary: string) =>
  operatorOperation({
    resource: 'images',
    summary,
    changes: true,
    args: ['key'],
    input: z.strictObject({ key }),
    reply: Image,
    failures: ['not_found'],
  });

export const images = {
  listImages: operatorOperation({
    resource: 'images',
    summary: 'list images, on sale or not',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Image),
    failures: [],
  }),
  buildImage: operatorOperation({
    resource: 'images',
    summary: "build an image from Debian's packages and put it on sale: tiny, debian-12, debian-13",
    changes: true,
    args: ['key'],
    input: z.strictObject({
      key,
      fresh: z.boolean().default(false).meta({ description: 'build it again with the packages of today if it exists' }),
    }),
    reply: Image,
    failures: [],
  }),
  registerImage: operatorOperation({
    resource: 'images',
    summary: 'put a disk image (qcow2 or raw) on sale, from a file or a URL',
    changes: true,
    args: ['key'],
    input: z
      .strictObject({
        key: key.meta({ description: 'its key in the catalogue: my-linux-2', value: 'key' }),
        name,
        group: catalogueKey.meta({ description: 'the group that it is shown in', value: 'key' }),
        file: z.string().min(1).optional().meta({ description: 'a file of this host', value: 'path' }),
        url: z
          .url({ protocol: /^https?$/, error: 'Must be an http or https URL.' })
          .optional()
          .meta({
            description: 'where it is downloaded from',
            value: 'url',
          }),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/i, 'Must be 64 hexadecimal digits.')
          .toLowerCase()
          .meta({ description: 'its checksum', value: 'hex' }),
        minimum_ram: minimumRam.default(1).meta(ram),
        eol: z.boolean().default(false).meta({ description: 'it is no longer supported by its publisher' }),
        ssh_keys: z.boolean().default(true).meta({ description: 'it accepts SSH keys', no: 'it accepts no SSH keys' }),
      })
      .refine(({ file, url }) => (file === undefined) !== (url === undefined), {
        path: ['file'],
        error: 'Give either --file or --url.',
      }),
    reply: Image,
    failures: [],
  }),
  setImage: operatorOperation({
    resource: 'images',
    summary: 'change what the catalogue says of an image',
    changes: true,
    args: ['key'],
    input: z.strictObject({
      key,
      name: name.optional(),
      eol: z.boolean().optional().meta({ description: 'it is no longer supported by its publisher', no: 'it is supported' }),
      minimum_ram: minimumRam.optional().meta(ram),
    }),
    reply: Image,
    failures: ['not_found'],
  }),
  disableImage: sale('take an image off sale; servers made from it keep it'),
  enableImage: sale('put an image on sale again'),
};
