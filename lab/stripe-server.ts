/**
 * A server with the part of Stripe's API that the driver uses: idempotency keys, expansion, search by metadata, and failures on request.
 * The last cents decide: 01 and 02 decline (02 permanently). With 03 the answer is lost after the charge, with 04 before it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;
interface Stored extends Fields {
  id: string;
  object: string;
  metadata: Record<string, string>;
}

export interface StripeServer {
  server: { host: string; port: number; protocol: 'http' };
  secretKey: string;
  /** Requests such as `POST /v1/payment_intents`, each with its key. */
  requests: { line: string; key: string | undefined }[];
  /** Saves a card of the customer `cus_1`. */
  saveCard(id: string): void;
  /** Pays on the page of a checkout. */
  pay(sessionId: string): void;
  /** Returns the number of payments with this reference that took money. */
  taken(reference: string): number;
  /** Makes the next requests fail: with a status, or without an answer. */
  failNext(...how: (number | 'nothing')[]): void;
  /** Disputes the payment with this reference. The payer's bank decides later. */
  dispute(id: string, reference: string, status: string): void;
  close(): Promise<void>;
}

const CARD = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099, country: 'DE' };

export async function openStripeServer(): Promise<StripeServer> {
  const objects = new Map<string, Stored>();
  const replies = new Map<string, { asked: string; status: number; body: Fields; unheard?: boolean }>();
  const requests: StripeServer['requests'] = [];
  const failures: (number | 'nothing')[] = [];
  const make = (object: string, prefix: string, fields: Fields): Stored => {
    const created = Math.floor(Date.now() / 1000);
    const stored = { id: `${prefix}_${randomUUID()}`, object, created, metadata: {}, ...fields };
    objects.set(stored.id, stored);
    return stored;
  };
  const intentOf = (fields: Fields): Stored =>
    make('payment_intent', 'pi', { amount_received: 0, status: 'requires_payment_method', ...fields });
  const paid = (intent: Stored): void => {
    const method = make('payment_method', 'pm', { card: CARD, customer: 'cus_1' });
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: intent.payment_method ?? method.id,
    });
  };
  const shown = ({ ...stored }: Stored, expand: readonly string[]): Fields => {
    for (const path of expand) {
      const [field = '', ...rest] = path.replace(/^data\./, '').split('.');
      const inner = objects.get(String((stored as Fields)[field]));
      if (inner) (stored as Fields)[field] = shown(inner, rest.length > 0 ? [rest.join('.')] : []);
    }
    for (const path of expand.filter((one) => one.startsWith('payment_intent.'))) {
      const intent = stored.payment_intent as Stored | string | undefined;
      const whole = typeof intent === 'string' ? objects.get(intent) : intent;
      if (whole)
        stored.payment_intent = shown(
          objects.get(whole.id) ?? whole,
          expand.filter((one) => one.startsWith('payment_intent.')).map((one) => one.slice(15)),
        );
      void path;
    }
    return stored;
  };

  const ROUTES: [method: string, path: RegExp, act: (ids: string[], body: Fields) => Fields | Refused][] = [
    [
      'POST',
      /^\/v1\/checkout\/sessions$/,
      (_ids, body) => {
        const items = body.line_items as { price_data: { unit_amount: string } }[];
        const data = body.payment_intent_data as Fields;
        const intent = intentOf({
          ...data,
          amount: Number(items[0]?.price_data.unit_amount),
          metadata: data.metadata,
          customer: 'cus_1',
        });
        const session = make('checkout.session', 'cs', {
          status: 'open',
          payment_status: 'unpaid',
          metadata: body.metadata,
          payment_intent: intent.id,
        });
        return Object.assign(session, { url: `https://checkout.example.com/${session.id}` });
      },
    ],
    ['GET', /^\/v1\/checkout\/sessions$/, () => ({ object: 'list', has_more: false, data: [] })],
    ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, ([id]) => objects.get(id as string) ?? missing()],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      ([id]) => {
        const session = objects.get(id as string);
        if (session?.status !== 'open')
          return refused(400, { code: 'resource_missing', message: 'Only open sessions can be expired.' });
        return Object.assign(session, { status: 'expired' });
      },
    ],
    [
      'POST',
      /^\/v1\/payment_intents$/,
      (_ids, body) => {
        const method = objects.get(String(body.payment_method));
        if (method?.customer === null)
          return refused(400, { message: 'The provided PaymentMethod was detached from a Customer. It may not be used again.' });
        return charge(intentOf({ ...body, amount: Number(body.amount) }), paid);
      },
    ],
    ['GET', /^\/v1\/payment_methods\/([^/]+)$/, ([id]) => objects.get(id as string) ?? missing()],
    [
      'POST',
      /^\/v1\/payment_methods\/([^/]+)\/detach$/,
      ([id]) => {
        const method = objects.get(id as string);
        if (!method) return missing();
        if (method.customer === null) return refused(400, { message: 'The payment method is not attached to a customer.' });
        return Object.assign(method, { customer: null });
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/search$/,
      (_ids, { query }) => {
        const reference = /:"([^"]+)"/.exec(String(query))?.[1];
        const data = [...objects.values()].filter(
          (one) => one.object === 'payment_intent' && one.metadata.reference === reference,
        );
        return { object: 'search_result', data, has_more: false };
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents$/,
      (_ids, { created }) => ({
        object: 'list',
        has_more: false,
        data: [...objects.values()].filter(
          (one) => one.object === 'payment_intent' && Number(one.created) >= Number((created as { gte: string }).gte),
        ),
      }),
    ],
    ['GET', /^\/v1\/payment_intents\/([^/]+)$/, ([id]) => objects.get(id as string) ?? missing()],
    [
      'POST',
      /^\/v1\/payment_intents\/([^/]+)\/cancel$/,
      ([id]) => {
        const intent = objects.get(id as string);
        if (!intent || intent.status === 'succeeded')
          return refused(400, { code: 'payment_intent_unexpected_state', message: 'It has succeeded.' });
        return Object.assign(intent, { status: 'canceled' });
      },
    ],
    [
      'POST',
      /^\/v1\/refunds$/,
      (_ids, body) => make('refund', 're', { ...body, amount: Number(body.amount), status: 'succeeded' }),
    ],
    [
      'GET',
      /^\/v1\/refunds$/,
      (_ids, { payment_intent }) => ({
        object: 'list',
        has_more: false,
        data: [...objects.values()].filter((one) => one.object === 'refund' && one.payment_intent === payment_intent),
      }),
    ],
    ['GET', /^\/v1\/disputes\/([^/]+)$/, ([id]) => objects.get(id as string) ?? missing()],
  ];

  const answer = (method: string, path: string, body: Fields): { status: number; body: Fields; unheard?: boolean } => {
    for (const [routeMethod, pattern, act] of ROUTES) {
      const ids = routeMethod === method ? pattern.exec(path) : null;
      if (!ids) continue;
      const unheard = method === 'POST' && path === '/v1/payment_intents' ? Number(body.amount) % 100 : 0;
      if (unheard === 4) return { status: 0, body: {}, unheard: true };
      const made = act(ids.slice(1), body);
      if (isRefused(made)) return { status: made.status, body: { error: made.error } };
      const expand = (body.expand as string[] | undefined) ?? [];
      const data = Array.isArray(made.data) ? (made.data as Stored[]).map((one) => shown(one, expand)) : undefined;
      return { status: 200, body: data ? { ...made, data } : shown(made as Stored, expand), unheard: unheard === 3 };
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `no route ${method} ${path}` } } };
  };

  const server = createServer((request, response) => {
    void receive(request).then((text) => {
      const url = new URL(request.url ?? '/', 'http://stripe');
      const key = request.headers['idempotency-key'] as string | undefined;
      requests.push({ line: `${request.method} ${url.pathname}`, key });
      const failure = failures.shift();
      if (failure === 'nothing') return request.socket.destroy();
      if (failure !== undefined) return send(response, failure, { error: { type: 'api_error', message: 'told to fail' } });
      if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
        return send(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API key' } });
      const body = unflatten(request.method === 'GET' ? url.searchParams : new URLSearchParams(text));
      const known = key === undefined ? undefined : replies.get(key);
      if (known && known.asked !== text)
        return send(response, 400, { error: { type: 'idempotency_error', message: 'other parameters' } });
      if (known?.unheard) return request.socket.destroy();
      if (known) return send(response, known.status, known.body);
      const made = answer(request.method ?? 'GET', url.pathname, body);
      if (key !== undefined && !(made.unheard && made.status === 0)) replies.set(key, { asked: text, ...made });
      if (made.unheard) return request.socket.destroy();
      return send(response, made.status, made.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const intents = (reference: string) =>
    [...objects.values()].filter((one) => one.object === 'payment_intent' && one.metadata.reference === reference);
  return {
    server: { host: '127.0.0.1', port, protocol: 'http' },
    secretKey: SECRET_KEY,
    requests,
    saveCard: (id) => void objects.set(id, { id, object: 'payment_method', metadata: {}, card: CARD, customer: 'cus_1' }),
    pay(sessionId) {
      const session = objects.get(sessionId) as Stored;
      if (session.status !== 'open') throw new Error('this page has ended');
      paid(objects.get(String(session.payment_intent)) as Stored);
      Object.assign(session, { status: 'complete', payment_status: 'paid' });
    },
    taken: (reference) => intents(reference).filter((one) => one.status === 'succeeded').length,
    failNext: (...how) => void failures.push(...how),
    dispute(id, reference, status) {
      const [intent] = intents(reference);
      if (!intent) throw new Error(`nothing was paid by ${reference}`);
      objects.set(id, {
        id,
        object: 'dispute',
        metadata: {},
        payment_intent: intent.id,
        amount: intent.amount,
        status,
        reason: 'fraudulent',
      });
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const SECRET_KEY = 'sk_test_of_the_lab';

interface Refused {
  status: number;
  error: Fields;
}
const refused = (status: number, error: Fields): Refused => ({ status, error: { type: 'invalid_request_error', ...error } });
const missing = (): Refused => refused(404, { code: 'resource_missing', message: 'No such object' });
const isRefused = (made: Fields | Refused): made is Refused => 'error' in made;

function charge(intent: Stored, paid: (intent: Stored) => void): Fields | Refused {
  const decline = { 1: 'insufficient_funds', 2: 'stolen_card' }[Number(intent.amount) % 100];
  if (decline === undefined) {
    paid(intent);
    return intent;
  }
  Object.assign(intent, { last_payment_error: { code: 'card_declined', decline_code: decline } });
  return {
    status: 402,
    error: { type: 'card_error', code: 'card_declined', decline_code: decline, message: 'declined', payment_intent: intent },
  };
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: Fields): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_lab' }).end(JSON.stringify(body));
}

/** Converts `a[b][0]=c` to `{ a: { b: ['c'] } }`. */
function unflatten(given: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of given) {
    const path = name.replaceAll(']', '').split('[');
    let here = root;
    for (const [i, part] of path.entries()) {
      if (i === path.length - 1) {
        here[part] = value;
        break;
      }
      here[part] ??= /^\d+$/.test(path[i + 1] ?? '') ? [] : {};
      here = here[part] as Fields;
    }
  }
  return root;
}
