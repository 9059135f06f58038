/**
 * The operator's operations over HTTP: method, path and permitted roles. All follows from the entries and the tables below. An
 * entry of a resource without a line in `MAY` does not compile.
 */
import { STAFF_ROLES, type StaffRole } from '@innkeeper/model/staff';
import type { Method } from '../define.ts';
import { OPERATOR_OPERATION_NAMES, type OPERATOR_OPERATIONS, type OperatorOperationName, operatorOperationOf } from './all.ts';
import { APPROVED_OPERATIONS } from './approvals.ts';
import type { OperatorOperation } from './define.ts';

type Resource = (typeof OPERATOR_OPERATIONS)[OperatorOperationName]['resource'];

interface May {
  read: readonly StaffRole[];
  change: readonly StaffRole[];
}

const everybody = STAFF_ROLES;
const nobody: readonly StaffRole[] = [];

/** Roles that may use each resource, besides `owner`, which may use all. */
const MAY: Readonly<Record<Resource, May>> = {
  access: { read: ['support', 'technical'], change: ['support', 'technical'] },
  accounts: { read: everybody, change: ['support', 'billing'] },
  addresses: { read: ['support', 'technical'], change: nobody },
  alerts: { read: everybody, change: ['technical'] },
  approvals: { read: ['billing'], change: ['billing'] },
  audit: { read: everybody, change: nobody },
  bank: { read: ['billing'], change: ['billing'] },
  billing: { read: ['billing'], change: nobody },
  'canned-replies': { read: everybody, change: ['support'] },
  catalogue: { read: ['billing', 'technical'], change: nobody },
  dns: { read: ['technical'], change: ['technical'] },
  domains: { read: ['support', 'technical'], change: nobody },
  geo: { read: ['technical'], change: ['technical'] },
  images: { read: ['support', 'technical'], change: ['technical'] },
  inbox: { read: ['support', 'technical'], change: ['technical'] },
  invoices: { read: ['support', 'billing'], change: ['billing'] },
  isos: { read: ['support', 'technical'], change: ['technical'] },
  ledger: { read: ['billing'], change: nobody },
  logo: { read: ['support', 'billing'], change: ['billing'] },
  mails: { read: ['support', 'billing'], change: ['support', 'technical'] },
  network: { read: ['technical'], change: ['technical'] },
  nodes: { read: ['support', 'technical'], change: ['technical'] },
  orders: { read: ['support', 'billing'], change: ['billing'] },
  payments: { read: ['support', 'billing'], change: ['billing'] },
  plans: { read: everybody, change: ['billing'] },
  pools: { read: ['support', 'technical'], change: ['technical'] },
  provider: { read: nobody, change: nobody },
  scanner: { read: ['support', 'technical'], change: ['technical'] },
  servers: { read: everybody, change: ['technical'] },
  services: { read: nobody, change: ['billing'] },
  signups: { read: everybody, change: ['support', 'billing'] },
  staff: { read: everybody, change: nobody },
  tax: { read: ['billing'], change: nobody },
  tickets: { read: everybody, change: ['support', 'billing', 'technical'] },
  tokens: { read: ['support', 'technical'], change: ['support', 'technical'] },
  users: { read: nobody, change: nobody },
  workflows: { read: ['support', 'technical'], change: ['technical'] },
};

/** Operations whose roles differ from those of their resource. */
const EXCEPTIONS: { readonly [Name in OperatorOperationName]?: readonly StaffRole[] } = {
  forceAccess: ['technical'],
  fundAccount: ['billing'],
  noteAccount: ['support', 'billing', 'technical'],
  releaseInbox: ['support', 'technical'],
  resumeService: ['support', 'billing', 'technical'],
  setAccount: ['billing'],
  setService: ['support', 'billing', 'technical'],
  unparkAccount: ['billing'],
  setSignup: nobody,
  setToken: ['billing'],
  suspendService: ['support', 'billing', 'technical'],
  tokensStaff: nobody,
  // Every role that a customer asks for help can keep the current address.
  withdrawUser: ['support'],
};

/**
 * Operations that cost or lose something or grant rights. A signed-in person must have authenticated within 15 minutes. A token
 * belongs to a program and is never asked.
 */
const RECENT: readonly OperatorOperationName[] = [
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
 * Operations that HTTP does not serve, with the reason. Some fields of other operations are also for the host only
 * (`hostOnly`): an initial balance, which `fundAccount` credits over HTTP; the price of a plan, for the reason of `addPlan`;
 * and the URL of the DNS server, because a secret key is sent there.
 */
export const NOT_SERVED: { readonly [Name in OperatorOperationName]?: string } = {
  createToken: 'it would act as a customer without consent',
  inviteStaff: 'setting up the sign-in of a person allows acting as that person, so it needs access to the host',
  invalidateTokens: 'it reads a file of the host',
  diffCatalogue: 'it reads a file of the host',
  addPlan: 'its price is for every customer and lasts for sold servers, so no daily limit applies',
  applyCatalogue: 'it reads a file of the host',
  exportCatalogue: 'its file is for the two operations above',
  importBank: 'it reads a file of the host',
  buildImage: 'it builds on the host for minutes',
  registerImage: 'it reads a file of the host',
  exportInvoices: 'it writes a file of any length on the host',
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
  readonly approved: boolean;
  /** True if a signed-in person must have authenticated within 15 minutes. */
  readonly recent: boolean;
}

/** Routes that differ from the rule below. */
const PATHS: { readonly [Name in OperatorOperationName]?: readonly [Method, string] } = {
  addOrder: ['POST', '/accounts/{account}/orders'],
  assignBank: ['POST', '/bank/{line}/assign'],
  changeUser: ['POST', '/users/{user}/email'],
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
const MAKES = ['add', 'create', 'force', 'invite', 'open', 'token'];

function routeOf(name: OperatorOperationName): OperatorRoute {
  const entry = served(operatorOperationOf(name));
  const verb = name.replace(/[A-Z].*$/, '');
  const [method, path] = PATHS[name] ?? placeOf(entry, verb);
  const { read, change } = MAY[entry.resource as Resource];
  const roles = EXCEPTIONS[name] ?? (entry.changes ? change : read);
  const status = MAKES.includes(verb) ? 201 : 200;
  return {
    ...{ name, entry, method, status },
    path: `/operator${path}`,
    params: paramsIn(path),
    roles: [...new Set([...roles, 'owner' as const])],
    approved: (APPROVED_OPERATIONS as readonly string[]).includes(name),
    recent: RECENT.includes(name),
  };
}

/** Returns the entry without the fields that only its command takes. Over HTTP nobody chooses a file on a host. */
function served(entry: OperatorOperation): OperatorOperation {
  const { savesTo, hostOnly = [] } = entry;
  const left = savesTo === undefined ? hostOnly : [savesTo, ...hostOnly];
  if (left.length === 0) return entry;
  return { ...entry, input: entry.input.omit(Object.fromEntries(left.map((field) => [field, true])) as Record<string, true>) };
}

/**
 * Returns method and path: `GET /accounts`, `GET /accounts/{account}`, `POST /accounts`, `PATCH /accounts/{account}`, `POST
 * /accounts/{account}/suspend`.
 */
function placeOf({ resource, changes, args = [] }: OperatorOperation, verb: string): [Method, string] {
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
  (name) => NOT_SERVED[name] === undefined,
).map(routeOf);

/** Returns the operation id, such as `operatorListAccounts`. The prefix avoids conflicts with the customers' operations. */
export const operationIdOf = (name: string): string => `operator${name[0]?.toUpperCase()}${name.slice(1)}`;
