/** Fixture: simulated traffic to addresses, measured by the traffic watch of a worker. The test moves the clock. */
import type { Database } from '@innkeeper/db/schema';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { SimulatedFloodFilter } from '@innkeeper/engine/network/flood-filter/simulated';
import { type TrafficContext, TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import type { Traffic } from '@innkeeper/model/attacks/traffic';
import { hours } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { givenJobCx } from './given-cx.ts';

export interface MovedClock {
  now(): Date;
  move(ms: number): void;
}

/** Returns a clock that starts at `from` and moves only by `move`. */
export function movedClock(from: Date): MovedClock {
  let at = from.getTime();
  return {
    now: () => new Date(at),
    move: (ms) => {
      at += ms;
    },
  };
}

export interface GivenTraffic {
  guard: SimulatedFloodFilter;
  /** Simulates `n` seconds with this traffic to the address, and polls after each. */
  seconds(n: number, address: string, traffic: Traffic, more?: Parameters<SimulatedFloodFilter['receive']>[2]): Promise<void>;
  /** Simulates `n` quarters of a second, and polls after each. */
  quarters(n: number, address: string, traffic: Traffic): Promise<void>;
  /** Replaces the watch without stopping it, as if the worker was killed. */
  restart(): Promise<void>;
  /** Stops the watch. */
  stop(): Promise<void>;
}

/** Starts a traffic watch on a simulated guard. */
export async function givenTraffic(db: Kysely<Database>, { clock }: { clock: MovedClock }): Promise<GivenTraffic> {
  const guard = new SimulatedFloodFilter();
  const cx: TrafficContext = { ...givenJobCx(db, { clock }), engine: { network: { floodFilter: guard } }, log: SILENT_LOG };
  let watch = new TrafficWatch();
  await watch.run(cx);
  const looks = async (n: number, ms: number, receive: () => void): Promise<void> => {
    for (let i = 0; i < n; i += 1) {
      clock.move(ms);
      receive();
      await watch.run(cx);
    }
  };
  return {
    guard,
    seconds: (n, address, traffic, more) => looks(n, 1_000, () => guard.receive(address, traffic, more)),
    quarters: (n, address, traffic) => looks(n, 250, () => guard.receive(address, traffic)),
    async restart() {
      watch = new TrafficWatch();
      await watch.run(cx);
    },
    stop: () => watch.close(cx),
  };
}

/** Inserts an ended attack and one source that is still blocked. */
export async function givenEndedAttack(
  db: Kysely<Database>,
  { accountId, addressId, source }: { accountId: number; addressId: number; source: string },
): Promise<void> {
  const now = new Date();
  await db.insertInto('attacks').values({ account_id: accountId, ip_address_id: addressId, ended_at: now }).execute();
  const expires_at = new Date(now.getTime() + hours(1));
  await db.insertInto('blocked_sources').values({ ip_address_id: addressId, source, blocked_at: now, expires_at }).execute();
}
