/**
 * Reads and writes the environment variables that tell a process to which installation it belongs.
 *
 * The supervisor sets them. An operator who starts build/api.mjs and build/worker.mjs under another supervisor sets them too. Decisions of the
 * operator are in the configuration instead (configuration/own.ts).
 */
import { type Home, homeAt } from './installation/home.ts';
import { THIS_NODE } from './installation/node.ts';
import { FatalStart } from './processes/messages.ts';

export interface ProcessFacts {
  home: Home;
  databaseUrl: string;
  /** Database URL of the API for requests of the staff, or `null` to serve none. */
  operatorDatabaseUrl: string | null;
  /** User that the API becomes, and that may ask the worker about guests. `null` for the user that starts them. */
  apiUser: string | null;
  /** Name of the node that the worker serves. */
  node: string;
  /** True for a home with the demo account. Links of a trial lead to the API's own URL. */
  hasDemoAccount: boolean;
}

export function toEnvironment({
  home,
  databaseUrl,
  operatorDatabaseUrl,
  apiUser,
  node,
  hasDemoAccount,
}: ProcessFacts): NodeJS.ProcessEnv {
  return {
    INNKEEPER_HOME: home.path,
    DATABASE_URL: databaseUrl,
    INNKEEPER_NODE: node,
    ...(operatorDatabaseUrl && { INNKEEPER_OPERATOR_DATABASE_URL: operatorDatabaseUrl }),
    ...(apiUser && { INNKEEPER_API_USER: apiUser }),
    ...(hasDemoAccount && { INNKEEPER_DEMO_ACCOUNT: 'true' }),
  };
}

/** Reads the variables. Throws `FatalStart` with the name of a missing one. */
export function fromEnvironment(env: NodeJS.ProcessEnv): ProcessFacts {
  const need = (name: string): string => {
    const value = env[name];
    if (!value) throw new FatalStart(`The environment variable ${name} is missing.`);
    return value;
  };
  return {
    home: homeAt(need('INNKEEPER_HOME')),
    databaseUrl: need('DATABASE_URL'),
    operatorDatabaseUrl: env.INNKEEPER_OPERATOR_DATABASE_URL || null,
    apiUser: env.INNKEEPER_API_USER || null,
    node: env.INNKEEPER_NODE || THIS_NODE,
    hasDemoAccount: env.INNKEEPER_DEMO_ACCOUNT === 'true',
  };
}

/** Variables that each process inherits. The others may hold secrets of the operator. */
const COMMON = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV', 'NODE_OPTIONS'];
/**
 * Variables that a process inherits. Proxies are not among them: API and worker check the address that each request connects to, and a proxy
 * would choose that address. `http_proxy` is for apt, which runs with the environment of commands (engine/host/run.ts).
 */
const ALLOWED = {
  api: COMMON,
  worker: [...COMMON, 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR'],
};

/**
 * Returns the environment of a supervised process: its facts, and the variables of `parentEnv` that it may have. Its configuration comes over IPC,
 * except the file `caCertificates`, whose name Node takes from the environment at the start.
 */
export function environmentOf(
  name: keyof typeof ALLOWED,
  facts: ProcessFacts,
  { parentEnv, caCertificates }: { parentEnv: NodeJS.ProcessEnv; caCertificates: string | null },
): NodeJS.ProcessEnv {
  const allowed = ALLOWED[name].filter((variable) => parentEnv[variable] !== undefined);
  return {
    ...Object.fromEntries(allowed.map((variable) => [variable, parentEnv[variable]])),
    ...toEnvironment(facts),
    ...(caCertificates !== null && { NODE_EXTRA_CA_CERTS: caCertificates }),
    INNKEEPER_SUPERVISED: 'true',
  };
}
