/**
 * Checks that code uses the injected clock (`model/time/clock.ts`), so that a test can let a year pass.
 *
 * Code that decides about money, deadlines and expiry uses the clock of its context. Code that sleeps or measures is listed here with its
 * reason, and so is SQL that uses the database's clock.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const ROOMS =
  /^(model|contract|domain|operations|workflows|jobs|http|db)\/(?!.*(\.test|\.gen)\.ts$|migrations\/|embedded\/).*\.ts$/;
const ASKS = /\bDate\.now\(|\bnew Date\(\)|\bsetTimeout\(|\bsetInterval\(|\bperformance\.now\(|\bsleep\(|\b(?<!\.)now\(\)(?! \{)/;

const OWN_TIME: Readonly<Record<string, string>> = {
  'model/time/clock.ts': 'it is the clock',
  'db/judge-schema.ts': 'records when migrations ran, for people',
  'db/node-lock.ts': 'waits for another worker to end',
  'db/tables/due-concurrently.ts': 'looks for what is due while some of it is slow',
  'db/tables/audit.ts': 'a line without a time has that of the database, as the column does',
  'db/recovery.ts': 'looks each second whether a recovery has ended',
  'db/transaction.ts': 'pauses before it runs a lost race again',
  'db/wake-ups.ts': 'gathers wake-ups of some milliseconds',
  'domain/access/coalesce.ts': 'asks once more when an answer takes long',
  'domain/threads/limited.ts': 'waits for its threads to start',
  'domain/threads/cpu-throttle.ts': 'measures what work took, to rest for a part of that',
  'domain/invoices/files.ts': 'waits for a worker to render a file',
  'jobs/attacks/reading-schedule.ts': 'measures what a look took, to make no more of them than that allows',
  'jobs/attacks/throttle.ts': 'measures what a reading took, to make it no more often than that allows',
  'jobs/renew-services.ts': 'rests after each transaction, for a part of what that took',
  'jobs/send-mails.ts': 'looks for mail to others while a receiver is slow',
  'jobs/webhooks/deliver-events.ts': 'looks for what is due at others while a receiver is slow',
  'jobs/start.ts': 'sleeps between runs; what a job decides, it decides by its clock',
  'workflows/runner/worker.ts':
    'sleeps until the next look; the lease of its workflows is told by the database, which all workers share',
  'workflows/steps/measure-server.ts': 'gives up a guest that hangs',
  'workflows/runner/run-step.ts': 'ends an attempt that takes too long; deadlines are counted in time in hand',
  'workflows/runner/forward.ts': 'keeps a short pause of a step in memory; its deadline is counted in time in hand',
  'workflows/runner/deferred-results.ts': 'writes held results after a moment',
  'workflows/runner/liveness.ts': 'renews leases, which are told by the database',
  'workflows/runner/claim.ts': 'leases are told by the database, the clock that all workers share',
  'workflows/runner/transitions.ts': 'time in hand is counted by the clock of the database, between two signs of a worker',
  'http/run/order-queue.ts': 'gives the place of an order that takes long to the next',
  'http/log/access-log.ts': 'measures how long a request took',
  'http/request/context.ts': 'measures how long a request took',
  'http/guards/rate-buckets.ts': 'counts requests of one minute of a clock that is never set',
  'http/log/refusal-log.ts': 'gathers lines of one second',
  'http/sse/event-stream.ts': 'measures a slow reader, and says when a stream was reset; neither decides over what is kept',
  'http/sse/streams.ts': 'looks after slow readers',
  'http/connections/limits.ts': 'measures how fast a client reads',
  'http/session/token-sessions.ts': 'looks whether tokens have expired, by the clock',
  'http/connections/linger.ts': 'closes a socket late',
  'http/connections/slow-bodies.ts': 'ends a body that does not go on',
  'http/chains/health.ts': 'remembers an answer for a moment',
  'http/console/route.ts': 'measures how long a console was open',
  'http/webhooks/route.ts': 'counts bad signatures of one minute of a clock that is never set',
  'http/console/relay.ts': 'ends a console at which nothing happens',
};

export const clock: Check = {
  name: 'clock',
  run: async () => ({ problems: judgeClocks(await repositoryFiles((path) => ROOMS.test(path)), OWN_TIME) }),
};

/** Lists files that read the time directly without a reason in `allowed`, and reasons of files that do not. `allowed`: reasons by path. */
export function judgeClocks(files: readonly RepositoryFile[], allowed: Readonly<Record<string, string>>): string[] {
  const asking = files.filter(({ text }) => ASKS.test(withoutComments(text))).map(({ path }) => path);
  return [
    ...asking
      .filter((path) => !Object.hasOwn(allowed, path))
      .map((path) => `${path} asks for the time by itself. Ask the clock of its context, or say in dev/checks/clock.ts why not.`),
    ...Object.keys(allowed)
      .filter((path) => !asking.includes(path))
      .map((path) => `${path} stands in dev/checks/clock.ts and does not ask for the time. Take it off.`),
  ];
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
