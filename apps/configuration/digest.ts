import { createHash } from 'node:crypto';

/** Returns a short digest of a secret, for display. Different secrets have different digests, and a digest does not reveal its secret. */
export function digestSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(`innkeeper configuration\0${secret}`).digest('hex').slice(0, 12)}`;
}
