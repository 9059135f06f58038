/** Bundles the page that shows a server's screen. Tests run without a build, so the bundle is created on the first request. */
import { bundleViewer } from '@innkeeper/console/bundle';
import type { LoadViewer } from '@innkeeper/http/console/viewer';

export const bundledViewer: LoadViewer = () => bundleViewer();
