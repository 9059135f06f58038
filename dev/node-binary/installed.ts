/** Compares the installed Node with the recorded one. */
import path from 'node:path';
import type { Architecture } from '../dependencies/lock.ts';
import { type NodeRecord, RECORD, REFRESH } from '../dependencies/record-file.ts';
import { hashFile } from './hash.ts';

/** Returns a sentence per difference between the record, the lock file's version and the binary under `root`. */
export async function judgeInstalledNode(
  root: string,
  pinned: string,
  recorded: NodeRecord,
  architecture: Architecture,
): Promise<string[]> {
  if (recorded.version !== pinned)
    return [`package-lock.json pins Node ${pinned}, and ${RECORD} is about ${recorded.version}. Run: ${REFRESH}`];
  const binary = `node_modules/node-linux-${architecture}/bin/node`;
  const sha256 = await hashFile(path.join(root, binary)).catch(() => null);
  if (sha256 === null) return [`${binary} is not there. Run: npm install`];
  const { sha256: expected } = recorded.binaries[architecture];
  if (sha256 === expected) return [];
  return [`${binary} has the SHA-256 ${sha256}, and ${RECORD} says ${expected}. Do not run it. Install the packages again.`];
}
