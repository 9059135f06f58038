import { z } from 'zod';
import { about, Id, line, ServerRef } from './primitives.ts';

const key = {
  id: Id.describe('Id of the key.'),
  name: z.string().meta(about('Name for people.', 'laptop')),
  fingerprint: z
    .string()
    .meta(about('MD5 of the key, as hexadecimal digits with colons.', '9d:1c:3f:04:55:ab:6e:12:77:30:c8:fe:41:0a:95:d2')),
  key: z
    .string()
    .meta(
      about(
        'The public key, one line of OpenSSH form.',
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
      ),
    ),
};

export const SshKey = z
  .strictObject({ ...key, servers: z.array(ServerRef).describe('Servers that have it.') })
  .meta({ id: 'SshKey', description: 'A public SSH key of the account.' });
export type SshKey = z.infer<typeof SshKey>;

/** Inside a server: `servers` are the hostnames, joined by commas; of many, the 20 oldest. */
export const SshKeyOfServer = z
  .strictObject({
    ...key,
    servers: z
      .string()
      .meta(about('Hostnames of the servers that have it, joined by commas; of many, the 20 oldest.', 'web-1.example.com')),
  })
  .meta({ id: 'SshKeyOfServer', description: 'A public SSH key, as servers show it.' });
export type SshKeyOfServer = z.infer<typeof SshKeyOfServer>;

const name = line(3, 100);
/** 16384-bit RSA with a comment fits into 4 KB. */
const publicKey = line(1, 8192).describe('One line of OpenSSH form: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*.');

export const AddSshKey = z
  .strictObject({
    name: name.meta(about('Name for people, 3 to 100 characters.', 'laptop')),
    key: publicKey.meta(
      about(
        'The public key, one line of OpenSSH form: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*.',
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
      ),
    ),
  })
  .meta({ id: 'AddSshKey', description: 'The key to add.' });

export const UpdateSshKey = z
  .strictObject({
    name: name.optional().meta(about('Name for people, 3 to 100 characters. Stays as it is when left out.', 'laptop')),
    key: publicKey
      .optional()
      .meta(
        about(
          'The new public key. Stays as it is when left out.',
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti me@example.com',
        ),
      ),
  })
  .meta({ id: 'UpdateSshKey', description: 'The changes: at least one field.' });
