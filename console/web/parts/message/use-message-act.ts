import { useState } from 'react';
import { type Act, type CallOptions, useAct } from '../../data/act.ts';
import { type Client, clientWithProgress } from '../../data/upload.ts';
import type { Attachment } from './attach.tsx';

export interface MessageAct<Input, Output> extends Act<Input, Output> {
  /** Share of the files that is sent, from 0 to 1. `undefined` while nothing is sent. */
  share: number | undefined;
}

/** Makes an act of a call that sends files. `Input` names its files by their ids, so that other files are another act with another key. */
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
