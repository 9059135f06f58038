import { expect, it } from 'vitest';
import { bundleViewer } from './bundle.ts';

it("names noVNC's licence and source in the script", async () => {
  const { script } = await bundleViewer();
  expect(script).toMatch(/^\/\*! .*noVNC.*MPL 2\.0.*https:\/\/github\.com\/novnc\/noVNC/);
});
