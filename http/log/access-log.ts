/**
 * A line of the log for each request that a customer answers for. Requests without a caller, and those past a limit, are
 * anybody's and come as fast as the line carries them: they are written apart, as far as `log/refusal-log.ts` lets them.
 */
import type { Clock } from '@innkeeper/model/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../request/client.ts';
import type { HttpLog } from './logger.ts';
import { openRefusalLog } from './refusal-log.ts';

export interface AccessLog {
  /** Writes a request that has been answered. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Writes what is held back. */
  close(): void;
}

export interface AccessLogOptions {
  log: HttpLog;
  /** Where refusals go; with the rest unless told. */
  refusals?: HttpLog | undefined;
  clock: Clock;
}

/** No path of the API is longer; what is, is nobody's path. */
const MOST_PATH = 200;

export function openAccessLog({ log, refusals = log, clock }: AccessLogOptions): AccessLog {
  const apart = openRefusalLog((line) => refusals.info(line, 'request'), clock);
  return {
    answered(request, reply) {
      const { caller, refused, client } = request.exchange ?? {};
      if (caller === undefined) apart.take(networkOf(client?.address ?? ''), lineOf(request, reply));
      // Of an account, as its addresses may be many.
      else if (refused === 'rate_limited') apart.take(`account ${caller.accountId}`, lineOf(request, reply));
      else log.info(lineOf(request, reply), 'request');
    },
    close: apart.close,
  };
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { exchange } = request;
  return {
    requestId: request.id,
    method: request.method,
    path: cut(pathOf(request.url), MOST_PATH),
    operation: exchange?.route?.name,
    status: reply.statusCode,
    code: exchange?.refused,
    account: exchange?.caller?.accountId,
    ip: exchange?.client.address,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
}

/** The query is left out: it holds what people search for. So is the secret of a console. */
function pathOf(url: string): string {
  return url.split('?', 1)[0]?.replace(/^(\/v1\/console\/).*/, '$1...') ?? '';
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
