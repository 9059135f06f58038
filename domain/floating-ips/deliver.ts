/** Activates floating IPs as soon as their order is paid. */
import type { MutatingCx } from '../context.ts';
import { beginTerm, type FirstLine } from '../services/begin-term.ts';
import { attachWaiting } from './attach-waiting.ts';

/**
 * Activates the floating IPs of one order, which all have the same number of months. Their term starts now. Throws `wrong_state` if one of
 * the floating IPs has ended.
 */
export async function deliverFloatingIps(cx: MutatingCx, lines: readonly FirstLine[]): Promise<void> {
  await beginTerm(cx, lines, 'Floating IP');
  await attachWaiting(
    cx,
    lines.map(({ service_id }) => service_id),
  );
}
