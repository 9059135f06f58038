import { z } from 'zod';
import { about, Id, line, ServerRef } from './primitives.ts';

const key = {
  id: Id.describe('Id of the key.'),
  name: z.string().meta(about('Name of the key.', 'laptop')),
  fingerprint: z
    .string()
    .meta(
      about('MD5 fingerprint of the key, as hexadecimal digits with colons.', '9d:1c:3f:04:55:ab:6e:12:77:30:c8:fe:41:0a:95:d2'),
    ),
  key: z
    .string()
    .meta(
      about(
        'Public key, as one line in OpenSSH format.',
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
      ),
    ),
};

export const SshKey = z
  .strictObject({ ...key, servers: z.array(ServerRef).describe('Servers that have the key.') })
  .meta({ id: 'SshKey', description: 'A public SSH key of the account.' });
export type SshKey = z.infer<typeof SshKey>;

/** A key inside a server. `servers` holds hostnames separated by commas, at most the 20 oldest. */
export const SshKeyOfServer = z
  .strictObject({
    ...key,
    servers: z
      .string()
      .meta(about('Hostnames of servers that have the key, separated by commas. At most the 20 oldest.', 'web-1.example.com')),
  })
  .meta({ id: 'SshKeyOfServer', description: 'A public SSH key of a server.' });
export type SshKeyOfServer = z.infer<typeof SshKeyOfServer>;

const name = line(3, 100);
/** Public key. A 16384-bit RSA key with a comment fits into 4 KB. */
const publicKey = line(1, 8192).describe('Must be one line in OpenSSH format: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*.');

export const AddSshKey = z
  .strictObject({
    name: name.meta(about('Name of the key, 3 to 100 characters.', 'laptop')),
    key: publicKey.meta(
      about(
        'Public key, as one line in OpenSSH format: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*.',
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
      ),
    ),
  })
  .meta({ id: 'AddSshKey', description: 'The key to add.' });

export const UpdateSshKey = z
  .strictObject({
    name: name.optional().meta(about('Name of the key, 3 to 100 characters. Default: unchanged.', 'laptop')),
    key: publicKey
      .optional()
      .meta(
        about(
          'New public key. Default: unchanged.',
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
        ),
      ),
  })
  .meta({ id: 'UpdateSshKey', description: 'The changes: at least one field.' });
