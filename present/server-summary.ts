import type { ServerSummaries, ServerSummary } from '@innkeeper/contract/schemas/server-summary';
import type { SummaryRow } from '@innkeeper/db/tables/servers';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { LockReason } from '@innkeeper/model/states/workflow-words.gen';
import type { z } from 'zod';
import { statesOf } from './server.ts';
import { iso, isoOrNull } from './time.ts';

export interface Summaries {
  rows: SummaryRow[];
  /** Id after which the next part begins, or `null` after the last part. */
  nextAfter: number | null;
  /** Id of the latest event that the rows reflect. */
  eventId: bigint;
}

export const presentServerSummaries = ({ rows, nextAfter, eventId }: Summaries): z.infer<typeof ServerSummaries> => ({
  data: rows.map(presentServerSummary),
  next_after: nextAfter,
  event_id: Number(eventId),
});

/** Presents the fields of a server event (present/event.ts) and the attacks on the server. */
function presentServerSummary(row: SummaryRow): ServerSummary {
  return {
    id: row.id,
    hostname: row.hostname,
    status: row.status,
    status_reason: row.shown_reason,
    power: row.power,
    state: statesOf(row, row.lock_reason !== null),
    lock_reason: row.lock_reason as LockReason | null,
    plan: row.plan,
    image: row.image,
    main_ip: row.main_ip,
    billing_cycle: row.billing_cycle,
    renew_amount: formatDecimal(row.renew_price),
    auto_renew: row.auto_renew,
    cancelled: row.cancelled,
    created_at: iso(row.created_at),
    expiry_at: isoOrNull(row.expiry_at),
    under_attack: row.under_attack,
    attack_filtered: row.attack_filtered,
  };
}
