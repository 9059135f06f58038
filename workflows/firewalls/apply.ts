/**
 * Applies all firewalls of a node after the rules or the servers of a firewall have changed. It fails only if that firewall is not in force,
 * and not because of another one that the engine refuses. The rows hold the intended rules, and are not rolled back if the workflow fails. A
 * job applies them every 15 s (jobs/reconcile-network.ts).
 */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { applyFirewallsFor } from '../steps/firewalls.ts';

type Input = InputOf<'firewall.apply'>;

export const firewallApply = defineWorkflow<Input>({
  kind: 'firewall.apply',
  failureMessage: 'The firewall rules are not applied yet. This is retried automatically.',
  steps: [
    {
      name: 'apply',
      run: async (cx) => void (await applyFirewallsFor(cx, cx.input.nodeId, cx.input)),
      undo: { why: 'what is set stays set, and is tried again' },
      attempts: 10,
      deadlineMs: minutes(10),
    },
  ],
  finish: async () => {},
  undone: async () => {},
});
