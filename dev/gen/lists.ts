/**
 * Runs the first half of `npm run gen`. It imports none of the listed files, so it also runs if a listed file was deleted. The second half
 * (`all.ts`) uses the new lists.
 */
import { LISTS } from './list-files.ts';
import { update } from './update.ts';

await update(LISTS);
