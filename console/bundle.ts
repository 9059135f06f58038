/** Bundles the page that shows a server's screen: one script for browsers that includes noVNC, and other files unchanged. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const viewer = new URL('./viewer/', import.meta.url);

/** Returns the page's HTML, style sheet and script. */
export async function bundleViewer(): Promise<{ page: string; style: string; script: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', viewer))],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    // The bundler drops noVNC's own comments, and the MPL requires a notice of the source location.
    banner: { js: '/*! Contains noVNC, licensed under MPL 2.0. Source: https://github.com/novnc/noVNC */' },
    write: false,
    logLevel: 'warning',
  });
  const [page, style] = await Promise.all([
    readFile(new URL('index.html', viewer), 'utf8'),
    readFile(new URL('style.css', viewer), 'utf8'),
  ]);
  const [script] = outputFiles;
  if (script === undefined) throw new Error('esbuild wrote no script');
  return { page, style, script: script.text };
}
