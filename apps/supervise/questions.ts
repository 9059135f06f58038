/** Questions to one process about its configuration. Each answer finds its question, also after others were given up. */
import type { ConfigurationMessage } from '../configuration/messages.ts';
import type { WrittenPart } from '../configuration/parts.ts';
import type { Child } from './child.ts';

/** A process that starts answers when it runs its first code, which may be a while after a crash. */
const ANSWER_MS = 20_000;

export interface Questions {
  /** Returns what the process answers, or `null` if there is none just now, or it does not answer within 20 s. */
  ask(child: Child, message: ConfigurationMessage): Promise<WrittenPart | null>;
  answered(message: ConfigurationMessage & { kind: 'configuration' }): void;
}

export function openQuestions(): Questions {
  const waiting = new Map<number, (values: WrittenPart | null) => void>();
  let last = 0;
  return {
    ask(child, message) {
      last += 1;
      const question = last;
      return new Promise((resolve) => {
        const settle = (values: WrittenPart | null): void => {
          clearTimeout(late);
          waiting.delete(question);
          resolve(values);
        };
        const late = setTimeout(() => settle(null), ANSWER_MS);
        waiting.set(question, settle);
        if (!child.send({ ...message, question })) settle(null);
      });
    },
    answered({ question, values }) {
      if (question !== undefined) waiting.get(question)?.(values);
    },
  };
}
