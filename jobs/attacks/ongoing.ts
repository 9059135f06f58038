/** Tracks ongoing attacks, and what was observed of each since its row was last written. */
import { type Attack, ongoingAttacks } from '@innkeeper/db/tables/attacks';
import type { GuardedAddressRow } from '@innkeeper/db/tables/guarded-addresses';
import { beginAttack, type Rate, updateAttackProgress } from '@innkeeper/domain/attacks/record';
import type { Finding } from '@innkeeper/model/attacks/detector';
import { severityOf } from '@innkeeper/model/attacks/severity';
import { addFlows, emptyShares, type Flow, type Shares } from '@innkeeper/model/attacks/shares';
import { seconds } from '@innkeeper/model/time/clock';
import type { NodeContext } from '../job.ts';

/** Interval in milliseconds between writes of a row. A rise of the severity is written after one second. */
const WRITE_EVERY_MS = seconds(5);

type AttacksContext = Omit<NodeContext, 'engine'>;

export interface OngoingAttack {
  readonly row: Attack;
  readonly address: GuardedAddressRow;
  peak: Rate;
  shares: Shares;
  busyAt: number;
  writtenAt: number;
}

export class OngoingAttacks {
  /** Attacks by address id. */
  readonly #attacks = new Map<number, OngoingAttack>();

  find(addressId: number): OngoingAttack | undefined {
    return this.#attacks.get(addressId);
  }

  all(): OngoingAttack[] {
    return [...this.#attacks.values()];
  }

  /** Resumes attacks that were ongoing when the last worker ended, for addresses that are new here. */
  async resume({ db }: AttacksContext, addresses: readonly GuardedAddressRow[]): Promise<OngoingAttack[]> {
    const byId = new Map(addresses.filter(({ id }) => !this.#attacks.has(id)).map((address) => [address.id, address]));
    if (byId.size === 0) return [];
    const resumed: OngoingAttack[] = [];
    for (const row of await ongoingAttacks(db, [...byId.keys()])) {
      const address = byId.get(row.ip_address_id);
      if (address) resumed.push(this.#add(row, address));
    }
    return resumed;
  }

  async begin(cx: AttacksContext, address: GuardedAddressRow, found: Finding, rate: Rate): Promise<void> {
    const row = await beginAttack(cx, address, found, rate);
    if (row) this.#add(row, address);
  }

  observe(addressId: number, rate: Rate, busyAt: number): void {
    const attack = this.#attacks.get(addressId);
    if (!attack) return;
    attack.peak = { bps: Math.max(attack.peak.bps, rate.bps), pps: Math.max(attack.peak.pps, rate.pps) };
    attack.busyAt = Math.max(attack.busyAt, busyAt);
  }

  addFlows(addressId: number, flows: readonly Flow[], inSeconds: number): void {
    const attack = this.#attacks.get(addressId);
    if (attack) attack.shares = addFlows(attack.shares, flows, inSeconds);
  }

  /** Writes the attacks whose interval is over. A failed write does not stop the others. */
  async write(cx: AttacksContext): Promise<void> {
    const now = cx.clock.now().getTime();
    for (const attack of this.#attacks.values()) {
      const rose = severityOf(attack.peak, attack.row.port_mbps) !== attack.row.severity;
      if (now - attack.writtenAt < WRITE_EVERY_MS && !(rose && now - attack.writtenAt >= seconds(1))) continue;
      await this.#isolated(cx, attack, () => this.#write(cx, attack));
    }
  }

  async end(cx: AttacksContext, addressId: number, endedAt: number): Promise<void> {
    const attack = this.#attacks.get(addressId);
    if (!attack) return;
    await this.#write(cx, attack, new Date(Math.max(endedAt, attack.row.started_at.getTime())));
    this.#attacks.delete(addressId);
  }

  /** Forgets the attack of an address that left this node. The new node's worker ends its row. */
  discard(addressId: number): void {
    this.#attacks.delete(addressId);
  }

  #add(row: Attack, address: GuardedAddressRow): OngoingAttack {
    const attack = {
      ...{ row, address, peak: { bps: Number(row.peak_bps), pps: Number(row.peak_pps) } },
      shares: { ...emptyShares(), ...(row.shares as Partial<Shares>) },
      ...{ busyAt: row.busy_at.getTime(), writtenAt: row.started_at.getTime() },
    };
    this.#attacks.set(row.ip_address_id, attack);
    return attack;
  }

  async #write(cx: AttacksContext, attack: OngoingAttack, endedAt?: Date): Promise<void> {
    const severity = severityOf(attack.peak, attack.row.port_mbps);
    const progress = { busyAt: new Date(attack.busyAt), peak: attack.peak, severity, shares: attack.shares };
    const goesOn = await updateAttackProgress(cx, attack.row, attack.address, { ...progress, ...(endedAt && { endedAt }) });
    attack.row.severity = severity;
    attack.writtenAt = cx.clock.now().getTime();
    if (!goesOn) this.#attacks.delete(attack.row.ip_address_id);
  }

  async #isolated({ log }: AttacksContext, { row }: OngoingAttack, act: () => Promise<void>): Promise<void> {
    await act().catch((error: unknown) => log.error({ err: error, attack: row.id }, 'an attack could not be written'));
  }
}
