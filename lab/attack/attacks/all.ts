import type { Attack } from '../attack.ts';
import { CONSOLE } from './console.ts';
import { FLOODS } from './floods.ts';
import { HEAVY } from './heavy.ts';
import { MAIL } from './mail.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { SOCKETS } from './sockets.ts';

export const ATTACKS: readonly Attack[] = [...SOCKETS, ...FLOODS, ...HEAVY, ...NEIGHBOURS, ...CONSOLE, ...MAIL];
