/** Stand-ins for a page that loads, that failed, or that does not exist. */
import { toRefusal } from '../../data/refusals.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Link } from '../../router/router.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import css from './page-states.module.css';
import { texts } from './texts.ts';

/** Shows the outline of a page that takes longer than 600 ms. */
export function Loading() {
  return (
    <div className={css.skeleton} role="status" aria-label={texts.loading}>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** Shows that a page could not be read, with a button that retries. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { sentence, requestId, kind } = toRefusal(error);
  return (
    <div className={css.state}>
      <h1>{texts.failedTitle}</h1>
      <Note tone="bad" alert detail={requestId && partTexts.requestId(requestId)}>
        {kind === 'lost' ? texts.failed : sentence}
      </Note>
      <p>
        <Button icon="rotate-cw" onPress={kind === 'lost' ? () => location.reload() : onRetry}>
          {texts.reload}
        </Button>
      </p>
    </div>
  );
}

/** Shows that the page does not exist. */
export function NotFound() {
  return (
    <div className={css.state}>
      <h1>{texts.notFoundTitle}</h1>
      <p>
        <Link className="link" to="/servers">
          {texts.notFound}
        </Link>
      </p>
    </div>
  );
}
