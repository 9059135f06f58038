/** The order of test files: the longest start first, so that no run ends with one file alone. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds on 2 cores of files that take 20 s or more. The first guest also waits for the build of its image. */
export const SECONDS: Readonly<Record<string, number>> = {
  'engine/compute/qemu/conformance.qemu.test.ts': 150,
  'engine/compute/qemu/host-failures.qemu.test.ts': 130,
  'cli/demo.qemu.test.ts': 100,
  'lab/copies.qemu.test.ts': 75,
  'engine/compute/qemu/isolation.qemu.test.ts': 60,
  'lab/failures.qemu.test.ts': 50,
  'engine/images/tiny.qemu.test.ts': 40,
  'lab/console.qemu.test.ts': 40,
  'engine/network/namespace/guest.qemu.test.ts': 30,
  'engine/network/usermode/driver.qemu.test.ts': 20,
  'lab/torture/kill.test.ts': 100,
  'lab/torture/copies.test.ts': 55,
  'lab/torture/host-down.test.ts': 50,
  'lab/torture/server-rescue.test.ts': 30,
  'lab/torture/host-down-copies.test.ts': 25,
  'lab/torture/server-lifecycle.test.ts': 20,
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), ({ moduleId, project: { name, config } }) => ({
      file: path.relative(this.ctx.config.root, moduleId),
      group: config.sequence.groupOrder,
      // Files of a project whose files share modules stay together: each change of project loads all modules again.
      sharing: config.isolate ? '' : name,
    }));
  }
}

export interface Place {
  /** From the root of the repository. */
  file: string;
  /** Groups run one after the other. */
  group: number;
  /** Files with the same value stay together; empty: with none. */
  sharing: string;
}

/** Files that take equally long stay in their order. */
export function longestFirst<T>(all: readonly T[], placeOf: (one: T) => Place): T[] {
  const keyed = all.map((one) => ({ one, ...placeOf(one) }));
  const sharing = [...new Set(keyed.map((one) => one.sharing))];
  const keys = ({ group, sharing: name, file }: Place): number[] => [group, sharing.indexOf(name), -(SECONDS[file] ?? 0)];
  return keyed.sort((a, b) => compare(keys(a), keys(b))).map(({ one }) => one);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}
