import { join } from 'node:path';
import { LocalImages } from '../../images/local.ts';
import { NamespaceNetwork } from '../../network/namespace/driver.ts';
import { computeConformance } from '../conformance.ts';
import { openQemuHarness } from './harness.ts';

const projectRoot = process.cwd();

const open = async () => {
  // Reused between runs, because the image does not change.
  const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });
  let network: NamespaceNetwork | null = null;
  return openQemuHarness({
    images,
    projectRoot,
    network: (home) => {
      network = new NamespaceNetwork({ home });
      return network;
    },
    onClose: async () => network?.remove(),
  });
};

computeConformance('qemu', open);
