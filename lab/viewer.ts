/** The page that shows consoles, bundled when it is first asked for: tests run without a build. */
import { bundleViewer } from '@innkeeper/console/bundle.mjs';
import type { LoadViewer } from '@innkeeper/http/console/viewer';

export const bundledViewer: LoadViewer = () => bundleViewer();
