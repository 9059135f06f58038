import type { Input, Output } from '@innkeeper/sdk/index';
import { type ReactNode, useState } from 'react';
import { ChoiceGroup } from '../parts/choice-group.tsx';
import { Segments } from '../parts/field.tsx';
import { SecretFormDialog } from './secret-form-dialog.tsx';

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

type Rotation = 'rotateToken' | 'rotateWebhookSecret';

export interface RotateDialogProps<Name extends Rotation, Overlap extends string> {
  name: ReactNode;
  id: number;
  operation: Name;
  texts: RotateTexts<Overlap>;
  /** Choices in minutes, in order. `0` ends the previous secret immediately. */
  overlaps: readonly Overlap[];
  first: Overlap;
  /** Returns whether an attempt with a lost reply has changed the secret. */
  wasRotated: () => Promise<boolean>;
  onCreated: (made: Output<Name>) => void;
  onClose: () => void;
}

/** Shows the dialog that replaces the secret of a token or webhook. The previous secret stays valid for a chosen time. */
export function RotateDialog<Name extends Rotation, Overlap extends string>(props: RotateDialogProps<Name, Overlap>) {
  const { name, id, operation, texts, overlaps, first, wasRotated, onCreated, onClose } = props;
  const [overlap, setOverlap] = useState(first);
  return (
    <SecretFormDialog
      title={
        <>
          {texts.rotateTitle} {name}
        </>
      }
      operation={operation}
      input={{ id, overlap_minutes: Number(overlap) } as Input<Name>}
      button={texts.rotate}
      wasDone={wasRotated}
      lost={texts.lostRotated}
      isRepeatable
      onClosed={onCreated}
      onClose={onClose}
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
    </SecretFormDialog>
  );
}
