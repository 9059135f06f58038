/** Plugins of Vite that build the console, and serve it with reload. */
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

/** Style sheets of pages arrive in any order, so each of them begins with the order of all layers. */
const layerOrder: PluginOption = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer reset, tokens, base, parts, pages;\n${code}` : undefined),
};

export const CONSOLE_PLUGINS: PluginOption[] = [layerOrder, react()];
