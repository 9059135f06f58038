/** Vite plugins that build the console and serve it with reload. */
import fs from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, PluginOption } from 'vite';

/** Adds the order of all layers to the start of each style sheet, because style sheets of pages load in any order. */
const layerOrder: PluginOption = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer reset, tokens, base, parts, pages;\n${code}` : undefined),
};

/**
 * Replaces each file of texts by its file in another language, such as `texts.ts` by `texts.de.ts`, so that a build has one set of texts.
 * A file without a translation stays.
 */
export function textsIn(language: string) {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId(source: string, importer?: string): string | undefined {
      const [, name, ending] = /^(\..*(?:texts|titles))((?:\.gen)?\.ts)$/.exec(source) ?? [];
      if (name === undefined || importer === undefined) return undefined;
      const file = path.resolve(path.dirname(importer), `${name}.${language}${ending}`);
      return fs.existsSync(file) ? file : undefined;
    },
  } satisfies Plugin;
}

export const CONSOLE_PLUGINS: PluginOption[] = [layerOrder, react()];
