/** Configuration keys for backups of the installation itself: target, interval and retention. */
import { key, optional } from '../key.ts';
import { duration, oneOf, text, whole } from '../kinds.ts';
import { isAbsolutePath, isWebUrl, isWord } from '../text-forms.ts';

/** The backup command reads the file itself, so a change needs no restart. */
const COMMAND = { readers: ['cli'] } as const;

export const BACKUP_KEYS = {
  'backup.target': optional(
    'Store of the backups of this installation. `./innkeeper backup setup` sets it.',
    oneOf('directory', 's3'),
    'directory',
    COMMAND,
  ),
  'backup.directory': optional(
    'Directory of the backups of this installation. Use another disk than that of the database.',
    text('an absolute path', isAbsolutePath),
    '/srv/innkeeper/house',
    COMMAND,
  ),
  'backup.s3.endpoint': optional(
    'S3 server for the backups of this installation.',
    text('an http or https URL', isWebUrl),
    'https://s3.example.com',
    COMMAND,
  ),
  'backup.s3.bucket': optional(
    'Bucket for the backups of this installation.',
    text('the name of a bucket', (name) => /^[a-z0-9.-]{3,63}$/.test(name)),
    'innkeeper-house',
    COMMAND,
  ),
  'backup.s3.region': optional('Region of the bucket.', text('one word', isWord), 'eu-central-1', COMMAND),
  'backup.s3.prefix': key(
    'Prefix of the key of each object.',
    text('letters, digits and /_.-', (prefix) => /^[A-Za-z0-9/_.-]{0,200}$/.test(prefix)),
    'house/',
    COMMAND,
  ),
  'backup.s3.access_key_id': optional('Id of the access key.', text('one word', isWord), 'id-of-the-key', {
    ...COMMAND,
    secret: true,
  }),
  'backup.s3.secret_access_key': optional('Secret of the access key.', text('one word', isWord), 'the-key', {
    ...COMMAND,
    secret: true,
  }),
  'backup.interval': key('Time between two backups of this installation.', duration('10m', '1d'), '1h', COMMAND),
  'backup.kept_hourly': key('Number of hours of which the last backup is kept.', whole(1, 1000), 24, COMMAND),
  'backup.kept_daily': key('Number of days of which the last backup is kept.', whole(0, 1000), 14, COMMAND),
  'backup.kept_weekly': key('Number of weeks of which the last backup is kept.', whole(0, 1000), 8, COMMAND),
  'backup.kept_monthly': key('Number of months of which the last backup is kept.', whole(0, 1000), 12, COMMAND),
};
