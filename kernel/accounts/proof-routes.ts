/** Handlers about proving who one is beyond a password: codes, second factor, passkeys, providers. */
import { AtriumError, forbidden, invalid, notFound } from '@atrium/sdk'
import type { proofRoutes } from '@atrium/sdk/kernel/auth'
import { raw } from '@atrium/sdk/server'
import { actor } from '../communities/routes.ts'
import type { KernelCtx, KernelHandlers } from '../http/kernel-ctx.ts'
import type { Waiting } from './entry.ts'
import { otpInvalid } from './guard.ts'
import { twoFaRoles } from './identities.ts'
import { sessionOf } from './otp.ts'
import type { Place } from './passkeys.ts'
import type { Arrival } from './providers/index.ts'
import type { ProviderRow } from './providers/settings.ts'
import { browserOf, clientOf, enterWith, identityOf } from './request.ts'

type Handlers = KernelHandlers<{ id: 'auth'; routes: typeof proofRoutes }>

function placeOf(ctx: KernelCtx): Place {
  const { origin } = browserOf(ctx)
  return { origin, rpId: ctx.rooms.communities.rpIdOf(origin) }
}
const redirect = (to: string) => raw({ status: 303, headers: { Location: to, 'Cache-Control': 'no-store' }, body: '' })
/** Whoever came back from a provider goes on: signed in, to the second factor, or with words about what went wrong. */
async function arrive(ctx: KernelCtx, { to, flash, entered }: Arrival) {
  const browser = browserOf(ctx)
  browser.setStep(null)
  if (flash) browser.flash(flash.tone, flash.key)
  if (!entered) return redirect(to)
  const { two_fa_required: more } = await enterWith(ctx, entered)
  return redirect(more ? `/two_fa?post_login_redirect=${encodeURIComponent(to)}` : to)
}
/** The secret goes in and never comes out. */
const shown = (ctx: KernelCtx, { client_secret, ...row }: ProviderRow) => ({
  ...row,
  has_secret: client_secret !== null,
  redirect_urls: [...new Set([ctx.community.url, ctx.rooms.communities.bareOrigin])].map((origin) => `${origin}/users/auth/${row.key}/callback`),
})
/** An issuer is written with a slash at its end, or without. */
const sameIssuer = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '')

async function settingsOf(ctx: KernelCtx) {
  const { communities, accounts } = ctx.rooms
  const state = await communities.state(ctx.community.id)
  const rows = await accounts.providers.settings.list(ctx.community.id)
  return { two_fa_roles: twoFaRoles(state), providers: rows.map((row) => shown(ctx, row)) }
}

export const proofHandlers: Handlers = {
  askCode: (ctx) => ctx.rooms.accounts.otp.ask(ctx.community.id, identityOf(ctx), ctx.locale),
  async verifyCode(ctx, { body }) {
    const { session, remember } = await ctx.rooms.accounts.otp.verify(ctx.community.id, identityOf(ctx), body.code, ctx.locale)
    ctx.setSession(session, { remember })
    return { success: true }
  },

  async startTwoFa(ctx) {
    const identity = identityOf(ctx)
    sessionOf(identity)
    return ctx.rooms.accounts.secondFactor.start(identity.account, ctx.community.name)
  },
  async confirmTwoFa(ctx, { body }) {
    const identity = identityOf(ctx)
    const sessionId = sessionOf(identity)
    const { secondFactor, sessions } = ctx.rooms.accounts
    const recovery_codes = await secondFactor.confirm(ctx.community.id, identity.account.id, body.code, ctx.locale)
    // the others came in on a password alone
    await sessions.endAllIn(ctx.rooms.data.system, identity.account.id, sessionId)
    await sessions.told(identity.account.id, sessionId)
    const { session, remember } = await sessions.rotate(sessionId)
    ctx.setSession(session, { remember })
    ctx.rooms.jobs.wake()
    return { recovery_codes }
  },
  async removeTwoFa(ctx, { body }) {
    const identity = identityOf(ctx)
    const sessionId = sessionOf(identity)
    const { secondFactor } = ctx.rooms.accounts
    if (!(await secondFactor.check(ctx.community.id, identity.account.id, body.code, ctx.locale))) throw otpInvalid()
    await secondFactor.remove(ctx.community.id, identity.account.id, ctx.locale)
    await ctx.rooms.data.signal('session.changed', { sessionId })
    ctx.rooms.jobs.wake()
    return { success: true }
  },
  async verifyTwoFa(ctx, { body }) {
    const { steps, secondFactor, enter } = ctx.rooms.accounts
    const { step: token } = browserOf(ctx)
    const expired = () => new AtriumError(401, 'sign_in_expired', 'This took too long, or there were too many tries. Sign in again.')
    const step = await steps.attempt<Waiting>('second_factor', token)
    if (!step) throw expired()
    const { communityId, ...waiting } = step.data
    if (!(await secondFactor.check(communityId, step.accountId!, body.code, ctx.locale))) throw otpInvalid()
    const entered = await ctx.rooms.data.systemTx(async (client) => {
      if (!(await steps.take(client, 'second_factor', token))) throw expired()
      return enter(client, { ...waiting, communityId, accountId: step.accountId!, from: clientOf(ctx), strong: true })
    })
    ctx.rooms.events.wake()
    ctx.rooms.jobs.wake()
    await enterWith(ctx, entered)
    return { success: true }
  },
  async renewRecoveryCodes(ctx) {
    return { recovery_codes: await ctx.rooms.accounts.secondFactor.renew(identityOf(ctx).account.id) }
  },

  async methods(ctx) {
    const { account } = identityOf(ctx)
    const { credentials, secondFactor, passkeys, providers } = ctx.rooms.accounts
    const linked = await providers.linked(account.id)
    const state = await ctx.rooms.communities.state(ctx.community.id)
    const here = await providers.settings.list(ctx.community.id)
    const own = await ctx.rooms.accounts.rolesOf(ctx.community.id, account.id)
    return {
      has_password: await credentials.hasPassword(account.id),
      two_fa: { ...(await secondFactor.status(account.id)), required: twoFaRoles(state).some((role) => own.includes(role)) },
      passkeys: await passkeys.list(account.id),
      linked,
      providers: here.filter(({ enabled, issuer }) => enabled && !linked.some((link) => sameIssuer(link.issuer, issuer))),
    }
  },
  async passkeyOptions(ctx) {
    const identity = identityOf(ctx)
    sessionOf(identity)
    const { options, step } = await ctx.rooms.accounts.passkeys.registerOptions(identity.account, placeOf(ctx), ctx.community.name)
    browserOf(ctx).setStep(step)
    return { ...options }
  },
  async createPasskey(ctx, { body }) {
    const identity = identityOf(ctx)
    sessionOf(identity)
    const browser = browserOf(ctx)
    const passkey = await ctx.rooms.accounts.passkeys.register(ctx.community.id, identity.account.id, browser.step, body, ctx.locale)
    browser.setStep(null)
    return passkey
  },
  renamePasskey: (ctx, { params, body }) => ctx.rooms.accounts.passkeys.rename(identityOf(ctx).account.id, params.id, body.name),
  async deletePasskey(ctx, { params }) {
    await ctx.rooms.accounts.passkeys.remove(identityOf(ctx).account.id, params.id)
    return { success: true }
  },
  async passkeySignInOptions(ctx) {
    const { options, step } = await ctx.rooms.accounts.passkeys.signInOptions(placeOf(ctx))
    browserOf(ctx).setStep(step)
    return { ...options }
  },
  async passkeySignIn(ctx, { body }) {
    const { credential, remember_me: remember } = body
    await enterWith(ctx, await ctx.rooms.accounts.passkeys.signIn(ctx.community.id, browserOf(ctx).step, { credential, remember }, clientOf(ctx)))
    return { success: true }
  },

  async startProvider(ctx, { params, query }) {
    const wanted = Number(query.community_id)
    const communityId = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : ctx.community.id
    const browser = browserOf(ctx)
    // on a community's own host that community alone; the bare host stands for all
    if (communityId !== ctx.community.id && browser.origin !== ctx.rooms.communities.bareOrigin) throw notFound('Sign-in provider')
    const { to, flash, step } = await ctx.rooms.accounts.providers.start(communityId, params.provider, browser.origin, query)
    if (!step) return arrive(ctx, { to, flash })
    browser.setStep(step)
    return redirect(to)
  },
  async finishProvider(ctx, { params, query }) {
    const who = { accountId: ctx.identity?.sessionId ? ctx.identity.account.id : null, from: clientOf(ctx), locale: ctx.locale }
    return arrive(ctx, await ctx.rooms.accounts.providers.finish(params.provider, browserOf(ctx).step, query, who))
  },
  async linkProvider(ctx, { body }) {
    const identity = identityOf(ctx)
    sessionOf(identity)
    const browser = browserOf(ctx)
    const { url, step } = await ctx.rooms.accounts.providers.startLink(ctx.community.id, body.provider, browser.origin, identity.account.id)
    browser.setStep(step)
    return { url }
  },
  async unlinkProvider(ctx, { params }) {
    await ctx.rooms.accounts.providers.unlink(identityOf(ctx).account.id, params.id)
    return { success: true }
  },

  signInSettings: settingsOf,
  async updateSignInSettings(ctx, { body }) {
    const { communities } = ctx.rooms
    const roles = [...new Set(body.two_fa_roles)]
    const known = (await communities.state(ctx.community.id)).roles
    const unknown = roles.filter((role) => !known.has(role))
    if (unknown.length) throw invalid({ two_fa_roles: unknown.map((role) => `There is no role "${role}".`) })
    // nobody shuts themselves out, nor asks of others what they do not do
    const own = await ctx.rooms.accounts.rolesOf(ctx.community.id, identityOf(ctx).account.id)
    if (!identityOf(ctx).secondFactor && roles.some((role) => own.includes(role)))
      throw forbidden('Set up your own second factor first. One of these roles is yours.', 'two_fa_first')
    await communities.records.update(ctx.community.id, { fields: { two_fa_roles: roles } }, actor(ctx))
    return settingsOf(ctx)
  },
  async createProvider(ctx, { body }) {
    const row = await ctx.rooms.accounts.providers.settings.create(ctx.community.id, body)
    await ctx.audit('sign_in_provider.created', `sign_in_provider:${row.id}`, { label: row.label, issuer: row.issuer })
    return shown(ctx, row)
  },
  async updateProvider(ctx, { params, body }) {
    const { client_secret, ...rest } = body
    const row = await ctx.rooms.accounts.providers.settings.update(ctx.community.id, params.id, body)
    await ctx.audit('sign_in_provider.changed', `sign_in_provider:${row.id}`, { ...rest, ...(client_secret === undefined ? {} : { client_secret: 'changed' }) })
    return shown(ctx, row)
  },
  async deleteProvider(ctx, { params }) {
    await ctx.rooms.accounts.providers.settings.remove(ctx.community.id, params.id)
    await ctx.audit('sign_in_provider.deleted', `sign_in_provider:${params.id}`)
    return { success: true }
  },
  async checkProvider(ctx, { params }) {
    const { settings, oidc } = ctx.rooms.accounts.providers
    const row = await settings.byId(ctx.community.id, params.id)
    return oidc.discover(settings.open(row)).then(
      () => ({ ok: true, problem: null }),
      (error: Error) => ({ ok: false, problem: error.message }),
    )
  },
}
