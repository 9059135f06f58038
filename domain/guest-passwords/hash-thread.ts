/** The worker thread that hashes passwords of guests (hash.ts). */
import { threadId } from 'node:worker_threads';
import { encrypt } from 'unixcrypt';

/**
 * Returns a SHA-512 crypt hash (`$6$`, random salt, 5000 rounds), which every Linux guest reads.
 *
 * @public started by name
 */
export default (password: string): string => encrypt(password);

/** @public started by name */
export const whoAnswers = (): string => String(threadId);
