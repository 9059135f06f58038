/** Configures the encryption of connections to the operator's own database. */
import type { Section } from '@innkeeper/model/configuration/keys';

/**
 * Adds the keys of `database.tls` to a database URL. They override parameters of the URL. They are in the URL because each process opens
 * some connections outside its pool.
 */
export function withTls(url: string, values: Section<'database'>): string {
  const { 'database.tls.ca': ca, 'database.tls.cert': cert, 'database.tls.key': key } = values;
  const mode = values['database.tls.mode'] ?? (ca === null && cert === null ? null : 'verify-full');
  if (mode === null) return url;
  const parameters = new URLSearchParams({ sslmode: mode });
  // Otherwise the client treats verify-ca as verify-full.
  if (mode === 'verify-ca') parameters.set('uselibpqcompat', 'true');
  if (mode !== 'disable') {
    if (ca !== null) parameters.set('sslrootcert', ca);
    if (cert !== null) parameters.set('sslcert', cert);
    if (key !== null) parameters.set('sslkey', key);
  }
  return `${url}${url.includes('?') ? '&' : '?'}${parameters}`;
}
