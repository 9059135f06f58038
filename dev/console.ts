/**
 * `npm run console`: serves the web console for development, and reloads pages after changes.
 *
 * Unless an API is running, the command starts an installation with the demo account on the simulated engine. Vite forwards requests for
 * the API and keeps the `Host` header. The API therefore accepts the page's origin as its own, and the cookie of `localhost` is valid for
 * both ports.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CONSOLE_PLUGINS } from '@innkeeper/console/web/plugins';
import { createServer } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    /** URL of the API. */
    api: { type: 'string', default: 'http://127.0.0.1:7080' },
    port: { type: 'string', default: '7090' },
  },
});

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${values.api}/healthz`)).ok;
  } catch {
    return false;
  }
}

if (!(await answers())) {
  const home = path.join(ROOT, 'build', 'console-home');
  spawn(path.join(ROOT, 'innkeeper'), ['up', '--engine', 'simulated', '--home', home], { stdio: 'inherit' }).once(
    'exit',
    (code) => {
      if (code) process.exit(code);
    },
  );
  while (!(await answers())) await sleep(500);
}

const proxy = { target: values.api, changeOrigin: false, ws: true };
const server = await createServer({
  root: path.join(ROOT, 'console', 'web'),
  configFile: false,
  plugins: CONSOLE_PLUGINS,
  server: {
    port: Number(values.port),
    strictPort: true,
    host: 'localhost',
    proxy: { '/v1': proxy, '/console': proxy, '/docs': proxy },
  },
});
await server.listen();
console.log(`\nThe console with reload: http://localhost:${values.port}/  (sign in with a link of ./innkeeper demo link)`);
