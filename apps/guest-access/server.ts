/** Answers the API's requests about guests, within limits. The API checks rights. The worker accesses the guests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Guests } from '@innkeeper/domain/console/guests';
import { Failure } from '@innkeeper/model/failures';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type GuestAccessError, type GuestRequest, LIMITS, PASSWORD_HEADER, parseGuestRequest } from './protocol.ts';
import { listenOnNodeSocket, type SocketDirectory } from './socket.ts';

export interface GuestServer {
  /** Answers a request that came over another connection, within the same limits. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Stops listening and ends open consoles. */
  close(): Promise<void>;
}

interface ServerLog {
  warn(fields: object, message: string): void;
}

export interface GuestServerOptions {
  guests: Guests;
  /** Node whose guests are served. */
  node: string;
  socketDirectory: SocketDirectory;
  log: ServerLog;
  limits?: Partial<Record<'consoles' | 'looks', number>>;
}

const BUSY: GuestAccessError = { code: 'unavailable', message: 'The host of this server is busy. Try again.' };

/** Starts the server on the socket of the node. Requests beyond a limit get the refusal `unavailable`. */
export async function serveGuests({ guests, node, socketDirectory, log, limits }: GuestServerOptions): Promise<GuestServer> {
  const max = { ...LIMITS, ...limits };
  const open = { consoles: 0, looks: 0 };

  const serve = async (guestRequest: GuestRequest, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const kind = guestRequest.what === 'console' ? 'consoles' : 'looks';
    if (open[kind] >= max[kind]) return refuse(response, BUSY);
    open[kind] += 1;
    try {
      if (guestRequest.what === 'console') await relayConsole(guests, guestRequest, request, response);
      else await sendContent(guests, guestRequest, response);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      if (!(error instanceof Failure)) log.warn({ err: error, ...guestRequest }, 'reading from a guest failed');
      refuse(response, toGuestAccessError(error));
    } finally {
      open[kind] -= 1;
    }
  };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false;
    for (const side of [request, response]) side.on('error', () => {});
    const guestRequest = parseGuestRequest(request.method, request.url);
    if (guestRequest) return void serve(guestRequest, request, response);
    response.writeHead(404).end();
  };

  const server = createServer(
    // A console has no time limit, so only the head of a request has one.
    { maxHeaderSize: LIMITS.headerBytes, headersTimeout: LIMITS.headMs, requestTimeout: 0, connectionsCheckingInterval: 1_000 },
    answer,
  );
  server.maxConnections = LIMITS.connections;
  server.on('clientError', (_error, socket) => socket.destroy());
  const unlist = await listenOnNodeSocket(server, node, socketDirectory);
  return {
    answer,
    async close() {
      await unlist();
      await closeServer(server);
    },
  };
}

async function sendContent(guests: Guests, { what, serverId }: GuestRequest, response: ServerResponse): Promise<void> {
  const picture = what === 'screenshot';
  const bytes = await (picture ? guests.screenshot(machineIdOf(serverId)) : guests.consoleLog(machineIdOf(serverId)));
  // A response that is already closed emits no event any more.
  if (response.destroyed) return;
  const body = picture ? bytes : bytes.subarray(-LIMITS.logBytes);
  response.writeHead(200, { 'content-type': picture ? 'image/png' : 'application/octet-stream', 'content-length': body.length });
  response.end(body);
  // The request counts while its bytes wait in memory for a slow reader.
  if (!response.writableFinished)
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => {
        response.destroy();
        resolve();
      }, LIMITS.answerMs);
      response.once('close', () => {
        clearTimeout(late);
        resolve();
      });
    });
}

async function relayConsole(
  guests: Guests,
  { serverId }: GuestRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const machineId = machineIdOf(serverId);
  const { stream, password } = await guests.openConsole(machineId);
  stream.on('error', () => {});
  if (response.destroyed) return void stream.destroy();
  response.writeHead(200, { 'content-type': 'application/octet-stream', [PASSWORD_HEADER]: password });
  response.flushHeaders();
  // The first direction that ends also ends the other one. The end of the guest ends the response with its last chunk, which says that the
  // guest has stopped. Without a last chunk the console was interrupted: a guest that moved runs on elsewhere.
  const inputDone = pipeline(request, stream).catch(() => stream.destroy());
  response.once('close', () => stream.destroy());
  await pipeline(stream, response, { end: false });
  if (await guests.hasLeft?.(machineId)) response.destroy();
  else response.end();
  request.destroy();
  await inputDone;
}

function toGuestAccessError(error: unknown): GuestAccessError {
  const sentence = 'The host of this server does not answer. Try again.';
  if (!(error instanceof Failure)) return { code: 'unavailable', message: sentence };
  const { code, message } = error;
  if (code === 'wrong_state' || code === 'not_supported' || code === 'unavailable')
    return { code, message: message.slice(0, 300) };
  return { code: 'unavailable', message: sentence };
}

function refuse(response: ServerResponse, refusal: GuestAccessError): void {
  const body = JSON.stringify(refusal);
  response.writeHead(409, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
