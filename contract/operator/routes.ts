/**
 * The operator's operations over HTTP: method, path and permitted roles. All are derived from the entries and the tables below. A resource
 * without a line in `ROLES_BY_RESOURCE` does not compile.
 */
import { STAFF_ROLES, type StaffRole } from '@innkeeper/model/staff';
import type { Method } from '../define.ts';
import { OPERATOR_OPERATION_NAMES, type OPERATOR_OPERATIONS, type OperatorOperationName, operatorOperationOf } from './all.ts';
import { APPROVED_OPERATIONS } from './approvals.ts';
import type { OperatorOperation } from './define.ts';

type Resource = (typeof OPERATOR_OPERATIONS)[OperatorOperationName]['resource'];

interface ResourceRoles {
  read: readonly StaffRole[];
  change: readonly StaffRole[];
}

const ALL_ROLES = STAFF_ROLES;
const NO_ROLES: readonly StaffRole[] = [];

/** Roles that may use each resource, in addition to `owner`, which may use every resource. */
const ROLES_BY_RESOURCE: Readonly<Record<Resource, ResourceRoles>> = {
  access: { read: ['support', 'technical'], change: ['support', 'technical'] },
  accounts: { read: ALL_ROLES, change: ['support', 'billing'] },
  addresses: { read: ['support', 'technical'], change: NO_ROLES },
  alerts: { read: ALL_ROLES, change: ['technical'] },
  approvals: { read: ['billing'], change: ['billing'] },
  audit: { read: ALL_ROLES, change: NO_ROLES },
  bank: { read: ['billing'], change: ['billing'] },
  billing: { read: ['billing'], change: NO_ROLES },
  'canned-replies': { read: ALL_ROLES, change: ['support'] },
  catalogue: { read: ['billing', 'technical'], change: NO_ROLES },
  dns: { read: ['technical'], change: ['technical'] },
  domains: { read: ['support', 'technical'], change: NO_ROLES },
  geo: { read: ['technical'], change: ['technical'] },
  images: { read: ['support', 'technical'], change: ['technical'] },
  inbox: { read: ['support', 'technical'], change: ['technical'] },
  invoices: { read: ['support', 'billing'], change: ['billing'] },
  isos: { read: ['support', 'technical'], change: ['technical'] },
  ledger: { read: ['billing'], change: NO_ROLES },
  logo: { read: ['support', 'billing'], change: ['billing'] },
  mails: { read: ['support', 'billing'], change: ['support', 'technical'] },
  network: { read: ['technical'], change: ['technical'] },
  nodes: { read: ['support', 'technical'], change: ['technical'] },
  orders: { read: ['support', 'billing'], change: ['billing'] },
  payments: { read: ['support', 'billing'], change: ['billing'] },
  plans: { read: ALL_ROLES, change: ['billing'] },
  pools: { read: ['support', 'technical'], change: ['technical'] },
  provider: { read: NO_ROLES, change: NO_ROLES },
  restores: { read: NO_ROLES, change: NO_ROLES },
  scanner: { read: ['support', 'technical'], change: ['technical'] },
  servers: { read: ALL_ROLES, change: ['technical'] },
  services: { read: NO_ROLES, change: ['billing'] },
  signups: { read: ALL_ROLES, change: ['support', 'billing'] },
  staff: { read: ALL_ROLES, change: NO_ROLES },
  tax: { read: ['billing'], change: NO_ROLES },
  tickets: { read: ALL_ROLES, change: ['support', 'billing', 'technical'] },
  tokens: { read: ['support', 'technical'], change: ['support', 'technical'] },
  users: { read: NO_ROLES, change: NO_ROLES },
  workflows: { read: ['support', 'technical'], change: ['technical'] },
};

/** Operations whose roles differ from those of their resource. */
const ROLES_BY_OPERATION: { readonly [Name in OperatorOperationName]?: readonly StaffRole[] } = {
  dropInbox: ['support', 'technical'],
  forceAccess: ['technical'],
  fundAccount: ['billing'],
  noteAccount: ['support', 'billing', 'technical'],
  releaseInbox: ['support', 'technical'],
  resumeService: ['support', 'billing', 'technical'],
  setAccount: ['billing'],
  setService: ['support', 'billing', 'technical'],
  unparkAccount: ['billing'],
  setSignup: NO_ROLES,
  setToken: ['billing'],
  suspendService: ['support', 'billing', 'technical'],
  tokensStaff: NO_ROLES,
  // Customers ask support for help, and withdrawing a change only keeps the current address.
  withdrawUser: ['support'],
};

/**
 * Operations that cost money, grant rights or cause a loss. In a session, the person must have authenticated within the last 15 minutes. A
 * token belongs to a program, so this rule does not apply to tokens.
 */
const REAUTHENTICATED_OPERATIONS: readonly OperatorOperationName[] = [
  'addOrder',
  'addStaff',
  'approveApproval',
  'assignBank',
  'changeUser',
  'confirmPayment',
  'createAccount',
  'enableStaff',
  'forceAccess',
  'fundAccount',
  'postponeService',
  'refundPayment',
  'resetUser',
  'setAccount',
  'setService',
  'setStaff',
  'setToken',
  'settleDispute',
  'tokenStaff',
];

/**
 * Operations that HTTP does not serve, with the reason.
 *
 * Some fields of other operations are also for the host only (`hostOnly`):
 * - an initial balance, which `fundAccount` credits over HTTP
 * - the price of a plan, for the reason given for `addPlan`
 * - driver and URL of the DNS server, because a secret key is sent to the URL
 */
export const CLI_ONLY: { readonly [Name in OperatorOperationName]?: string } = {
  createToken: 'it would act as a customer without consent',
  channelsAlert: 'its URLs can hold secrets of other services',
  notifyAlert: 'it decides where alerts are sent, also to private addresses',
  testAlert: 'it sends from the host, with its mail server and its key',
  inviteStaff: 'setting up the sign-in of a person allows acting as that person, so it needs access to the host',
  invalidateTokens: 'it reads a file of the host',
  diffCatalogue: 'it reads a file of the host',
  addPlan: 'its price is for every customer and lasts for sold servers, so no daily limit applies',
  applyCatalogue: 'it reads a file of the host',
  exportCatalogue: 'its file is for the two operations above',
  importBank: 'it reads a file of the host',
  buildImage: 'it builds on the host for minutes',
  registerImage: 'it reads a file of the host',
  repairImage: 'it builds on the host for minutes, or reads a file of the host',
  exportInvoices: 'it writes a file of any length on the host',
  continueInvoices: 'it ends a restore, which is done at the host',
  releaseRestore: 'it ends a restore, which is done at the host',
  exportLedger: 'it writes a file of any length on the host',
  setLogo: 'it reads a file of the host',
  setScanner: 'it decides where files of customers are sent, and whether they are scanned',
  setProvider: 'it reads a file of the host, and decides who belongs to the staff',
  removeProvider: 'it decides how staff sign in, so it needs access to the host',
  repairServer: 'it uses the engine of the host',
  checkDns: 'it needs the key of the DNS server, which the API does not have',
  checkNetwork: 'it sends probes from the host',
  checkScanner: 'it calls the scanner from the host, for up to a minute',
  auditBilling: 'it reads all accounts, for minutes',
  verifyLedger: 'it reads all the books, for minutes',
};

export interface OperatorRoute {
  readonly name: OperatorOperationName;
  readonly entry: OperatorOperation;
  readonly method: Method;
  /** Path in the form of OpenAPI, without `/v1`: `/operator/accounts/{account}/suspend`. */
  readonly path: string;
  /** Input fields in the path. */
  readonly params: readonly string[];
  /** Roles of staff that may use the route. */
  readonly roles: readonly StaffRole[];
  readonly status: 200 | 201;
  /** True if the operation can need approval. Above a limit it returns 202 with the pending `Approval`. */
  readonly mayNeedApproval: boolean;
  /** True if a signed-in person must have authenticated within 15 minutes. */
  readonly requiresReauthentication: boolean;
}

/** Routes that differ from `defaultRoute`. */
const PATH_OVERRIDES: { readonly [Name in OperatorOperationName]?: readonly [Method, string] } = {
  addOrder: ['POST', '/accounts/{account}/orders'],
  assignBank: ['POST', '/bank/{line}/assign'],
  changeUser: ['POST', '/users/{user}/email'],
  dropInbox: ['POST', '/inbox/mails/{mail}/drop'],
  endAccess: ['DELETE', '/access/{access}'],
  forceAccess: ['POST', '/accounts/{account}/break-glass'],
  listAccess: ['GET', '/accounts/{account}/access'],
  listBank: ['GET', '/bank'],
  inviteSignup: ['POST', '/signups'],
  listInbox: ['GET', '/inbox/mails'],
  openAccess: ['POST', '/accounts/{account}/access'],
  releaseInbox: ['POST', '/inbox/mails/{mail}/release'],
  reportTax: ['GET', '/tax/report'],
  resetUser: ['POST', '/users/{user}/reset-two-factor'],
  revokeStaff: ['DELETE', '/staff/tokens/{token}'],
  revokeToken: ['DELETE', '/tokens/{token}'],
  setSignup: ['PATCH', '/signups/settings'],
  settleDispute: ['POST', '/disputes/{dispute}/settle'],
  saveAttachment: ['GET', '/attachments/{attachment}'],
  showProvider: ['GET', '/provider'],
  showSignup: ['GET', '/signups/settings'],
  tokenStaff: ['POST', '/staff/{person}/tokens'],
  tokensStaff: ['GET', '/staff/tokens'],
  uplinkNetwork: ['PUT', '/network/uplink'],
  withdrawUser: ['POST', '/users/{user}/withdraw-email'],
};

/** Verbs that create something and return 201. */
const CREATING_VERBS = ['add', 'create', 'force', 'invite', 'open', 'token'];

function routeOf(name: OperatorOperationName): OperatorRoute {
  const entry = toHttpEntry(operatorOperationOf(name));
  const verb = name.replace(/[A-Z].*$/, '');
  const [method, path] = PATH_OVERRIDES[name] ?? defaultRoute(entry, verb);
  const { read, change } = ROLES_BY_RESOURCE[entry.resource as Resource];
  const roles = ROLES_BY_OPERATION[name] ?? (entry.changes ? change : read);
  const status = CREATING_VERBS.includes(verb) ? 201 : 200;
  return {
    ...{ name, entry, method, status },
    path: `/operator${path}`,
    params: paramsIn(path),
    roles: [...new Set([...roles, 'owner' as const])],
    mayNeedApproval: (APPROVED_OPERATIONS as readonly string[]).includes(name),
    requiresReauthentication: REAUTHENTICATED_OPERATIONS.includes(name),
  };
}

/** Returns the entry without the fields that only the command accepts. Over HTTP, for example, callers must not choose files on a host. */
function toHttpEntry(entry: OperatorOperation): OperatorOperation {
  const { savesTo, hostOnly = [] } = entry;
  const hiddenFields = savesTo === undefined ? hostOnly : [savesTo, ...hostOnly];
  if (hiddenFields.length === 0) return entry;
  return {
    ...entry,
    input: entry.input.omit(Object.fromEntries(hiddenFields.map((field) => [field, true])) as Record<string, true>),
  };
}

/**
 * Returns method and path, such as `GET /accounts`, `GET /accounts/{account}`, `POST /accounts`, `PATCH /accounts/{account}` or
 * `POST /accounts/{account}/suspend`.
 */
function defaultRoute({ resource, changes, args = [] }: OperatorOperation, verb: string): [Method, string] {
  const one = args[0] === undefined ? `/${resource}` : `/${resource}/{${args[0]}}`;
  if (verb === 'list') return ['GET', `/${resource}`];
  if (verb === 'show') return ['GET', one];
  if (verb === 'add' || verb === 'create') return ['POST', `/${resource}`];
  if (verb === 'set') return ['PATCH', one];
  if (verb === 'remove') return ['DELETE', one];
  return [changes ? 'POST' : 'GET', `${one}/${verb}`];
}

const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** All routes that HTTP serves. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = OPERATOR_OPERATION_NAMES.filter(
  (name) => CLI_ONLY[name] === undefined,
).map(routeOf);

/** Returns the operation id, such as `operatorListAccounts`. The prefix avoids conflicts with the customers' operations. */
export const operationIdOf = (name: string): string => `operator${name[0]?.toUpperCase()}${name.slice(1)}`;
