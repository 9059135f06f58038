/** Lists the parts of the bench in the order of the report. */
import { attacks } from './attacks/part.ts';
import { auditLog } from './audit-log/part.ts';
import { backup } from './backup/part.ts';
import { cli } from './cli/part.ts';
import { webConsole } from './console/part.ts';
import { events } from './events/part.ts';
import { idle } from './idle/part.ts';
import { money } from './money/part.ts';
import { nft } from './nft/part.ts';
import { deploys } from './orders/part.ts';
import type { Part } from './part.ts';
import { peer } from './peer/part.ts';
import { people } from './people/part.ts';
import { accounts } from './reads/accounts.ts';
import { lists } from './reads/lists.ts';
import { metrics } from './reads/metrics.ts';
import { searches } from './reads/searches.ts';
import { server } from './reads/server.ts';
import { boot } from './real/boot.ts';
import { copies } from './real/copies.ts';
import { renewals } from './renewals/part.ts';
import { systemd } from './systemd/part.ts';
import { tests } from './tests/part.ts';

export const PARTS: Readonly<Record<string, Part>> = {
  lists,
  searches,
  server,
  metrics,
  accounts,
  deploys,
  events,
  money,
  renewals,
  people,
  'audit-log': auditLog,
  backup,
  console: webConsole,
  cli,
  idle,
  nft,
  boot,
  copies,
  systemd,
  tests,
  attacks,
  peer,
};
