import { z } from 'zod';
import { Id } from './primitives.ts';

const image = {
  id: Id,
  name: z.string(),
  minimum_ram: z.int().describe('GB'),
  eol: z.boolean(),
  ssh_keys_support: z.boolean(),
};
const group = { name: z.string(), type: z.string().describe('`os` or `app`.'), key: z.string() };

export const ServerImage = z.strictObject({ ...image, group: z.strictObject(group) }).meta({ id: 'ServerImage' });
export type ServerImage = z.infer<typeof ServerImage>;

/** The extended form inside a server. */
export const ServerImageOfServer = z
  .strictObject({
    ...image,
    amd_sev_supported: z.boolean(),
    order: z.int(),
    group: z.strictObject({ ...group, icon: z.string(), order: z.int(), coming_soon: z.boolean() }),
  })
  .meta({ id: 'ServerImageOfServer' });
export type ServerImageOfServer = z.infer<typeof ServerImageOfServer>;
