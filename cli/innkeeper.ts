/** The command `./innkeeper`: prepares Node, then loads the program, so that both settings apply to all of its modules. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** Commands that supervise processes for days. Their logs need the positions of sources. */
const SUPERVISORS = ['up', 'supervise', 'worker'];

// Node keeps what each user's commands have compiled apart, and compiles again where it cannot read or write it (docs/decisions/bundles.md).
enableCompileCache(path.join(import.meta.dirname, '../build/compile-cache'));
// Node parses the source map of each module that it loads, which takes other commands a fifth of their time.
if (process.env.INNKEEPER_DEBUG || SUPERVISORS.includes(process.argv[2] ?? '')) process.setSourceMapsEnabled(true);
const { runProgram } = await import('./run.ts');
await runProgram(process.argv.slice(2));
