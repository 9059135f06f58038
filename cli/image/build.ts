import { isKnownImage, KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { invalid } from '@innkeeper/model/failures';
import type { BuiltImage } from '@innkeeper/operations/images.staff';
import type { Installation } from '../operator/installation.ts';

/**
 * Builds an image on this node unless it exists. `fresh`: builds an existing image too, since Debian may have newer packages. Progress goes
 * to stderr, so that stdout holds only the reply.
 */
export async function buildOnNode(
  installation: Installation,
  { key, fresh }: { key: string; fresh: boolean },
): Promise<BuiltImage> {
  if (!isKnownImage(key)) {
    throw invalid('key', `There is no recipe for ${key}. Available: ${Object.keys(KNOWN_IMAGES).join(', ')}.`);
  }
  const known = KNOWN_IMAGES[key];
  const engine = await installation.engine();
  const report = terminalReport(process.stderr);
  const { path, format } = await step(report, known.name, (tell) => engine.images.provide(key, tell, { rebuild: fresh }));
  return { known, file: { path: engine.imageFiles.storedPath(path), format, source: { recipe: key }, measured: null } };
}
