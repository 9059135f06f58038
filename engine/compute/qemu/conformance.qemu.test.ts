import { join } from 'node:path';
import { LocalImages } from '../../images/local.ts';
import { NamespaceNetwork } from '../../network/namespace/driver.ts';
import { computeConformance } from '../conformance.ts';
import { openQemuHarness } from './harness.ts';

const projectRoot = process.cwd();

const open = async () => {
  // Reused between runs, because the image does not change.
  const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });
  const networks: NamespaceNetwork[] = [];
  return openQemuHarness({
    images,
    projectRoot,
    network: (home) => {
      const network = new NamespaceNetwork({ home });
      networks.push(network);
      return network;
    },
    // The network of another node is removed with the node.
    onClose: async () => networks[0]?.remove(),
  });
};

computeConformance('qemu', open);
