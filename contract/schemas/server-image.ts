import { z } from 'zod';
import { about, Id } from './primitives.ts';

const image = {
  id: Id.describe('Id of the image.'),
  name: z.string().meta(about('Name for people.', 'Debian 13')),
  minimum_ram: z.int().meta(about('Least memory that it needs, in GB.', 1)),
  eol: z.boolean().describe('Whether it is no longer supported by its publisher.'),
  ssh_keys_support: z.boolean().describe('Whether it accepts SSH keys at its first boot.'),
};
const group = {
  name: z.string().meta(about('Name for people.', 'Debian')),
  type: z.string().meta(about('`os` or `app`.', 'os')),
  key: z.string().meta(about('Key of the group.', 'debian')),
};

export const ServerImage = z
  .strictObject({ ...image, group: z.strictObject(group).describe('Group that it belongs to.') })
  .meta({ id: 'ServerImage', description: 'What a server can be made from.' });
export type ServerImage = z.infer<typeof ServerImage>;

/** The extended form inside a server. */
export const ServerImageOfServer = z
  .strictObject({
    ...image,
    amd_sev_supported: z.boolean().describe('Whether it can run with encrypted memory (AMD SEV).'),
    order: z.int().meta(about('Place in a list of images.', 1)),
    group: z
      .strictObject({
        ...group,
        icon: z.string().meta(about('Name of an icon.', 'debian')),
        order: z.int().meta(about('Place in a list of groups.', 1)),
        coming_soon: z.boolean().describe('Whether it is announced and cannot be ordered yet.'),
      })
      .describe('Group that it belongs to.'),
  })
  .meta({ id: 'ServerImageOfServer', description: 'The image that a server was made from.' });
export type ServerImageOfServer = z.infer<typeof ServerImageOfServer>;
