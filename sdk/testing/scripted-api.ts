/** For tests only: a server on loopback that gives scripted replies, and records the requests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  /** A string is sent as it is; everything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** `reset`: the connection is reset instead of a reply. */
type Scripted = Answer | 'reset';

const FINE: Answer = { status: 200, body: {} };

export async function openScriptedApi() {
  let script: Scripted[] = [];
  let otherwise: Scripted = FINE;
  let told: (() => void)[] = [];
  const requests: Asked[] = [];

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await request.toArray()).join('');
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    give(response, script.shift() ?? otherwise);
    for (const tell of told.splice(0)) tell();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Adds a reply to the script. */
    answer: (next: Scripted) => void script.push(next),
    /** The reply when the script has ended. */
    always: (answer: Scripted) => {
      otherwise = answer;
    },
    /** Resolves when the next request was answered. */
    asked: () => new Promise<void>((resolve) => told.push(resolve)),
    reset: () => {
      script = [];
      otherwise = FINE;
      told = [];
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function give(response: ServerResponse, answer: Scripted): void {
  if (answer === 'reset') return void response.destroy();
  const { status, body, headers } = answer;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}
