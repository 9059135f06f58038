/** Loads the known problems of a node from the database, once per run. A run for a healthy node needs few other queries. */
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { onNode, workOf } from './of-node.ts';

/** Due work of a run, by its name in `due_failures` (`workOf`). */
const WORKS = ['observe-servers', 'start-crashed', 'reap-orphaned-machines'] as const;
/** Alerts that a run closes. */
const ALERTS = ['host_disk_full', 'host_restarted', 'guest_unknown'] as const;
/** Power states of servers that a run handles. */
const POWERS = ['stalled', 'interrupted', 'crashed'] as const;

export interface NodeProblems {
  /** Returns whether an item of this work failed before. */
  hasFailed(work: (typeof WORKS)[number]): boolean;
  /** Returns whether an alert of this kind is open, on any node. */
  hasAlert(kind: (typeof ALERTS)[number]): boolean;
  /** Returns whether any server of the node is in this power state. */
  hasServerIn(power: (typeof POWERS)[number]): boolean;
}

/** Assumes every problem, for use if they could not be loaded. */
export const ASSUME_PROBLEMS: NodeProblems = { hasFailed: () => true, hasAlert: () => true, hasServerIn: () => true };

/** Loads the known problems of a node with one statement. */
export async function loadNodeProblems(cx: NodeContext): Promise<NodeProblems> {
  const works = WORKS.map((work) => workOf(cx, work));
  const { rows } = await sql<{ failing: string[]; alerts: string[]; powers: string[] }>`
    select
      array(select distinct work from due_failures where work = any(${works}::text[])) as failing,
      array(select distinct kind from operator_alerts where resolved_at is null and kind = any(${[...ALERTS]}::text[])) as alerts,
      array(select distinct power from servers where power = any(${[...POWERS]}::text[]) and ${onNode(cx)}) as powers`.execute(
    cx.db,
  );
  const [known] = rows;
  if (!known) return ASSUME_PROBLEMS;
  return {
    hasFailed: (work) => known.failing.includes(workOf(cx, work)),
    hasAlert: (kind) => known.alerts.includes(kind),
    hasServerIn: (power) => known.powers.includes(power),
  };
}
