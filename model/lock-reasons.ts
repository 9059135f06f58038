/**
 * Why something is locked, as customers read it in `lock_reason`: one closed list. A lock's row holds the same word.
 */

/** First those of finished operations, then those of operations that are not written yet. */
export const LOCK_REASONS = [
  'deploy',
  'start',
  'restart',
  'stop',
  'power-off',
  'host-restart',
  'crash-restart',
  'set-password',
  'set-hostname',
  'set-ssh-keys',
  'set-media',
  'enable-rescue',
  'disable-rescue',
  'scale',
  'restore',
  'reinstall',
  'move',
  'snapshot',
  'backup',
  'download',
  'delete',
  'attached',
  'suspend-network',
  'restore-network',
  'change-primary-ip',
  'scale-addons',
  'suspend',
  'resume',
  'terminate',
  'payment',
  'apply-firewall',
  'floating-ip-attach',
  'floating-ip-detach',
] as const;

export type LockReason = (typeof LOCK_REASONS)[number];
