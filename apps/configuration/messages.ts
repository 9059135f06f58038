/** Messages between the supervisor and its processes about the configuration. */
import type { WrittenPart } from './parts.ts';

/**
 * To a process: its part, at its start and at each reload, or a question for it. From a process: what it runs on, secrets as digests.
 * `question` is a number that the answer repeats; a message without one is not answered.
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
