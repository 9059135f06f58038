/**
 * Finds mails that the worker of a further node wrote into its home instead of sending them. Earlier releases sent mail from every node, and
 * recorded such a mail as sent.
 */
import { readdir } from 'node:fs/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { Home } from '../installation/home.ts';

/** Returns a sentence with the number of these mails, or `null` if there are none. */
export async function describeUnsentMails({ mail: directory }: Pick<Home, 'mail'>): Promise<string | null> {
  const mails = (await namesIn(directory)).filter((name) => name.endsWith('.eml')).length;
  if (mails === 0) return null;
  return (
    `${directory} contains ${mails === 1 ? '1 mail' : `${mails} mails`} that an earlier release wrote here and never sent. ` +
    'Send the mails that customers still need yourself, and delete the files. Mail is now sent from the first host.'
  );
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}
