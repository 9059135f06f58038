/** Verifies the checksums that the Node project signs for each release. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** File with the checksums and the signature in clear text. */
export const CHECKSUMS = 'SHASUMS256.txt.asc';
export const KEYRING = 'pubring.kbx';

export type Verified = { signer: string; checksums: Map<string, string> } | { problem: string };

const run = promisify(execFile);

/**
 * Verifies the signature of the checksums in `directory` against the keyring in it, and returns the signed checksums. `signers`:
 * fingerprints of the trusted primary keys.
 */
export async function verifyChecksums(directory: string, signers: readonly string[]): Promise<Verified> {
  const keyring = path.resolve(directory, KEYRING);
  const args = ['--status-fd', '2', '--keyring', keyring, '--output', '-', path.join(directory, CHECKSUMS)];
  try {
    const { stdout, stderr } = await run('gpgv', args, { env: { ...process.env, LC_ALL: 'C' } });
    const signer = readSigner(stderr);
    if (signer !== null && signers.includes(signer)) return { signer, checksums: parseChecksums(stdout) };
    return { problem: `${CHECKSUMS} is signed by ${signer ?? 'several keys'}, which dev/node-binary/signers.ts does not list.` };
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') return { problem: 'gpgv is not installed. On Debian: apt-get install gpgv' };
    const output = (stderr || message).replaceAll(/^\[GNUPG:\].*\n/gm, '').trim();
    return { problem: `The signature of ${CHECKSUMS} is not valid.\n${output}` };
  }
}

/** Returns the fingerprint of the primary key from gpgv's status lines, or `null` unless there is exactly one valid signature. */
export function readSigner(status: string): string | null {
  const valid = [...status.matchAll(/^\[GNUPG:\] VALIDSIG (.+)$/gm)].map((match) => match[1]?.split(' ').at(-1));
  return valid.length === 1 ? (valid[0] ?? null) : null;
}

/** Reads lines of SHA-256 and file name, as sha256sum writes them. Returns hashes by file name. */
export function parseChecksums(text: string): Map<string, string> {
  return new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, hash = '', file = '']) => [file, hash]));
}
