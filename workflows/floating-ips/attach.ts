/**
 * Attaches floating IPs to a server; what has them until then loses them in the same act of the network, or, where it is on another node,
 * before that. The guests learn of it when they are told, or at their next boot.
 */
import { moveFloatingIps } from '@innkeeper/db/tables/floating-ips';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow } from '../define.ts';
import { moveCards, restoreCards } from '../steps/floating-ips.ts';

type Input = InputOf<'floating-ip.attach'>;

/** Where they are now: on the target's node too, unless it says otherwise. */
const source = ({ fromNodeId, nodeId }: Input): number => fromNodeId ?? nodeId;
const target = ({ nodeId }: Input): number => nodeId;

export const floatingIpAttach = defineWorkflow<Input>({
  kind: 'floating-ip.attach',
  failureMessage: 'The floating IPs could not be attached and did not change. Try again, or contact support.',
  steps: [
    {
      name: 'leave',
      node: source,
      async run(cx) {
        if (cx.input.fromNodeId !== null) await moveCards(cx, cx.input.fromNodeId, null);
        return undefined;
      },
      async undo(cx) {
        if (cx.input.fromNodeId !== null) await restoreCards(cx, cx.input.fromNodeId, null);
      },
      attempts: 5,
      deadlineMs: minutes(2),
    },
    {
      name: 'network',
      node: target,
      async run(cx) {
        await moveCards(cx, cx.input.nodeId, cx.input.serverId);
        return undefined;
      },
      undo: (cx) => restoreCards(cx, cx.input.nodeId, cx.input.serverId),
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  finish: ({ db, input }) => moveFloatingIps(db, input.floatingIpIds, input.serverId),
  undone: async () => {},
});
