/** Gauges of disk space, of the certificate and of backups. */
import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';

/**
 * Registers the free space of directories. The `copies` directory may not exist before the first copy, so a missing directory is replaced
 * by its parent.
 */
export function addDiskGauge(telemetry: Telemetry, directories: Readonly<Record<'home' | 'machines' | 'copies', string>>): void {
  // One reader per directory: a hanging network file system loses only its own sample.
  for (const [place, directory] of Object.entries(directories))
    telemetry.gauge('disk_free_bytes', async () => {
      const { bavail, bsize } = await statfs(directory).catch(() => statfs(dirname(directory)));
      return [{ labels: { place }, value: bavail * bsize }];
    });
}

/** Registers the expiry time of a certificate in PEM format. */
export function addCertificateGauge(telemetry: Telemetry, pem: string): void {
  const value = Date.parse(new X509Certificate(pem).validTo) / 1000;
  telemetry.gauge('certificate_expiry_timestamp_seconds', () => [{ labels: {}, value }]);
}

/** Registers the time of the last verification of a backup. `newest` returns that time, or `null` for none, which yields no sample. */
export function addBackupGauge(telemetry: Telemetry, newest: () => Promise<Date | null>): void {
  telemetry.gauge('backup_verified_timestamp_seconds', async () => {
    const verifiedAt = await newest();
    return verifiedAt === null ? [] : [{ labels: {}, value: verifiedAt.getTime() / 1000 }];
  });
}
