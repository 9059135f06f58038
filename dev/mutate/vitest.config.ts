import { defineConfig } from 'vitest/config';

// Configured like the project `fast` of the root, on a PostgreSQL that all runs share.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.{qemu,process,e2e}.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    globalSetup: ['dev/mutate/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
