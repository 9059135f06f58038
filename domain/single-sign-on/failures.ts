import { Failure } from '@innkeeper/model/failures';
import { ProviderError } from '@innkeeper/model/openid/client';

/** Returns the failure for a provider that could not be reached or sent an invalid response. Rethrows other errors. */
export function providerFailure(error: unknown): Failure {
  if (!(error instanceof ProviderError)) throw error;
  if (error.trouble === 'busy') return new Failure('unavailable', { message: error.message, retryAfter: 5 });
  return new Failure('identity_provider_failed', { internal: error.message, cause: error });
}

export const signOnRefused = (message: string): Failure => new Failure('single_sign_on_refused', { message });
