/** Fixtures: webhooks, and receivers on this host. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Database } from '@innkeeper/db/schema';
import { type EventDelivery, insertDeliveries } from '@innkeeper/db/tables/event-deliveries';
import { lastEventId } from '@innkeeper/db/tables/events';
import { insertWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import { sealWebhookSecret } from '@innkeeper/domain/webhooks/secrets';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import type { Webhooks } from '@innkeeper/jobs/job';
import { hostOf } from '@innkeeper/model/outgoing-http/target';
import { eventBody, resetBody } from '@innkeeper/present/webhook';
import type { Insertable, Kysely } from 'kysely';
import { generate } from 'selfsigned';
import { SEALER } from './given-two-factor.ts';

export const WEBHOOK_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDZb5Z1c4N2yE=';

/** Returns the worker's dependencies for webhooks. */
export const givenWebhooks = (sender: Webhooks['sender'] = new HttpWebhooks()): Webhooks => ({
  sender,
  sealer: SEALER,
  eventBody,
  resetBody,
});

/** Inserts a webhook with the secret `WEBHOOK_SECRET`. It gets the events from now on. */
export async function givenWebhook(
  db: Kysely<Database>,
  { accountId }: { accountId: number },
  { url = 'https://hooks.example.com/', ...fields }: Partial<Insertable<Database['webhooks']>> = {},
): Promise<Webhook> {
  return insertWebhook(db, {
    ...{ account_id: accountId, url, host: hostOf(new URL(url)), created_at: new Date() },
    ...{ secret: sealWebhookSecret(SEALER, accountId, WEBHOOK_SECRET), position: await lastEventId(db, accountId) },
    ...fields,
  });
}

/** Inserts a delivery that is due at once by default. */
export async function givenDelivery(
  db: Kysely<Database>,
  { id, account_id }: Pick<Webhook, 'id' | 'account_id'>,
  fields: Partial<Insertable<Database['event_deliveries']>> = {},
): Promise<EventDelivery> {
  const now = new Date();
  const row = { account_id, webhook_id: id, event_type: 'test', body: '{"type":"test"}', next_try_at: now, created_at: now };
  const [delivery] = await insertDeliveries(db, [{ ...row, ...fields }]);
  if (!delivery) throw new Error('nothing was inserted');
  return delivery;
}

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** Answers a request, by default with status 200. */
  answer: (request: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Opens an http receiver on the loopback address. */
export const openReceiver = (): Promise<Receiver> => openAt('http', (listener) => createServer(listener));

/** Returns a self-signed certificate and its key. */
export async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'a receiver' }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
  });
  return { cert, key };
}

/**
 * Opens an https receiver with an untrusted certificate on the loopback address. `serverNames` lists the names that clients sent in TLS
 * handshakes.
 */
export async function openHttpsReceiver(): Promise<Receiver & { serverNames: string[] }> {
  const { cert, key } = await makeCertificate();
  const serverNames: string[] = [];
  const SNICallback = (name: string, done: (error: null) => void) => {
    serverNames.push(name);
    done(null);
  };
  const receiver = await openAt('https', (listener) => createHttpsServer({ cert, key, SNICallback }, listener));
  return Object.assign(receiver, { serverNames });
}

async function openAt(scheme: 'http' | 'https', create: (listener: RequestListener) => Server): Promise<Receiver> {
  const server = create((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      receiver.received.push(one);
      receiver.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    ...{ url: `${scheme}://127.0.0.1:${port}/`, port, received: [] },
    answer: (_request, response) => void response.end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
