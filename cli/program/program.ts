/** The commands of `./innkeeper`, and their program. */
import { Command } from 'commander';
import project from '../../package.json' with { type: 'json' };

/** Commands in the order of the help. Each is loaded separately, because all of them take 0.5 s. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('../up.ts')).upCommand(),
  down: async () => (await import('../down.ts')).downCommand(),
  systemd: async () => (await import('../systemd.ts')).systemdCommand(),
  guests: async () => (await import('../guests.ts')).guestsCommand(),
  config: async () => (await import('../config.ts')).configCommand(),
  status: async () => (await import('../status.ts')).statusCommand(),
  demo: async () => (await import('../demo.ts')).demoCommand(),
  api: async () => (await import('../api.ts')).apiCommand(),
  ssh: async () => (await import('../ssh.ts')).sshCommand(),
  account: async () => (await import('../account.ts')).accountCommand(),
  token: async () => (await import('../token.ts')).tokenCommand(),
  service: async () => (await import('../service.ts')).serviceCommand(),
  signup: async () => (await import('../signup.ts')).signupCommand(),
  user: async () => (await import('../user.ts')).userCommand(),
  staff: async () => (await import('../staff.ts')).staffCommand(),
  approval: async () => (await import('../approval.ts')).approvalCommand(),
  access: async () => (await import('../access.ts')).accessCommand(),
  audit: async () => (await import('../audit.ts')).auditCommand(),
  server: async () => (await import('../server.ts')).serverCommand(),
  workflow: async () => (await import('../workflow.ts')).workflowCommand(),
  mail: async () => (await import('../mail.ts')).mailCommand(),
  inbox: async () => (await import('../inbox.ts')).inboxCommand(),
  ticket: async () => (await import('../ticket.ts')).ticketCommand(),
  provider: async () => (await import('../provider.ts')).providerCommand(),
  domain: async () => (await import('../domain.ts')).domainCommand(),
  canned: async () => (await import('../canned.ts')).cannedCommand(),
  scanner: async () => (await import('../scanner.ts')).scannerCommand(),
  attachment: async () => (await import('../ticket.ts')).attachmentCommand(),
  alert: async () => (await import('../alert.ts')).alertCommand(),
  node: async () => (await import('../node.ts')).nodeCommand(),
  pool: async () => (await import('../pool.ts')).poolCommand(),
  dns: async () => (await import('../dns.ts')).dnsCommand(),
  address: async () => (await import('../pool.ts')).addressCommand(),
  network: async () => (await import('../network.ts')).networkCommand(),
  geo: async () => (await import('../geo.ts')).geoCommand(),
  worker: async () => (await import('../worker.ts')).workerCommand(),
  payment: async () => (await import('../payment.ts')).paymentCommand(),
  refund: async () => (await import('../refund.ts')).refundCommand(),
  dispute: async () => (await import('../payment.ts')).disputeCommand(),
  bank: async () => (await import('../payment.ts')).bankCommand(),
  order: async () => (await import('../order.ts')).orderCommand(),
  plan: async () => (await import('../plan.ts')).planCommand(),
  catalogue: async () => (await import('../catalogue.ts')).catalogueCommand(),
  image: async () => (await import('../image.ts')).imageCommand(),
  invoice: async () => (await import('../invoice.ts')).invoiceCommand(),
  logo: async () => (await import('../logo.ts')).logoCommand(),
  iso: async () => (await import('../iso.ts')).isoCommand(),
  billing: async () => (await import('../billing.ts')).billingCommand(),
  ledger: async () => (await import('../ledger.ts')).ledgerCommand(),
  tax: async () => (await import('../tax.ts')).taxCommand(),
  operations: async () => (await import('../operations.ts')).operationsCommand(),
  doctor: async () => (await import('../doctor.ts')).doctorCommand(),
  backup: async () => (await import('../backup.ts')).backupCommand(),
  restore: async () => (await import('../restore.ts')).restoreCommand(),
  test: async () => (await import('../test.ts')).testCommand(),
};

/** Command that only `up --detach` uses. */
const INTERNAL: typeof COMMANDS = {
  supervise: async () => (await import('../supervise.ts')).superviseCommand(),
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
