/** Makes backups, as `./innkeeper backup run` does: with less priority than what serves customers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { copyOut } from '@innkeeper/db/backup/copy-out';
import { generateAgeKeyPair } from '@innkeeper/engine/backup/age/keys';
import { packArchive } from '@innkeeper/engine/backup/archive';
import type { Role } from '../child.ts';

/** Nice value of the schedule (apps/supervise/backup-schedule.ts). */
const PRIORITY = 10;

export interface MadeBackup {
  tookMs: number;
  bytes: number;
  rows: number;
}

export function backups(): Role {
  let goesOn = false;
  let made: Promise<MadeBackup[]> | undefined;
  const make = async (url: string, recipient: string): Promise<MadeBackup> => {
    const directory = mkdtempSync(path.join(tmpdir(), 'innkeeper-bench-backup-'));
    try {
      const began = performance.now();
      const { manifest } = await copyOut(url, directory);
      const names = manifest.tables.map(({ name }) => `${name}.copy`);
      const { bytes } = await packArchive({ directory, names, recipients: [recipient], to: path.join(directory, 'backup') });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { tookMs: performance.now() - began, bytes, rows };
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  return {
    /** Makes one after the other, until `end`. */
    begin(url: string): void {
      setPriority(PRIORITY);
      goesOn = true;
      made = (async () => {
        const { recipient } = await generateAgeKeyPair();
        const all: MadeBackup[] = [];
        while (goesOn) all.push(await make(url, recipient));
        return all;
      })();
    },
    end(): Promise<MadeBackup[]> | undefined {
      goesOn = false;
      return made;
    },
  };
}
