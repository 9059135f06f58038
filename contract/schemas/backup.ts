import { z } from 'zod';
import { Id, ZonedTime } from './primitives.ts';

const copy = {
  id: Id,
  server_id: Id,
  server_hostname: z.string(),
  server_ip: z.string(),
  name: z.string().describe('File name.'),
  created_at: ZonedTime,
  size: z.int().describe('GB: the disk of the server when this was taken. A restore needs a disk of this size or more.'),
};

export const Backup = z.strictObject(copy).meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export const Snapshot = z.strictObject(copy).meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof Snapshot>;
