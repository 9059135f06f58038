/**
 * The stages of a run, and the test files of each.
 *
 * A run of a newcomer proves in minutes that the code works here. The run of a landing decides about a change. A run of everything comes
 * before a release: it adds what the landing draws or proves by cheaper tests. A new test file belongs to the landing without an entry.
 */

export type RunName = 'newcomer' | 'landing' | 'everything';

/** Test file as vitest lists it. */
export interface TestFile {
  /** Path from the root of the repository. */
  file: string;
  project: string;
}

export interface Stage {
  name: StageName;
  projects: readonly string[];
  /** Paths of the test files of these projects that run, or `null` for all. */
  files: readonly string[] | null;
}

/** Stages in their order, with the projects of vitest that each runs. Other commands run the stages without projects (`run-stage.ts`). */
const PROJECTS = {
  checks: [],
  fast: ['fast'],
  system: ['system', 'torture'],
  processes: ['process', 'journeys', 'einvoice'],
  guests: ['qemu'],
  'other Nodes': [],
  installations: ['e2e'],
} as const satisfies Record<string, readonly string[]>;

export type StageName = keyof typeof PROJECTS;

const STAGES: Readonly<Record<RunName, readonly StageName[]>> = {
  newcomer: ['checks', 'fast', 'system', 'processes', 'guests'],
  landing: ['checks', 'fast', 'system', 'processes', 'guests', 'other Nodes'],
  everything: ['checks', 'fast', 'system', 'processes', 'guests', 'other Nodes', 'installations'],
};

/** Projects that a newcomer runs whole. */
const NEWCOMER_PROJECTS: readonly string[] = ['fast', 'system'];

/** Files of other projects that a newcomer runs: real processes, SIGKILL, a browser and real guests. */
export const NEWCOMER_FILES: readonly string[] = [
  'lab/torture/kill.test.ts',
  'cli/innkeeper.process.test.ts',
  'lab/backup.process.test.ts',
  'lab/business/killed-api.process.test.ts',
  'lab/journeys/pay.process.test.ts',
  'cli/demo.qemu.test.ts',
  'lab/journeys/first-link.qemu.test.ts',
];

interface LeftOut {
  /** Test files of the landing that prove the same in less time, or with less. */
  proofs: readonly string[];
  /** Programs that the file needs and that `./innkeeper test` does not install. */
  programs?: readonly string[];
}

/** Files that only a run of everything runs, because they take minutes or programs of their own. */
export const EVERYTHING_FILES: Readonly<Record<string, LeftOut>> = {
  'lab/killed-network/killed-network.qemu.test.ts': {
    proofs: [
      'engine/network/netns.qemu.test.ts',
      'engine/network/namespace/reassign.qemu.test.ts',
      'engine/network/namespace/driver.qemu.test.ts',
      'lab/torture/floating-ips.test.ts',
    ],
  },
  'engine/compute/qemu/moves/moves.qemu.test.ts': {
    proofs: [
      'engine/compute/qemu/conformance.qemu.test.ts',
      'engine/compute/move-streams.test.ts',
      'engine/network/uplink/shared-link.qemu.test.ts',
    ],
  },
  'lab/live-moves.qemu.test.ts': {
    proofs: [
      'engine/compute/qemu/conformance.qemu.test.ts',
      'lab/slices/servers/live-moves.test.ts',
      'apps/node-link/moves-between-nodes.test.ts',
      'engine/network/uplink/shared-link.qemu.test.ts',
    ],
  },
  'lab/live-move-deaths.qemu.test.ts': {
    proofs: [
      'engine/compute/qemu/conformance.qemu.test.ts',
      'lab/torture/migrate-deaths.test.ts',
      'lab/torture/server-migrate.test.ts',
      'apps/node-link/moves.test.ts',
    ],
  },
  'lab/copies.qemu.test.ts': {
    proofs: [
      'engine/compute/qemu/conformance.qemu.test.ts',
      'lab/slices/snapshots/snapshots.test.ts',
      'lab/slices/backups/backups-s3.test.ts',
      'lab/slices/servers/reinstall.test.ts',
    ],
  },
  'lab/lost-home.process.test.ts': {
    proofs: [
      'lab/slices/servers/end-lost.test.ts',
      'lab/slices/servers/missing-image.test.ts',
      'cli/image/repair.test.ts',
      'lab/restore-finish.test.ts',
      'lab/backup.process.test.ts',
    ],
  },
  'lab/failures.qemu.test.ts': {
    proofs: ['engine/compute/qemu/host-failures.qemu.test.ts', 'lab/slices/servers/full-host.test.ts'],
  },
  'lab/full-disk.process.test.ts': {
    proofs: [
      'model/installation/space.test.ts',
      'apps/supervise/space.test.ts',
      'apps/supervise/log-file.test.ts',
      'jobs/alerts/watch-home-space.test.ts',
      'lab/cross-cutting/disk-space.test.ts',
    ],
  },
  'lab/console.qemu.test.ts': {
    proofs: [
      'lab/journeys/first-link.qemu.test.ts',
      'engine/compute/qemu/conformance.qemu.test.ts',
      'console/viewer/session.test.ts',
    ],
  },
  'dev/new-operation/planted.e2e.test.ts': {
    proofs: ['dev/new-operation/planted.test.ts', 'dev/new-operation/plan.test.ts', 'dev/new-operation/staff.test.ts'],
  },
  'dev/openapi/specmatic.e2e.test.ts': {
    proofs: ['lab/cross-cutting/fuzz.test.ts', 'dev/openapi/clients.process.test.ts'],
    programs: ['java'],
  },
  'engine/scanner/clamd.e2e.test.ts': { proofs: ['engine/scanner/clamd.test.ts'], programs: ['clamd'] },
  'lab/backup-versions.e2e.test.ts': { proofs: ['lab/backup.process.test.ts', 'lab/backup-database.test.ts'] },
  'lab/container.e2e.test.ts': { proofs: ['apps/trial.process.test.ts'], programs: ['buildah', 'mmdebstrap'] },
  'lab/debian.e2e.test.ts': {
    proofs: ['cli/demo.qemu.test.ts', 'engine/network/metadata/guest.qemu.test.ts'],
    programs: ['mmdebstrap'],
  },
  'lab/debian-user-data.e2e.test.ts': {
    proofs: ['engine/compute/qemu/seed.test.ts', 'model/servers/mime-user-data.test.ts'],
    programs: ['python3'],
  },
  'lab/stock-debian.e2e.test.ts': {
    proofs: [
      'engine/compute/qemu/conformance.qemu.test.ts',
      'engine/compute/qemu/host-failures.qemu.test.ts',
      'engine/compute/qemu/boot-hook.test.ts',
      'engine/compute/qemu/ready-line.test.ts',
    ],
    programs: ['mmdebstrap', 'grub-mkimage'],
  },
  'lab/journeys/mailed-link.e2e.test.ts': {
    proofs: ['lab/journeys/sign-up.process.test.ts', 'lab/mails.process.test.ts'],
  },
  'lab/journeys/pictures.e2e.test.ts': { proofs: ['lab/journeys/pages.process.test.ts'] },
  'lab/journeys/shown-reads.e2e.test.ts': { proofs: ['lab/journeys/reads.process.test.ts'] },
  'lab/journeys/states.e2e.test.ts': { proofs: ['lab/journeys/pages.process.test.ts'] },
  'lab/upgrade-kills.process.test.ts': {
    proofs: ['lab/upgrade.process.test.ts', 'model/upgrade/phases.test.ts', 'db/embedded/lock.process.test.ts'],
  },
  'apps/up/refuse-database.process.test.ts': {
    proofs: [
      'apps/up/refuse-database.test.ts',
      'db/judge-schema.test.ts',
      'model/installation/schema-judgement.test.ts',
      'lab/upgrade.process.test.ts',
    ],
  },
  'lab/systemd.e2e.test.ts': {
    proofs: ['apps/systemd/units.test.ts', 'lab/torture/host-down.test.ts', 'engine/compute/qemu/host-failures.qemu.test.ts'],
    programs: ['systemd-nspawn', 'mmdebstrap'],
  },
};

export interface LeftOutFile {
  file: string;
  /** Missing programs. */
  missing: readonly string[];
}

/** Lists the files that a run of everything cannot run, because `has` returns false for a program that they need. */
export function filesWithoutPrograms(has: (program: string) => boolean): LeftOutFile[] {
  return Object.entries(EVERYTHING_FILES)
    .map(([file, { programs = [] }]) => ({ file, missing: programs.filter((program) => !has(program)) }))
    .filter(({ missing }) => missing.length > 0);
}

/**
 * Returns the stages of a run in their order. `listed`: all test files with their projects. `leftOut`: files that a run of everything
 * cannot run here.
 */
export function stagesOf(run: RunName, listed: readonly TestFile[], leftOut: readonly string[] = []): Stage[] {
  return STAGES[run].map((name) => {
    const all = listed.filter(({ project }) => (PROJECTS[name] as readonly string[]).includes(project));
    const chosen = all.filter((one) => belongsTo(run, one) && !leftOut.includes(one.file));
    const projects = PROJECTS[name].filter((project) => chosen.some((one) => one.project === project));
    const isWhole = listed.every((one) => !projects.some((project) => project === one.project) || chosen.includes(one));
    return { name, projects, files: isWhole ? null : chosen.map(({ file }) => file) };
  });
}

function belongsTo(run: RunName, { file, project }: TestFile): boolean {
  if (run === 'everything') return true;
  if (run === 'landing') return !(file in EVERYTHING_FILES);
  return NEWCOMER_PROJECTS.includes(project) || NEWCOMER_FILES.includes(file);
}
