/** How the console is built. `npm run console` serves it with reload beside a running API. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
