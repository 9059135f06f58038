import { z } from 'zod';
import { Id, line, ServerRef } from './primitives.ts';

const key = {
  id: Id,
  name: z.string(),
  fingerprint: z.string().describe('MD5 with colons.'),
  key: z.string().describe('The public key.'),
};

export const SshKey = z.strictObject({ ...key, servers: z.array(ServerRef) }).meta({ id: 'SshKey' });
export type SshKey = z.infer<typeof SshKey>;

/** Inside a server: `servers` are the hostnames, joined by commas; of many, the 20 oldest. */
export const SshKeyOfServer = z.strictObject({ ...key, servers: z.string() }).meta({ id: 'SshKeyOfServer' });
export type SshKeyOfServer = z.infer<typeof SshKeyOfServer>;

const name = line(3, 100);
/** 16384-bit RSA with a comment fits into 4 KB. */
const publicKey = line(1, 8192).describe('One line of OpenSSH form: ssh-rsa, ssh-ed25519, ecdsa-sha2-* or sk-*.');

export const AddSshKey = z.strictObject({ name, key: publicKey });

export const UpdateSshKey = z.strictObject({ name: name.optional(), key: publicKey.optional() });
