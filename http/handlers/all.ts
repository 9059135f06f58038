/** Every finished operation; `routes/operation.ts` refuses to start when one is missing. */
import { balance } from './balance.ts';
import { catalogue } from './catalogue.ts';
import { copies } from './copies.ts';
import type { Handlers } from './define.ts';
import { events } from './events.ts';
import { isos } from './isos.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { serverAccess } from './server-access.ts';
import { serverConsole } from './server-console.ts';
import { serverDisk } from './server-disk.ts';
import { serverScale } from './server-scale.ts';
import { servers } from './servers.ts';
import { sshKeys } from './ssh-keys.ts';

export const HANDLERS: Handlers = {
  ...balance,
  ...sshKeys,
  ...servers,
  ...serverAccess,
  ...serverConsole,
  ...serverDisk,
  ...copies,
  ...catalogue,
  ...orders,
  ...serverScale,
  ...isos,
  ...operations,
  ...events,
};
