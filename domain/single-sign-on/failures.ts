import { Failure } from '@innkeeper/model/failures';
import { ProviderError } from '@innkeeper/model/openid/client';

/** What is said of a provider that could not be asked, or that answered what it must not. */
export function providerFailure(error: unknown): Failure {
  if (!(error instanceof ProviderError)) throw error;
  if (error.trouble === 'busy') return new Failure('unavailable', { message: error.message, retryAfter: 5 });
  return new Failure('identity_provider_failed', { internal: error.message, cause: error });
}

export const signOnRefused = (message: string): Failure => new Failure('single_sign_on_refused', { message });
