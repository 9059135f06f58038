/** Floating IPs begin to serve as soon as their order is paid. */
import type { MutatingCx } from '../context.ts';
import { beginTerm, type FirstLine } from '../services/begin-term.ts';
import { attachWaiting } from './attach-waiting.ts';

/** Of one order, all for as many months. Their time begins now. Throws `wrong_state` for one that has ended. */
export async function deliverFloatingIps(cx: MutatingCx, lines: readonly FirstLine[]): Promise<void> {
  await beginTerm(cx, lines, 'Floating IP');
  await attachWaiting(
    cx,
    lines.map(({ service_id }) => service_id),
  );
}
