/** Compares the bundled Node binaries with those that the Node project has signed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ARCHITECTURES, type Architecture } from '../dependencies/lock.ts';
import { CHECKSUMS, KEYRING, verifyChecksums } from './checksums.ts';
import { hashFile, hashMember } from './hash.ts';

/** SHA-256 of `bin/node` by architecture. */
export type BinaryHashes = Readonly<Record<Architecture, string>>;

export interface Comparison {
  /** Fingerprint of the release key, or `null` if a binary differs or could not be compared. */
  signedBy: string | null;
  /** A sentence per reason why Innkeeper must not be released with these binaries. */
  problems: string[];
}

/** Returns the files of a release that `compareWithOfficial` reads. */
export function releaseFiles(version: string): string[] {
  return [CHECKSUMS, KEYRING, ...ARCHITECTURES.map((architecture) => archiveOf(version, architecture))];
}

/** Compares with the release in `directory`, which contains the files of `releaseFiles`. Needs gpgv, tar and xz. */
export async function compareWithOfficial(
  version: string,
  packaged: BinaryHashes,
  directory: string,
  signers: readonly string[],
): Promise<Comparison> {
  const missing = releaseFiles(version).filter((file) => !existsSync(path.join(directory, file)));
  if (missing.length > 0) return refused(`${directory} lacks ${missing.join(', ')}, so the Node binaries could not be compared.`);
  const verified = await verifyChecksums(directory, signers);
  if ('problem' in verified) return refused(verified.problem);
  const compared = await Promise.all(
    ARCHITECTURES.map(async (architecture) => {
      const archive = path.join(directory, archiveOf(version, architecture));
      const problem = judgeArchive(path.basename(archive), await hashFile(archive), verified.checksums);
      if (problem !== null) return problem;
      const official = await hashMember(archive, `${path.basename(archive, '.tar.xz')}/bin/node`);
      return judgeBinary(`node-linux-${architecture} ${version}`, packaged[architecture], official);
    }),
  );
  const problems = compared.filter((problem) => problem !== null);
  return { signedBy: problems.length === 0 ? verified.signer : null, problems };
}

/** Returns the problem of an archive whose SHA-256 the project has not signed, or `null`. */
export function judgeArchive(archive: string, sha256: string, checksums: ReadonlyMap<string, string>): string | null {
  const signed = checksums.get(archive);
  if (signed === sha256) return null;
  return signed === undefined
    ? `${CHECKSUMS} has no line for ${archive}. Use the checksums of the same version of Node.`
    : `${archive} has the SHA-256 ${sha256}, but ${CHECKSUMS} says ${signed}. Download it again.`;
}

function judgeBinary(name: string, packaged: string, official: string): string | null {
  if (packaged === official) return null;
  return `bin/node of the npm package ${name} has the SHA-256 ${packaged}, but the Node project's has ${official}. Do not run or release it.`;
}

function archiveOf(version: string, architecture: Architecture): string {
  return `node-v${version}-linux-${architecture}.tar.xz`;
}

function refused(problem: string): Comparison {
  return { signedBy: null, problems: [problem] };
}
