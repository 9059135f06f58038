import { useState } from 'react';
import { type Act, type CallOptions, useAct } from '../../data/act.ts';
import { type Client, clientWithProgress } from '../../data/upload.ts';
import type { Attachment } from './attach.tsx';

export interface MessageAct<Input, Output> extends Act<Input, Output> {
  /** Sent share of the files, from 0 to 1. `undefined` while nothing is sent. */
  share: number | undefined;
}

/** Returns an act that sends files. `Input` names the files by their ids, so that other files make another act with its own key. */
export function useMessageAct<Input extends { files: readonly Attachment[] }, Output>(
  call: (client: Client, input: Input, options: CallOptions) => Promise<Output>,
): MessageAct<Input, Output> {
  const [share, setShare] = useState<number>();
  const act = useAct(async (input: Input, options) => {
    setShare(0);
    try {
      return await call(clientWithProgress(setShare), input, options);
    } finally {
      setShare(undefined);
    }
  });
  return { ...act, share };
}
