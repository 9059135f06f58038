/** Lists the parts of the bench in the order of the report. */
import { attacks } from './attacks/part.ts';
import { cli } from './cli/part.ts';
import { webConsole } from './console/part.ts';
import { idle } from './idle/part.ts';
import { mix } from './mix/part.ts';
import { deploys } from './orders/part.ts';
import type { Part } from './part.ts';
import { people } from './people/part.ts';
import { accounts } from './reads/accounts.ts';
import { lists } from './reads/lists.ts';
import { searches } from './reads/searches.ts';
import { server } from './reads/server.ts';
import { renewals } from './renewals/part.ts';
import { tests } from './tests/part.ts';

export const PARTS: Readonly<Record<string, Part>> = {
  mix,
  lists,
  searches,
  server,
  accounts,
  deploys,
  renewals,
  people,
  console: webConsole,
  cli,
  idle,
  tests,
  attacks,
};
