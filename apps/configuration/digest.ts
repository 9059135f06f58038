import { createHash } from 'node:crypto';

/** Returns a short digest of a secret: it tells two secrets apart and says nothing about either. */
export function digestSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(`innkeeper configuration\0${secret}`).digest('hex').slice(0, 12)}`;
}
