/**
 * Run with `npm run attack`. Runs each attack of `attacks/` against the real processes on this machine, with honest customers and a paid
 * deploy, and prints the measurements. It takes about four minutes and uses only loopback.
 *
 * `-- flood` runs the attacks with that word in their name. `-- write` puts the table into docs/security.md. Exits with 1 if a target of
 * report.ts was missed.
 */
import fs from 'node:fs';
import os from 'node:os';
import { ATTACKS } from './attacks/all.ts';
import { runHonestCustomers } from './honest-customers.ts';
import { type Figures, findMissedTargets, formatTable } from './report.ts';
import { serveRole } from './roles.ts';
import { openRound, type Round } from './round.ts';
import { openSetup } from './setup.ts';
import { startSystem } from './system.ts';

const DOCUMENT = 'docs/security.md';
const [BEGIN, END] = ['<!-- attacks: begin -->', '<!-- attacks: end -->'];

const [first, second] = process.argv.slice(2);
if (first === 'role' && second === 'honest') serveRole(runHonestCustomers, { last: false });
else if (first === 'role') serveRole(attackNamed(second).run, { last: true });
else process.exitCode = await main(first);

function attackNamed(name: string | undefined) {
  const found = ATTACKS.find((attack) => attack.name === name);
  if (!found) throw new Error(`There is no attack ${name}.`);
  return found;
}

async function main(what: string | undefined): Promise<number> {
  const chosen = what === undefined || what === 'write' ? ATTACKS : ATTACKS.filter(({ name }) => name.includes(what));
  if (chosen.length === 0)
    throw new Error(`No attack has ${what} in its name. There are: ${ATTACKS.map(({ name }) => name).join(', ')}.`);
  const system = await startSystem();
  try {
    const setup = await openSetup(system);
    try {
      return await attackAll(openRound(system, setup), chosen, what === 'write');
    } finally {
      await setup.close();
    }
  } finally {
    await system.stop();
  }
}

async function attackAll(round: Round, chosen: typeof ATTACKS, write: boolean): Promise<number> {
  await round.warmUp();
  const quiet = await round.run(undefined);
  say(quiet, []);
  const all: Figures[] = [quiet];
  for (const attack of chosen) {
    const figures = await round.run(attack);
    all.push(figures);
    say(figures, findMissedTargets(figures, quiet.p99));
  }
  const again = { ...(await round.run(undefined)), attack: 'nobody, at the end' };
  all.push(again);
  // Other load on this machine varies during the run and is not an attack, so the slower of the two quiet rounds counts.
  const quietP99 = Math.max(quiet.p99, again.p99);
  const table = formatTable(all, quietP99);
  console.log(`\n${table}\n`);
  if (write) writeDown(table);
  const problems = all.flatMap((figures) =>
    findMissedTargets(figures, quietP99).map((problem) => `${figures.attack}: ${problem}`),
  );
  for (const problem of problems) console.log(`MISSED ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function say(figures: Figures, problems: string[]): void {
  const { attack, p50, p99, deploySeconds, note } = figures;
  const words = [`p50 ${p50.toFixed(1)} ms`, `p99 ${p99.toFixed(1)} ms`, `deploy ${deploySeconds?.toFixed(1) ?? 'none'} s`, note];
  console.log(
    `${problems.length > 0 ? 'MISSED' : 'held  '} ${attack}: ${words.filter(Boolean).join(', ')} ${problems.join('; ')}`,
  );
}

function writeDown(table: string): void {
  const text = fs.readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  const about = `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} at the end.`;
  fs.writeFileSync(DOCUMENT, `${text.slice(0, from + BEGIN.length)}\n${about}\n\n${table}\n${text.slice(to)}`);
}
