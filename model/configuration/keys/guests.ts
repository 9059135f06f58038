/** Keys of guests: what they are told, ISO files, snapshots and backups. */

import { isIP } from 'node:net';
import { key, optional } from '../key.ts';
import { duration, flag, list, oneOf, size, text, whole } from '../kinds.ts';
import { isAbsolutePath, isWebUrl, isWord } from '../text-forms.ts';

const WORKER = { readers: ['worker', 'cli'], apply: 'restart' } as const;

export const GUEST_KEYS = {
  'guests.resolvers': key(
    'DNS resolvers that guests are told, from their next start on.',
    list(
      text('an IP address', (address) => isIP(address) !== 0),
      6,
    ),
    ['9.9.9.9', '1.1.1.1'],
  ),
  'guests.shutdown_grace': key('How long a guest may take to shut down before it is switched off.', duration('1s', '1h'), '90s'),
  'guests.time_zone': key(
    'The time zone in which the days of snapshots and backups begin, and their times are shown.',
    text('a time zone such as Europe/Vienna', isTimeZone),
    'UTC',
  ),
  'guests.deploy_wait': key(
    'How long a paid order waits for a node whose worker is away, before its money goes back.',
    duration('5m', '30d'),
    '1d',
  ),
  'isos.max_size': key('The largest ISO file that a customer may add.', size('1MiB', '1TiB'), '10GiB'),
  'isos.per_account': key('ISO files of an account.', whole(0, 1000), 10),
  'isos.gb_per_account': key(
    'GB of the ISO files of an account. A file that still comes counts with the most that it may take.',
    whole(0, 100_000),
    30,
  ),
  'isos.downloads': key('Files that are downloaded at the same time.', whole(1, 100), 6),
  'isos.downloads_per_account': key('The same for one account.', whole(1, 100), 2),
  'isos.download_time': key('How long the download of one file may take.', duration('10m', '5h'), '5h'),
  'copies.target': key('Where new backups go.', oneOf('local', 's3'), 'local', WORKER),
  'copies.directory': optional(
    "The directory of local backups. Without it they are in the home. A disk other than the guests' survives more.",
    text('an absolute path', isAbsolutePath),
    '/srv/innkeeper/backups',
    WORKER,
  ),
  'copies.shared': key(
    'Whether every node has mounted that directory, one file system, at the same path.',
    flag(),
    false,
    WORKER,
  ),
  'copies.reserve_gb': key(
    'GB that snapshots and backups leave free, where guests have their disks and in that directory.',
    whole(0, 100_000),
    10,
    WORKER,
  ),
  'copies.s3.endpoint': optional(
    'The S3 server for backups.',
    text('an http or https URL', isWebUrl),
    'https://s3.example.com',
    WORKER,
  ),
  'copies.s3.bucket': optional(
    'Its bucket.',
    text('the name of a bucket', (name) => /^[a-z0-9.-]{3,63}$/.test(name)),
    'backups',
    WORKER,
  ),
  'copies.s3.region': optional('Its region.', text('one word', isWord), 'eu-central-1', WORKER),
  'copies.s3.prefix': key(
    "The start of every object's key. With it two installations can share a bucket.",
    text('letters, digits and /_.-', (prefix) => /^[A-Za-z0-9/_.-]{0,200}$/.test(prefix)),
    'innkeeper/',
    WORKER,
  ),
  'copies.s3.access_key_id': optional('The id of the access key.', text('one word', isWord), 'id-of-the-key', {
    ...WORKER,
    secret: true,
    aliases: ['INNKEEPER_S3_ACCESS_KEY_ID'],
  }),
  'copies.s3.secret_access_key': optional('The access key.', text('one word', isWord), 'the-key', {
    ...WORKER,
    secret: true,
    aliases: ['INNKEEPER_S3_SECRET_ACCESS_KEY'],
  }),
  'copies.kept': key('How long snapshots and backups are kept after their server has ended.', duration('0d', '3650d'), '30d'),
  'copies.per_server': key(
    'Snapshots of a server, and the same of backups that its customer makes. One more is refused until one is deleted.',
    whole(1, 1000),
    10,
  ),
  'copies.weekly_kept': key('Weekly backups of a server that are kept.', whole(1, 100), 3),
  // A copy reads all of a disk and compresses it: more at once would be felt by every guest of the node.
  'copies.weekly_at_once': key('Weekly backups that are made at a time.', whole(1, 100), 2),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.length <= 64;
  } catch {
    return false;
  }
}
