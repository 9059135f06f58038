/**
 * The certificate of an API that listens beyond loopback without a certificate of the operator. It is created at the first start and kept.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { type CertificateLife, isExpiring } from '@innkeeper/model/net/certificate-life';
import { days } from '@innkeeper/model/time/clock';
import { FatalStart } from '../processes/messages.ts';
import type { Transport } from './transport.ts';

/** Longest validity that browsers accept. */
const VALID_MS = days(825);

export interface Certificate {
  cert: string;
  key: string;
}

export const selfSignedCertificateFile = (directory: string): string => path.join(directory, 'certificate.pem');

/** Returns the certificate of the API, or `null` for plain HTTP. `directory` is in the home and has mode 0700. */
export async function certificateFor(transport: Transport, directory: string, now: Date): Promise<Certificate | null> {
  if (transport.kind === 'http') return null;
  if (transport.kind === 'self-signed') return selfSignedCertificate(directory, now);
  return { cert: await readOperatorsFile(transport.cert), key: await readOperatorsFile(transport.key) };
}

async function selfSignedCertificate(directory: string, now: Date): Promise<Certificate> {
  const certFile = selfSignedCertificateFile(directory);
  const keyFile = path.join(directory, 'key.pem');
  const [cert, key] = [await readIfThere(certFile), await readIfThere(keyFile)];
  if (cert && key && isUsable(cert, now)) return { cert, key };
  // Loaded only here: loading takes longer than most commands run.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: hostname() }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: now,
    notAfterDate: new Date(now.getTime() + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: namesOfThisMachine() },
    ],
  });
  await writeAtomic(keyFile, made.private);
  await writeAtomic(certFile, made.cert);
  return { cert: made.cert, key: made.private };
}

/** Returns the names of this machine and those in the certificate. */
export function namesOf(certificate: Certificate | null): string[] {
  const listed = certificate && new X509Certificate(certificate.cert).subjectAltName;
  const names = [...(listed ?? '').matchAll(/DNS:([\w.*-]+)/g)].map((match) => match[1] ?? '');
  return [...new Set([hostname(), ...names])];
}

/** Returns the validity period of the certificate in a PEM file. */
export function validityOf(pem: string): CertificateLife {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { validFrom: new Date(validFrom), validTo: new Date(validTo) };
}

/**
 * Returns whether the certificate is not close to expiry and names every current address of this machine. A restart renews a certificate
 * whose alert is open.
 */
function isUsable(pem: string, now: Date): boolean {
  const certificate = new X509Certificate(pem);
  if (isExpiring(validityOf(pem), now)) return false;
  return namesOfThisMachine().every((name) =>
    'ip' in name ? certificate.checkIP(name.ip) !== undefined : certificate.checkHost(name.value) !== undefined,
  );
}

type AltName = { type: 2; value: string } | { type: 7; ip: string };

function namesOfThisMachine(): AltName[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? []);
  // Link-local addresses carry a zone, which a certificate cannot contain.
  const ips = [...new Set(['127.0.0.1', '::1', ...addresses])].filter((ip) => isIP(ip) && !ip.startsWith('fe80:'));
  const names = [...new Set(['localhost', hostname()])];
  return [...names.map((value): AltName => ({ type: 2, value })), ...ips.map((ip): AltName => ({ type: 7, ip }))];
}

async function readOperatorsFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new FatalStart(`${file} cannot be read. Check its path and permissions.`);
  }
}
