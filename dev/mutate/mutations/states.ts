import { mutationsOf } from '../mutation.ts';

export const STATES = [
  ...mutationsOf(
    'model/states/server-power.ts',
    ['model/states/server-power.test.ts'],
    [
      ['what is not built is not judged', "if (row === 'absent') return undefined;", ''],
      [
        'what was off when its host went down stays off',
        "if ((seen === 'interrupted' || seen === 'crashed') && (row",
        "if (seen === 'crashed' && (row",
      ],
      ['what is not there is not started', 'absent: {},\n  booting', "absent: { start: 'boot' },\n  booting"],
      [
        'a stop keeps an interrupted server off',
        "interrupted: { start: 'boot', restart: 'boot', stop: 'cut'",
        "interrupted: { start: 'boot', restart: 'boot', stop: 'nothing'",
      ],
    ],
  ),
  ...mutationsOf(
    'model/states/guest-waits.ts',
    ['model/states/guest-waits.test.ts'],
    [['what does more than wait is not ended', 'begun.every((step) => step === when.only)', 'begun.length >= 0']],
  ),
  ...mutationsOf(
    'model/outage.ts',
    ['model/outage.test.ts'],
    [['a restart is no outage', '> MAX_GAP_MS ?', '> BEAT_EVERY_MS ?']],
  ),
  ...mutationsOf(
    'jobs/expire-orders.ts',
    ['lab/slices/servers/outage.test.ts'],
    [['nothing expires while nobody can pay', "if (await isAway(cx.db, 'api', now)) return false;", '']],
  ),
  ...mutationsOf(
    'model/services.ts',
    ['model/services.test.ts'],
    [['a grace period counts from when it was suspended', 'service.suspended_at?.getTime() ?? due', 'due']],
  ),
  ...mutationsOf(
    'jobs/expire-services.ts',
    ['lab/slices/servers/cancel.test.ts'],
    [['nothing ends while nobody can undo it', "if (await isAway(cx.db, 'api', now)) return false;", '']],
  ),
  ...mutationsOf(
    'jobs/heartbeat.ts',
    ['lab/slices/servers/cancel.test.ts'],
    [
      [
        'an outage prolongs the grace period',
        'await extendGracePeriods(cx.db, outage)',
        'await Promise.resolve(extendGracePeriods && 0)',
      ],
    ],
  ),
  ...mutationsOf(
    'db/tables/service-beats.ts',
    ['lab/slices/servers/outage.test.ts'],
    [['an outage is added once', '    .forUpdate()\n', '']],
  ),
  ...mutationsOf(
    'workflows/runner/sweep.ts',
    ['workflows/runner/sweep.test.ts'],
    [
      [
        'an outage makes no lock overdue',
        'if (outage) await postponeDeadlines(trx, outage);',
        'void [outage, postponeDeadlines];',
      ],
    ],
  ),
  ...mutationsOf(
    'model/weekly-backups.ts',
    ['model/weekly-backups.test.ts'],
    [
      ['a first backup is never in the past', 'today > now.getTime() ? today : today + days(1)', 'today'],
      ['a backup is planned for after now', '/ WEEK_MS) + 1)', '/ WEEK_MS))'],
    ],
  ),
  ...mutationsOf(
    'model/usage.ts',
    ['model/usage.test.ts'],
    [
      ['a counter that fell has restarted', 'return now >= before ? now - before : now;', 'return now - before;'],
      ['two looks at one moment divide by nothing', 'if (wall <= 0) return 0;', ''],
      ['a bandwidth cycle is the latest that began', 'monthsUpTo(first, at)', '0'],
    ],
  ),
  ...mutationsOf(
    'model/metrics.ts',
    ['model/metrics.test.ts'],
    [
      ['a bucket in which nothing was seen is none', ' || before.bucket_seconds <= 0', ''],
      ['of a bucket written twice the last counts', 'slots[slot] = {', 'slots[slot] ??= {'],
    ],
  ),
  ...mutationsOf(
    'model/traffic.ts',
    ['jobs/watch/sample-usage.test.ts'],
    [
      ['less than 64 MB of traffic is unsaved', ' || sumOf(all) >= MAX_UNSAVED_BYTES', ''],
      ['a counter that restarted is saved', ' && !restarted', ''],
      ['of a guest that is off nothing is unsaved', ' || quiet', ''],
      ['unsaved bytes belong to the day of their sample', 'at: before?.at ?? at, bytes: old', 'at, bytes: old'],
    ],
  ),
  ...mutationsOf(
    'db/tables/metrics/samples.ts',
    ['jobs/watch/sample-usage.test.ts'],
    [['no sample counts twice', ' and known.sampled_at = given.known_at', '']],
  ),
  ...mutationsOf(
    'jobs/limit-bandwidth.ts',
    ['lab/slices/servers/usage.test.ts'],
    [
      [
        'traffic of the last cycle takes nobody off the network',
        'seen.passed && seen.cycle_began_at?.getTime() === cycleStart(seen, now).getTime()',
        'seen.passed',
      ],
    ],
  ),
  ...mutationsOf(
    'http/present/metrics-text.ts',
    ['http/present/metrics-text.test.ts'],
    [['a long answer lets others have their turn', 'await turn();', 'void turn;']],
  ),
  ...mutationsOf(
    'apps/testing/quick/operation-calls.ts',
    ['dev/checks/operations.test.ts'],
    [['a name in a comment is no test', "text.replaceAll(/^\\s*(\\/\\/|\\/?\\*).*$/gm, '')", 'text']],
  ),
  ...mutationsOf(
    'dev/release/compare.ts',
    ['dev/release/compare.test.ts'],
    [['nothing that was released goes', '!now.promised.includes(line)', '!now.promised.length && line']],
  ),
];
