/**
 * Formats the text of both units. Pure.
 *
 * No directive here creates a mount namespace (`PrivateTmp`, `ProtectSystem`, `ReadWritePaths` and others). Named network namespaces are
 * mounts in /run/netns. In a mount namespace of the unit they would end with the unit, and guests that outlive it would lose their network.
 */
import { GUESTS_UNIT } from '@innkeeper/engine/host/launcher';
import { REFUSED_EXIT_CODE } from '../upgrade/refused.ts';

export const INNKEEPER_UNIT = 'innkeeper.service';
export { GUESTS_UNIT };

export interface UnitFacts {
  /** Absolute path of the Node.js binary that runs Innkeeper. */
  node: string;
  checkout: string;
  home: string;
  /** Name of the further node whose worker the unit runs, or `null` for the first host. */
  furtherNode: string | null;
}

const NO_REPEATED_UPGRADE = [
  '# A failed upgrade is repeated by a person or by another release.',
  `RestartPreventExitStatus=${REFUSED_EXIT_CODE}`,
];

/** Returns the text of `innkeeper.service`, which runs PostgreSQL, the API and the worker, or only the worker of a further node. */
export function formatInnkeeperUnit(facts: UnitFacts): string {
  const { furtherNode } = facts;
  const words = furtherNode === null ? ['up'] : ['worker', '--node', furtherNode];
  return unit(facts, {
    Unit: [
      `Description=Innkeeper: ${furtherNode === null ? 'PostgreSQL, API and worker' : 'worker of a further node'}`,
      'Wants=network-online.target',
      `Requires=${GUESTS_UNIT}`,
      `After=network-online.target ${GUESTS_UNIT}`,
      '# A start that fails is repeated without an end.',
      'StartLimitIntervalSec=0',
    ],
    Service: [
      'Type=exec',
      `ExecStart=${commandLine(facts, [...words, '--unattended'])}`,
      '# "always" would start again what ./innkeeper down has stopped.',
      'Restart=on-failure',
      'RestartSec=1',
      ...NO_REPEATED_UPGRADE,
      '# API and worker have 25 s each, PostgreSQL 60 s.',
      'TimeoutStopSec=120',
      'KillMode=mixed',
      '# Processes that the kernel kills for want of memory are started again by their parent.',
      'OOMPolicy=continue',
    ],
  });
}

/** Returns the text of the unit that shuts guests down with the host. The unit starts before Innkeeper, so it stops after it. */
export function formatGuestsUnit(facts: UnitFacts): string {
  return unit(facts, {
    Unit: [
      'Description=Innkeeper: shutdown of the guests with the host',
      `Before=${INNKEEPER_UNIT}`,
      '# Guests may need the network to shut down.',
      'After=network.target',
    ],
    Service: [
      'Type=oneshot',
      'RemainAfterExit=yes',
      `ExecStop=${commandLine(facts, ['guests', 'shutdown', '--host'])}`,
      '# Guests have 90 s, then they are powered off.',
      'TimeoutStopSec=150',
      ...NO_REPEATED_UPGRADE,
    ],
  });
}

function unit({ checkout, home }: UnitFacts, { Unit, Service }: Record<'Unit' | 'Service', string[]>): string {
  const mounts = [...new Set([checkout, home])].map(word).join(' ');
  return [
    '# Written by ./innkeeper systemd install, which replaces this file. Put changes into a drop-in: systemctl edit',
    '[Unit]',
    ...Unit,
    `RequiresMountsFor=${mounts}`,
    '',
    '[Service]',
    ...Service,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n');
}

/** Quotes an argument. systemd expands variables in arguments, but not in the path of the program. */
function commandLine({ node, checkout, home }: UnitFacts, words: readonly string[]): string {
  const args = ['--enable-source-maps', `${checkout}/build/innkeeper.mjs`, ...words, '--home', home];
  return [word(node), ...args.map((one) => word(one).replaceAll('$', '$$$$'))].join(' ');
}

/** Quotes a word for systemd, where `%` begins a specifier. */
function word(text: string): string {
  const escaped = text.replaceAll('%', '%%');
  if (/^[\w./+@:=,~%-]+$/.test(escaped)) return escaped;
  return `"${escaped.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** Returns whether two units differ at most in the places of Node.js, checkout and home. */
export function hasSameSettings(one: string, other: string): boolean {
  const settingsOf = (text: string): string => text.replaceAll(/^(?:Exec(?:Start|Stop)|RequiresMountsFor)=.*$/gm, '');
  return settingsOf(one) === settingsOf(other);
}

/** Returns the home that one of our units names, or `undefined`. */
export function homeOfUnit(text: string): string | undefined {
  return /^Exec(?:Start|Stop)=.* --home (.+)$/m.exec(text)?.[1];
}
