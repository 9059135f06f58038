/** Messages between the supervisor and its processes about the configuration. */
import type { WrittenPart } from './parts.ts';

/**
 * Message to a process: its part of the configuration, at its start and at each reload, or a request to show its values.
 *
 * `question` is a number that the answer repeats. A message without this number is not answered.
 */
export type ConfigurationMessage = { readonly question?: number } & (
  | { readonly kind: 'configuration'; readonly values: WrittenPart }
  | { readonly kind: 'show configuration' }
);

export function isConfigurationMessage(value: unknown): value is ConfigurationMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'configuration' || value.kind === 'show configuration')
  );
}
