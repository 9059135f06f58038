/** Lists the hard places in the comments of all sources that are written by hand. */
import { repositoryFiles } from '../checks/check.ts';
import { listPlaces, type Place } from './figures.ts';

export async function findPlaces(): Promise<Place[]> {
  const sources = await repositoryFiles((path) => /\.tsx?$/.test(path) && !path.includes('.gen.') && path.includes('/'));
  return sources.flatMap(({ path, text }) => listPlaces(path, text));
}
