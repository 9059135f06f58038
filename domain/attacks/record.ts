/** Records the start, progress and end of attacks, and queues the mails about them. Each function runs one transaction. */
import { type Attack, insertAttack, updateAttack } from '@innkeeper/db/tables/attacks';
import type { GuardedAddressRow } from '@innkeeper/db/tables/guarded-addresses';
import { countMails } from '@innkeeper/db/tables/mails';
import type { Finding } from '@innkeeper/model/attacks/detector';
import { PATTERNS, type Severity, severityOf } from '@innkeeper/model/attacks/severity';
import type { Shares } from '@innkeeper/model/attacks/shares';
import { hours } from '@innkeeper/model/time/clock';
import { type Cx, transact } from '../context.ts';
import type { NewMail } from '../mail/queue.ts';
import { queueTechnicalMail } from '../mail/technical.ts';

export interface Rate {
  bps: number;
  pps: number;
}

/** Records the start of an attack. Returns `undefined` if an attack on this address is already open. */
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
      await queueAttackMail(one, {
        accountId: attack.account_id,
        template: 'attack-begun',
        data: {
          address: address.address,
          at: now.getTime(),
          reason: PATTERNS[found.pattern].reason,
          pattern: found.pattern,
          mbps: toMbps(attack.peak_bps),
          pps: Number(attack.peak_pps),
          filtered: address.ddos_protected,
        },
        dedupeKey: `attack-begun:${address.id}:${hourOf(now)}`,
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

/** Updates an open attack. `endedAt` ends it. Returns whether the attack was open. */
export function updateAttackProgress(
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
      await queueAttackMail(one, {
        accountId: attack.account_id,
        template: 'attack-ended',
        data: {
          address: address.address,
          from: attack.started_at.getTime(),
          until: endedAt.getTime(),
          mbps: Math.round(peak.bps / 1e6),
          pps: Math.round(peak.pps),
        },
        dedupeKey: `attack-ended:${address.id}:${hourOf(cx.clock.now())}`,
      });
    return went;
  });
}

/**
 * Number of attack mails in the last hour after which an account gets no further mail. Attacks on a whole network reach this number. The
 * list of attacks also contains the attacks without a mail.
 */
const MAIL_THRESHOLD = 20;

/** Queues a mail, unless the account got `MAX_MAILS` in the last hour. `dedupeKey` allows one mail per template, address and clock hour. */
async function queueAttackMail<Name extends 'attack-begun' | 'attack-ended'>(cx: Cx, mail: NewMail<Name>): Promise<void> {
  const since = new Date(cx.clock.now().getTime() - hours(1));
  const query = { accountId: mail.accountId, templates: ['attack-begun', 'attack-ended'], since, max: MAIL_THRESHOLD };
  if ((await countMails(cx.db, query)) < MAIL_THRESHOLD) await queueTechnicalMail(cx, mail);
}

const toMbps = (bps: bigint): number => Math.round(Number(bps) / 1e6);

/** Returns the number of full hours since the Unix epoch, for the `dedupeKey` of a mail. */
const hourOf = (at: Date): number => Math.floor(at.getTime() / hours(1));
