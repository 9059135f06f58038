import { type ReactNode, useState } from 'react';
import type { CallOptions } from '../data/act.ts';
import { useSecretAct } from '../data/secret-act.ts';
import { ChoiceGroup } from '../parts/choice-group.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Segments } from '../parts/field.tsx';
import { CallDetails } from './call.tsx';
import { LostSecretNote } from './lost-secret-note.tsx';

/** Rotation. `overlap_minutes`: time during which the previous secret stays valid. */
type Rotation = { id: number; overlap_minutes: number };

interface RotateTexts<Overlap extends string> {
  rotate: string;
  rotateTitle: string;
  rotateWhat: string;
  overlap: string;
  overlaps: Readonly<Record<Overlap, string>>;
  overlapNow: string;
  overlapLater: string;
  lostRotated: string;
}

export interface RotateDialogProps<Overlap extends string, Made> {
  name: ReactNode;
  id: number;
  operation: 'rotateToken' | 'rotateWebhookSecret';
  texts: RotateTexts<Overlap>;
  /** Choices in minutes, in order. `0` ends the previous secret immediately. */
  overlaps: readonly Overlap[];
  first: Overlap;
  rotate: (input: Rotation, options: CallOptions) => Promise<Made>;
  /** Returns whether an attempt with a lost reply has changed the secret. */
  wasRotated: () => Promise<boolean>;
  onCreated: (made: Made) => void;
  onClose: () => void;
}

/** Shows the dialog that replaces the secret of a token or webhook. The previous secret stays valid for a chosen time. */
export function RotateDialog<Overlap extends string, Made>(props: RotateDialogProps<Overlap, Made>) {
  const { name, id, operation, texts, overlaps, first, rotate, wasRotated, onCreated, onClose } = props;
  const [overlap, setOverlap] = useState(first);
  const act = useSecretAct(rotate, wasRotated);
  const input = { id, overlap_minutes: Number(overlap) };
  const send = async () => {
    const made = await act.run(input);
    if (made !== undefined) onCreated(made);
  };
  return (
    <Dialog
      title={
        <>
          {texts.rotateTitle} {name}
        </>
      }
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <DialogActions onCancel={onClose} busy={act.isRunning}>
          {texts.rotate}
        </DialogActions>
      }
    >
      <p>{texts.rotateWhat}</p>
      <ChoiceGroup legend={texts.overlap} hint={overlap === '0' ? texts.overlapNow : texts.overlapLater}>
        <Segments
          label={texts.overlap}
          value={overlap}
          options={overlaps.map((value) => ({ value, label: texts.overlaps[value] }))}
          onChange={setOverlap}
        />
      </ChoiceGroup>
      <LostSecretNote act={act} done={texts.lostRotated} />
      <CallDetails call={{ operation, input }} />
    </Dialog>
  );
}
