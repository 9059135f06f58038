/** Bundles the screen's page at its first request, because tests run without a build. */
import { bundleViewer } from '@innkeeper/console/bundle';
import type { LoadViewer } from '@innkeeper/http/console/viewer';

export const bundledViewer: LoadViewer = () => bundleViewer();
