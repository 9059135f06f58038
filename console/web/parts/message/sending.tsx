import { texts } from '../messages-texts.ts';
import { ThinBar } from '../state.tsx';
import css from './message.module.css';

/** Shows the upload progress of files. The API reports no progress of its scan. */
export function Sending({ share }: { share: number | undefined }) {
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  return (
    <div className={css.row} role="status">
      {percent < 100 ? texts.sending(percent) : texts.judging}
      <ThinBar percent={percent < 100 ? percent : null} label={texts.sendingFiles} />
    </div>
  );
}
