import { defineConfig } from 'vitest/config';
import { LongestFirst } from './lab/longest-first.ts';

const TORTURE = ['lab/torture/**/*.test.ts', '**/conformance.test.ts'];
const SYSTEM = [
  'lab/*.test.ts',
  'lab/{attack,business,examples,slices}/**/*.test.ts',
  // Thousands of requests, or as many in a second as no customer sends.
  'lab/cross-cutting/{fuzz,in-flight,rate,sockets}.test.ts',
];
const NEVER = ['**/node_modules/**', 'build/**'];
const JOURNEYS = 'lab/journeys/*.process.test.ts';
const PROCESSES = '**/*.{qemu,process,e2e,einvoice}.test.ts';

// One process of threads, no isolation: 8 times faster than isolated files, so modules hold no top-level state and every
// file that needs a database gets a clone of a template (lab/database.ts).
const THREADS = { pool: 'threads', isolate: false, testTimeout: 60_000, hookTimeout: 120_000 } as const;

const EVERY = {
  maxWorkers: 2,
  globalSetup: ['lab/global-setup.ts'],
  setupFiles: ['lab/time-limits.ts'],
  expect: { poll: { timeout: 20_000 } },
};

// Each file runs in its own process, because it starts and kills others; only journeys share. Three run at a time on 2 cores: the boot of a
// guest takes one core, but half of the time of these files is spent waiting for intervals and for processes that end.
const FORKS = { ...EVERY, pool: 'forks', maxWorkers: 3, testTimeout: 600_000, hookTimeout: 600_000 } as const;

// These tests run in real time, so a busy machine may lose a race that the change did not cause. Tests that needed a second attempt are
// named at the end of the run (`apps/testing/verdict.ts`) and must be mended too.
const IN_REAL_TIME = { retry: process.env.CI === undefined ? 0 : 1 };

// Projects of one `groupOrder` share their places.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The test beside each file, and what every operation owes by the contract (`lab/cross-cutting/`).
        test: {
          name: 'fast',
          sequence: { groupOrder: 0 },
          include: ['**/*.test.ts'],
          exclude: [...NEVER, PROCESSES, ...SYSTEM, ...TORTURE],
          ...THREADS,
          ...EVERY,
        },
      },
      {
        // Behaviour of all rooms together as a caller sees it: the slices, with worker and simulated engine where needed, and floods.
        test: {
          name: 'system',
          sequence: { groupOrder: 0 },
          include: SYSTEM,
          exclude: [...NEVER, PROCESSES],
          ...THREADS,
          ...EVERY,
          ...IN_REAL_TIME,
        },
      },
      {
        // Every workflow through every failure, and every driver through the suite of its port.
        test: {
          name: 'torture',
          sequence: { groupOrder: 0 },
          include: TORTURE,
          exclude: NEVER,
          ...THREADS,
          ...EVERY,
        },
      },
      {
        // Tests that start, kill and count real processes.
        test: {
          name: 'process',
          sequence: { groupOrder: 1 },
          include: ['**/*.process.test.ts'],
          exclude: [...NEVER, JOURNEYS],
          ...FORKS,
          ...IN_REAL_TIME,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The console as a customer uses it, in a browser. A process serves several files, because each file imports the whole API. Modules
        // hold no top-level state, as for threads.
        test: {
          name: 'journeys',
          sequence: { groupOrder: 1 },
          include: [JOURNEYS],
          exclude: NEVER,
          ...FORKS,
          ...IN_REAL_TIME,
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Real guests, under software emulation without KVM.
        test: {
          name: 'qemu',
          sequence: { groupOrder: 1 },
          include: ['**/*.qemu.test.ts'],
          exclude: NEVER,
          ...FORKS,
          ...IN_REAL_TIME,
        },
      },
      {
        // Our invoices by the public rules of EN 16931, which lie beside the project. A process of its own: the rules are megabytes of JSON.
        test: {
          name: 'einvoice',
          sequence: { groupOrder: 1 },
          include: ['**/*.einvoice.test.ts'],
          exclude: NEVER,
          ...FORKS,
          globalSetup: [],
        },
      },
      {
        // Whole installations, which take minutes and programs of their own. `./innkeeper test --everything` runs those whose programs are
        // installed (`apps/testing/stages.ts`), and each has a script of its own.
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['**/*.e2e.test.ts'],
          exclude: NEVER,
          ...FORKS,
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
