import { defineConfig } from 'vitest/config';

const TORTURE = ['lab/torture/**/*.test.ts', '**/conformance.test.ts'];

// One process of threads, no isolation: 8 times faster than isolated files, so modules hold no top-level state and every
// file that needs a database gets a clone of a template (lab/database.ts). Projects of one `groupOrder` run together.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          sequence: { groupOrder: 0 },
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', 'build/**', '**/*.{qemu,process,e2e}.test.ts', ...TORTURE],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          globalSetup: ['lab/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Every workflow through every failure, and every driver through the suite of its port: most of the time, and little of what
        // a change touches. Locally only what the change touches is run (`apps/testing/run-all.ts`).
        test: {
          name: 'torture',
          sequence: { groupOrder: 0 },
          include: TORTURE,
          exclude: ['**/node_modules/**', 'build/**'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          globalSetup: ['lab/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Tests that start, kill and count real processes. They and those with guests share two places: most of their time is
        // the boot of a guest, which takes one core.
        test: {
          name: 'process',
          sequence: { groupOrder: 1 },
          include: ['**/*.process.test.ts'],
          exclude: ['**/node_modules/**', 'build/**'],
          pool: 'forks',
          maxWorkers: 2,
          globalSetup: ['lab/global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Real guests: at most 2 at a time on 2 cores under software emulation.
        test: {
          name: 'qemu',
          sequence: { groupOrder: 1 },
          include: ['**/*.qemu.test.ts'],
          exclude: ['**/node_modules/**', 'build/**'],
          pool: 'forks',
          maxWorkers: 2,
          globalSetup: ['lab/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        // Not part of `./innkeeper test`: `npm run test:debian` builds an image of 130 MB and boots it.
        test: {
          name: 'debian',
          sequence: { groupOrder: 3 },
          include: ['**/*.e2e.test.ts'],
          exclude: ['**/node_modules/**', 'build/**'],
          pool: 'forks',
          fileParallelism: false,
          globalSetup: ['lab/global-setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
