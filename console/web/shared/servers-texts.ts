/** Texts about servers that several pages use. */

/** Titles of operations on a server. */
export const ACT_TITLES = {
  startServer: 'Start',
  restartServer: 'Restart',
  stopServer: 'Stop',
  powerOffServer: 'Power off',
  openConsole: 'Open screen',
  createSnapshot: 'Take a snapshot',
  renewServers: 'Renew',
  updateServerHostname: 'Rename',
} as const;
