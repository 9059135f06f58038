import { withDatabase } from '@innkeeper/apps/installation/database';
import { openHomesEngine } from '@innkeeper/apps/installation/engine';
import { type Home, requireSettings } from '@innkeeper/apps/installation/home';
import { isKnownImage, KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { type Report, step } from '@innkeeper/apps/terminal/report';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';

/**
 * Builds an image on this node unless it is there, and puts it on sale. `fresh`: also where it is there, since Debian may have
 * newer packages; servers keep what they were made of. Answers its id.
 */
export async function buildImage(home: Home, key: string, { fresh }: { fresh: boolean }, report: Report): Promise<number> {
  if (!isKnownImage(key)) throw new Refusal(`There is no recipe for ${key}. There are: ${Object.keys(KNOWN_IMAGES).join(', ')}.`);
  const known = KNOWN_IMAGES[key];
  const { engine: kind } = await requireSettings(home);
  const engine = await openHomesEngine(home, kind);
  const file = await step(report, known.name, (tell) => engine.images.provide(key, tell, { rebuild: fresh }));
  return withDatabase(home, (db) =>
    inTransaction(db, async (trx) => {
      const { path, format } = file;
      const id = await registerImage(trx, { ...known, key, path, format, ssh_keys_support: true });
      await audit(operatorCx(trx), 'buildImage', { kind: 'image', id }, { key, path });
      return id;
    }),
  );
}
