/** Texts about servers that several pages use. */

/** Words of a server's state. */
export const STATE_WORDS = {
  awaiting_payment: 'Awaiting payment',
  processing: 'Building',
  suspended: 'Suspended',
  terminated: 'Ended',
  absent: 'Not built',
  booting: 'Booting',
  running: 'Running',
  stopped: 'Stopped',
  crashed: 'Crashed',
  interrupted: 'Host restarts',
  unreachable: 'Unreachable',
  stalled: 'Paused',
  rescue: 'Rescue mode',
  noNetwork: 'No network',
  underAttack: 'under attack',
  cancelled: 'cancelled',
} as const;
