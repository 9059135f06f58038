/**
 * A line of the log for each request of a known caller. Requests without a caller, and those over a rate limit, may come from
 * anybody at any rate: they go to a separate log, limited by `refusal-log.ts`.
 */
import type { Clock } from '@innkeeper/model/clock';
import { CONSOLE_PATH } from '../console/upgrades.ts';
import { networkOf } from '../request/client.ts';
import type { ReplyHead, RequestContext, RequestHead } from '../request/context.ts';
import type { HttpLog } from './logger.ts';
import { openRefusalLog } from './refusal-log.ts';

export interface AccessLog {
  /** Writes a request whose reply has been sent. */
  record(request: RequestHead, reply: ReplyHead, context: RequestContext | null): void;
  /** Writes what is still held back. */
  close(): void;
}

export interface AccessLogOptions {
  log: HttpLog;
  /** Where refusals go; default: `log`. */
  refusals?: HttpLog | undefined;
  /** Writes a line of a known caller; default: `log.info`. */
  logRequest?: ((line: object) => void) | undefined;
  clock: Clock;
}

/** Longer than any path of the API; the rest is cut off. */
const MAX_PATH = 200;

export function openAccessLog(options: AccessLogOptions): AccessLog {
  const { log, refusals = log, clock, logRequest = (line) => log.info(line, 'request') } = options;
  const refusalLog = openRefusalLog((line) => refusals.info(line, 'request'), clock);
  return {
    record(request, reply, context) {
      const { caller, staff, failureCode, client } = context ?? {};
      const line = lineOf(request, reply, context);
      if (staff !== undefined) logRequest(line);
      else if (caller === undefined) refusalLog.add(networkOf(client?.address ?? ''), line);
      // By account, since it may have many addresses.
      else if (failureCode === 'rate_limited') refusalLog.add(`account ${caller.accountId}`, line);
      else logRequest(line);
    },
    close: refusalLog.close,
  };
}

function lineOf(request: RequestHead, reply: ReplyHead, context: RequestContext | null): object {
  return {
    requestId: request.id,
    method: request.method,
    path: cut(pathOf(request.url), MAX_PATH),
    operation: context?.route?.name ?? context?.operatorOperation,
    status: reply.statusCode,
    code: context?.failureCode,
    account: context?.caller?.accountId,
    staff: context?.staff?.id ?? (context?.caller?.kind === 'staff' ? context.caller.id : undefined),
    ip: context?.client.address,
    ms: context ? Math.round((performance.now() - context.began) * 10) / 10 : undefined,
  };
}

/** Without the query, which holds what people search for, and without the secret of a console. */
function pathOf(url: string): string {
  if (url.startsWith(CONSOLE_PATH)) return `${CONSOLE_PATH}...`;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
