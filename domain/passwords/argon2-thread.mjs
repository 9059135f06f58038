// Runs in a thread of its own (hash.ts), as plain JavaScript: Node 20 starts no TypeScript.
import { threadId } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id; 19 MiB and 2 passes are the second of the settings that OWASP advises. About 30 ms. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @public started by name */
export const hash = (password) => hashSync(password, OPTIONS);

/** @public started by name */
export const verify = ({ stored, password }) => verifySync(stored, password);

/** @public started by name */
export const whoAnswers = () => String(threadId);
