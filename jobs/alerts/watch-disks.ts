/** Opens an alert for each disk of a node that is almost full, before guests are paused. */
import { stat, statfs } from 'node:fs/promises';
import { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DiskSpace, isDiskLow } from '@innkeeper/model/installation/disk-space';
import type { NodeContext } from '../job.ts';

const KIND = 'disk_low';

/** A directory of a node whose disk must not fill up. */
export interface WatchedDirectory {
  /** Name for people: `home`, `machines` or `copies`. */
  place: string;
  directory: string;
}

/** Space of a disk. */
export interface WatchedDisk extends DiskSpace {
  /** Device number of the file system. */
  device: number;
}

/** Measures the disk of a directory. Returns `null` if the directory does not exist. */
export async function measureDisk(directory: string): Promise<WatchedDisk | null> {
  try {
    const [{ dev: device }, { bavail, blocks, bsize }] = await Promise.all([stat(directory), statfs(directory)]);
    return { device, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

type DisksContext = Pick<NodeContext, 'db' | 'clock' | 'node' | 'disks'>;

/** Updates the alerts about full disks. Directories on one disk share one alert. `measure` replaces the disks of the host in tests. */
export async function watchDisks({ db, clock, node, disks = [] }: DisksContext, measure = measureDisk): Promise<void> {
  const found = new Map<number, { space: WatchedDisk; places: string[]; key: string }>();
  const keys: string[] = [];
  for (const { place, directory } of disks) {
    const key = `${node?.name ?? 'host'}:${place}`;
    keys.push(key);
    const space = await measure(directory);
    if (!space) continue;
    const same = found.get(space.device);
    if (same) same.places.push(place);
    else found.set(space.device, { space, places: [place], key });
  }
  const open = (await openAlertsOf(db, KIND)).map(({ key }) => key).filter((key) => keys.includes(key));
  const low = [...found.values()].filter(({ space, key }) => isDiskLow(space, open.includes(key)));
  for (const { space, places, key } of low)
    await alertOnce(db, { kind: KIND, key, message: messageFor(node?.name, places, space) });
  for (const key of open) if (!low.some((disk) => disk.key === key)) await resolveAlerts(db, { kind: KIND, key }, clock.now());
}

const gib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

function messageFor(node: string | undefined, places: readonly string[], { freeBytes, totalBytes }: DiskSpace): string {
  const whose = node === undefined ? 'the host' : `node ${node}`;
  return `The disk of ${whose} with ${places.join(', ')} has ${gib(freeBytes)} of ${gib(totalBytes)} left. Guests are paused once it is full.`;
}
