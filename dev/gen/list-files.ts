/** Generates lists of files that the code imports. The bundle has no folders, so it cannot scan them. */
import { pageFiles } from './console/pages.ts';
import { MIGRATION_DIGESTS, migrationDigests } from './migration-digests.ts';
import { MIGRATION_LIST, migrationList } from './migration-list.ts';
import { STAFF_USE_CASE_LIST, staffUseCaseList, USE_CASE_LIST, useCaseList } from './use-case-list.ts';
import { WORKFLOW_LIST, workflowList } from './workflow-list.ts';
import { WORKFLOW_WORDS, workflowWords } from './workflow-words.ts';

export const LISTS: Record<string, () => string | Promise<string>> = {
  [MIGRATION_LIST]: migrationList,
  [MIGRATION_DIGESTS]: migrationDigests,
  [WORKFLOW_LIST]: workflowList,
  [WORKFLOW_WORDS]: workflowWords,
  [USE_CASE_LIST]: useCaseList,
  [STAFF_USE_CASE_LIST]: staffUseCaseList,
  ...pageFiles(),
};
