/** `/console`: the page that shows a console, for browsers. It asks nothing of any other host, and its policy would not let it. */
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../reply/html-headers.ts';
import type { Answers } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

/** What `console/bundle.mjs` makes. */
export interface ViewerFiles {
  page: string;
  style: string;
  script: string;
}

export type LoadViewer = () => Promise<ViewerFiles>;

export interface ViewerOptions {
  answers: Answers;
  arriving: Guard;
  viewer?: LoadViewer | undefined;
}

/** Where a browser finds it; the secret of a console stands behind `#`, which a browser sends to nobody. */
export const VIEWER_PATH = '/console';

const HEADERS = { ...PAGE_HEADERS, 'cache-control': 'no-cache' };

const TYPES = {
  page: 'text/html; charset=utf-8',
  style: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
} satisfies Record<keyof ViewerFiles, string>;

/** Does nothing without files: a process that was given none serves no page. */
export function addViewer(app: FastifyInstance, { answers, arriving, viewer }: ViewerOptions): void {
  if (!viewer) return;
  let loading: Promise<ViewerFiles> | undefined;
  const serve = (path: string, part: keyof ViewerFiles): void => {
    app.get(path, { onRequest: answers.enter(arriving) }, async (_request, reply) => {
      loading ??= viewer();
      return reply
        .headers(HEADERS)
        .type(TYPES[part])
        .send((await loading)[part]);
    });
  };
  serve(VIEWER_PATH, 'page');
  serve(`${VIEWER_PATH}/style.css`, 'style');
  serve(`${VIEWER_PATH}/viewer.js`, 'script');
}
