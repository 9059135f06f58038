/** The API as the console calls it: by the session's cookie, from the page's own origin. */
import { createClient } from '@innkeeper/sdk/index';

export const client = createClient({ baseUrl: '/v1' });

/** Repeats nothing by itself. For replies with a secret, which the API does not store: a repeat would make another secret. */
export const clientOfSecrets = createClient({ baseUrl: '/v1', retries: 0 });

/** The first part of every URL of the API, for the calls that a person copies. */
export const apiUrl = (): string => `${location.origin}/v1`;
