/** Requests of signing in that succeed each time, for idempotency.test.ts. */
import { givenSession } from '../given-sessions.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Changes = () => Promise<RequestChanges & { other?: unknown }>;

export const signInChanges = (setup: () => Setup) =>
  ({
    deleteSession: async () => ({ params: { id: (await givenSession(setup().lab.db, setup().me)).id } }),
    deleteOtherSessions: async () => ({}),
  }) satisfies Record<string, Changes>;
