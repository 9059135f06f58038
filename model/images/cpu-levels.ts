/** Decides whether the CPU of a host can run an image. Pure. */

export interface HostCpu {
  accelerator: 'kvm' | 'tcg';
  /** Features of the host's CPU by Linux's names, such as `avx2`. */
  flags: ReadonlySet<string>;
}

/** Features of x86-64-v3, by Linux's names (`abm` includes LZCNT). */
const V3 = ['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe', 'xsave'];

/** Returns the features that an image needs and that guests of this host do not get. Software emulation has all of them. */
export function missingFeatures(level: 1 | 3, cpu: HostCpu | null): string[] {
  return level === 3 && cpu?.accelerator === 'kvm' ? V3.filter((feature) => !cpu.flags.has(feature)) : [];
}

/** Returns whether an image boots on this host, as far as is known. `hasPassed` is true if its trial boot has passed here. */
export function bootsHere(level: 1 | 3, cpu: HostCpu | null, hasPassed: boolean): 'yes' | 'no' | 'not tried' {
  if (missingFeatures(level, cpu).length > 0) return 'no';
  return hasPassed ? 'yes' : 'not tried';
}
