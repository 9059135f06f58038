/** Texts about protection that several pages use. */

export const texts = {
  mbps: (mbps: string) => `${mbps} Mbit/s`,
  gbps: (gbps: string) => `${gbps} Gbit/s`,
  pps: (packets: string) => `${packets} packets/s`,
} as const;
