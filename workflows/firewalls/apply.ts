/**
 * Makes a node's packets obey a firewall whose rules or servers have changed. What is wanted stands in the rows: should it fail, they stay, and the
 * worker tries it again each 15 s (jobs/reconcile-network.ts).
 */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow } from '../define.ts';
import { makeFirewalls } from '../steps/firewalls.ts';

type Input = InputOf<'firewall.apply'>;

export const firewallApply = defineWorkflow<Input>({
  kind: 'firewall.apply',
  failureMessage: 'The firewall rules are not applied yet. This is retried automatically.',
  steps: [
    {
      name: 'apply',
      run: async (cx) => void (await makeFirewalls(cx, cx.input.nodeId)),
      undo: { why: 'what is set stays set, and is tried again' },
      attempts: 10,
      deadlineMs: minutes(10),
    },
  ],
  finish: async () => {},
  undone: async () => {},
});
