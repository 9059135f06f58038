/**
 * Moves a running server to another node (docs/decisions/live-moves.md). The server's row decides which node may run the guest: the old one
 * until `switch` has changed the row, and afterwards only the new one.
 *
 * `copy-disk` and `switch` need one process of the old node. A second run of either finds streams that are gone and fails, unless the row
 * has changed. The guest then runs on where it was.
 */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { areRemainsLeft, isMoved, releaseOtherNode, removeMachine } from '../steps/moves.ts';
import { abandonReceived, checkOffer, receive, settle } from '../steps/receive-machine.ts';
import { copyDisk, recordMove, resumeHere, switchNode } from '../steps/send-machine.ts';

type Input = InputOf<'server.migrate'>;

const from = (input: Input): number => input.from;
const to = (input: Input): number => input.to;

export const serverMigrate = defineWorkflow<Input>({
  kind: 'server.migrate',
  // The failure may have been before or after `switch`.
  failureMessage: 'The move of the server to another host failed. The server and its data are intact.',
  steps: [
    // The last undo. After `switch` the guest already runs on the new node by then.
    {
      name: 'check',
      node: from,
      run: checkOffer,
      undo: async (cx) => {
        if (await isMoved(cx)) await removeMachine(cx);
      },
      attempts: 3,
      deadlineMs: minutes(10),
    },
    { name: 'receive', node: to, run: receive, undo: abandonReceived, attempts: 3, deadlineMs: minutes(30) },
    { name: 'copy-disk', node: from, run: copyDisk, undo: resumeHere, attempts: 1, deadlineMs: hours(10) },
    {
      name: 'switch',
      node: from,
      pointOfNoReturn:
        'The server is being switched to its new node. If its old node is lost and node list shows it as away, try again in a minute.',
      run: switchNode,
      undo: resumeHere,
      attempts: 1,
      deadlineMs: minutes(20),
    },
    {
      name: 'settle',
      node: to,
      run: async (cx) => void (await settle(cx)),
      // The undo of `receive` settles too.
      undo: { why: 'the server is whole on its new node' },
      attempts: 20,
      deadlineMs: hours(1),
    },
    {
      name: 'clean-up',
      node: from,
      run: async (cx) => void (await removeMachine(cx)),
      needed: async (cx) => !(await areRemainsLeft(cx)),
      undo: { why: 'what it removes is not the server any more' },
      attempts: 20,
      deadlineMs: hours(1),
    },
  ],
  finish: async (cx) => {
    await releaseOtherNode(cx);
    await recordMove(cx);
  },
  undone: async (cx) => {
    await releaseOtherNode(cx);
    if (await isMoved(cx)) await recordMove(cx);
  },
});
