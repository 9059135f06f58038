/** Checks the files of images that are on sale. */
import { listImageFiles } from '@innkeeper/db/tables/image-files';
import { imageProblem } from '@innkeeper/model/images/file-state';
import type { Finding, Target } from './target.ts';

export async function checkImages({ db, engine, fetchesImages = false }: Target): Promise<Finding[]> {
  if (fetchesImages) return [];
  const seen = await engine.imageFiles.lookAt(await listImageFiles(db));
  return [
    {
      name: 'images',
      items: seen.flatMap(({ row, found }) => {
        const problem = row.disabled_at === null ? imageProblem(row, found) : null;
        return problem === null ? [] : [`${row.key} ${problem}`];
      }),
      predicate: 'cannot be sold',
      remedy: './innkeeper image repair, or ./innkeeper image disable KEY',
    },
  ];
}
