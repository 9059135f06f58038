/** `/console`: the page that shows a console in a browser. It loads nothing from other hosts, and its policy forbids it. */
import { VIEWER_PATH } from '@innkeeper/present/console';
import type { FastifyInstance } from 'fastify';
import { VIEWER_HEADERS } from '../reply/html-headers.ts';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

/** Files of the page, as `console/bundle.ts` returns them. */
export interface ViewerFiles {
  page: string;
  style: string;
  script: string;
}

export type LoadViewer = () => Promise<ViewerFiles>;

export interface ViewerOptions {
  replies: Replies;
  everyRequest: Guard;
  viewer?: LoadViewer | undefined;
}

const HEADERS = { ...VIEWER_HEADERS, 'cache-control': 'no-cache' };

const TYPES = {
  page: 'text/html; charset=utf-8',
  style: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
} satisfies Record<keyof ViewerFiles, string>;

/** Adds the page. Serves nothing without files. */
export function addViewer(app: FastifyInstance, { replies, everyRequest, viewer }: ViewerOptions): void {
  if (!viewer) return;
  let loading: Promise<ViewerFiles> | undefined;
  const serve = (path: string, part: keyof ViewerFiles): void => {
    app.get(path, { onRequest: replies.onRequest(everyRequest) }, async (_request, reply) => {
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
