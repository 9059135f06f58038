/** How the console is built. `npm run console` serves it with reload beside a running API. */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Style sheets of pages arrive in any order, so each of them begins with the order of all layers. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (/\.css$/.test(id) ? `@layer reset, tokens, base, parts, pages;\n${code}` : undefined),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [layerOrder, react()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome130', 'firefox130', 'safari18'],
    modulePreload: { polyfill: false },
    // Data URLs are not in the policy of the document.
    assetsInlineLimit: 0,
    outDir: '../../build/console',
    emptyOutDir: true,
  },
});
