import { z } from 'zod';
import { about, Id, ZonedTime } from './primitives.ts';

const copy = {
  id: Id.describe('Id of the copy.'),
  server_id: Id.describe('Id of the server that was copied.'),
  server_hostname: z.string().meta(about('Hostname of that server.', 'web-1.example.com')),
  server_ip: z.string().meta(about('Main IP address of that server.', '203.0.113.10')),
  name: z.string().meta(about('File name.', 'web-1-2026-03-02.qcow2')),
  created_at: ZonedTime.describe('Time of the copy, in the time zone of the service.'),
  size: z
    .int()
    .meta(about('Disk size of the server at the time of the copy, in GB. A restore needs a disk of at least this size.', 10)),
};

export const Backup = z
  .strictObject(copy)
  .meta({ id: 'Backup', description: 'A copy of a disk, taken by the backups addon or on request.' });
export type Backup = z.infer<typeof Backup>;

export const Snapshot = z.strictObject(copy).meta({ id: 'Snapshot', description: 'A copy of a disk, taken on request.' });
export type Snapshot = z.infer<typeof Snapshot>;
