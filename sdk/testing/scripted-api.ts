/** A server on loopback that gives scripted replies and records the requests. For tests only. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  /** Body. A string is sent unchanged, any other value as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Scripted reply. `reset` closes the connection without a reply. */
type Scripted = Answer | 'reset';

const EMPTY_SUCCESS: Answer = { status: 200, body: {} };

export async function openScriptedApi() {
  let script: Scripted[] = [];
  let otherwise: Scripted = EMPTY_SUCCESS;
  let waiters: (() => void)[] = [];
  const requests: RecordedRequest[] = [];

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await request.toArray()).join('');
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    sendAnswer(response, script.shift() ?? otherwise);
    for (const notify of waiters.splice(0)) notify();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Adds a reply to the script. */
    answer: (next: Scripted) => void script.push(next),
    /** Sets the reply for requests after the end of the script. */
    always: (answer: Scripted) => {
      otherwise = answer;
    },
    /** Resolves when the next request has been answered. */
    asked: () => new Promise<void>((resolve) => waiters.push(resolve)),
    reset: () => {
      script = [];
      otherwise = EMPTY_SUCCESS;
      waiters = [];
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendAnswer(response: ServerResponse, answer: Scripted): void {
  if (answer === 'reset') return void response.destroy();
  const { status, body, headers } = answer;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}
