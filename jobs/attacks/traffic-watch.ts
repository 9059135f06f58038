/**
 * Each second, and sooner while much comes in: what came to the addresses of a node, by the kernel's counters; who is under attack by it; and what is written of both. What it remembers
 * between two seconds is only what a worker that dies may lose: the minute that is measured, and what of an attack was seen in the last 5 seconds.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { endAttacksOfOthers } from '@innkeeper/db/tables/attacks';
import { replaceBlockedSources } from '@innkeeper/db/tables/blocked-sources';
import { type GuardedAddressRow, guardedAddresses } from '@innkeeper/db/tables/guarded-addresses';
import type { Rate } from '@innkeeper/domain/attacks/record';
import { SAMPLED } from '@innkeeper/engine/network/guard/port';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { calm, type DetectorState, HALF_A_SECOND, isIdle, lastSecond, resumed, step } from '@innkeeper/model/attacks/detector';
import { portSpeedOf } from '@innkeeper/model/attacks/limits';
import { totalOf } from '@innkeeper/model/attacks/traffic';
import { seconds } from '@innkeeper/model/clock';
import type { NodeContext } from '../job.ts';
import { openCounters, type Received } from './counters.ts';
import { openFlows } from './flows.ts';
import { Looks } from './looks.ts';
import { openMinutes } from './minutes.ts';
import { OngoingAttacks } from './ongoing.ts';
import { openSeldom } from './seldom.ts';
import { openSources } from './sources.ts';

const ADDRESSES_EVERY_MS = seconds(5);
/** Whether the rules are as they were made. */
const RULES_EVERY_MS = seconds(15);
const BLOCKS_EVERY_MS = seconds(1);
/** During an attack, and else. */
const FLOWS_EVERY_MS = { attacked: seconds(2), calm: seconds(10) };
/** Of an address that gets more, only some packets are counted by flow. */
const SAMPLED_FROM_PPS = 5_000;
/** The list of an address shows so many at most, the last that were blocked. */
const MOST_BLOCKED = 1_000;
/** After a pause that is longer, rates say nothing. */
const LONGEST_LOOK_SECONDS = 30;

/** Of the engine nothing else is asked for. */
export type TrafficContext = Omit<NodeContext, 'engine'> & { readonly engine: { network: Pick<NetworkPort, 'guard'> } };

export interface TrafficWatchOptions {
  /** For how long an attack must be below what ends it; tests. Default: what the settings say. */
  calmMs?: number;
}

export class TrafficWatch {
  readonly #calmMs: number | undefined;
  readonly #counters = openCounters();
  readonly #minutes = openMinutes();
  readonly #attacks = new OngoingAttacks();
  readonly #flows = openFlows();
  readonly #sources = openSources();
  readonly #seldom = { rules: openSeldom(), blocks: openSeldom(), flows: openSeldom() };
  /** By the text of the address. */
  #addresses = new Map<string, GuardedAddressRow>();
  #addressesAt = Number.NEGATIVE_INFINITY;
  /** By the id of the address; of those that had traffic lately. */
  readonly #detectors = new Map<number, DetectorState>();
  #sampled = new Set<string>();
  /** Ids of addresses that have rows of blocked sources; null: not known yet. */
  #blocked: Set<number> | null = null;
  readonly #looks = new Looks();
  #lookedAt: number | null = null;
  /** Whether anything was dropped since blocks were read. */
  #dropped = false;

  constructor({ calmMs }: TrafficWatchOptions = {}) {
    this.#calmMs = calmMs;
  }

  /** Called each quarter of a second; looks if it is due. Where the network counts nothing, nothing happens. */
  async run(cx: TrafficContext): Promise<void> {
    const { guard } = cx.engine.network;
    if (guard.unsupported !== null) return;
    const at = cx.clock.now().getTime();
    await this.#looks.run(at, guard, (look) => (look === 'all' ? this.#all(cx, at) : this.#count(cx, at)));
  }

  async #all(cx: TrafficContext, at: number): Promise<void> {
    if (at - this.#addressesAt >= ADDRESSES_EVERY_MS) await this.#readAddresses(cx, at);
    await this.#seldom.rules.run(at, RULES_EVERY_MS, () => restoreRules(cx));
    await this.#count(cx, at);
    await this.#sample(cx);
    const flowsEvery = this.#attacks.all().length > 0 ? FLOWS_EVERY_MS.attacked : FLOWS_EVERY_MS.calm;
    await this.#seldom.flows.run(at, flowsEvery, () => this.#readFlows(cx, at));
    // As long as any are there they are read, so that none stays in the list.
    if (this.#blocked?.size !== 0 || this.#dropped)
      await this.#seldom.blocks.run(at, BLOCKS_EVERY_MS, () => this.#readBlocked(cx, at));
    await this.#attacks.write(cx);
    await this.#minutes.write(cx, at);
    await this.#sources.write(cx, at);
  }

  async #count(cx: TrafficContext, at: number): Promise<void> {
    const looked = this.#counters.advance(await cx.engine.network.guard.traffic());
    const took = this.#lookedAt === null ? 0 : (at - this.#lookedAt) / 1000;
    this.#lookedAt = at;
    const received = new Map<number, Received>();
    for (const [text, one] of looked) {
      const address = this.#addresses.get(text);
      if (address) received.set(address.id, one);
    }
    this.#minutes.add(at, received);
    this.#dropped ||= hasDropped(received);
    if (took > 0 && took <= LONGEST_LOOK_SECONDS) await this.#detect(cx, { at, took, received });
  }

  /** Writes the minute that is measured. */
  async close(cx: Pick<NodeContext, 'db' | 'clock'>): Promise<void> {
    await this.#minutes.write(cx, cx.clock.now().getTime(), true);
  }

  async #readAddresses(cx: TrafficContext, at: number): Promise<void> {
    const { db, node, engine } = cx;
    const rows = await guardedAddresses(db, node?.id ?? null);
    const now = new Map(rows.map((row) => [row.address, row]));
    // Also where there are none: those of a worker before it are in the kernel still.
    if (this.#addressesAt === Number.NEGATIVE_INFINITY || !sameAddresses(this.#addresses, now))
      await engine.network.guard.guard(
        rows.map(({ address, version, port_mbps, ddos_protected }) => ({
          ...{ address, version, portMbps: port_mbps, protected: ddos_protected },
        })),
      );
    await endAttacksOfOthers(db, cx.clock.now());
    for (const [text, { id, account_id }] of this.#addresses) {
      if (now.get(text)?.account_id === account_id) continue;
      this.#attacks.drop(id);
      this.#detectors.delete(id);
    }
    for (const { row } of await this.#attacks.resume(cx, rows))
      this.#detectors.set(row.ip_address_id, resumed(row.busy_at.getTime()));
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
      const { state, began, ended } = step(
        before ?? calm(),
        { at, seconds: took, traffic },
        speed,
        this.#calmMs ?? cx.settings.attackCalmMs,
      );
      try {
        if (began) await this.#attacks.begin(cx, address, began, largestOf(state.window));
        this.#attacks.see(address.id, rateOf(state.window), state.lastBusyAt);
        if (ended) await this.#attacks.end(cx, address.id, state.lastBusyAt);
        // After it is written: what fails is tried with the next look.
        if (isIdle(state)) this.#detectors.delete(address.id);
        else this.#detectors.set(address.id, state);
      } catch (error) {
        cx.log.error({ err: error, address: address.address }, 'an attack could not be written');
      }
    }
  }

  async #sample(cx: TrafficContext): Promise<void> {
    const loaded = [...this.#addresses.values()].filter(
      ({ id }) => this.#attacks.of(id) || rateOf(this.#detectors.get(id)?.window ?? []).pps > SAMPLED_FROM_PPS,
    );
    const wanted = new Set(loaded.map(({ address }) => address));
    if (wanted.size === this.#sampled.size && [...wanted].every((address) => this.#sampled.has(address))) return;
    await cx.engine.network.guard.sample([...wanted]);
    this.#sampled = wanted;
  }

  async #readFlows(cx: TrafficContext, at: number): Promise<void> {
    const scale = (address: string): number => (this.#sampled.has(address) ? SAMPLED : 1);
    const { flows, seconds: took } = this.#flows.advance(await cx.engine.network.guard.flows(), at, scale);
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
    const blocked = await cx.engine.network.guard.blocked();
    const rows = new Map<number, { source: string; expiresInMs: number }[]>();
    for (const one of blocked) {
      const id = this.#addresses.get(one.address)?.id;
      if (id !== undefined) rows.set(id, [...(rows.get(id) ?? []), one]);
    }
    const all = [...rows].flatMap(([id, some]) =>
      some
        .sort((one, other) => other.expiresInMs - one.expiresInMs)
        .slice(0, MOST_BLOCKED)
        .map(({ source, expiresInMs }) => ({
          ...{ ip_address_id: id, source, blocked_at: new Date(at + expiresInMs - cx.settings.attackBlockMs) },
          expires_at: new Date(at + expiresInMs),
        })),
    );
    // At first all: rows of the last worker may be of any.
    const ids = this.#blocked ?? new Set([...this.#addresses.values()].map(({ id }) => id));
    const replaced = [...new Set([...ids, ...rows.keys()])];
    if (replaced.length > 0) await replaceBlockedSources(cx.db, replaced, all);
    this.#blocked = new Set(rows.keys());
  }
}

async function restoreRules({ db, engine, node, log }: TrafficContext): Promise<void> {
  const restored = await engine.network.guard.restoreChanged();
  if (restored.length === 0) return;
  log.warn({ restored }, 'the flood protection was changed outside of Innkeeper and is restored');
  const key = node?.name ?? 'all';
  const message = `The network of node ${key} was changed outside of Innkeeper and is restored: ${restored.join(', ')}. Find the cause, then close this alert.`;
  await alertOnce(db, { kind: 'network_restored', key, message });
}

/** Of the seconds by which an attack was found; it may have been largest before the one that tipped the average. */
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
