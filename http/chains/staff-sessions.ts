/**
 * `/v1/operator/sessions`: sign-in of the staff. No operation accepts an `Idempotency-Key`, because codes are valid once and replies
 * contain secrets.
 */
import { MAX_BODY_BYTES } from '@innkeeper/contract/body-limits';
import type { SignInOperation } from '@innkeeper/contract/operator/define';
import {
  STAFF_SESSION_NAMES,
  type StaffSessionInput,
  type StaffSessionName,
  type StaffSessionResult,
  staffSessionEntryOf,
} from '@innkeeper/contract/operator/sessions';
import { type Actor, ANONYMOUS_VISITOR, type StaffActor } from '@innkeeper/domain/actor';
import { type Cx, type MutatingCx, transact } from '@innkeeper/domain/context';
import {
  type BegunStaffSignOn,
  beginStaffConfirmation,
  beginStaffSignOn,
  prepareStaffSignOn,
  type StaffSignOnParts,
} from '@innkeeper/operations/sessions/begin-sign-on.staff';
import { checkStaffPassword, type StaffSignInParts } from '@innkeeper/operations/sessions/check.staff';
import { checkStaffSignOn, completeStaffSignOn } from '@innkeeper/operations/sessions/complete-sign-on.staff';
import { confirmStaffSession } from '@innkeeper/operations/sessions/confirm.staff';
import { deleteStaffSession } from '@innkeeper/operations/sessions/delete.staff';
import { beginStaffSetUp, completeStaffSetUp, hashForSetUp } from '@innkeeper/operations/sessions/set-up.staff';
import { showStaffSession } from '@innkeeper/operations/sessions/show.staff';
import { createStaffSession } from '@innkeeper/operations/sessions/sign-in.staff';
import { requireStaffSession } from '@innkeeper/operations/sessions/view.staff';
import { NO_STAFF_COOKIE, staffCookie, staffSessionIn } from '@innkeeper/present/session-cookie.staff';
import { staffSignOnCookie, staffSignOnIn } from '@innkeeper/present/sign-on-cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Forms } from '../guards/body/body.ts';
import { type OriginOptions, requireOurPage } from '../guards/origin.ts';
import { readInput } from '../guards/staff/read.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder, type RequestContext } from '../request/context.ts';
import { fastifyPath } from './operation.ts';

export interface StaffSessionOptions extends OriginOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  replies: Replies;
  signIn: StaffSignInParts & StaffSignOnParts;
  /** For tests only. Receives an error for each reply that breaks its entry of the contract. */
  checkReplies?: ((problem: Error) => void) | undefined;
}

interface HandlerInput<Who extends Actor> {
  cx: Cx<Who>;
  /** Runs `act` in its own transaction. */
  commit<T>(act: (cx: MutatingCx<Who>) => Promise<T>): Promise<T>;
  parts: StaffSessionOptions['signIn'];
  /** SHA-256 of the secret in the presented session cookie. */
  presented: Buffer | undefined;
  /** Secret in the sign-on cookie of a browser that returns from the identity provider. */
  browser: string | undefined;
}

interface Answer<Body> {
  body: Body;
  cookie?: string;
}

type Handler<Name extends StaffSessionName, Who extends Actor> = (
  at: HandlerInput<Who>,
  input: StaffSessionInput<Name>,
) => Promise<Answer<StaffSessionResult<Name>>>;

const createSession: Handler<'createStaffSession', Actor> = async ({ cx, commit, parts, presented }, { otp, ...given }) => {
  const checked = await checkStaffPassword(cx, given, parts);
  const { sealer } = parts;
  const made = await commit((trx) => createStaffSession(trx, { checked, otp, sealer, replaces: presented }));
  if ('refused' in made) throw made.refused;
  checked.release();
  return { body: made.session, cookie: staffCookie(made.secret) };
};

const confirmSession: Handler<'confirmStaffSession', StaffActor> = async ({ cx, commit, parts }, { otp, password }) => {
  requireStaffSession(cx.actor);
  const checked = await checkStaffPassword(cx, { password, id: cx.actor.id }, parts);
  const done = await commit((trx) => confirmStaffSession(trx, { checked, otp, sealer: parts.sealer }));
  if ('refused' in done) throw done.refused;
  checked.release();
  return { body: done.session };
};

const showSession: Handler<'showStaffSession', StaffActor> = async ({ cx }) => ({ body: await showStaffSession(cx) });

const deleteSession: Handler<'deleteStaffSession', StaffActor> = async ({ commit }) => ({
  body: await commit(deleteStaffSession),
  cookie: NO_STAFF_COOKIE,
});

const beginSetUp: Handler<'beginStaffSetUp', Actor> = async ({ cx, commit, parts }, { secret, password }) => {
  const hash = await hashForSetUp(cx, { secret, password }, parts);
  return { body: await commit((trx) => beginStaffSetUp(trx, { secret, hash, sealer: parts.sealer })) };
};

const completeSetUp: Handler<'completeStaffSetUp', Actor> = async ({ commit, parts }, input) => ({
  body: await commit((trx) => completeStaffSetUp(trx, { ...input, sealer: parts.sealer })),
});

const presentRedirect = ({ browser, ...body }: BegunStaffSignOn) => ({ body, cookie: staffSignOnCookie(browser) });

const beginSignOn: Handler<'beginStaffSignOn', Actor> = async ({ cx, commit, parts }, { secret }) => {
  const prepared = await prepareStaffSignOn(cx, { fresh: false }, parts);
  return presentRedirect(await commit((trx) => beginStaffSignOn(trx, { prepared, secret })));
};

const beginConfirmation: Handler<'beginStaffConfirmation', StaffActor> = async ({ cx, commit, parts }) => {
  requireStaffSession(cx.actor);
  const prepared = await prepareStaffSignOn(cx, { fresh: true }, parts);
  return presentRedirect(await commit((trx) => beginStaffConfirmation(trx, { prepared })));
};

const completeSignOn: Handler<'completeStaffSignOn', Actor> = async ({ cx, commit, parts, presented, browser }, input) => {
  const checked = await checkStaffSignOn(cx, input, { ...parts, browser });
  const done = await commit((trx) => completeStaffSignOn(trx, { checked, presented }));
  if ('refused' in done) throw done.refused;
  return { body: done.session, ...(done.secret !== undefined && { cookie: staffCookie(done.secret) }) };
};

const HANDLERS: { readonly [Name in StaffSessionName]: Handler<Name, StaffActor> } = {
  createStaffSession: createSession,
  showStaffSession: showSession,
  confirmStaffSession: confirmSession,
  deleteStaffSession: deleteSession,
  beginStaffSetUp: beginSetUp,
  completeStaffSetUp: completeSetUp,
  beginStaffSignOn: beginSignOn,
  completeStaffSignOn: completeSignOn,
  beginStaffConfirmation: beginConfirmation,
};

/** Handler with untyped input. The entry of the contract validates the input before the call. */
type AnyHandler = (at: HandlerInput<StaffActor>, input: unknown) => Promise<Answer<unknown>>;

function reportBreach(name: string, { reply }: Pick<SignInOperation, 'reply'>, text: string, report: (problem: Error) => void) {
  const { error } = reply.safeParse(JSON.parse(text));
  if (error) report(new Error(`${name} replied against its entry: ${error.message}`, { cause: error }));
}

/** Adds the routes. `known` identifies the staff member. `everyRequest` is the guard of anonymous entries. */
export function addStaffSessions(
  app: FastifyInstance,
  options: StaffSessionOptions,
  { known, everyRequest, forms }: { known: Guard; everyRequest: Guard; forms: Forms },
): void {
  const { db, clock, settings, signIn: parts, replies, isOurs } = options;
  // Sign-in needs no cookie that another page could abuse. Refuse other pages anyway, because they have no reason to call these routes.
  const ourPages: Guard = (context) => void requireOurPage(context, { isOurs, byCookie: false });
  for (const name of STAFF_SESSION_NAMES) {
    const { method, path, status, anonymous = false, ...entry } = staffSessionEntryOf(name);
    const read = readInput({ entry, method, params: [] }, forms);
    const handler = HANDLERS[name] as AnyHandler;
    app.route({
      method,
      url: fastifyPath(path),
      bodyLimit: MAX_BODY_BYTES,
      onRequest: replies.onRequest(anonymous ? inOrder(everyRequest, ourPages) : known),
      handler: async (fastifyRequest: FastifyRequest) => {
        const context = fastifyRequest.requestContext as RequestContext;
        context.operatorOperation = name;
        await read(context);
        const { input } = context;
        const { request, client, staff } = context;
        const { cookie: cookies, 'user-agent': userAgent = '' } = request.headers;
        // Handlers of anonymous entries accept every actor.
        const actor = (staff ?? ANONYMOUS_VISITOR) as StaffActor;
        const cx = { db, clock, settings, actor, requestId: request.id, clientAddress: client.address, userAgent };
        const commit: HandlerInput<StaffActor>['commit'] = (act) => transact(cx, act);
        const { body, cookie } = await handler(
          { cx, commit, parts, presented: staffSessionIn(cookies), browser: staffSignOnIn(cookies) },
          input,
        );
        const text = JSON.stringify(body);
        if (options.checkReplies) reportBreach(name, entry, text, options.checkReplies);
        return replies.send(context, { status, headers: cookie === undefined ? {} : { 'set-cookie': cookie }, body: text });
      },
    });
  }
}
