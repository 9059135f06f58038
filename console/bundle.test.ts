import { expect, it } from 'vitest';
import { bundleViewer } from './bundle.ts';

it('says in the script under which licence noVNC is and where its source is', async () => {
  const { script } = await bundleViewer();
  expect(script).toMatch(/^\/\*! .*noVNC.*MPL 2\.0.*https:\/\/github\.com\/novnc\/noVNC/);
});
