/** What the database knows of a node's trouble, read once a look: a look at a node that is well asks for little else. */
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { onNode, workOf } from './of-node.ts';

/** The due work of a look, by its name in `due_failures` (`workOf`). */
const WORKS = ['observe-servers', 'start-crashed', 'reap-orphaned-machines'] as const;
/** The alerts that a look closes. */
const ALERTS = ['host_disk_full', 'host_restarted', 'guest_unknown'] as const;
/** Of the node's servers: what a look does something about. */
const POWERS = ['stalled', 'interrupted', 'crashed'] as const;

export interface Known {
  /** Whether an item of this work failed before. */
  failed(work: (typeof WORKS)[number]): boolean;
  /** Whether there is an open alert of this kind, on whichever node. */
  alerted(kind: (typeof ALERTS)[number]): boolean;
  /** Whether a server of the node has this power. */
  has(power: (typeof POWERS)[number]): boolean;
}

/** Of somebody who has not asked: everything may be so. */
export const UNKNOWN: Known = { failed: () => true, alerted: () => true, has: () => true };

export async function readKnown(cx: NodeContext): Promise<Known> {
  const works = WORKS.map((work) => workOf(cx, work));
  const { rows } = await sql<{ failing: string[]; alerts: string[]; powers: string[] }>`
    select
      array(select distinct work from due_failures where work = any(${works}::text[])) as failing,
      array(select distinct kind from operator_alerts where resolved_at is null and kind = any(${[...ALERTS]}::text[])) as alerts,
      array(select distinct power from servers where power = any(${[...POWERS]}::text[]) and ${onNode(cx)}) as powers`.execute(
    cx.db,
  );
  const [known] = rows;
  if (!known) return UNKNOWN;
  return {
    failed: (work) => known.failing.includes(workOf(cx, work)),
    alerted: (kind) => known.alerts.includes(kind),
    has: (power) => known.powers.includes(power),
  };
}
