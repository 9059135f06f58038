/**
 * Runs the command `./innkeeper`. It configures Node and then loads the program, so that both settings apply to all modules of the program.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** Commands that supervise processes for days. Their logs need source positions. */
const SUPERVISORS = ['up', 'supervise', 'worker'];

// Node keeps a separate cache per user, and compiles again if it cannot read or write the cache (docs/decisions/bundles.md).
enableCompileCache(path.join(import.meta.dirname, '../build/compile-cache'));
// Node parses the source map of each loaded module. This takes other commands a fifth of their time.
if (process.env.INNKEEPER_DEBUG || SUPERVISORS.includes(process.argv[2] ?? '')) process.setSourceMapsEnabled(true);
const { runProgram } = await import('./program/run.ts');
await runProgram(process.argv.slice(2));
