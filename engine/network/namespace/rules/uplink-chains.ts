/**
 * The chains of traffic from and to the internet. They stay empty, which blocks such traffic, until an uplink exists (`uplink/rules.ts`).
 */
import { innerBase } from '../../uplink/rules.ts';
import type { RulesPart } from './part.ts';

export const uplinkChains: RulesPart = {
  base: innerBase,
  attach: () => [],
  detach: () => [],
};
