/** The dated record of the dependencies. `npm run release:record` writes it, and `npm run check -- dependencies` reads it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Advisory } from './advisories.ts';
import type { Architecture } from './lock.ts';

export const RECORD = 'dev/dependencies/dependencies.gen.json';
/** Command that writes only this file, and no release. */
export const REFRESH = 'npm run release:record -- --dependencies';

export interface DependencyRecord {
  /** Day (UTC) of the query for versions, such as `2026-11-24`. */
  askedOn: string;
  /** Newest published version, by name of the direct dependency. */
  newest: Record<string, string>;
  /** Newest version in the range that reasons.ts allows, by name. */
  newestInRange: Record<string, { range: string; version: string }>;
  /** Known vulnerabilities, or `null` before the first successful query. */
  advisories: { askedOn: string; found: Advisory[] } | null;
  node: NodeRecord;
}

/** Node binaries in the packages node-linux-*. */
export interface NodeRecord {
  version: string;
  binaries: Record<Architecture, NodeBinary>;
}

export interface NodeBinary {
  sha256: string;
  /** Fingerprint of the Node release key that signed this binary's release, or `null` if it was not verified yet. */
  signedBy: string | null;
}

/** Returns the committed record, or `null` if there is none. */
export function readRecord(): DependencyRecord | null {
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as DependencyRecord) : null;
}

export function writeRecord(record: DependencyRecord): void {
  writeFileSync(RECORD, `${JSON.stringify(record, null, 1)}\n`);
}
