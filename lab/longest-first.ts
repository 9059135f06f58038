/** The order of test files: the longest start first, so that no run ends with a single remaining file. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take 20 s or more on 2 cores, in starting order. The first file with a guest builds the image that all others wait for, on one
 * core. Therefore the second file has no guest.
 */
export const LONGEST_FILES: readonly string[] = [
  'engine/compute/qemu/conformance.qemu.test.ts',
  'cli/innkeeper.process.test.ts',
  'cli/recovering.process.test.ts',
  'cli/demo.qemu.test.ts',
  'lab/killed-network/killed-network.qemu.test.ts',
  'engine/compute/qemu/moves/moves.qemu.test.ts',
  'lab/live-move-deaths.qemu.test.ts',
  'lab/live-moves.qemu.test.ts',
  'engine/network/uplink/shared-link.qemu.test.ts',
  'engine/network/uplink/uplink.qemu.test.ts',
  'lab/copies.qemu.test.ts',
  'apps/further-node.process.test.ts',
  'apps/node-away.process.test.ts',
  'apps/ways-to-run.process.test.ts',
  'apps/hung.process.test.ts',
  'apps/metrics.process.test.ts',
  'apps/detached-link.process.test.ts',
  'apps/no-demo.process.test.ts',
  'lab/backup.process.test.ts',
  'lab/restore-killed.process.test.ts',
  'engine/compute/qemu/host-failures.qemu.test.ts',
  'engine/compute/qemu/try-image.qemu.test.ts',
  // Compiles the rules, 20 s each, which the other file reads later.
  'lab/einvoice/documents.einvoice.test.ts',
  'lab/journeys/pay.process.test.ts',
  'lab/journeys/pages.process.test.ts',
  'lab/journeys/long-names.process.test.ts',
  'lab/journeys/colleagues.process.test.ts',
  'lab/journeys/ended-session.process.test.ts',
  'lab/journeys/help.process.test.ts',
  'lab/journeys/programs-and-leaving.process.test.ts',
  'lab/journeys/profile.process.test.ts',
  'lab/journeys/addresses.process.test.ts',
  'lab/journeys/grow-and-end.process.test.ts',
  'lab/journeys/hanging-guest.process.test.ts',
  'lab/journeys/under-attack.process.test.ts',
  'lab/journeys/firewalls.process.test.ts',
  'lab/journeys/orders.process.test.ts',
  'lab/journeys/sign-up.process.test.ts',
  'lab/journeys/mishaps.process.test.ts',
  'lab/killed-acts/ends.process.test.ts',
  'lab/killed-acts/refunds.process.test.ts',
  'lab/killed-jobs.process.test.ts',
  'lab/mail-memory.process.test.ts',
  'lab/hostile-html.process.test.ts',
  'lab/journeys/overview.process.test.ts',
  'lab/journeys/first-link.process.test.ts',
  'lab/journeys/first-link.qemu.test.ts',
  'lab/journeys/sign-in.process.test.ts',
  'lab/journeys/snapshot.process.test.ts',
  'lab/journeys/console-processes.process.test.ts',
  'lab/journeys/locked-out.process.test.ts',
  'lab/console.qemu.test.ts',
  'engine/network/metadata/guest.qemu.test.ts',
  'engine/network/namespace/guest.qemu.test.ts',
  'engine/network/namespace/firewalls.qemu.test.ts',
  'lab/attacks.qemu.test.ts',
  'db/embedded/start.process.test.ts',
  'engine/network/namespace/protection.qemu.test.ts',
  'lab/failures.qemu.test.ts',
  'apps/confined.process.test.ts',
  'engine/network/namespace/driver.qemu.test.ts',
  'engine/network/uplink/moving.qemu.test.ts',
  'lab/attack/texts.test.ts',
  'lab/torture/kill.test.ts',
  'lab/torture/migrate-deaths.test.ts',
  'lab/slices/servers/live-moves.test.ts',
  'lab/torture/copies.test.ts',
  'lab/torture/host-down.test.ts',
  'lab/torture/unpaid-server.test.ts',
  'lab/torture/server-rescue.test.ts',
  'lab/torture/host-down-unpaid.test.ts',
  'lab/torture/host-down-copies.test.ts',
  'lab/slices/console-can/servers.test.ts',
  'lab/slices/console-can/others.test.ts',
  'lab/slices/renewals/every-day.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), ({ moduleId, project: { name, config } }) => ({
      file: path.relative(this.ctx.config.root, moduleId),
      group: config.sequence.groupOrder,
      // Files of a project with shared modules stay together, because each change of project reloads all modules.
      sharing: config.isolate ? '' : name,
    }));
  }
}

export interface RunOrder {
  /** Path from the root of the repository. */
  file: string;
  /** Number of the group. Groups run one after the other. */
  group: number;
  /** Files with the same value stay together. Files with an empty string have a process of their own each, and start first. */
  sharing: string;
}

/** Sorts files, longest first. Files with equal rank keep their order. */
export function longestFirst<T>(all: readonly T[], placeOf: (one: T) => RunOrder): T[] {
  const keyed = all.map((one) => ({ one, ...placeOf(one) }));
  // The longest files of all have a process of their own. Files that share one are many and short, so they fill the end of a group.
  const sharing = [...new Set(['', ...keyed.map((one) => one.sharing)])];
  const rank = (file: string): number => (LONGEST_FILES.includes(file) ? LONGEST_FILES.indexOf(file) : LONGEST_FILES.length);
  const keys = ({ group, sharing: name, file }: RunOrder): number[] => [group, sharing.indexOf(name), rank(file)];
  return keyed.sort((a, b) => compare(keys(a), keys(b))).map(({ one }) => one);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}
