/** State machines as tables: state, verb, next state. A state allows only the verbs that it lists. */
import { Failure } from '../failures.ts';

export interface Transitions<State extends string, Verb extends string> {
  readonly table: Readonly<Record<State, Partial<Record<Verb, State>>>>;
  can(from: State, verb: Verb): boolean;
  /** Returns the next state. Throws `wrong_state` if the verb is not allowed. */
  next(from: State, verb: Verb): State;
  verbs(from: State): Verb[];
}

/** Creates the functions of a state machine from its table. `noun` names the resource in refusals. */
export function defineTransitions<State extends string, Verb extends string>(
  noun: string,
  table: Record<State, Partial<Record<Verb, State>>>,
): Transitions<State, Verb> {
  return {
    table,
    can: (from, verb) => table[from][verb] !== undefined,
    next(from, verb) {
      const to = table[from][verb];
      if (to === undefined) throw new Failure('wrong_state', { message: refusal(noun, from, verb) });
      return to;
    },
    verbs: (from) => Object.keys(table[from]) as Verb[],
  };
}

function refusal(noun: string, from: string, verb: string): string {
  return `This ${noun} is ${words(from)}, so you cannot ${words(verb)} it now.`;
}

const words = (name: string): string => name.replaceAll('_', ' ');
