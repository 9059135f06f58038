import { COPY_SCENARIOS } from './scenarios/copies.ts';
import { DISK_SCENARIOS } from './scenarios/replace-disk.ts';
import { torture } from './torture.ts';

for (const scenario of [...COPY_SCENARIOS, ...DISK_SCENARIOS]) torture(scenario);
