/** `GET /v1/console/{secret}`: opens the WebSocket of a console. Browsers can connect, because only the secret authenticates. */

import type { Guests, GuestsOn } from '@innkeeper/domain/console/guests';
import { useConsoleTicket } from '@innkeeper/domain/console/use-ticket';
import type { Cx } from '@innkeeper/domain/context';
import type { Live } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { FastifyInstance } from 'fastify';
import type { HttpLog } from '../log/logger.ts';
import { PREFIX } from '../paths.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import type { TokenSessions } from '../session/token-sessions.ts';
import { allowedPages } from './origins.ts';
import { RELAY_TIMINGS, type RelayTimings, relay } from './relay.ts';
import { addRenewal } from './renew.ts';
import { clientHandshake } from './rfb-handshake.ts';
import { openUpgrades, type Upgrades } from './upgrades.ts';
import { addViewer, type LoadViewer } from './viewer.ts';

export interface ConsoleOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  guests: GuestsOn;
  sessions: TokenSessions;
  replies: Replies;
  log: HttpLog;
  /** Guard of every request. */
  everyRequest: Guard;
  /** Guard that runs before a console is opened. */
  admission: Guard;
  hosts: Hosts;
  lingerMs: number;
  /** Origins of the operator's pages that may show a console, such as `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
  /** Loads the files of the page that shows a console. */
  viewer?: LoadViewer | undefined;
  timings?: Partial<RelayTimings> | undefined;
}

const HANDSHAKE_MS = 5_000;

export function addConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const { db, clock, settings, guests, sessions, replies, log } = options;
  const upgrades = openUpgrades(app, options.lingerMs);
  addRenewal(app, options);
  addViewer(app, options);
  const open = new Map<number, number>();
  const count = (accountId: number, by: 1 | -1) => {
    const now = (open.get(accountId) ?? 0) + by;
    if (now === 0) open.delete(accountId);
    else open.set(accountId, now);
  };

  app.get<{ Params: { secret: string } }>(
    `${PREFIX}/console/:secret`,
    {
      onRequest: replies.onRequest(
        inOrder(options.everyRequest, options.admission, webSocketOnly(upgrades), allowedPages(options)),
      ),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { serverId, node, accountId, asker } = await useConsoleTicket({ db, clock, settings }, request.params.secret);
      const max = settings.requests.consolesPerAccount;
      if ((open.get(accountId) ?? 0) >= max) {
        throw new Failure('rate_limited', { message: `An account can have at most ${max} open consoles. Close one first.` });
      }
      count(accountId, 1);
      try {
        // Try twice: another console that is opened at the same time changes the VNC password.
        const guest = await connectToGuest(guests(node), serverId).catch(() => connectToGuest(guests(node), serverId));
        const socket = await upgrades.accept(request, reply).catch((error: unknown) => {
          guest.destroy();
          throw error;
        });
        const began = performance.now();
        const session = relay(socket, guest, { ...RELAY_TIMINGS, ...options.timings });
        const unregister = sessions.add(asker, accountId, session.end);
        void session.ended.then((why) => {
          unregister();
          count(accountId, -1);
          const ms = Math.round(performance.now() - began);
          log.info({ requestId: request.id, account: accountId, server: serverId, why, ms }, 'a console ended');
        });
      } catch (error) {
        count(accountId, -1);
        throw error;
      }
      return reply;
    },
  );
}

/** Connects to the guest's VNC server and authenticates there. The client never gets the VNC password. */
async function connectToGuest(guests: Guests, serverId: number) {
  const { stream, password } = await guests.openConsole(machineIdOf(serverId));
  // A later error closes the stream, and the relay handles `close`.
  stream.on('error', () => {});
  try {
    await clientHandshake(stream, password, AbortSignal.timeout(HANDSHAKE_MS));
    return stream;
  } catch (cause) {
    stream.destroy();
    throw new Failure('unavailable', { message: 'The console of this server does not answer. Try again later.', cause });
  }
}

function webSocketOnly(upgrades: Upgrades): Guard {
  return ({ request }) => {
    if (upgrades.canUpgrade(request)) return undefined;
    throw new Failure('malformed_request', { message: 'This URL accepts only WebSocket connections of version 13.' });
  };
}
