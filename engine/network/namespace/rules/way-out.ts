/** Chains of what comes from the internet and goes to it. They are empty, so that nothing does, until there is an uplink (`uplink/rules.ts`). */
import { innerBase } from '../../uplink/rules.ts';
import type { RulesPart } from './part.ts';

export const wayOut: RulesPart = {
  base: innerBase,
  attach: () => [],
  detach: () => [],
};
