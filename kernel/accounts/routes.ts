/** Handlers about accounts: a few lines each; the thinking is in the files beside this one. */
import type { KernelHandlers } from '../kernel-ctx.ts'
import contract from '@atrium/sdk/kernel/auth'
import { publishedAddress } from '@atrium/sdk/server'
import { proofHandlers } from './proof-routes.ts'
import { atOf, clientOf, demandAdmission, enterWith, identityOf, personOf } from './request.ts'

export const handlers: KernelHandlers<typeof contract> = {
  async signUp(ctx, { body }) {
    const { email, invitation_token: token, proof } = body
    await ctx.visit(ctx.community.id, 'write', (visitor) => demandAdmission(visitor, { email, ip: clientOf(ctx).ip, proof }))
    const said = await Promise.all(token ? ctx.fill(contract.points.invitation).map(({ value }) => value(ctx, { token, email })) : [])
    const invited = said.find((one) => one === 'mailed') ?? said.includes(true)
    return enterWith(ctx, await ctx.modules.accounts.credentials.signUp(ctx.community.id, body, ctx.locale, clientOf(ctx), invited))
  },
  async signIn(ctx, { body }) {
    const { email, password, remember_me: remember } = body
    return enterWith(ctx, await ctx.modules.accounts.credentials.signIn(ctx.community.id, { email, password, remember }, clientOf(ctx)))
  },
  async signOut(ctx) {
    if (ctx.sessionToken) await ctx.modules.accounts.sessions.endByToken(ctx.sessionToken)
    ctx.setSession(null)
    ctx.browser?.flash('success', 'signed_out')
  },
  async emailLookup(ctx, { body }) {
    return { known: await ctx.modules.accounts.credentials.isKnown(body.email, clientOf(ctx).ip) }
  },
  async askPassword(ctx, { body }) {
    await ctx.modules.accounts.recovery.ask(ctx.community.id, body.email, ctx.locale)
    return { success: true, message: ctx.say('If there’s an account with this email, we’ll send a link to it.') }
  },
  passwordLink: (ctx, { body }) => ctx.modules.accounts.recovery.look(body.token),
  async setPassword(ctx, { body }) {
    return { success: true, ...(await ctx.modules.accounts.recovery.setPassword(atOf(ctx), body)) }
  },
  sendConfirmation: (ctx) => ctx.modules.accounts.recovery.sendConfirmation(ctx.community.id, identityOf(ctx), ctx.locale),
  async confirmEmail(ctx, { body }) {
    return { success: true, ...(await ctx.modules.accounts.recovery.confirmEmail(atOf(ctx), body, ctx.identity, clientOf(ctx).ip)) }
  },

  async sessions(ctx) {
    return { records: await ctx.modules.accounts.sessions.list(identityOf(ctx)) }
  },
  endSession: (ctx, { params }) => ctx.modules.accounts.sessions.end(identityOf(ctx), params.id),
  endSessions: (ctx) => ctx.modules.accounts.sessions.endOthers(identityOf(ctx)),

  account: (ctx) => ctx.modules.accounts.people.profile(identityOf(ctx)),
  async updateAccount(ctx, { body: { avatar_signed_id, ...change } }) {
    const { people } = ctx.modules.accounts
    await people.update(ctx.community.id, identityOf(ctx), {
      ...change,
      avatar_url: await publishedAddress(ctx, avatar_signed_id, `avatar:${ctx.member?.id}`, 'small'),
    })
    return people.profile(identityOf(ctx))
  },
  async changePassword(ctx, { body }) {
    const input = { current: body.current_password, next: body.password }
    const { session, remember } = await ctx.modules.accounts.credentials.changePassword(ctx.community.id, identityOf(ctx), input, ctx.locale, clientOf(ctx).ip)
    ctx.setSession(session, { remember })
  },
  changeEmail: (ctx, { body }) => ctx.modules.accounts.credentials.changeEmail(ctx.community.id, identityOf(ctx), body, ctx.locale, clientOf(ctx).ip),
  accountDeletion: (ctx) => ctx.modules.accounts.deletion.hindrances(personOf(ctx).account.id),
  async deleteAccount(ctx, { body }) {
    personOf(ctx)
    await ctx.modules.accounts.deletion.deleteAccount(identityOf(ctx), body.password, clientOf(ctx).ip)
    ctx.setSession(null)
    ctx.browser?.flash('success', 'account_deleted')
  },

  ...proofHandlers,
}
