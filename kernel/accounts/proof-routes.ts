/** Handlers about proving who one is beyond a password: codes, second factor, passkeys, providers. */
import { AtriumError, forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import contract, { type proofRoutes } from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { raw } from '@atrium/sdk/server'
import type { KernelCtx, KernelHandlers } from '../kernel-ctx.ts'
import type { Waiting } from './entry.ts'
import { otpInvalid } from './guard.ts'
import type { Place } from './passkeys.ts'
import type { Arrival, Visit } from './providers.ts'
import { atOf, browserOf, clientOf, enterWith, identityOf, personOf, sourceOf } from './request.ts'

type Handlers = KernelHandlers<{ id: 'auth'; routes: typeof proofRoutes }>

function placeOf(ctx: KernelCtx): Place {
  const origin = browserOf(ctx).origin()
  return { origin, rpId: ctx.modules.communities.rpIdOf(origin) }
}
const redirect = (to: string) => raw({ status: 303, headers: { Location: to, 'Cache-Control': 'no-store' }, body: '' })
/** Whoever came back from a provider goes on: signed in, to the second factor, or with words about what went wrong. */
async function arrive(ctx: KernelCtx, { to, flash, entered, told }: Arrival) {
  const browser = browserOf(ctx)
  if (told)
    await ctx
      .visit(told.communityId, 'write', (there) => ctx.modules.accounts.providers.note(there, told.attempt))
      .catch((err) => ctx.log.warn({ err }, 'an attempt to sign in could not be noted'))
  browser.setStep(null)
  if (flash) browser.flash(flash.tone, flash.key)
  if (!entered) return redirect(to)
  const { two_fa_required: more, code_mailed: mailed } = await enterWith(ctx, entered)
  return redirect(more ? `/two_fa?${mailed ? 'by=mail&' : ''}post_login_redirect=${encodeURIComponent(to)}` : to)
}
const stored = (ctx: KernelCtx) => ctx.settings(contract)
/** An issuer is written with a slash at its end, or without. */
const sameIssuer = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '')

export const proofHandlers: Handlers = {
  askCode: (ctx) => ctx.modules.accounts.otp.ask(atOf(ctx), identityOf(ctx)),
  async verifyCode(ctx, { body }) {
    const { session, remember } = await ctx.modules.accounts.otp.verify(atOf(ctx), identityOf(ctx), body.code, clientOf(ctx).ip)
    ctx.setSession(session, { remember })
  },
  mailCode: async (ctx, { body: { email, remember_me: remember } }) =>
    enterWith(ctx, await ctx.modules.accounts.credentials.mailCode(ctx.community.id, { email, remember }, ctx.locale, clientOf(ctx))),

  startTwoFa: async (ctx) => ctx.modules.accounts.secondFactor.start(personOf(ctx).account, ctx.community.name),
  async confirmTwoFa(ctx, { body }) {
    const { account, sessionId } = personOf(ctx)
    const { secondFactor, sessions } = ctx.modules.accounts
    const recovery_codes = await secondFactor.confirm(atOf(ctx), account.id, body.code, sourceOf(ctx))
    // the others came in on a password alone
    await sessions.endAllIn(ctx.modules.data.system, account.id, sessionId)
    await sessions.told(account.id, sessionId)
    const { session, remember } = await sessions.rotate(sessionId)
    ctx.setSession(session, { remember })
    browserOf(ctx).setDevice(ctx.modules.accounts.devices.issue(account.id))
    return { recovery_codes }
  },
  async removeTwoFa(ctx, { body }) {
    const { account, sessionId } = personOf(ctx)
    const { secondFactor } = ctx.modules.accounts
    if (!(await secondFactor.check(atOf(ctx), account.id, body.code, sourceOf(ctx)))) throw otpInvalid()
    await secondFactor.remove(atOf(ctx), account.id)
    await ctx.modules.data.signal('session.changed', { sessionId })
  },
  async verifyTwoFa(ctx, { body }) {
    const { steps, secondFactor, enter, otp, devices, recovery } = ctx.modules.accounts
    const token = browserOf(ctx).step()
    const expired = () => new AtriumError(401, 'sign_in_expired', 'Your sign-in expired or there were too many attempts. Sign in again.')
    const step = await steps.attempt<Waiting>('second_factor', token)
    if (!step) throw expired()
    const { communityId, mailed, code, ...waiting } = step.data
    const source = async () => ({ device: await devices.read(step.accountId!, browserOf(ctx).device()), ip: clientOf(ctx).ip })
    const right = mailed
      ? otp.isMailed(token!, code, body.code)
      : await secondFactor.check({ communityId, locale: ctx.locale }, step.accountId!, body.code, await source())
    if (!right) throw otpInvalid()
    const entered = await ctx.modules.data.systemTx(async (client) => {
      if (!(await steps.take(client, 'second_factor', token))) throw expired()
      const accountId = step.accountId!
      if (mailed && (await recovery.comeByMailbox(client, accountId, waiting.join !== undefined))) browserOf(ctx).flash('error', 'password_removed')
      // a mailbox is a first factor
      const strong = !mailed || !(await secondFactor.isOn(client, accountId))
      return enter(client, { ...waiting, communityId, accountId, from: clientOf(ctx), strong })
    })
    return enterWith(ctx, entered)
  },
  async renewRecoveryCodes(ctx) {
    return { recovery_codes: await ctx.modules.accounts.secondFactor.renew(identityOf(ctx).account.id) }
  },

  async methods(ctx) {
    const identity = identityOf(ctx)
    const { id } = identity.account
    const { people, secondFactor, passkeys, providers, ways } = ctx.modules.accounts
    const linked = await providers.linked(id)
    return {
      has_password: (await people.profile(identity)).has_password,
      two_fa: { ...(await secondFactor.status(id)), required: identity.secondFactorAsked },
      passkeys: await passkeys.list(id),
      linked,
      removals: await ways.waiting(id),
      providers: (await providers.offers(ctx)).filter(({ issuer }) => !linked.some((link) => sameIssuer(link.issuer, issuer))),
    }
  },
  async passkeyOptions(ctx) {
    const { options, step } = await ctx.modules.accounts.passkeys.registerOptions(personOf(ctx).account, placeOf(ctx), ctx.community.name)
    browserOf(ctx).setStep(step)
    return { ...options }
  },
  async createPasskey(ctx, { body }) {
    const browser = browserOf(ctx)
    const passkey = await ctx.modules.accounts.passkeys.register(atOf(ctx), personOf(ctx).account.id, browser.step(), body)
    browser.setStep(null)
    return passkey
  },
  renamePasskey: (ctx, { params, body }) => ctx.modules.accounts.passkeys.rename(identityOf(ctx).account.id, params.id, body.name),
  deletePasskey: (ctx, { params }) => ctx.modules.accounts.passkeys.remove(identityOf(ctx).account.id, params.id),
  async passkeySignInOptions(ctx) {
    const { options, step } = await ctx.modules.accounts.passkeys.signInOptions(placeOf(ctx))
    browserOf(ctx).setStep(step)
    return { ...options }
  },
  async passkeySignIn(ctx, { body }) {
    const { credential, remember_me: remember } = body
    await enterWith(ctx, await ctx.modules.accounts.passkeys.signIn(ctx.community.id, browserOf(ctx).step(), { credential, remember }, clientOf(ctx)))
  },

  async offers(ctx) {
    return { records: await ctx.modules.accounts.providers.offers(ctx) }
  },
  async startProvider(ctx, { params, query }) {
    const wanted = Number(query.community_id)
    const communityId = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : ctx.community.id
    const browser = browserOf(ctx)
    // on a community's own host that community alone; the bare host stands for all
    if (communityId !== ctx.community.id && browser.origin() !== ctx.modules.communities.bareOrigin) throw notFound('Sign-in provider')
    const { providers } = ctx.modules.accounts
    const { step, ...arrival } = await ctx.visit(communityId, 'read', (there) => providers.start(there, params.provider, browser.origin(), query))
    if (!step) return arrive(ctx, arrival)
    browser.setStep(step)
    return redirect(arrival.to)
  },
  async finishProvider(ctx, { params, query }) {
    const who = { accountId: ctx.identity?.sessionId ? ctx.identity.account.id : null, from: clientOf(ctx) }
    const visit: Visit = (communityId, work) => ctx.visit(communityId, 'read', work)
    return arrive(ctx, await ctx.modules.accounts.providers.finish(visit, params.provider, browserOf(ctx).step(), query, who))
  },
  async linkProvider(ctx, { body }) {
    const browser = browserOf(ctx)
    const { url, step } = await ctx.modules.accounts.providers.startLink(ctx, body.provider, browser.origin(), personOf(ctx).account.id)
    browser.setStep(step)
    return { url }
  },
  unlinkProvider: (ctx, { params }) => ctx.modules.accounts.providers.unlink(identityOf(ctx).account.id, params.id),

  signInSettings: stored,
  async updateSignInSettings(ctx, { body }) {
    const roles = [...new Set(body.two_fa_roles)]
    const known = (await ctx.modules.communities.state(ctx.community.id)).roles
    const unknown = roles.filter((role) => !known.has(role))
    if (unknown.length) throw invalid({ two_fa_roles: unknown.map((role) => sentence('Role "{role}" not found.', { role })) })
    // nobody shuts themselves out, nor asks of others what they do not do
    if (!identityOf(ctx).secondFactor && roles.some((role) => ctx.me().roles.includes(role)))
      throw forbidden('Turn on your own two-factor authentication first. You have one of these roles.', 'two_fa_first')
    await ctx.audit('two_fa_roles.changed', 'community', { roles })
    await ctx.saveSettings(contract, { two_fa_roles: roles })
    // open browsers of those who now owe one are led to it
    ctx.emit(communities.events['community.updated'], { communityId: ctx.community.id })
    return { two_fa_roles: roles }
  },
}
