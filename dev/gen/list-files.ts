/** Lists of files by which the code imports them: a list and not a folder scan, because the bundle has no folder. */
import { MIGRATION_LIST, MIGRATION_NAMES, migrationList, migrationNames } from './migration-list.ts';
import { WORKFLOW_LIST, workflowList } from './workflow-list.ts';

export const LISTS: Record<string, () => Promise<string>> = {
  [MIGRATION_LIST]: migrationList,
  [MIGRATION_NAMES]: migrationNames,
  [WORKFLOW_LIST]: workflowList,
};
