import { z } from 'zod';
import { about, Id } from './primitives.ts';

const image = {
  id: Id.describe('Id of the image.'),
  name: z.string().meta(about('Display name.', 'Debian 13')),
  minimum_ram: z.int().meta(about('Minimum memory in GB.', 1)),
  eol: z.boolean().describe('True if the publisher no longer supports the image.'),
  ssh_keys_support: z.boolean().describe('True if the image supports SSH keys at its first boot.'),
};
const group = {
  name: z.string().meta(about('Display name.', 'Debian')),
  type: z.string().meta(about('Type: `os` or `app`.', 'os')),
  key: z.string().meta(about('Key of the group.', 'debian')),
};

export const ServerImage = z
  .strictObject({
    ...image,
    group: z.strictObject(group).describe('Group of the image.'),
    minimum_disk: z
      .int()
      .nullable()
      .meta(about('Minimum disk in GB. A plan with a smaller disk is refused. Null until it was measured.', 3)),
  })
  .meta({ id: 'ServerImage', description: 'An image for servers.' });
export type ServerImage = z.infer<typeof ServerImage>;

/** The extended form of an image inside a server. */
export const ServerImageOfServer = z
  .strictObject({
    ...image,
    amd_sev_supported: z.boolean().describe('True if the image supports encrypted memory (AMD SEV).'),
    order: z.int().meta(about('Position in lists of images.', 1)),
    group: z
      .strictObject({
        ...group,
        icon: z.string().meta(about('Name of an icon.', 'debian')),
        order: z.int().meta(about('Position in lists of groups.', 1)),
        coming_soon: z.boolean().describe('True if the group is announced and cannot be ordered yet.'),
      })
      .describe('Group of the image.'),
  })
  .meta({ id: 'ServerImageOfServer', description: 'The image of a server.' });
export type ServerImageOfServer = z.infer<typeof ServerImageOfServer>;
