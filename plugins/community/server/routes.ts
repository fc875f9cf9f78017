/** Handlers of the set-up: a few lines each; the thinking is in the files beside this one. */
import { forbidden, notFound } from '@atrium/sdk'
import { becomeMember, escapeHtml, type Ctx, type Handlers, decodeCursor, isOpenForSignUp, page, raw, rowsFor } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { show as checklist } from './service/checklist.ts'
import { broadcastJob } from './jobs.ts'
import { currencies } from './service/currencies.ts'
import * as domain from './service/domain.ts'
import { iconOf } from './service/icons.ts'
import * as landing from './service/landing.ts'
import * as legal from './service/legal.ts'
import { invitationWords } from './service/emails.ts'
import { welcome } from './service/firstDay.ts'
import { read, save } from './service/parts.ts'
import { apply, list } from './service/templates.ts'

const done = { success: true as const }

const listing = (ctx: Ctx) => ({ ...ctx.platform.listing, is_private: ctx.community.isPrivate })

export const handlers: Handlers<typeof contract> = {
  onboarding: (ctx) => read(ctx, 'onboarding'),
  async updateOnboarding(ctx, { body }) {
    await ctx.audit('onboarding.changed', 'community', { fields: Object.keys(body) })
    return save(ctx, 'onboarding', body)
  },
  welcome: (ctx) => welcome(ctx),
  invitationEmail: (ctx) => invitationWords(ctx),
  async updateInvitationEmail(ctx, { body }) {
    await save(ctx, 'invitation_email', { ...body, is_custom: body.is_custom ?? true })
    await ctx.audit('invitation_email.changed', 'community')
    return invitationWords(ctx)
  },

  templates: (ctx) => list(ctx.locale),
  async assignTemplate(ctx, { body }) {
    return { ...done, spaces_made: await apply(ctx, body.template_id, ctx.me().id) }
  },
  async answerQuestions(ctx, { body }) {
    await save(ctx, 'setup', { answers: body.answers })
    return done
  },

  domain: (ctx) => domain.show(ctx),
  setDomain: (ctx, { body }) => domain.ask(ctx, body.domain),
  removeDomain: (ctx) => domain.remove(ctx),

  landing: (ctx) => landing.show(ctx),
  updateLanding: (ctx, { body }) => landing.change(ctx, body),
  landingSettings: (ctx) => landing.settings(ctx),
  updateLandingSettings: (ctx, { body }) => landing.change(ctx, body),

  checklist: (ctx) => checklist(ctx),
  async updateChecklist(ctx, { body: { skip = [], unskip = [], dismissed } }) {
    const { skipped } = await read(ctx, 'setup')
    const next = new Set([...skipped, ...skip])
    for (const key of unskip) next.delete(key)
    await save(ctx, 'setup', { skipped: [...next], ...(dismissed === undefined ? {} : { dismissed }) })
    return checklist(ctx)
  },
  async broadcast(ctx, { body }) {
    await ctx.enqueue(broadcastJob, { ...body, after: 0, byMemberId: ctx.me().id }, { key: `broadcast:${ctx.community.id}`, priority: 10 })
    await save(ctx, 'setup', { broadcast_sent_at: ctx.now().toISOString() })
    await ctx.audit('broadcast.sent', 'community', { subject: body.subject })
    return checklist(ctx)
  },
  async defaultAccessGroup(ctx, { body }) {
    await save(ctx, 'onboarding', { default_access_group_id: body.access_group_id })
    return checklist(ctx)
  },

  legal: (ctx) => legal.settings(ctx),
  updateLegal: (ctx, { body }) => legal.change(ctx, body),
  legalTexts: async (ctx) => ({ consent_required: ctx.platform.fields.consent_required, kinds: await legal.published(ctx) }),
  legalText: (ctx, { params }) => legal.textOf(ctx, params.kind),
  async consent(ctx) {
    await legal.accept(ctx, ctx.me().id)
    return done
  },

  listing,
  async updateListing(ctx, { body }) {
    const discover = { ...ctx.platform.listing, ...body }
    await ctx.platform.update({ discover })
    return { ...discover, is_private: ctx.community.isPrivate }
  },
  async discover(ctx, { query }) {
    const key = decodeCursor(query.cursor, ['string', 'number'])
    const found = await ctx.platform.listed({
      text: query.search_text,
      category: query.category,
      limit: rowsFor(query) - 1,
      ...(key ? { after: { name: String(key[0]), id: Number(key[1]) } } : {}),
    })
    return page(found, { query, key: ({ name, id }) => [name, id] }, (one) => ({
      ...{ id: one.id, name: one.name, url: one.url, icon_url: one.iconUrl, category: one.category as never, description: one.description },
      ...{ members_count: one.membersCount, is_member: one.isMember, is_here: one.id === ctx.community.id, is_open: one.isOpen },
      consent_required: one.consentRequired,
    }))
  },
  join: (ctx, { params, body }) => ctx.platform.join(params.id, body.consent),
  async joinHere(ctx, { body }) {
    if (!ctx.member && !isOpenForSignUp(ctx)) throw forbidden('This community isn’t open for sign-up. Ask an admin for an invitation.', 'sign_up_closed')
    if (!ctx.member) await becomeMember(ctx, body)
    return done
  },

  async icon(ctx, { params }) {
    const body = await iconOf(ctx, params.name)
    if (!body) throw notFound('Image')
    return raw({ headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000, immutable' }, body })
  },
  async partials(ctx) {
    const { branding } = ctx.platform
    const name = escapeHtml(ctx.community.name)
    const mark = branding.logo_url ? `<img src="${escapeHtml(branding.logo_url)}" alt="${name}">` : name
    const links = (await legal.published(ctx)).map(
      (kind) => `<li><a href="/legal/${kind}">${escapeHtml(LINKS[ctx.locale === 'pt-BR' ? 1 : 0]![kind])}</a></li>`,
    )
    return {
      header_html: `<header><a href="/">${mark}</a></header>`,
      footer_html: `<footer><p>${name}</p>${links.length ? `<ul>${links.join('')}</ul>` : ''}</footer>`,
    }
  },
  currencies: (ctx) => ({ records: currencies(ctx.locale) }),
}

const LINKS = [
  { terms: 'Terms', privacy: 'Privacy', code_of_conduct: 'Code of conduct' },
  { terms: 'Termos', privacy: 'Privacidade', code_of_conduct: 'Código de conduta' },
]
