/**
 * The first half of `npm run gen`: it imports nothing of what the lists name, so it also runs where a listed file is gone; and what is
 * made afterwards (`all.ts`) is made with the new lists.
 */
import { LISTS } from './list-files.ts';
import { update } from './update.ts';

await update(LISTS);
