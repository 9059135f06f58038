/**
 * Answers of reads, kept for exactly as long as nothing is committed. Each request still asks the database, after it came in,
 * by what name its rows go now (`db/snapshot.ts`; requests of one moment ask together); only under the name under which an
 * answer was read is it given again. So an answer is never older than its request, whoever changed what: another process of
 * the API, the worker, the operator with psql.
 */
import type { OperationName } from '@innkeeper/contract/operations';
import type { Background } from '../background-tasks.ts';
import type { WireReply } from '../handlers/run.ts';
import type { Exchange, Guard } from '../request/context.ts';

/** Reads that are made of nothing but the database, the caller and the URL: no clock, no engine. What clients ask most. */
export const KEPT_READS: ReadonlySet<OperationName> = new Set([
  'getServer',
  'listServers',
  'listPlans',
  'listServerImages',
  'getOrder',
  'listOrders',
  'listBalanceTransactions',
  'getSshKey',
  'listSshKeys',
]);

export interface Kept {
  /** Ends the request's way with the answer that is kept for it, if there is one. */
  guard: Guard;
  /** Answers a request that passed `guard`, and keeps the answer. Who asks the same under the same name waits for the same read. */
  read(exchange: Exchange, read: () => Promise<WireReply>): Promise<WireReply>;
  /**
   * Whether answers may be kept; forgets those there are. Only while the database is heard: one that was put back from a copy,
   * or came to itself after a crash, may come upon the same name again.
   */
  allow(allowed: boolean): void;
}

/** Of answers, their keys and what the maps take for each. A page of 50 servers has 90 KB. */
const MOST_BYTES = 64_000_000;
/** An entry's own share besides body and key, rounded up. */
const ENTRY_BYTES = 500;
/** Of a URL. Longer ones are searches for a text that nobody else searches for. */
const MOST_URL = 2_000;

export interface KeptOptions {
  /** The database's name of this moment. */
  snapshot: () => Promise<string>;
  /** What no answer waits for. */
  background: Background;
  /** Where the links of an answer lead, `https://api.example.com`: of a few that are known to be ours (`request/host.ts`). */
  linksOf: (exchange: Exchange) => string;
  mostBytes?: number;
}

export function openKept({ snapshot, background, linksOf, mostBytes = MOST_BYTES }: KeptOptions): Kept {
  const keyOf = keyWith(linksOf);
  let allowed = false;
  let current = generation('');

  /** What was read in several statements is of one name only if the database had it before the first and after the last. */
  const keep = async (of: Generation, key: string, { body, ...reply }: WireReply): Promise<void> => {
    if (typeof body !== 'string' || (await snapshot()) !== of.name) return;
    const bytes = Buffer.from(body);
    const cost = bytes.length + Buffer.byteLength(key) + ENTRY_BYTES;
    if (of.answers.has(key) || of.bytes + cost > mostBytes) return;
    of.bytes += cost;
    of.answers.set(key, { ...reply, body: bytes });
  };

  return {
    guard(exchange) {
      if (!allowed || exchange.request.url.length > MOST_URL) return undefined;
      return snapshot().then((name) => {
        if (current.name !== name) current = generation(name);
        exchange.database = name;
        exchange.known = current.answers.get(keyOf(exchange));
        return undefined;
      });
    },
    async read(exchange, read) {
      const of = current;
      if (exchange.database !== of.name) return read();
      const key = keyOf(exchange);
      // It may have been kept while this request waited in the line of its account.
      exchange.known = of.answers.get(key);
      if (exchange.known) return exchange.known;
      const underWay = of.underWay.get(key);
      // What it reads from now on may be newer than the name, but nothing of it is older.
      if (underWay) {
        exchange.known = await underWay;
        return exchange.known;
      }
      const reading = read();
      of.underWay.set(key, reading);
      const forget = (): boolean => of.underWay.delete(key);
      const reply = await reading.catch((error: unknown) => {
        forget();
        throw error;
      });
      // Until then who comes takes the answer from here.
      background.run('keep an answer', keep(of, key, reply).finally(forget));
      return reply;
    },
    allow(now) {
      allowed = now;
      current = generation('');
    },
  };
}

/** All answers of one name of the database; with the next name they go together. */
interface Generation {
  readonly name: string;
  readonly answers: Map<string, WireReply>;
  readonly underWay: Map<string, Promise<WireReply>>;
  bytes: number;
}

const generation = (name: string): Generation => ({ name, answers: new Map(), underWay: new Map(), bytes: 0 });

/** By token, not by account: VAT is the account's, and a token keeps it for a moment (`guards/token/cache.ts`). */
function keyWith(linksOf: KeptOptions['linksOf']): (exchange: Exchange) => string {
  return (exchange) => {
    const { caller, request } = exchange;
    return `${caller?.id} ${caller?.taxRate} ${linksOf(exchange)} ${request.url}`;
  };
}
