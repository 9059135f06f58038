/** Detaches floating IPs from the servers of one node. The addresses of ended floating IPs are then released. */
import { lockFloatingIps, moveFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { freeAddressesOfFloatingIps } from '@innkeeper/db/tables/ip-addresses';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { moveCards, restoreCards } from '../steps/floating-ips.ts';

type Input = InputOf<'floating-ip.detach'>;

export const floatingIpDetach = defineWorkflow<Input>({
  kind: 'floating-ip.detach',
  failureMessage: 'The floating IPs could not be detached and did not change. Try again, or contact support.',
  steps: [
    {
      name: 'network',
      async run(cx) {
        await moveCards(cx, cx.input.nodeId, null);
        return undefined;
      },
      // Suspended and ended floating IPs are not restored, because their rows assign them to no card. A job then retries the detach.
      undo: (cx) => restoreCards(cx, cx.input.nodeId, null),
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  async finish({ db, input, clock }) {
    const rows = await lockFloatingIps(db, input.floatingIpIds);
    const ended = rows.filter(({ status }) => status === 'terminated').map(({ id }) => id);
    await moveFloatingIps(db, input.floatingIpIds, null);
    if (ended.length > 0) await freeAddressesOfFloatingIps(db, ended, clock.now());
  },
  undone: async () => {},
});
