/**
 * Writes a log line for each request of a known caller. Requests without a caller, and those over a rate limit, can arrive from any client
 * at any rate. They go to a separate log, limited by `refusal-log.ts`.
 */

import { NO_TELEMETRY, type Telemetry } from '@innkeeper/model/installation/telemetry';
import type { Clock } from '@innkeeper/model/time/clock';
import { CONSOLE_PATH } from '../paths.ts';
import { networkOf } from '../request/client.ts';
import type { ReplyHead, RequestContext, RequestHead } from '../request/context.ts';
import type { HttpLog } from './logger.ts';
import { openRefusalLog } from './refusal-log.ts';
import { openRequestDurations } from './request-durations.ts';

export interface AccessLog {
  /** Writes the line of a request whose reply has been sent. */
  record(request: RequestHead, reply: ReplyHead, context: RequestContext | null): void;
  /** Writes the lines that are still held back. */
  close(): void;
}

export interface AccessLogOptions {
  log: HttpLog;
  /** Log for refused requests, by default `log`. */
  refusals?: HttpLog | undefined;
  /** Writes the line of a known caller. Defaults to `log.info`. */
  logRequest?: ((line: object) => void) | undefined;
  clock: Clock;
  /** Receives the duration of each request, which is otherwise only logged. */
  telemetry?: Telemetry | undefined;
}

/** Maximum length of a logged path, longer than any path of the API. */
const MAX_PATH = 200;

export function openAccessLog(options: AccessLogOptions): AccessLog {
  const { log, refusals = log, clock, logRequest = (line) => log.info(line, 'request'), telemetry = NO_TELEMETRY } = options;
  const observe = openRequestDurations(telemetry);
  const refusalLog = openRefusalLog((line) => refusals.info(line, 'request'), clock);
  return {
    record(request, reply, context) {
      const { caller, staff, failureCode, client } = context ?? {};
      const operation = context?.route?.name ?? context?.operatorOperation;
      const ms = context ? performance.now() - context.began : undefined;
      if (ms !== undefined) observe(operation, reply.statusCode, ms);
      const line = lineOf(request, reply, { context, operation, ms });
      if (staff !== undefined) logRequest(line);
      else if (caller === undefined) refusalLog.add(networkOf(client?.address ?? ''), line);
      // Count by account, because an account may have many addresses.
      else if (failureCode === 'rate_limited') refusalLog.add(`account ${caller.accountId}`, line);
      else logRequest(line);
    },
    close: refusalLog.close,
  };
}

interface RequestOutcome {
  context: RequestContext | null;
  operation: string | undefined;
  ms: number | undefined;
}

function lineOf(request: RequestHead, reply: ReplyHead, { context, operation, ms }: RequestOutcome): object {
  return {
    requestId: request.id,
    method: request.method,
    path: truncate(pathOf(request.url), MAX_PATH),
    operation,
    status: reply.statusCode,
    code: context?.failureCode,
    account: context?.caller?.accountId,
    staff: context?.staff?.id ?? (context?.caller?.kind === 'staff' ? context.caller.id : undefined),
    ip: context?.client.address,
    ms: ms === undefined ? undefined : Math.round(ms * 10) / 10,
  };
}

/** Returns the path without the query, which contains search terms, and without the secret of a console. */
function pathOf(url: string): string {
  if (url.startsWith(CONSOLE_PATH)) return `${CONSOLE_PATH}...`;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}
