/** Records the Node binaries that the lock file currently pins. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { LockFile } from '../dependencies/lock.ts';
import type { NodeRecord } from '../dependencies/record-file.ts';
import { downloadRelease } from './download.ts';
import { type BinaryHashes, type Comparison, compareWithOfficial } from './official.ts';
import { hashPackagedBinaries, pinnedNodeVersion } from './packaged.ts';
import { RELEASE_KEYS } from './signers.ts';

/** Returns the record without a comparison. Downloads the packages only if the pinned version differs from the recorded one. */
export async function recordPackagedNode(lock: LockFile, recorded: NodeRecord | undefined): Promise<NodeRecord> {
  const version = pinnedNodeVersion(lock);
  if (recorded?.version === version) return recorded;
  return inScratch(async (scratch) => nodeRecord(version, await hashPackagedBinaries(lock, scratch), null));
}

/**
 * Compares the packages with the Node project's release in `directory`, or with a downloaded one. `problems` is not empty if they differ or
 * could not be compared.
 */
export async function recordComparedNode(
  lock: LockFile,
  directory: string | undefined,
): Promise<{ node: NodeRecord; problems: string[] }> {
  const version = pinnedNodeVersion(lock);
  return inScratch(async (scratch) => {
    const packaged = await hashPackagedBinaries(lock, scratch);
    const { signedBy, problems } = await compare(version, packaged, directory, scratch);
    return { node: nodeRecord(version, packaged, signedBy), problems };
  });
}

async function compare(
  version: string,
  packaged: BinaryHashes,
  directory: string | undefined,
  scratch: string,
): Promise<Comparison> {
  if (directory !== undefined) return compareWithOfficial(version, packaged, directory, RELEASE_KEYS);
  try {
    await downloadRelease(version, scratch);
  } catch (error) {
    return { signedBy: null, problems: [`The Node binaries could not be compared. ${(error as Error).message}`] };
  }
  return compareWithOfficial(version, packaged, scratch, RELEASE_KEYS);
}

function nodeRecord(version: string, packaged: BinaryHashes, signedBy: string | null): NodeRecord {
  return {
    version,
    binaries: { x64: { sha256: packaged.x64, signedBy }, arm64: { sha256: packaged.arm64, signedBy } },
  };
}

async function inScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-node-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
