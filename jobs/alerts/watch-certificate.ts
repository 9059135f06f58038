import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type CertificateLife, isExpiring } from '@innkeeper/model/net/certificate-life';
import type { ApiContext } from '../job.ts';

const ALERT = { kind: 'certificate_expiring', key: 'api' } as const;

/** Opens an alert when a fifth of the lifetime of the API's certificate is left. Closes it after a restart with a new certificate. */
export async function watchCertificate({
  db,
  clock,
  certificate,
}: Pick<ApiContext, 'db' | 'clock' | 'certificate'>): Promise<void> {
  const now = clock.now();
  if (!certificate || !isExpiring(certificate, now)) return resolveAlerts(db, ALERT, now);
  await alertOnce(db, { ...ALERT, message: messageFor(certificate) });
}

const messageFor = ({ validTo }: CertificateLife): string =>
  `The certificate of the API is valid until ${validTo.toISOString()}. Renew it, and restart Innkeeper so that it is served.`;
