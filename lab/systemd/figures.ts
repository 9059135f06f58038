/** Figures of the test under systemd, in seconds. The test asserts no time but gaps, which are counted in packets. */
export interface SystemdFigures {
  /** Packets of the guest that were lost in a row, as time. */
  restartGapSeconds: number;
  killGapSeconds: number;
  /** Time from the command until the API answers again. */
  restartSeconds: number;
  killSeconds: number;
  /** Time from `systemctl reboot` until the machine has ended. */
  shutdownSeconds: number;
  /** Time from systemd's start until the API answers. */
  bootSeconds: number;
  /** Time from the API's first answer until the guest runs. */
  guestSeconds: number;
}
