/**
 * Entry point of `npm run bench`, which measures, prints, and writes docs/benchmarks.md.
 *
 * `npm run bench -- lists` measures one part and prints its section: figures, the most expensive statements, targets. A second word selects
 * rows by a part of their name: `-- lists 'page 1000'`, `-- searches address`, `-- server`, `-- accounts`, `-- deploys`, `-- idle 'busy'`.
 *
 * Each part stores its figures in build/bench. `-- report` writes the document from stored figures, so that parts can be measured
 * separately. A part without figures here keeps its section in the document. `-- tests` runs `./innkeeper test`,
 * and `-- attacks` sends packets: only on request. `-- profile` shows the API's CPU use.
 *
 * Databases of 100 000 servers are filled once (two minutes) and stored in build/bench until the schema or the fixtures change. Figures are
 * of this machine, on loopback. Nothing is asserted.
 */
import { serveRole } from './child.ts';
import { ROLES, type RoleName } from './roles.ts';

// Loaded on demand, because the memory of each role is measured.
const [first, second = ''] = process.argv.slice(2);
if (first === 'role') serveRole(await ROLES[second as RoleName]());
else await import('./command.ts').then(({ command }) => command(first, { only: second, say: (line) => console.log(line) }));
