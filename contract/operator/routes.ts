/**
 * The operator's operations over HTTP: which are served where, and who of the staff may. All of it follows from the entries and the
 * tables below; an entry of a resource without a line in `MAY` does not compile.
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

/** Who may besides the owner, who may everything. */
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

/** Where an operation is for others than its resource says. */
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
  // Everybody who is asked for help can keep the address as it is.
  withdrawUser: ['support'],
};

/** What costs or loses something, or says who may: whoever is signed in must have proven who it is within 15 minutes. A token is a program's, and is never asked. */
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
 * What is not served, and why. Of other operations some fields are for somebody at the host (`hostOnly`): a first balance, which `fundAccount` credits
 * over HTTP; the price of a plan, for the reason of `addPlan`; and where DNS is, since a key that only the host knows is sent there.
 */
export const NOT_SERVED: { readonly [Name in OperatorOperationName]?: string } = {
  createToken: 'it would act as its customer, without consent',
  inviteStaff: 'whoever sets up the sign-in of a person acts as that person, so it takes somebody at the host',
  invalidateTokens: 'it reads a file of the host',
  diffCatalogue: 'it reads a file of the host',
  addPlan: 'its price is for everybody at once, and what is sold keeps it, so no limit of a day can judge it',
  applyCatalogue: 'it reads a file of the host',
  exportCatalogue: 'it is a file for the two above',
  importBank: 'it reads a file of the host',
  buildImage: 'it builds on the host, for minutes',
  registerImage: 'it reads a file of the host',
  exportInvoices: 'it writes a file of the host, of any length',
  exportLedger: 'it writes a file of the host, of any length',
  setLogo: 'it reads a file of the host',
  setScanner: 'it says where files of customers are sent, and whether they are judged',
  setProvider: 'it reads a file of the host, and decides who the staff is',
  removeProvider: 'it decides how the staff signs in, which is for somebody at the host',
  repairServer: 'it asks the engine of the host',
  checkDns: 'it asks the DNS server with a key that the API has not',
  checkNetwork: 'it sends probes from the host',
  checkScanner: 'it asks the scanner from the host, for as long as a minute',
  auditBilling: 'it reads all accounts, for minutes',
  verifyLedger: 'it reads all the books, for minutes',
};

export interface OperatorRoute {
  readonly name: OperatorOperationName;
  readonly entry: OperatorOperation;
  readonly method: Method;
  /** In the form of OpenAPI, without `/v1`: `/operator/accounts/{account}/suspend`. */
  readonly path: string;
  /** Fields of the input that the path names. */
  readonly params: readonly string[];
  /** Those of the staff that may. */
  readonly roles: readonly StaffRole[];
  readonly status: 200 | 201;
  /** Past a limit another person has to approve it: 202 with the `Approval` that waits. */
  readonly approved: boolean;
  /** Asks who is signed in for a proof of the last 15 minutes. */
  readonly recent: boolean;
}

/** Which do not read as the rule below makes them. */
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

/** Verbs that make something, in a list of such. */
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

/** The entry without the fields that only its command takes. Over HTTP nobody says where on a host a file goes. */
function served(entry: OperatorOperation): OperatorOperation {
  const { savesTo, hostOnly = [] } = entry;
  const left = savesTo === undefined ? hostOnly : [savesTo, ...hostOnly];
  if (left.length === 0) return entry;
  return { ...entry, input: entry.input.omit(Object.fromEntries(left.map((field) => [field, true])) as Record<string, true>) };
}

/** `GET /accounts`, `GET /accounts/{account}`, `POST /accounts`, `PATCH /accounts/{account}`, `POST /accounts/{account}/suspend`. */
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

/** All that are served. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = OPERATOR_OPERATION_NAMES.filter(
  (name) => NOT_SERVED[name] === undefined,
).map(routeOf);

/** `operatorListAccounts`: names of operations are the customers' too. */
export const operationIdOf = (name: string): string => `operator${name[0]?.toUpperCase()}${name.slice(1)}`;
