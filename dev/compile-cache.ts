/**
 * Caches the compiled code of tools that load the whole API, and of their child processes, in build/compile-cache.
 *
 * A tool loads this file with `--import`, before its own files. `npm run gen` takes 3.1 s of CPU time with the cache and 3.7 s without.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

const directory = path.resolve(import.meta.dirname, '../build/compile-cache');
enableCompileCache(directory);
process.env.NODE_COMPILE_CACHE = directory;
