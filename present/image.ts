import type { ServerImage, ServerImageOfServer } from '@innkeeper/contract/schemas/server-image';
import type { LoadedImage } from '@innkeeper/db/tables/images';

export function presentImage(image: LoadedImage): ServerImage {
  const { group } = image;
  return {
    id: image.id,
    name: image.name,
    minimum_ram: image.minimum_ram_gb,
    eol: image.eol,
    ssh_keys_support: image.ssh_keys_support,
    group: { name: group.name, type: group.type, key: group.key },
    minimum_disk: image.minimum_disk_gb,
  };
}

/**
 * Presents an image inside a server, with more fields. The fields are listed explicitly: destructuring the short form cost as much as the
 * rest of a server.
 */
export function presentImageOfServer(image: LoadedImage): ServerImageOfServer {
  const { group } = image;
  return {
    id: image.id,
    name: image.name,
    minimum_ram: image.minimum_ram_gb,
    eol: image.eol,
    ssh_keys_support: image.ssh_keys_support,
    amd_sev_supported: image.amd_sev_supported,
    order: image.position,
    group: {
      name: group.name,
      type: group.type,
      key: group.key,
      icon: group.icon,
      order: group.position,
      coming_soon: group.coming_soon,
    },
  };
}
