/** The commands of `./innkeeper`, and their program. */
import { Command } from 'commander';
import project from '../package.json' with { type: 'json' };

/** Commands in the order of the help. Each is loaded separately, because all of them take 0.5 s. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  down: async () => (await import('./commands/down.ts')).downCommand(),
  systemd: async () => (await import('./commands/systemd.ts')).systemdCommand(),
  guests: async () => (await import('./commands/guests.ts')).guestsCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  api: async () => (await import('./commands/api.ts')).apiCommand(),
  ssh: async () => (await import('./commands/ssh.ts')).sshCommand(),
  account: async () => (await import('./commands/account.ts')).accountCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  service: async () => (await import('./commands/service.ts')).serviceCommand(),
  signup: async () => (await import('./commands/signup.ts')).signupCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  staff: async () => (await import('./commands/staff.ts')).staffCommand(),
  approval: async () => (await import('./commands/approval.ts')).approvalCommand(),
  access: async () => (await import('./commands/access.ts')).accessCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  server: async () => (await import('./commands/server.ts')).serverCommand(),
  workflow: async () => (await import('./commands/workflow.ts')).workflowCommand(),
  mail: async () => (await import('./commands/mail.ts')).mailCommand(),
  inbox: async () => (await import('./commands/inbox.ts')).inboxCommand(),
  ticket: async () => (await import('./commands/ticket.ts')).ticketCommand(),
  provider: async () => (await import('./commands/provider.ts')).providerCommand(),
  domain: async () => (await import('./commands/domain.ts')).domainCommand(),
  canned: async () => (await import('./commands/canned.ts')).cannedCommand(),
  scanner: async () => (await import('./commands/scanner.ts')).scannerCommand(),
  attachment: async () => (await import('./commands/ticket.ts')).attachmentCommand(),
  alert: async () => (await import('./commands/alert.ts')).alertCommand(),
  node: async () => (await import('./commands/node.ts')).nodeCommand(),
  pool: async () => (await import('./commands/pool.ts')).poolCommand(),
  dns: async () => (await import('./commands/dns.ts')).dnsCommand(),
  address: async () => (await import('./commands/pool.ts')).addressCommand(),
  network: async () => (await import('./commands/network.ts')).networkCommand(),
  geo: async () => (await import('./commands/geo.ts')).geoCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  payment: async () => (await import('./commands/payment.ts')).paymentCommand(),
  dispute: async () => (await import('./commands/payment.ts')).disputeCommand(),
  bank: async () => (await import('./commands/payment.ts')).bankCommand(),
  order: async () => (await import('./commands/payment.ts')).orderCommand(),
  plan: async () => (await import('./commands/plan.ts')).planCommand(),
  catalogue: async () => (await import('./commands/catalogue.ts')).catalogueCommand(),
  image: async () => (await import('./commands/image.ts')).imageCommand(),
  invoice: async () => (await import('./commands/invoice.ts')).invoiceCommand(),
  logo: async () => (await import('./commands/logo.ts')).logoCommand(),
  iso: async () => (await import('./commands/iso.ts')).isoCommand(),
  billing: async () => (await import('./commands/billing.ts')).billingCommand(),
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand(),
  tax: async () => (await import('./commands/tax.ts')).taxCommand(),
  operations: async () => (await import('./commands/operations.ts')).operationsCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  test: async () => (await import('./commands/test.ts')).testCommand(),
};

/** Command that only `up --detach` uses. */
const INTERNAL: typeof COMMANDS = {
  supervise: async () => (await import('./commands/supervise.ts')).superviseCommand(),
};

/**
 * Returns the program with the commands that the first word of a command line needs. A command's name loads that command. An option or no word
 * loads all of them, as help lists them. An unknown name loads none: commander suggests a similar name, and needs only the names.
 */
export async function loadProgram(word = ''): Promise<Command> {
  const program = new Command('innkeeper')
    .description('Host virtual servers: sell, run, protect and support them through one API.')
    .version(project.version)
    .showHelpAfterError('(see ./innkeeper --help)')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 usage error. With --json, errors are JSON on stderr.')
    .helpCommand(false)
    .enablePositionalOptions();
  for (const command of await commandsFor(word)) program.addCommand(command);
  return program;
}

async function commandsFor(word: string): Promise<Command[]> {
  const named = COMMANDS[word] ?? INTERNAL[word];
  if (named) return [await named()];
  if (word === '' || word.startsWith('-')) return Promise.all(Object.values(COMMANDS).map((load) => load()));
  return Object.keys(COMMANDS).map((name) => new Command(name));
}
