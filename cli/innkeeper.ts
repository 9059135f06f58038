/** The command `./innkeeper`. */
import { runProgram } from './run.ts';

await runProgram(process.argv.slice(2));
