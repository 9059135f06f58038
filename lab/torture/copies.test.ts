import { torture } from './torture.ts';
import { COPY_WORLDS } from './worlds/copies.ts';
import { DISK_WORLDS } from './worlds/replace-disk.ts';

for (const world of [...COPY_WORLDS, ...DISK_WORLDS]) torture(world);
