/** The worker's side: answers what the API asks about guests, within bounds. Rights are the API's affair, guests are ours. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Guests } from '@innkeeper/domain/console/guests';
import { Failure } from '@innkeeper/model/failures';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Asked, asked, LIMITS, PASSWORD_HEADER, type Refusal } from './protocol.ts';
import { listenIn, type SocketPlace } from './socket.ts';

export interface GuestServer {
  /** Ends open consoles too. */
  close(): Promise<void>;
}

interface ServerLog {
  warn(fields: object, message: string): void;
}

export interface GuestServerOptions {
  guests: Guests;
  /** Whose guests they are. */
  node: string;
  place: SocketPlace;
  log: ServerLog;
  limits?: Partial<Record<'consoles' | 'looks', number>>;
}

const BUSY: Refusal = { code: 'unavailable', message: 'The host of this server is busy. Try again.' };

export async function serveGuests({ guests, node, place, log, limits }: GuestServerOptions): Promise<GuestServer> {
  const most = { ...LIMITS, ...limits };
  const open = { consoles: 0, looks: 0 };

  const answer = async (wanted: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const kind = wanted.what === 'console' ? 'consoles' : 'looks';
    if (open[kind] >= most[kind]) return refuse(response, BUSY);
    open[kind] += 1;
    try {
      if (wanted.what === 'console') await carryConsole(guests, wanted, request, response);
      else await sendLook(guests, wanted, response);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      if (!(error instanceof Failure)) log.warn({ err: error, ...wanted }, 'reading from a guest failed');
      refuse(response, refusalOf(error));
    } finally {
      open[kind] -= 1;
    }
  };

  const server = createServer(
    // A console lasts as long as somebody looks, so that only the head of a request has a limit of time.
    { maxHeaderSize: LIMITS.headerBytes, headersTimeout: LIMITS.headMs, requestTimeout: 0, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      response.shouldKeepAlive = false;
      for (const side of [request, response]) side.on('error', () => {});
      const wanted = asked(request.method, request.url);
      if (wanted) return void answer(wanted, request, response);
      response.writeHead(404).end();
    },
  );
  server.maxConnections = LIMITS.connections;
  server.on('clientError', (_error, socket) => socket.destroy());
  const unlist = await listenIn(server, node, place);
  return {
    async close() {
      await unlist();
      await ended(server);
    },
  };
}

async function sendLook(guests: Guests, { what, serverId }: Asked, response: ServerResponse): Promise<void> {
  const picture = what === 'screenshot';
  const bytes = await (picture ? guests.screenshot(machineIdOf(serverId)) : guests.consoleLog(machineIdOf(serverId)));
  const body = picture ? bytes : bytes.subarray(-LIMITS.logBytes);
  response.writeHead(200, { 'content-type': picture ? 'image/png' : 'application/octet-stream', 'content-length': body.length });
  response.end(body);
  // Counts as long as its bytes are kept here for a reader who takes them slowly.
  if (!response.writableFinished)
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => response.destroy(), LIMITS.answerMs);
      response.once('close', () => {
        clearTimeout(late);
        resolve();
      });
    });
}

async function carryConsole(
  guests: Guests,
  { serverId }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { stream, password } = await guests.openConsole(machineIdOf(serverId));
  stream.on('error', () => {});
  if (response.destroyed) return void stream.destroy();
  response.writeHead(200, { 'content-type': 'application/octet-stream', [PASSWORD_HEADER]: password });
  response.flushHeaders();
  // Whichever way ends first takes the other with it; the guest's end is the response's, and has its last chunk.
  const typed = pipeline(request, stream).catch(() => stream.destroy());
  response.once('close', () => stream.destroy());
  await pipeline(stream, response);
  request.destroy();
  await typed;
}

function refusalOf(error: unknown): Refusal {
  const sentence = 'The host of this server does not answer. Try again.';
  if (!(error instanceof Failure)) return { code: 'unavailable', message: sentence };
  const { code, message } = error;
  if (code === 'wrong_state' || code === 'not_supported' || code === 'unavailable')
    return { code, message: message.slice(0, 300) };
  return { code: 'unavailable', message: sentence };
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify(refusal);
  response.writeHead(409, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
