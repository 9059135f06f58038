import { mutationsOf } from '../mutation.ts';

export const STATES = [
  ...mutationsOf(
    'model/states/server-power.ts',
    ['model/states/server-power.test.ts'],
    [
      ['the power state of an unbuilt server is not reconciled', "if (row === 'absent') return undefined;", ''],
      [
        'a server that was off before its host went down stays off',
        "if ((seen === 'interrupted' || seen === 'crashed') && (row",
        "if (seen === 'crashed' && (row",
      ],
      ['a server without a guest cannot be started', 'absent: {},\n  booting', "absent: { start: 'boot' },\n  booting"],
      [
        'stopping an interrupted server keeps it off',
        "interrupted: { start: 'boot', restart: 'boot', stop: 'cut'",
        "interrupted: { start: 'boot', restart: 'boot', stop: 'nothing'",
      ],
    ],
  ),
  ...mutationsOf(
    'model/states/guest-waits.ts',
    ['model/states/guest-waits.test.ts'],
    [['a workflow that does more than wait is not ended', 'begun.every((step) => step === rule.only)', 'begun.length >= 0']],
  ),
  ...mutationsOf(
    'model/outage.ts',
    ['model/outage.test.ts'],
    [['a short restart is not an outage', '> MAX_GAP_MS ?', '> BEAT_EVERY_MS ?']],
  ),
  ...mutationsOf(
    'jobs/expire-orders.ts',
    ['lab/slices/servers/outage.test.ts'],
    [['no order expires while the API is away', "if (await isAway(cx.db, 'api', now)) return false;", '']],
  ),
  ...mutationsOf(
    'model/services.ts',
    ['model/services.test.ts'],
    [['a grace period starts with the suspension', 'service.suspended_at?.getTime() ?? due', 'due']],
  ),
  ...mutationsOf(
    'jobs/expire-services.ts',
    ['lab/slices/servers/cancel.test.ts'],
    [['no service ends while the API is away', "if (await isAway(cx.db, 'api', now)) return false;", '']],
  ),
  ...mutationsOf(
    'jobs/heartbeat.ts',
    ['lab/slices/servers/cancel.test.ts'],
    [
      [
        'an outage extends grace periods',
        'await extendGracePeriods(cx.db, outage)',
        'await Promise.resolve(extendGracePeriods && 0)',
      ],
    ],
  ),
  ...mutationsOf(
    'jobs/heartbeat.ts',
    ['lab/slices/servers/outage.test.ts'],
    [['a full disk is an outage for customers', 'if (job.isSpaceShort?.() === true) return 0;', '']],
  ),
  ...mutationsOf(
    'db/tables/service-beats.ts',
    ['lab/slices/servers/outage.test.ts'],
    [['an outage is counted only once', '    .forUpdate()\n', '']],
  ),
  ...mutationsOf(
    'workflows/runner/sweep.ts',
    ['workflows/runner/sweep.test.ts'],
    [
      [
        'an outage does not make a lock overdue',
        'if (outage) await postponeDeadlines(trx, outage);',
        'void [outage, postponeDeadlines];',
      ],
    ],
  ),
  ...mutationsOf(
    'model/weekly-backups.ts',
    ['model/weekly-backups.test.ts'],
    [
      ['the first backup is never in the past', 'today > now.getTime() ? today : today + days(1)', 'today'],
      ['the next backup is always in the future', '/ WEEK_MS) + 1)', '/ WEEK_MS))'],
    ],
  ),
  ...mutationsOf(
    'model/usage.ts',
    ['model/usage.test.ts'],
    [
      ['a counter that fell counts as restarted', 'return now >= before ? now - before : now;', 'return now - before;'],
      ['two samples at the same time cause no division by zero', 'if (wall <= 0) return 0;', ''],
      ['the bandwidth cycle is the latest one that has begun', 'monthsUpTo(first, at)', '0'],
    ],
  ),
  ...mutationsOf(
    'model/metrics.ts',
    ['model/metrics.test.ts'],
    [
      ['a bucket without samples is skipped', ' || before.bucket_seconds <= 0', ''],
      ['the last of two values for one bucket counts', 'slots[slot] = {', 'slots[slot] ??= {'],
    ],
  ),
  ...mutationsOf(
    'model/traffic.ts',
    ['jobs/watch/sample-usage.test.ts'],
    [
      ['unsaved traffic stays below 64 MB', ' || sumOf(all) >= MAX_UNSAVED_BYTES', ''],
      ['the restart of a counter saves its traffic', ' && !restarted', ''],
      ['the traffic of a guest that is off is saved', ' || quiet', ''],
      ['unsaved bytes count towards the day of their sample', 'at: before?.at ?? at, bytes: old', 'at, bytes: old'],
    ],
  ),
  ...mutationsOf(
    'db/tables/metrics/samples.ts',
    ['jobs/watch/sample-usage.test.ts'],
    [['a sample is counted only once', ' and known.sampled_at = given.known_at', '']],
  ),
  ...mutationsOf(
    'jobs/limit-bandwidth.ts',
    ['lab/slices/servers/usage.test.ts'],
    [
      [
        'traffic of the previous cycle does not disconnect a server',
        'seen.passed && seen.cycle_began_at?.getTime() === cycleStart(seen, now).getTime()',
        'seen.passed',
      ],
    ],
  ),
  ...mutationsOf(
    'present/metrics-text.ts',
    ['present/metrics-text.test.ts'],
    [['a long response yields to other requests', 'await turn();', 'void turn;']],
  ),
  ...mutationsOf(
    'apps/testing/quick/operation-calls.ts',
    ['dev/checks/operations.test.ts'],
    [['a name in a comment does not count as a test', "text.replaceAll(/^\\s*(\\/\\/|\\/?\\*).*$/gm, '')", 'text']],
  ),
  ...mutationsOf(
    'dev/release/compare.ts',
    ['dev/release/compare.test.ts'],
    [['a released part of the contract cannot be removed', '!now.promised.includes(line)', '!now.promised.length && line']],
  ),
];
