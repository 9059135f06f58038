// Runs in a thread of its own (guest-passwords.ts), as plain JavaScript: Node 20 starts no TypeScript.
import { threadId } from 'node:worker_threads';
import { encrypt } from 'unixcrypt';

/**
 * SHA-512 crypt (`$6$`, random salt, 5000 rounds), which every Linux guest reads.
 *
 * @public started by name
 */
export default (password) => encrypt(password);

/** @public started by name */
export const whoAnswers = () => String(threadId);
