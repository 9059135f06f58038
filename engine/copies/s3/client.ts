/**
 * Sends requests to an S3-compatible server: signed, retried on transient failures, with errors mapped to `EngineError`. Buckets are
 * addressed by path, which every server supports.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { EngineError } from '../../error.ts';
import { readRefusalCode } from './xml.ts';

export interface S3Location {
  /** URL of the server, such as `https://s3.example.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  /** Prefix of every key, such as `innkeeper/`. */
  prefix: string;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object, or `null` for the bucket itself. */
  key: string | null;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  signal?: AbortSignal | undefined;
}

/** Transient statuses, which are retried. */
const RETRYABLE_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);
const TRIES = 5;
const FIRST_PAUSE_MS = 200;
/** Timeout in milliseconds of one request, without the body of its reply. A part of 16 MiB over 1 Mbit/s takes 135 s. */
const ATTEMPT_MS = 300_000;

export class S3Client {
  readonly #place: S3Location;
  readonly #signer: AwsClient;

  constructor(place: S3Location, credentials: S3Credentials) {
    this.#place = place;
    this.#signer = new AwsClient({ ...credentials, region: place.region, service: 's3', retries: 0 });
  }

  /** Returns the reply of a successful request with its body unread. Throws `EngineError`. */
  async send(request: S3Request): Promise<Response> {
    for (let failed = 0; ; ) {
      const outcome = await this.#attempt(request);
      if (outcome instanceof Response) return outcome;
      failed += 1;
      if (!outcome.retryable || failed >= TRIES) throw outcome;
      await sleep(FIRST_PAUSE_MS * 2 ** (failed - 1) * (0.5 + Math.random()), undefined, { signal: request.signal });
    }
  }

  async #attempt({ method, key, query = {}, headers = {}, body, signal }: S3Request): Promise<Response | EngineError> {
    const { endpoint, bucket, prefix } = this.#place;
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${key === null ? '' : `/${prefix}${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await this.#signer.sign(url.toString(), {
      method,
      // The server verifies this hash, so a body altered in transit is refused.
      headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? '') },
      ...(body && { body }),
    });
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`no answer within ${ATTEMPT_MS / 1000} s`)), ATTEMPT_MS);
    try {
      const reply = await fetch(signed, { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal });
      return reply.ok ? reply : await refusal(reply, `${method} ${url.pathname}`);
    } catch (error) {
      signal?.throwIfAborted();
      return new EngineError('network', `${method} ${url.host}: ${causeOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function refusal(reply: Response, what: string): Promise<EngineError> {
  const code = await readRefusalCode(reply);
  const message = `${what}: ${reply.status} ${code}`.trim();
  if (reply.status === 404 && code !== 'NoSuchBucket') return new EngineError('absent', message, { retryable: false });
  if (reply.status === 507 || code === 'QuotaExceeded') return new EngineError('disk_full', message, { retryable: false });
  if (RETRYABLE_STATUSES.has(reply.status)) return new EngineError('network', message);
  return new EngineError('host', message, { retryable: false });
}

/** Returns the message of `cause`, in which `fetch` hides the reason. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

export const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
