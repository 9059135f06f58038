/** Client of the API for the console. It uses the session's cookie and the page's own origin. */
import { createClient } from '@innkeeper/sdk/index';
import { askForSignIn } from './sign-in-again.ts';

export const client = createClient({ baseUrl: '/v1', onUnauthenticated: askForSignIn });

/** Returns the base URL of the API, for calls that a person copies. */
export const apiUrl = (): string => `${location.origin}/v1`;
