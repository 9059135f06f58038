/** Stores diagnostic reports of hung processes in a log directory of the home, one file each, readable only by its owner. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@innkeeper/engine/atomic';

/** Number of reports kept per process. */
const MAX_REPORTS = 5;

/** Writes a report and deletes the oldest reports of the same process. Returns the path of the file. */
export async function writeReport(directory: string, { name, at }: { name: string; at: Date }, report: object): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, `${name}-${at.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  await writeAtomic(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600, durable: false });
  const ofProcess = (await readdir(directory)).filter((one) => one.startsWith(`${name}-`)).toSorted();
  for (const old of ofProcess.slice(0, -MAX_REPORTS)) await rm(path.join(directory, old), { force: true });
  return file;
}
