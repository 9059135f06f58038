import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, catalogueKey, customerName, listOf, paging, wholeNumber } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Image = z.strictObject({
  id: Id,
  key: z.string(),
  name: z.string(),
  group: z.string(),
  minimum_ram_gb: z.int(),
  eol: z.boolean(),
  ssh_keys_support: z.boolean(),
  format: z.string(),
  /** Path of the file, relative to the engine directory of the home if the file is below it. */
  path: z.string(),
  /** SHA-256 of the file in hexadecimal, or `null` until it was measured. */
  sha256: z.string().nullable(),
  /** Way in which guests report a boot: their agent, the ready line of cloud-init, or none. */
  reports: z.enum(['agent', 'line', 'none']),
  /** Kinds of user data that the image can use: all that cloud-init knows, or scripts only. */
  user_data: z.enum(['cloud-init', 'script']),
  /** Time since which the file is missing or incomplete, so that the image is not sold. `null` if it is there. */
  missing_since: At.nullable(),
  /** Time at which the image was taken off sale, or `null`. */
  disabled_at: At.nullable(),
});

const key = catalogueKey.meta({ description: 'key of the image', value: 'key' });
const name = customerName.meta({ description: 'name that customers see', value: 'name' });
const minimumRam = wholeNumber(1, 1024);
const ram = { description: 'GB of memory that the image needs', value: 'gb' };

const userData = z
  .enum(['cloud-init', 'script'])
  .optional()
  .meta({ description: 'user data that the image can use: cloud-init (all kinds), or script (scripts only)', value: 'kind' });

const untested = z
  .boolean()
  .default(false)
  .meta({ description: 'sell the image without a trial boot; its servers count as booted once they run' });

/** An image of a vendor that `image add` can download. */
const VendorImage = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Name of the group in which customers find the image. */
  family: z.string(),
  minimum_ram_gb: z.int(),
  /** Day (UTC) on which the vendor's support ends. */
  supported_until: z.iso.date(),
  /** True if the vendor signs the digests of its images. Other images are downloaded over HTTPS only. */
  signed: z.boolean(),
  boots_here: z.enum(['yes', 'no', 'not tried']),
});

/** The same in the operations that put an image on sale or take it off. */
const sale = {
  resource: 'images',
  changes: true,
  args: ['key'],
  input: z.strictObject({ key }),
  reply: Image,
  failures: ['not_found'],
} as const;

export const images = {
  listImages: staffOperation({
    method: 'GET',
    path: '/operator/images',
    command: 'image list',
    roles: ['support', 'technical'],
    resource: 'images',
    summary: 'list images, on sale or not',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Image),
    failures: [],
  }),
  buildImage: staffOperation({
    command: 'image build',
    args: ['key'],
    hostOnly: 'It builds on the host for minutes.',
    resource: 'images',
    summary: 'build an image from Debian packages and put it on sale: tiny, debian-12, debian-13',
    changes: true,
    input: z.strictObject({
      key,
      fresh: z.boolean().default(false).meta({ description: 'rebuild an existing image with current packages' }),
    }),
    reply: Image,
    failures: [],
  }),
  addImage: staffOperation({
    command: 'image add',
    args: ['key'],
    hostOnly: 'It downloads the image to the host and boots it there.',
    resource: 'images',
    summary: "download a vendor's cloud image, boot it once and put it on sale; without a key: list the known images",
    changes: true,
    input: z.strictObject({
      key: key.optional().meta({ description: 'key of a known image; default: list them', value: 'key' }),
      mirror: z
        .url({ protocol: /^https?$/, error: 'Must be an http or https URL.' })
        .optional()
        .meta({ description: "URL of a mirror of the vendor's tree", value: 'url' }),
      older: z
        .boolean()
        .default(false)
        .meta({ description: 'also accept a build that its vendor signed before the one on sale' }),
      untested,
    }),
    reply: z.strictObject({
      /** Image that was added, or `null` for a list. */
      image: Image.nullable(),
      /** Disk in GB that the image needs, or `null` for a list. */
      minimum_disk_gb: z.int().nullable(),
      /** Fingerprint of the key that signed the digest of the image, or `null`. */
      signed_by: z.string().nullable(),
      /** True if this build was added before, so that nothing was downloaded and nothing has changed. */
      unchanged: z.boolean(),
      data: z.array(VendorImage),
    }),
    failures: [],
  }),
  pruneImages: staffOperation({
    command: 'image prune',
    hostOnly: 'It deletes files of the host.',
    resource: 'images',
    summary: 'list files of images that no image has named for 30 days, and delete them with --yes',
    changes: true,
    input: z.strictObject({ yes: z.boolean().default(false).meta({ description: 'delete the files' }) }),
    reply: z.strictObject({
      data: z.array(
        z.strictObject({
          /** Name of the file in `engine/images/registered`. */
          file: z.string(),
          bytes: z.int(),
          /** Time since which no image names the file. */
          since: At,
          deleted: z.boolean(),
        }),
      ),
    }),
    failures: [],
  }),
  registerImage: staffOperation({
    command: 'image register',
    args: ['key'],
    hostOnly: 'It reads a file of the host.',
    resource: 'images',
    summary: 'boot a disk image (qcow2 or raw) once and put it on sale, from a file or a URL',
    changes: true,
    input: z
      .strictObject({
        key: key.meta({ description: 'key in the catalogue, such as my-linux-2', value: 'key' }),
        name,
        group: catalogueKey.meta({ description: 'group that the image is listed in', value: 'key' }),
        family: customerName
          .optional()
          .meta({ description: 'name of the group, which is made if it does not exist', value: 'name' }),
        file: z.string().min(1).optional().meta({ description: 'path of the file on this host', value: 'path' }),
        url: z
          .url({ protocol: /^https?$/, error: 'Must be an http or https URL.' })
          .optional()
          .meta({
            description: 'URL to download the image from',
            value: 'url',
          }),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/i, 'Must be 64 hexadecimal digits.')
          .toLowerCase()
          .meta({ description: 'SHA-256 checksum', value: 'hex' }),
        minimum_ram: minimumRam.default(1).meta(ram),
        eol: z.boolean().default(false).meta({ description: 'the publisher no longer supports the image' }),
        ssh_keys: z
          .boolean()
          .default(true)
          .meta({ description: 'the image accepts SSH keys', no: 'the image accepts no SSH keys' }),
        user_data: userData,
        untested,
      })
      .refine(({ file, url }) => (file === undefined) !== (url === undefined), {
        path: ['file'],
        error: 'Give either --file or --url.',
      }),
    reply: Image,
    failures: [],
  }),
  repairImage: staffOperation({
    command: 'image repair',
    args: ['key'],
    hostOnly: 'It builds on the host for minutes, or reads a file of the host.',
    resource: 'images',
    summary: 'bring back missing image files: rebuild, download again, or take a file with the same SHA-256',
    changes: true,
    input: z
      .strictObject({
        key: key.optional().meta({ description: 'key of the image; default: all images on sale', value: 'key' }),
        file: z.string().min(1).optional().meta({ description: 'path of the file on this host', value: 'path' }),
      })
      .refine(({ key, file }) => file === undefined || key !== undefined, {
        path: ['file'],
        error: 'Name the image that the file belongs to.',
      }),
    reply: z.strictObject({
      data: z.array(
        z.strictObject({
          key: z.string(),
          /** `present`: nothing was missing. */
          outcome: z.enum(['present', 'repaired', 'failed']),
          /** Reason of a failure, or `null`. */
          why: z.string().nullable(),
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  setImage: staffOperation({
    method: 'PATCH',
    path: '/operator/images/{key}',
    command: 'image set',
    args: ['key'],
    roles: ['technical'],
    resource: 'images',
    summary: 'change the catalogue entry of an image',
    changes: true,
    input: z.strictObject({
      key,
      name: name.optional(),
      eol: z
        .boolean()
        .optional()
        .meta({ description: 'the publisher no longer supports the image', no: 'the publisher supports the image' }),
      minimum_ram: minimumRam.optional().meta(ram),
      user_data: userData,
    }),
    reply: Image,
    failures: ['not_found'],
  }),
  disableImage: staffOperation({
    method: 'POST',
    path: '/operator/images/{key}/disable',
    command: 'image disable',
    roles: ['technical'],
    summary: 'take an image off sale; existing servers keep it',
    ...sale,
  }),
  enableImage: staffOperation({
    method: 'POST',
    path: '/operator/images/{key}/enable',
    command: 'image enable',
    roles: ['technical'],
    summary: 'put an image on sale again',
    ...sale,
  }),
};
