import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkConformance } from '../conformance.ts';
import { UsermodeNetwork } from './driver.ts';

let home = '';
networkConformance('usermode', {
  async open() {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-network-'));
    return new UsermodeNetwork({ home });
  },
  noUplink: 'guests have no internet access without root',
  noProtection: 'guests are not reachable from outside without root, so lists and geo filters have no effect',
  noFirewalls: 'firewalls are not supported without root',
  noMoves: 'an address cannot be changed without root',
  noHolds: 'guests without root cannot move while they run',
  noGuard: 'traffic is not counted or filtered without root',
  close: () => rm(home, { recursive: true }),
});
