/** The API on its own database: requests pass every guard and function, without a socket. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { eventNotifications } from '@innkeeper/apps/event-notifications';
import { pointOfNoReturn } from '@innkeeper/apps/point-of-no-return';
import { tokenRevocations } from '@innkeeper/apps/token-revocations';
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import type { Recovery } from '@innkeeper/db/recovery';
import { API_ROLE, asRole, OPERATOR_ROLE } from '@innkeeper/db/roles';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { buildApp } from '@innkeeper/http/app';
import type { AppOptions, TestOptions } from '@innkeeper/http/options';
import { liveView } from '@innkeeper/model/configuration/live';
import type { ConnectionLimits, InFlightLimits, RequestLimits, UploadLimits } from '@innkeeper/model/requests/request-limits';
import type { Settings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { formOf, partsOf } from './form.ts';
import { SEALER } from './given-two-factor.ts';
import { labSettings } from './settings.ts';

export interface CallInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | string[]>;
  body?: unknown;
}

export interface CallOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** Parsed JSON, or undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: every reply was parsed with its schema already, and tests name what they expect.
  body: any;
}

export interface Lab extends TestDatabase {
  app: FastifyInstance;
  /** Directory of the files of tickets. `accountExports` holds the exports of accounts. */
  attachments: string;
  accountExports: string;
  /** The API's connections, with its database role. */
  api: OpenDatabase;
  /** Calls an operation by its name. Throws if the reply violates the contract. */
  call(operation: OperationName, input?: CallInput, options?: CallOptions): Promise<Answer>;
  /** Sends any request. The URL includes `/v1`. Throws like `call`. */
  send(request: InjectOptions): Promise<Answer>;
}

export type LabOptions = Partial<Omit<AppOptions, 'settings' | 'recovery' | 'forTests'>> &
  TestOptions & {
    /** State that the API's connections keep current. */
    recovery?: Recovery;
    settings?: Partial<Settings>;
    /** Settings that can change while the API runs, as those of a configuration do at a reload. */
    liveSettings?: () => Partial<Settings>;
    /** Parts of `settings.requests`. */
    requestsPerAddress?: number;
    connections?: Partial<ConnectionLimits>;
    inFlight?: Partial<InFlightLimits>;
    uploads?: Partial<UploadLimits>;
    /** Database that is closed with the lab, by default a new one on the shared test server. */
    database?: TestDatabase;
  };

/** More requests than any test file sends from its single address. */
const UNLIMITED = 1_000_000;
const NO_RATE_LIMIT = {
  requestsPerMinute: UNLIMITED,
  sessionRequestsPerMinute: { user: UNLIMITED, account: UNLIMITED },
};

/** Opens the API on a test database, by default without rate limits. Options replace parts of the application. */
export async function openLab({ database: given, ...options }: LabOptions = {}): Promise<Lab> {
  const time = options.clock && { clock: options.clock };
  const database = given ?? (await openTestDatabase({ ...time }));
  const guarded = { ...time, ...(options.recovery && { recovery: options.recovery }) };
  const api = openDatabase({ url: asRole(database.url, API_ROLE), ...guarded });
  const ofStaff = openDatabase({ url: asRole(database.url, OPERATOR_ROLE), max: 4, ...guarded });
  const problems: Error[] = [];
  const directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-attachments-'));
  const accountExports = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-exports-'));
  const { liveSettings } = options;
  const fixed = { ...labSettings, ...NO_RATE_LIMIT, requests: requestLimitsOf(options), ...options.settings };
  const app = await buildApp({
    db: api.db,
    pool: api.pool,
    clock: systemClock,
    sealer: SEALER,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    revocations: tokenRevocations(api.pool),
    changes: eventNotifications(api.pool),
    attachments: openAttachmentDirectory(directory),
    accountExports: openAttachmentDirectory(accountExports),
    scanners: openScanners(),
    operator: { db: ofStaff.db, pointOfNoReturn },
    forTests: { checkReplies: (problem) => problems.push(problem), checkCached: (problem) => problems.push(problem), ...options },
    ...options,
    settings: liveSettings ? liveView(() => ({ ...fixed, ...liveSettings() })) : fixed,
  });
  const send = async (request: InjectOptions): Promise<Answer> => {
    const response = await app.inject({ ...request, payloadAsStream: true });
    const { statusCode, headers } = response;
    const type = String(headers['content-type'] ?? '');
    const text = await textOf(response.stream(), type);
    const [problem] = problems.splice(0);
    if (problem) throw problem;
    const json = type.startsWith('application/json') && text !== '';
    return { status: statusCode, headers, text, body: json ? JSON.parse(text) : undefined };
  };
  return {
    ...database,
    attachments: directory,
    accountExports,
    app,
    api,
    send,
    call: (operation, input, options) => send(requestOf(operation, input, options)),
    async close() {
      await app.close();
      await api.close();
      await ofStaff.close();
      await database.close();
      for (const made of [directory, accountExports]) await rm(made, { recursive: true });
    },
  };
}

function requestLimitsOf({ requestsPerAddress = UNLIMITED, connections, inFlight, uploads }: LabOptions): RequestLimits {
  const { requests } = labSettings;
  return {
    ...requests,
    perAddress: requestsPerAddress,
    connections: { ...requests.connections, ...connections },
    inFlight: { ...requests.inFlight, ...inFlight },
    uploads: { ...requests.uploads, ...uploads },
  };
}

/** Returns the request that `call` sends. */
export function requestOf(
  operation: OperationName,
  input: CallInput = {},
  { token, headers = {} }: CallOptions = {},
): InjectOptions {
  const { method, bodyKind } = operationOf(operation);
  return {
    method,
    url: urlOf(operation, input),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(bodyKind === 'multipart' && FORM),
      ...headers,
    },
    ...(input.body !== undefined && { payload: payloadOf(operation, input.body) }),
  };
}

const { headers: FORM } = formOf([]);

/** Returns a form with text fields, or the JSON body. */
function payloadOf(operation: OperationName, body: unknown): object {
  if (operationOf(operation).bodyKind !== 'multipart') return body as object;
  return formOf(partsOf(body as Record<string, string | number>)).payload;
}

/** Reads the body of a reply. A stream of events does not end by itself, so only its first chunk is read. */
async function textOf(payload: Readable, contentType: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of payload) {
    chunks.push(chunk as Buffer);
    if (contentType.startsWith('text/event-stream')) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns a URL such as `/v1/servers/7?page=2`. */
export function urlOf(operation: OperationName, { params = {}, query = {} }: CallInput = {}): string {
  const path = operationOf(operation).path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = new URLSearchParams(pairs).toString();
  return `/v1${path}${search && `?${search}`}`;
}
