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
  noUplink: 'without root guests have no way to the internet',
  noProtection: 'without root nobody outside reaches a guest, so there is nothing that lists and geo filters could drop',
  noFirewalls: 'without root there are no firewalls',
  noMoves: 'without root a server has the address that it was made with',
  noGuard: 'without root traffic is neither counted nor filtered',
  close: () => rm(home, { recursive: true }),
});
