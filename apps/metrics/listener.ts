/**
 * The listener for metrics: one path for one scraper, at an address that the operator chose. It has no token, so it exposes no customer
 * data. Its limits prevent clients from blocking the process.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TelemetryDriver } from '@innkeeper/engine/telemetry/port';
import { openHosts } from '@innkeeper/http/request/host';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { listenAt } from '../listen-at.ts';
import { isLoopback } from '../transport/transport.ts';

export const METRICS_PATH = '/metrics';

const MAX_CONNECTIONS = 16;
const LIMITS = { maxHeaderSize: 8 * 1024, headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 5_000 };
/** Longer than the scrape interval, so that a scraper keeps its connection. */
const IDLE_MS = 90_000;
/** Time for which a rendered text is reused. Rendering takes 15 ms, so continuous requests would otherwise block the event loop. */
const FRESH_MS = 1_000;

type Renderer = Pick<TelemetryDriver, 'contentType' | 'render'>;

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** Starts to listen. Throws `FatalStart` if the address cannot be used. */
export async function listenForMetrics(endpoint: Endpoint, renderer: Renderer): Promise<MetricsListener> {
  const render = cacheRendering(renderer);
  const { isOwnHost } = openHosts({});
  // On loopback, a request with another host is of a page that was given a name of this machine, or of a proxy. Elsewhere any name is right.
  const isForeign = (request: IncomingMessage): boolean => isLoopback(endpoint.address) && !isOwnHost(request);
  const server = createServer({ ...LIMITS, keepAliveTimeout: IDLE_MS }, (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (isForeign(request)) refuse(response, 421, 'Metrics are served at loopback addresses and localhost only.');
    else if (path !== METRICS_PATH) refuse(response, 404, `Not found. Metrics are at ${METRICS_PATH}.`);
    else if (request.method !== 'GET') refuse(response.setHeader('allow', 'GET'), 405, 'Only GET is allowed.');
    else
      render().then(
        (text) => send(response, 200, renderer.contentType, text),
        () => refuse(response, 500, 'The metrics could not be rendered.'),
      );
  });
  server.maxConnections = MAX_CONNECTIONS;
  // Also disconnects a client that does not read.
  server.timeout = IDLE_MS;
  await listenAt(server, endpoint, { setting: 'metrics.listen', purpose: 'metrics would be served' });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a renderer whose result is shared for one second. */
function cacheRendering({ render }: Renderer): () => Promise<string> {
  let last: { text: Promise<string>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.text;
    const current = { text: render(), until: Number.POSITIVE_INFINITY };
    const settle = () => {
      current.until = performance.now() + FRESH_MS;
    };
    current.text.then(settle, settle);
    last = current;
    return current.text;
  };
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.setHeader('connection', 'close');
  send(response, status, 'text/plain; charset=utf-8', `${sentence}\n`);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(status, { 'content-type': type, 'content-length': body.length, 'x-content-type-options': 'nosniff' });
  response.end(body);
}
