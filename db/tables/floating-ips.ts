/** Floating IPs: their rows, and their presentation to customers. */
export { type FloatingIpsQuery, loadFloatingIps, pageOfFloatingIps, type ShownFloatingIp } from './floating-ips/list.ts';
export { type FloatingIpPlan, floatingIpPlansOnSale, floatingIpsOfServer } from './floating-ips/plans.ts';
export {
  insertFloatingIpServices,
  insertFloatingIps,
  lockFloatingIps,
  moveFloatingIps,
  type NewFloatingIp,
  poolNodesOf,
  setAttachTo,
} from './floating-ips/rows.ts';
export type { FloatingIpPlanTerms, FloatingIpTerms } from './floating-ips/shown.ts';
export { type FloatingIpsOfServer, floatingIpsThatMayMove, floatingIpsToMove } from './floating-ips/to-move.ts';
