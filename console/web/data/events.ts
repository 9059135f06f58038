/**
 * Keeps the cache current by the account's events.
 *
 * One tab of the browser holds the stream, by a Web Lock, and passes each event to the others. When it closes, the next tab resumes the
 * stream after the last number that it has seen. Numbers have no gaps. A gap, or a `reset`, means that events were missed, and everything
 * visible is refetched.
 *
 * Events are applied in batches: 16 ms after the first one, and at most five times a second. A burst then renders once, and an account that
 * changes constantly does not block the page. Data that an event does not contain is refetched immediately, and at most every 800 ms.
 */
import { ApiError, type StreamedEvent } from '@innkeeper/sdk/index';
import { useSyncExternalStore } from 'react';
import { client } from './client.ts';
import { applyOperationEvent, refetchOperation } from './operations.ts';
import { markStale, queryClient } from './query.ts';
import { announceChanges, applyServerEvent, INDEX_KEY } from './servers.ts';
import { askForSignIn } from './sign-in-again.ts';
import { throttle } from './throttle.ts';

export interface Connection {
  state: 'connecting' | 'open' | 'lost';
  /** Start time of this state, in milliseconds. */
  since: number;
}

/** Time in milliseconds without data after which a stream is lost. A heartbeat comes every 15 s. */
const SILENCE_MS = 20_000;

/** Delay of a batch, and minimum interval between two. */
const BURST = { delayMs: 16, intervalMs: 200 };

/** Minimum interval in milliseconds between two searches for stale queries. Each search is followed by requests, such as of the balance. */
const REFETCH_INTERVAL_MS = 800;

type Message = { kind: 'event'; event: StreamedEvent } | { kind: 'connection'; connection: Connection } | { kind: 'ask' };

let connection: Connection = { state: 'connecting', since: Date.now() };
const listeners = new Set<() => void>();

function setConnection(next: Connection): void {
  if (next.state === connection.state) return;
  // An update of the installation restarts the API. The session names the version.
  if (connection.state === 'lost' && next.state === 'open') void queryClient.invalidateQueries({ queryKey: ['session'] });
  connection = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the state of the event connection. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

/** Kinds of queries that an event makes stale, besides the entry of its own resource. */
const STALE_BY_TYPE: Partial<Record<StreamedEvent['type'], readonly string[]>> = {
  // Addons and support plans have no events of their own. They are delivered when an order is paid.
  order: ['orders', 'balance', 'invoices', 'server', 'server-addons', 'support-plan'],
  ticket: ['tickets'],
  // The person's own role may have changed.
  member: ['members', 'session'],
  invitation: ['invitations'],
  floating_ip: ['floating-ips'],
  firewall: ['firewalls'],
  snapshot: ['offer', 'copies'],
  backup: ['offer', 'copies'],
  iso: ['isos', 'offer'],
  webhook: ['webhooks'],
};

/** Follows the account's events after `cursor`. Returns a function that stops this. */
export function followEvents(accountId: number, cursor: number): () => void {
  const controller = new AbortController();
  const channel = new BroadcastChannel(`innkeeper-events-${accountId}`);
  let position = cursor;
  let queuedEvents: StreamedEvent[] = [];

  const receive = (event: StreamedEvent) => {
    if (event.id <= position) return;
    const isGap = event.type === 'reset' || event.id > position + 1;
    position = event.id;
    if (isGap) markStale(() => true);
    queuedEvents.push(event);
    applySoon();
  };
  // Use no animation frame: a hidden tab has none and would gather events until it is shown.
  const applySoon = throttle(() => {
    const events = queuedEvents;
    queuedEvents = [];
    applyEvents(events);
  }, BURST);
  const send = (message: Message) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') receive(data.event);
    if (data.kind === 'connection') setConnection(data.connection);
  };

  const relayStream = async () => {
    const answer = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'ask') send({ kind: 'connection', connection });
    };
    channel.addEventListener('message', answer);
    const onState = ({ state }: { state: Connection['state'] }) => {
      // Reconnect attempts belong to the loss, whose age the page shows.
      if (state === 'connecting' && connection.state === 'lost') return;
      setConnection({ state, since: Date.now() });
      send({ kind: 'connection', connection });
    };
    for await (const event of client.streamEvents(
      { cursor: position },
      { signal: controller.signal, onState, silence: SILENCE_MS },
    )) {
      receive(event);
      send({ kind: 'event', event });
    }
  };
  send({ kind: 'ask' });
  const relay = async (): Promise<void> => {
    try {
      await navigator.locks.request(`innkeeper-events-${accountId}`, { signal: controller.signal }, relayStream);
    } catch (error) {
      if (controller.signal.aborted) return;
      setConnection({ state: 'lost', since: Date.now() });
      // The stream ends when the session has ended. It goes on after the same person has signed in again.
      if (error instanceof ApiError && error.status === 401 && (await askForSignIn())) return relay();
      void queryClient.invalidateQueries({ queryKey: ['session'] });
    }
  };
  void relay();
  return () => {
    controller.abort();
    channel.close();
  };
}

/** Kinds of queries that events have made stale, and servers whose own queries are stale. */
const stale = { kinds: new Set<string>(), servers: new Set<number>() };

const refetchStaleSoon = throttle(
  () => {
    const kinds = new Set(stale.kinds);
    const servers = new Set(stale.servers);
    stale.kinds.clear();
    stale.servers.clear();
    markStale(
      ([kind, id]) => kinds.has(kind as string) || ((kind === 'server' || kind === 'server-status') && servers.has(id as number)),
    );
  },
  { delayMs: 0, intervalMs: REFETCH_INTERVAL_MS },
);

/** Applies events to the cache in their order. */
function applyEvents(events: readonly StreamedEvent[]): void {
  const operations = new Set<number>();
  let hasServerEvent = false;
  for (const event of events) {
    if (event.type === 'server') {
      hasServerEvent = true;
      stale.servers.add(event.resource_id);
      if (applyServerEvent(event)) stale.kinds.add(INDEX_KEY[0]);
    } else if (event.type === 'operation') {
      const id = applyOperationEvent(event);
      if (id !== undefined) operations.add(id);
    } else if (event.type === 'attack') {
      stale.kinds.add(INDEX_KEY[0]).add('protection');
    } else {
      for (const kind of STALE_BY_TYPE[event.type] ?? []) stale.kinds.add(kind);
    }
  }
  if (hasServerEvent) announceChanges();
  for (const id of operations) void refetchOperation(id).catch(() => undefined);
  if (stale.kinds.size > 0 || stale.servers.size > 0) refetchStaleSoon();
}
