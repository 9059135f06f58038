/**
 * The phases of an upgrade, and what the next `up` does after an upgrade that was interrupted.
 *
 * Each phase is on disk before its step begins. The database of the home changes only by the migration, which is one transaction. So an
 * interrupted upgrade is judged by its phase and by the migrations that the database has now:
 *
 * - `copying`: Copies the database, while no PostgreSQL runs. After an interruption the next `up` begins again.
 * - `verifying`: Starts a server on the copy and compares. After an interruption the next `up` begins again.
 * - `migrating`: Runs the migrations, and keeps everything from acting. The next `up` continues if they were committed, or begins again.
 * - `starting`: Starts API and worker, which change nothing. The next `up` continues with the same copy.
 * - `done`: Lets them work. The next `up` starts as usual, and never puts the copy back.
 * - `returning`: Puts the copy back. The next `up` completes that, and starts nothing.
 */

export const PHASES = ['copying', 'verifying', 'migrating', 'starting', 'done', 'returning'] as const;

export type Phase = (typeof PHASES)[number];

/** Facts about the interrupted upgrade and the database of the home. */
export interface UpgradeFacts {
  /** Phase of an earlier upgrade, or `null` if there was none. */
  readonly phase: Phase | null;
  /** False if another database is in its place now, for example after a restore. */
  readonly isSameDatabase: boolean;
  /** True if the database has other migrations than before the upgrade. */
  readonly isMigrated: boolean;
  /** True if this code would run migrations. */
  readonly isPending: boolean;
}

/**
 * Start of a home. `begin`: copy, then migrate. `continue`: migrate what is missing, with the copy of the interrupted upgrade as the way
 * back. `start`: start as usual.
 */
export type UpgradeStep = 'begin' | 'continue' | 'start';

/** Decides how a start treats the database. A start in the phase `returning` first completes the return, and never gets here. */
export function decideUpgrade({ phase, isSameDatabase, isMigrated, isPending }: UpgradeFacts): UpgradeStep {
  const wasMigrating = phase === 'migrating' || phase === 'starting';
  if (wasMigrating && isSameDatabase && isMigrated) return 'continue';
  return isPending ? 'begin' : 'start';
}

/** Returns whether the copy of an interrupted upgrade is of no use, because its migration was never committed. */
export function isUnusedCopy({ phase, isSameDatabase, isMigrated }: UpgradeFacts): boolean {
  return (phase === 'migrating' || phase === 'starting') && isSameDatabase && !isMigrated;
}

/** Returns whether an error in this phase puts the copy back. Before it the database of the home is as it was, and after it others may act. */
export function returnsAfterError(phase: Phase): boolean {
  return phase === 'migrating' || phase === 'starting';
}

const MARK = 'upgrade to ';

/** Returns the name in the table `recovering` that keeps the installation from acting until an upgrade is done. */
export function upgradeMark(release: string): string {
  return `${MARK}${release}`;
}

/** Returns whether a name in the table `recovering` is that of an upgrade. Other names are those of restored backups. */
export function isUpgradeMark(backup: string): boolean {
  return backup.startsWith(MARK);
}
