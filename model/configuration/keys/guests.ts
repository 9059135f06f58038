/** Keys of guests: their boot settings, ISO files, snapshots and backups. */

import { isIP } from 'node:net';
import { key, optional } from '../key.ts';
import { duration, flag, list, oneOf, size, text, whole } from '../kinds.ts';
import { isAbsolutePath, isWebUrl, isWord } from '../text-forms.ts';

const WORKER = { readers: ['worker', 'cli'], apply: 'restart' } as const;

export const GUEST_KEYS = {
  'guests.resolvers': key(
    'DNS resolvers for guests, from their next start.',
    list(
      text('an IP address', (address) => isIP(address) !== 0),
      6,
    ),
    ['9.9.9.9', '1.1.1.1'],
  ),
  'guests.shutdown_grace': key('Time that a guest has to shut down before it is powered off.', duration('1s', '1h'), '90s'),
  'guests.time_zone': key(
    'Time zone of the days of snapshots and backups, and of times in reports. Default of `seller.time_zone` in the catalogue, at the next start.',
    text('a time zone such as Europe/Vienna', isTimeZone),
    'UTC',
  ),
  'guests.cpu_model': key(
    'CPU that guests see, from their next start: `host`, or a model of QEMU such as EPYC-v4 or Skylake-Server-v4. Running servers move only between hosts whose guests see the same CPU. With a model that a host does not offer completely, its guests do not start. `host` under TCG is the CPU that QEMU emulates.',
    text('the name of a CPU model of QEMU', (name) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)),
    'host',
    WORKER,
  ),
  'guests.deploy_wait': key(
    'Time that a paid order waits for a node whose worker is away, before it is refunded.',
    duration('5m', '30d'),
    '1d',
  ),
  'isos.max_size': key('Size limit of an ISO file of a customer.', size('1MiB', '1TiB'), '10GiB'),
  'isos.per_account': key('Number of ISO files of an account.', whole(0, 1000), 10),
  'isos.gb_per_account': key(
    'Total size of the ISO files of an account in GB. A running download counts with its size limit.',
    whole(0, 100_000),
    30,
  ),
  'isos.downloads': key('Number of concurrent downloads.', whole(1, 100), 6),
  'isos.downloads_per_account': key('Number of concurrent downloads of one account.', whole(1, 100), 2),
  'isos.download_time': key('Time limit of the download of one file.', duration('10m', '5h'), '5h'),
  'copies.target': key('Store of new backups.', oneOf('local', 's3'), 'local', WORKER),
  'copies.directory': optional(
    'Directory of local backups. Default: in the home. Use another disk than that of the guests.',
    text('an absolute path', isAbsolutePath),
    '/srv/innkeeper/backups',
    WORKER,
  ),
  'copies.shared': key('True if all nodes mount this directory at the same path, as one file system.', flag(), false, WORKER),
  'copies.reserve_gb': key(
    'Free space in GB that snapshots and backups leave, on the disk of the guests and in that directory.',
    whole(0, 100_000),
    10,
    WORKER,
  ),
  'copies.s3.endpoint': optional(
    'S3 server for backups.',
    text('an http or https URL', isWebUrl),
    'https://s3.example.com',
    WORKER,
  ),
  'copies.s3.bucket': optional(
    'Bucket for backups.',
    text('the name of a bucket', (name) => /^[a-z0-9.-]{3,63}$/.test(name)),
    'backups',
    WORKER,
  ),
  'copies.s3.region': optional('Region of the bucket.', text('one word', isWord), 'eu-central-1', WORKER),
  'copies.s3.prefix': key(
    'Prefix of the key of each object. With different prefixes, installations can share a bucket.',
    text('letters, digits and /_.-', (prefix) => /^[A-Za-z0-9/_.-]{0,200}$/.test(prefix)),
    'innkeeper/',
    WORKER,
  ),
  'copies.s3.access_key_id': optional('Id of the access key.', text('one word', isWord), 'id-of-the-key', {
    ...WORKER,
    secret: true,
    aliases: ['INNKEEPER_S3_ACCESS_KEY_ID'],
  }),
  'copies.s3.secret_access_key': optional('Secret of the access key.', text('one word', isWord), 'the-key', {
    ...WORKER,
    secret: true,
    aliases: ['INNKEEPER_S3_SECRET_ACCESS_KEY'],
  }),
  'copies.kept': key('Time that snapshots and backups are kept after their server has ended.', duration('0d', '3650d'), '30d'),
  'copies.per_server': key(
    'Number of snapshots of a server, and number of backups that its customer may create. Beyond that, new ones are refused.',
    whole(1, 1000),
    10,
  ),
  'copies.weekly_kept': key('Weekly backups of a server that are kept.', whole(1, 100), 3),
  // A copy reads and compresses a whole disk. More copies at a time would slow down every guest of the node.
  'copies.weekly_at_once': key('Weekly backups that are made at a time.', whole(1, 100), 2),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.length <= 64;
  } catch {
    return false;
  }
}
