/**
 * Attaches floating IPs to a server.
 *
 * Their current server loses them in the same change of the network, or in an earlier change if that server is on another node. A guest
 * applies the change when its agent is called, or at its next boot.
 */
import { moveFloatingIps } from '@innkeeper/db/tables/floating-ips';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { moveCards, restoreCards } from '../steps/floating-ips.ts';

type Input = InputOf<'floating-ip.attach'>;

/** Returns the node that currently has the floating IPs. It is the node of the target unless `fromNodeId` is set. */
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
