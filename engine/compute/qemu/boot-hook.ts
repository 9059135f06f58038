/** Builds the scripts that cloud-init runs at each boot of a guest. */
import { READY } from './command.ts';

/** Writes the boot id to the port of the ready line. Does nothing in a guest without the port, such as one that runs elsewhere. */
export const READY_SCRIPT = `#!/bin/sh
for port in /sys/class/virtio-ports/*; do
  [ "$(cat "$port/name" 2>/dev/null)" = ${READY.port} ] || continue
  cat /proc/sys/kernel/random/boot_id > "/dev/\${port##*/}"
done
exit 0
`;
