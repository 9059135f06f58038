/** Requests to one process about its configuration. Each reply is matched to its request, also after other requests timed out. */
import type { ConfigurationMessage } from '../configuration/messages.ts';
import type { WrittenPart } from '../configuration/parts.ts';
import type { Child } from './child.ts';

/** Timeout of a request. A starting process answers when its first code runs, which can take a while after a crash. */
const ANSWER_MS = 20_000;

export interface ConfigurationRequests {
  /** Returns the reply of the process. Returns `null` if no process is running, or if it does not answer within 20 s. */
  request(child: Child, message: ConfigurationMessage): Promise<WrittenPart | null>;
  handleReply(message: ConfigurationMessage & { kind: 'configuration' }): void;
}

/** Opens the requests to one process. */
export function openConfigurationRequests(): ConfigurationRequests {
  const pendingRequests = new Map<number, (values: WrittenPart | null) => void>();
  let last = 0;
  return {
    request(child, message) {
      last += 1;
      const question = last;
      return new Promise((resolve) => {
        const settle = (values: WrittenPart | null): void => {
          clearTimeout(late);
          pendingRequests.delete(question);
          resolve(values);
        };
        const late = setTimeout(() => settle(null), ANSWER_MS);
        pendingRequests.set(question, settle);
        if (!child.send({ ...message, question })) settle(null);
      });
    },
    handleReply({ question, values }) {
      if (question !== undefined) pendingRequests.get(question)?.(values);
    },
  };
}
