/** Vite plugins that build the console and serve it with reload. */
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

/** Adds the order of all layers to the start of each style sheet, because style sheets of pages load in any order. */
const layerOrder: PluginOption = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer reset, tokens, base, parts, pages;\n${code}` : undefined),
};

export const CONSOLE_PLUGINS: PluginOption[] = [layerOrder, react()];
