/** Texts about floating ips of this page. */

export const texts = {
  notServing: 'Floating IPs can only be attached to an active server.',
} as const;
