/** Reads the page that shows a server's screen from the build (`console/bundle.ts`). */
import { readFile } from 'node:fs/promises';
import type { LoadViewer, ViewerFiles } from '@innkeeper/http/console/viewer';

export const builtViewer: LoadViewer = async () =>
  JSON.parse(await readFile(new URL('viewer.json', import.meta.url), 'utf8')) as ViewerFiles;
