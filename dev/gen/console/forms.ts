/** Operations whose fields people fill in, found in the code of the console. Each gets a file of limits that only its pages load. */
import { calledOperations } from '@innkeeper/console/web/called-operations';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';

const LINK = 'its fields come from a link or an identity provider';
const BROWSER = 'the browser fills in its fields';
const LISTED = 'people choose among rows that the API has listed';
const FIXED = 'people choose among a few fixed values';
const TRIED = 'dryRunProtection tries the same values first, and its form has the rules';

/** Reasons of operations that the console sends with a body although nobody fills in a field of it. */
export const REASONS_WITHOUT_FIELDS: Readonly<Partial<Record<OperationName, string>>> = {
  acceptInvitation: LINK,
  completeSingleSignOn: LINK,
  confirmEmailChange: LINK,
  createSessionByLink: LINK,
  stopEmailChange: LINK,
  createPasskeySession: BROWSER,
  createSignInOptions: BROWSER,
  attachFloatingIps: LISTED,
  changeServerPrimaryIp: LISTED,
  detachFloatingIps: LISTED,
  enableServerRescue: LISTED,
  modifyServerIsos: LISTED,
  offerOwnership: LISTED,
  removeFirewall: LISTED,
  restoreServer: LISTED,
  scaleServer: LISTED,
  undoCancelFloatingIps: LISTED,
  updateSession: LISTED,
  changeRenewalPeriod: FIXED,
  createSupportAccess: FIXED,
  purchaseSupportPlan: FIXED,
  renewFloatingIps: FIXED,
  renewSupportPlan: FIXED,
  rotateToken: FIXED,
  rotateWebhookSecret: FIXED,
  updateMember: FIXED,
  setBlacklist: TRIED,
  setGeoFilter: TRIED,
  setWhitelist: TRIED,
  updateBlacklist: TRIED,
  updateGeoFilter: TRIED,
  updateWhitelist: TRIED,
  confirmBySingleSignOn: 'its code is typed into the field of confirmSession',
};

/** Returns the operations that the console sends with a body. Those without a field to fill in are left out. */
export function formOperations(called: ReadonlySet<string> = calledOperations()): OperationName[] {
  return OPERATION_NAMES.filter(
    (name) => called.has(name) && operationOf(name).body !== undefined && !(name in REASONS_WITHOUT_FIELDS),
  );
}
