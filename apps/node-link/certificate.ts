/**
 * The certificate by which the worker of a node proves to other workers that it is the one whose row the database has. It is made once and
 * kept. Nobody judges its dates and names, so that a wrong clock does no harm.
 */
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';

export interface LinkCertificate {
  cert: string;
  key: string;
  /** SHA-256 of the certificate in hexadecimal, as `node_links` has it. */
  sha256: string;
}

/** Names of the files of the certificate. */
export const LINK_FILES = { cert: 'link.pem', key: 'link-key.pem' } as const;

/** Returns the certificate in `directory`, and makes one if there is none or it is damaged. */
export async function linkCertificate(directory: string): Promise<LinkCertificate> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const certFile = path.join(directory, LINK_FILES.cert);
  const keyFile = path.join(directory, LINK_FILES.key);
  const kept = whole(await readIfThere(certFile), await readIfThere(keyFile));
  if (kept) return kept;
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'innkeeper' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: new Date('2120-01-01T00:00:00Z'),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
    ],
  });
  await writeAtomic(keyFile, made.private);
  await writeAtomic(certFile, made.cert);
  return linkCertificateOf({ cert: made.cert, key: made.private });
}

/** Returns a pair of certificate and key with its digest. */
export function linkCertificateOf({ cert, key }: { cert: string; key: string }): LinkCertificate {
  return { cert, key, sha256: digestOf(new X509Certificate(cert)) };
}

/** Returns the SHA-256 of a certificate in hexadecimal. */
export function digestOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}

function whole(cert: string | null, key: string | null): LinkCertificate | null {
  if (cert === null || key === null) return null;
  try {
    const parsed = new X509Certificate(cert);
    return parsed.checkPrivateKey(createPrivateKey(key)) ? { cert, key, sha256: digestOf(parsed) } : null;
  } catch {
    // A file of another form is as good as none.
    return null;
  }
}
