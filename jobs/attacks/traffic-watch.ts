/**
 * Reads the kernel's counters of a node every second, and sooner during much traffic. Detects attacks on the node's addresses, and writes
 * traffic and attacks to the database.
 *
 * Keeps only state in memory that a dying worker may lose: the current minute, and the last 5 seconds of an attack.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { endAttacksOfOthers } from '@innkeeper/db/tables/attacks';
import { replaceBlockedSources } from '@innkeeper/db/tables/blocked-sources';
import { type GuardedAddressRow, guardedAddresses } from '@innkeeper/db/tables/guarded-addresses';
import type { Rate } from '@innkeeper/domain/attacks/record';
import { SAMPLING_RATIO } from '@innkeeper/engine/network/flood-filter/port';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import {
  calmState,
  type DetectorState,
  detectStep,
  HALF_A_SECOND,
  isIdle,
  lastSecond,
  resumedState,
} from '@innkeeper/model/attacks/detector';
import { portSpeedOf } from '@innkeeper/model/attacks/limits';
import { totalOf } from '@innkeeper/model/attacks/traffic';
import { seconds } from '@innkeeper/model/time/clock';
import type { NodeContext } from '../job.ts';
import { openCounters, type Received } from './counters.ts';
import { openFlows } from './flows.ts';
import { openMinutes } from './minutes.ts';
import { OngoingAttacks } from './ongoing.ts';
import { ReadingSchedule } from './reading-schedule.ts';
import { openSources } from './sources.ts';
import { throttle } from './throttle.ts';

const ADDRESSES_EVERY_MS = seconds(5);
/** Interval in milliseconds between checks that the rules are unchanged. */
const RULES_EVERY_MS = seconds(15);
const BLOCKS_EVERY_MS = seconds(1);
/** Interval in milliseconds between readings of flows, during an attack and otherwise. */
const FLOWS_EVERY_MS = { attacked: seconds(2), calm: seconds(10) };
/** Packet rate of an address above which its flows are sampled. */
const SAMPLED_FROM_PPS = 5_000;
/** Maximum number of blocked sources in the list of an address, the last blocked ones. */
const MAX_BLOCKED = 1_000;
/** Longest interval in seconds for which rates are meaningful. */
const MAX_SAMPLE_SECONDS = 30;

/** The context of the watch. It uses only the guard of the engine. */
export type TrafficContext = Omit<NodeContext, 'engine'> & { readonly engine: { network: Pick<NetworkPort, 'floodFilter'> } };

export interface TrafficWatchOptions {
  /** Time in milliseconds without attack traffic after which an attack ends, for tests. Defaults to the setting. */
  calmMs?: number;
}

export class TrafficWatch {
  readonly #calmMs: number | undefined;
  readonly #counters = openCounters();
  readonly #minutes = openMinutes();
  readonly #attacks = new OngoingAttacks();
  readonly #flows = openFlows();
  readonly #sources = openSources();
  readonly #throttles = { rules: throttle(), blocks: throttle(), flows: throttle() };
  /** Guarded addresses by their text. */
  #addresses = new Map<string, GuardedAddressRow>();
  #addressesAt = Number.NEGATIVE_INFINITY;
  /** Detectors by address id, of addresses with recent traffic. */
  readonly #detectors = new Map<number, DetectorState>();
  #sampled = new Set<string>();
  /** Ids of addresses with rows of blocked sources, or `null` before the first reading. */
  #blocked: Set<number> | null = null;
  readonly #schedule = new ReadingSchedule();
  #readAt: number | null = null;
  /** `true` if packets were dropped since the blocks were last read. */
  #dropped = false;

  constructor({ calmMs }: TrafficWatchOptions = {}) {
    this.#calmMs = calmMs;
  }

  /** Runs a reading if one is due. Called every quarter of a second. Does nothing if the network does not count traffic. */
  async run(cx: TrafficContext): Promise<void> {
    const { floodFilter: guard } = cx.engine.network;
    if (guard.unsupported !== null) return;
    const at = cx.clock.now().getTime();
    await this.#schedule.run(at, guard, (look) => (look === 'all' ? this.#all(cx, at) : this.#count(cx, at)));
  }

  async #all(cx: TrafficContext, at: number): Promise<void> {
    if (at - this.#addressesAt >= ADDRESSES_EVERY_MS) await this.#readAddresses(cx, at);
    await this.#throttles.rules.run(at, RULES_EVERY_MS, () => restoreRules(cx));
    await this.#count(cx, at);
    await this.#sample(cx);
    const flowsEvery = this.#attacks.all().length > 0 ? FLOWS_EVERY_MS.attacked : FLOWS_EVERY_MS.calm;
    await this.#throttles.flows.run(at, flowsEvery, () => this.#readFlows(cx, at));
    // Read the blocks as long as any exist, so that ended blocks leave the list.
    if (this.#blocked?.size !== 0 || this.#dropped)
      await this.#throttles.blocks.run(at, BLOCKS_EVERY_MS, () => this.#readBlocked(cx, at));
    await this.#attacks.write(cx);
    await this.#minutes.write(cx, at);
    await this.#sources.write(cx, at);
  }

  async #count(cx: TrafficContext, at: number): Promise<void> {
    const growth = this.#counters.advance(await cx.engine.network.floodFilter.traffic());
    const took = this.#readAt === null ? 0 : (at - this.#readAt) / 1000;
    this.#readAt = at;
    const received = new Map<number, Received>();
    for (const [text, one] of growth) {
      const address = this.#addresses.get(text);
      if (address) received.set(address.id, one);
    }
    this.#minutes.add(at, received);
    this.#dropped ||= hasDropped(received);
    if (took > 0 && took <= MAX_SAMPLE_SECONDS) await this.#detect(cx, { at, took, received });
  }

  /** Writes the current minute. */
  async close(cx: Pick<NodeContext, 'db' | 'clock'>): Promise<void> {
    await this.#minutes.write(cx, cx.clock.now().getTime(), true);
  }

  async #readAddresses(cx: TrafficContext, at: number): Promise<void> {
    const { db, node, engine } = cx;
    const rows = await guardedAddresses(db, node?.id ?? null);
    const now = new Map(rows.map((row) => [row.address, row]));
    // Called even without addresses, because the kernel may still have those of the previous worker.
    if (this.#addressesAt === Number.NEGATIVE_INFINITY || !sameAddresses(this.#addresses, now))
      await engine.network.floodFilter.setAddresses(
        rows.map(({ address, version, port_mbps, ddos_protected }) => ({
          ...{ address, version, portMbps: port_mbps, protected: ddos_protected },
        })),
      );
    await endAttacksOfOthers(db, cx.clock.now());
    for (const [text, { id, account_id }] of this.#addresses) {
      if (now.get(text)?.account_id === account_id) continue;
      this.#attacks.discard(id);
      this.#detectors.delete(id);
    }
    for (const { row } of await this.#attacks.resume(cx, rows))
      this.#detectors.set(row.ip_address_id, resumedState(row.busy_at.getTime()));
    this.#addresses = now;
    this.#addressesAt = at;
  }

  async #detect(cx: TrafficContext, look: { at: number; took: number; received: ReadonlyMap<number, Received> }): Promise<void> {
    const { at, took, received } = look;
    for (const address of this.#addresses.values()) {
      const one = received.get(address.id);
      const before = this.#detectors.get(address.id);
      if (!one && !before) continue;
      const traffic = one?.traffic ?? {};
      const speed = portSpeedOf(address.port_mbps);
      const { state, began, ended } = detectStep(
        before ?? calmState(),
        { at, seconds: took, traffic },
        speed,
        this.#calmMs ?? cx.settings.attackCalmMs,
      );
      try {
        if (began) await this.#attacks.begin(cx, address, began, largestOf(state.window));
        this.#attacks.observe(address.id, rateOf(state.window), state.lastBusyAt);
        if (ended) await this.#attacks.end(cx, address.id, state.lastBusyAt);
        // Store the state only after the writes, so that the next reading repeats a failed write.
        if (isIdle(state)) this.#detectors.delete(address.id);
        else this.#detectors.set(address.id, state);
      } catch (error) {
        cx.log.error({ err: error, address: address.address }, 'an attack could not be written');
      }
    }
  }

  async #sample(cx: TrafficContext): Promise<void> {
    const loaded = [...this.#addresses.values()].filter(
      ({ id }) => this.#attacks.find(id) || rateOf(this.#detectors.get(id)?.window ?? []).pps > SAMPLED_FROM_PPS,
    );
    const desired = new Set(loaded.map(({ address }) => address));
    if (desired.size === this.#sampled.size && [...desired].every((address) => this.#sampled.has(address))) return;
    await cx.engine.network.floodFilter.sample([...desired]);
    this.#sampled = desired;
  }

  async #readFlows(cx: TrafficContext, at: number): Promise<void> {
    const scale = (address: string): number => (this.#sampled.has(address) ? SAMPLING_RATIO : 1);
    const { flows, seconds: took } = this.#flows.advance(await cx.engine.network.floodFilter.flows(), at, scale);
    if (took === 0) return;
    for (const [text, some] of flows) {
      const address = this.#addresses.get(text);
      if (!address) continue;
      this.#attacks.addFlows(address.id, some, took);
      this.#sources.add(at, address.id, some);
    }
  }

  async #readBlocked(cx: TrafficContext, at: number): Promise<void> {
    this.#dropped = false;
    const blocked = await cx.engine.network.floodFilter.blocked();
    const rows = new Map<number, { source: string; expiresInMs: number }[]>();
    for (const one of blocked) {
      const id = this.#addresses.get(one.address)?.id;
      if (id !== undefined) rows.set(id, [...(rows.get(id) ?? []), one]);
    }
    const all = [...rows].flatMap(([id, some]) =>
      some
        .sort((one, other) => other.expiresInMs - one.expiresInMs)
        .slice(0, MAX_BLOCKED)
        .map(({ source, expiresInMs }) => ({
          ...{ ip_address_id: id, source, blocked_at: new Date(at + expiresInMs - cx.settings.attackBlockMs) },
          expires_at: new Date(at + expiresInMs),
        })),
    );
    // The first time all addresses are replaced, because rows of the last worker may belong to any of them.
    const ids = this.#blocked ?? new Set([...this.#addresses.values()].map(({ id }) => id));
    const replaced = [...new Set([...ids, ...rows.keys()])];
    if (replaced.length > 0) await replaceBlockedSources(cx.db, replaced, all);
    this.#blocked = new Set(rows.keys());
  }
}

async function restoreRules({ db, engine, node, log }: TrafficContext): Promise<void> {
  const restored = await engine.network.floodFilter.restoreChanged();
  if (restored.length === 0) return;
  log.warn({ restored }, 'the flood protection was changed outside of Innkeeper and is restored');
  const key = node?.name ?? 'all';
  const message = `The network of node ${key} was changed outside of Innkeeper and is restored: ${restored.join(', ')}. Find the cause, then close this alert.`;
  await alertOnce(db, { kind: 'network_restored', key, message });
}

/**
 * Returns the largest rate within the seconds that revealed an attack. It may have been reached before the second in which the average
 * exceeded the limit.
 */
function largestOf(window: DetectorState['window']): Rate {
  const rates = window.map((_, i) => rateOf(window.slice(0, i + 1), HALF_A_SECOND));
  return { bps: Math.max(...rates.map(({ bps }) => bps)), pps: Math.max(...rates.map(({ pps }) => pps)) };
}

function rateOf(window: DetectorState['window'], over?: typeof HALF_A_SECOND): Rate {
  const { traffic, seconds: took } = lastSecond(window, over);
  const { packets, bytes } = totalOf(traffic);
  return { bps: (bytes * 8) / took, pps: packets / took };
}

const hasDropped = (received: ReadonlyMap<number, Received>): boolean =>
  [...received.values()].some(({ traffic, passed }) => totalOf(traffic).packets > passed.packets);

function sameAddresses(before: ReadonlyMap<string, GuardedAddressRow>, now: ReadonlyMap<string, GuardedAddressRow>): boolean {
  if (before.size !== now.size) return false;
  return [...now].every(([text, one]) => {
    const was = before.get(text);
    return was?.id === one.id && was.port_mbps === one.port_mbps && was.ddos_protected === one.ddos_protected;
  });
}
