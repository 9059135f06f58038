/**
 * `npm run bench` measures, prints, and writes docs/benchmarks.md. `npm run bench -- lists` measures one part and prints its section:
 * figures, the database's top statements, targets. A second word chooses rows by a part of their name: `-- lists 'page 1000'`,
 * `-- searches address`, `-- server`, `-- accounts`, `-- deploys`, `-- idle 'busy'`.
 *
 * Each part keeps its figures in build/bench; `-- report` writes the document of what was kept, so that parts may be measured one by
 * one. A part that has none here keeps the section that it has in the document. `-- peer` measures beside Incus and `-- profile` tells where the API's CPU goes; both only where they are asked for.
 *
 * Databases of 100 000 servers are filled once (two minutes) and kept in build/bench until the schema or the fixtures change. Figures are
 * of this machine, on loopback; nothing is asserted.
 */
import { serveRole } from './child.ts';
import { ROLES, type RoleName } from './roles.ts';

// Each on demand: what a role holds in memory is measured.
const [first, second = ''] = process.argv.slice(2);
if (first === 'role') serveRole(await ROLES[second as RoleName]());
else await import('./command.ts').then(({ command }) => command(first, { only: second, say: (line) => console.log(line) }));
