/** Converts unsaved rules of a firewall to the text of a draft, and back. Pure. */
import type { FirewallRule } from '@innkeeper/sdk/index';

export interface UnsavedRules {
  /** Saved rules at the time of the first change. */
  base: readonly FirewallRule[];
  rules: readonly FirewallRule[];
}

export const toText = (unsaved: UnsavedRules | undefined): string => (unsaved === undefined ? '' : JSON.stringify(unsaved));

/** Returns the rules of a text, or `undefined` if there are none. The storage may have been edited by hand. */
export function fromText(text: string): UnsavedRules | undefined {
  try {
    const { base, rules } = JSON.parse(text) as { base?: unknown; rules?: unknown };
    return areRules(base) && areRules(rules) ? { base, rules } : undefined;
  } catch {
    return undefined;
  }
}

const areRules = (value: unknown): value is FirewallRule[] => Array.isArray(value) && value.every(isRule);

function isRule(value: unknown): value is FirewallRule {
  if (typeof value !== 'object' || value === null) return false;
  const { direction, protocol, ports, networks, description } = value as Record<string, unknown>;
  return (
    (direction === 'in' || direction === 'out') &&
    typeof protocol === 'string' &&
    (ports === null || areTexts(ports)) &&
    areTexts(networks) &&
    (description === null || typeof description === 'string')
  );
}

const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
