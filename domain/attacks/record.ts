/** Attacks as rows: begun, followed and ended, with what is told of them. Each in one transaction. */
import { type Attack, insertAttack, updateAttack } from '@innkeeper/db/tables/attacks';
import type { GuardedAddressRow } from '@innkeeper/db/tables/guarded-addresses';
import { mailedSince } from '@innkeeper/db/tables/mails';
import type { Finding } from '@innkeeper/model/attacks/detector';
import { PATTERNS, type Severity, severityOf } from '@innkeeper/model/attacks/severity';
import type { Shares } from '@innkeeper/model/attacks/shares';
import { hours } from '@innkeeper/model/clock';
import { type Cx, transact } from '../context.ts';
import type { NewMail } from '../mail/queue.ts';
import { queueTechnicalMail } from '../mail/technical.ts';

export interface Rate {
  bps: number;
  pps: number;
}

/** Undefined when one on this address goes on already. */
export function beginAttack(cx: Cx, address: GuardedAddressRow, found: Finding, rate: Rate): Promise<Attack | undefined> {
  const now = cx.clock.now();
  const [bps, pps] = [BigInt(Math.round(rate.bps)), BigInt(Math.round(rate.pps))];
  return transact(cx, async (one) => {
    const attack = await insertAttack(one.db, {
      account_id: address.account_id,
      ip_address_id: address.id,
      created_at: now,
      started_at: now,
      busy_at: now,
      detector: found.detector,
      pattern: found.pattern,
      port_mbps: address.port_mbps,
      severity: severityOf(rate, address.port_mbps),
      initial_bps: bps,
      initial_pps: pps,
      peak_bps: bps,
      peak_pps: pps,
    });
    if (attack)
      await tell(one, {
        accountId: attack.account_id,
        template: 'attack-begun',
        data: {
          address: address.address,
          at: now.getTime(),
          reason: PATTERNS[found.pattern].reason,
          mbps: toMbps(attack.peak_bps),
          pps: Number(attack.peak_pps),
          filtered: address.ddos_protected,
        },
        once: `attack-begun:${address.id}:${hourOf(now)}`,
      });
    return attack;
  });
}

export interface Progress {
  busyAt: Date;
  peak: Rate;
  severity: Severity;
  shares: Shares;
}

/** What is known of one that goes on; with `endedAt` the last that will be. Returns whether it went on. */
export function followAttack(
  cx: Cx,
  attack: Pick<Attack, 'id' | 'account_id' | 'started_at'>,
  address: Pick<GuardedAddressRow, 'id' | 'address'>,
  { busyAt, peak, severity, shares, endedAt }: Progress & { endedAt?: Date },
): Promise<boolean> {
  return transact(cx, async (one) => {
    const went = await updateAttack(one.db, attack.id, {
      busy_at: busyAt,
      peak_bps: BigInt(Math.round(peak.bps)),
      peak_pps: BigInt(Math.round(peak.pps)),
      severity,
      shares: JSON.stringify(shares),
      ...(endedAt && { ended_at: endedAt }),
    });
    if (went && endedAt)
      await tell(one, {
        accountId: attack.account_id,
        template: 'attack-ended',
        data: {
          address: address.address,
          from: attack.started_at.getTime(),
          until: endedAt.getTime(),
          mbps: Math.round(peak.bps / 1e6),
          pps: Math.round(peak.pps),
        },
        once: `attack-ended:${address.id}:${hourOf(cx.clock.now())}`,
      });
    return went;
  });
}

/** In an hour: who has a whole network under attack reads the rest in the list. */
const MOST_MAILS = 20;

/** Of an address once an hour; `once` says so. */
async function tell<Name extends 'attack-begun' | 'attack-ended'>(cx: Cx, mail: NewMail<Name>): Promise<void> {
  const since = new Date(cx.clock.now().getTime() - hours(1));
  const wanted = { accountId: mail.accountId, templates: ['attack-begun', 'attack-ended'], since, most: MOST_MAILS };
  if ((await mailedSince(cx.db, wanted)) < MOST_MAILS) await queueTechnicalMail(cx, mail);
}

const toMbps = (bps: bigint): number => Math.round(Number(bps) / 1e6);

/** So that an address that is attacked again and again is mailed of once an hour. */
const hourOf = (at: Date): number => Math.floor(at.getTime() / hours(1));
