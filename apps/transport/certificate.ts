/** The certificate of an API that listens beyond loopback and whose operator names none: made at the first start, kept. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { days } from '@innkeeper/model/clock';
import { FatalStart } from '../processes/messages.ts';
import type { Transport } from './transport.ts';

/** Longest validity that browsers accept. */
const VALID_MS = days(825);
const RENEW_BEFORE_MS = days(30);

export interface Certificate {
  cert: string;
  key: string;
}

export const selfSignedCertificateFile = (directory: string): string => path.join(directory, 'certificate.pem');

/** The certificate to serve with; null for plain HTTP. `directory` is the home's, 0700. */
export async function certificateFor(transport: Transport, directory: string, now: Date): Promise<Certificate | null> {
  if (transport.kind === 'http') return null;
  if (transport.kind === 'self-signed') return selfSignedCertificate(directory, now);
  return { cert: await readOperatorsFile(transport.cert), key: await readOperatorsFile(transport.key) };
}

async function selfSignedCertificate(directory: string, now: Date): Promise<Certificate> {
  const certFile = selfSignedCertificateFile(directory);
  const keyFile = path.join(directory, 'key.pem');
  const [cert, key] = [await readIfThere(certFile), await readIfThere(keyFile)];
  if (cert && key && isGood(cert, now)) return { cert, key };
  // Loaded only here: it takes longer to load than most commands to run.
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

/** Names that are ours: of this machine, and those that a client finds in the certificate. */
export function namesOf(certificate: Certificate | null): string[] {
  const listed = certificate && new X509Certificate(certificate.cert).subjectAltName;
  const names = [...(listed ?? '').matchAll(/DNS:([\w.*-]+)/g)].map((match) => match[1] ?? '');
  return [...new Set([hostname(), ...names])];
}

/** Still valid for a while, and it names every address that this machine has now. */
function isGood(pem: string, now: Date): boolean {
  const certificate = new X509Certificate(pem);
  if (Date.parse(certificate.validTo) - now.getTime() < RENEW_BEFORE_MS) return false;
  return namesOfThisMachine().every((name) =>
    'ip' in name ? certificate.checkIP(name.ip) !== undefined : certificate.checkHost(name.value) !== undefined,
  );
}

type AltName = { type: 2; value: string } | { type: 7; ip: string };

function namesOfThisMachine(): AltName[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? []);
  // Link-local addresses carry a zone that a certificate can't hold.
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
