// Makes the page that shows consoles: one script for browsers, with noVNC in it, and the files beside it as they are.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const viewer = new URL('./viewer/', import.meta.url);

/** @returns {Promise<{ page: string, style: string, script: string }>} */
export async function bundleViewer() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', viewer))],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    write: false,
    logLevel: 'warning',
  });
  const [page, style] = await Promise.all(['index.html', 'style.css'].map((name) => readFile(new URL(name, viewer), 'utf8')));
  return { page, style, script: outputFiles[0].text };
}
