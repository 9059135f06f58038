/** Defines the command `./innkeeper image`. */
import { images } from '@innkeeper/contract/operations/images.staff';
import { buildImage, disableImage, enableImage, listImages, registerImage, setImage } from '@innkeeper/operations/images.staff';
import type { Command } from 'commander';
import { formatChangedImage, formatImageSale, formatImages, formatRepairedImages } from './format/image.ts';
import { buildOnNode } from './image/build.ts';
import { fetchImage } from './image/fetch.ts';
import { repairOnNode } from './image/repair.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const imageBindings: Bindings<typeof images> = {
  listImages: { run: inOneTransaction(listImages), format: formatImages },
  buildImage: {
    async run(installation, input) {
      await installation.requireChangesAllowed();
      const built = await buildOnNode(installation, input);
      return installation.commit((cx) => buildImage(cx, input, built));
    },
    format: formatImageSale,
  },
  registerImage: {
    async run(installation, input) {
      await installation.requireChangesAllowed();
      const file = await fetchImage(installation.home, input);
      return installation.commit((cx) => registerImage(cx, input, file));
    },
    format: formatImageSale,
  },
  repairImage: {
    run: repairOnNode,
    format: formatRepairedImages,
    isIncomplete: ({ data }) => data.some(({ outcome }) => outcome === 'failed'),
  },
  setImage: { run: inOneTransaction(setImage), format: formatChangedImage },
  disableImage: { run: inOneTransaction(disableImage), format: formatImageSale },
  enableImage: { run: inOneTransaction(enableImage), format: formatImageSale },
};

export function imageCommand(): Command {
  return nounCommand('image', 'manage images for new servers', images, imageBindings);
}
