/** The console page, bundled at its first request, as tests run without a build. */
import { bundleViewer } from '@innkeeper/console/bundle.mjs';
import type { LoadViewer } from '@innkeeper/http/console/viewer';

export const bundledViewer: LoadViewer = () => bundleViewer();
