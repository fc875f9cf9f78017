/** Handlers about the community: a few lines each; the thinking is in the files beside this one. */
import { conflict } from '@atrium/sdk'
import { lastId, page, publishedAddress, raw, rowsFor, togglesOf } from '@atrium/sdk/server'
import type { KernelCtx, KernelHandlers } from '../kernel-ctx.ts'
import { platformOwnerOnly } from '../policies/index.ts'
import { bundleOf } from './bundle.ts'
import { actorOf } from './actor.ts'
import type { Actor } from './changes.ts'
import contract from '@atrium/sdk/kernel/communities'

/** Of routes that only members may call. */
const actor = (ctx: KernelCtx): Actor => actorOf(ctx)!
const shown = (ctx: KernelCtx) => ctx.modules.communities.ownership.show(ctx.community.id, ctx.account!.id)
const owning = (act: 'accept' | 'withdraw' | 'keep') => async (ctx: KernelCtx) => {
  await ctx.modules.communities.ownership[act](ctx.community.id, ctx.account!.id, actor(ctx))
  return shown(ctx)
}
/** Whoever asks as an owner of the platform. @throws AtriumError 403 */
function owner(ctx: KernelCtx) {
  platformOwnerOnly(ctx.account)
  return { accountId: ctx.account!.id, communityId: ctx.community.id, locale: ctx.locale, ip: ctx.request!.ip }
}
const given = (fields: object): Record<string, unknown> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const handlers: KernelHandlers<typeof contract> = {
  async punditUsers(ctx) {
    const bundle = await bundleOf(ctx)
    const cached = bundle.current_community_settings.cached_pundit_api_enabled
    return raw({
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        // who comes back to themselves must not be told of the impersonation by their own browser
        'Cache-Control': cached && !ctx.masquerade ? 'private, max-age=300' : 'no-store',
        Vary: 'Cookie, Authorization',
      },
      body: JSON.stringify(bundle),
    })
  },
  flags: (_ctx, { headers }) => togglesOf(headers?.['cookie']),

  async community(ctx) {
    return ctx.modules.communities.records.present(await ctx.modules.communities.state(ctx.community.id))
  },
  async updateCommunity(ctx, { body }) {
    const { name, locale, is_private, version, prefs, theme, logo_signed_id, icon_signed_id, dark_logo_signed_id, dark_icon_signed_id, ...fields } = body
    const branding = given({
      logo_url: await publishedAddress(ctx, logo_signed_id, 'logo', 'medium'),
      icon_url: await publishedAddress(ctx, icon_signed_id, 'icon', 'small'),
      dark_logo_url: await publishedAddress(ctx, dark_logo_signed_id, 'dark_logo', 'medium'),
      dark_icon_url: await publishedAddress(ctx, dark_icon_signed_id, 'dark_icon', 'small'),
    })
    const { records } = ctx.modules.communities
    return records.present(
      await records.update(
        ctx.community.id,
        { name, locale, is_private, version, sent: body, branding, theme: given({ ...theme, ...prefs }), fields: given(fields) },
        actor(ctx),
      ),
    )
  },
  settings: async (ctx) => ctx.modules.communities.publicSettings(await ctx.modules.communities.state(ctx.community.id)),
  async updateSettings(ctx, { body }) {
    const { records, publicSettings } = ctx.modules.communities
    return publicSettings(await records.update(ctx.community.id, { fields: given(body) }, actor(ctx)))
  },
  async create(ctx, { body }) {
    const { communities, accounts } = ctx.modules
    accounts.sessions.demandFree(ctx.identity!)
    await communities.records.demandStart(ctx.account!, ctx.member, ctx.community.id)
    const id = await communities.create({ ...body, ownerAccountId: ctx.account!.id })
    const { slug, url } = (await communities.state(id)).info
    // an API token has no session that could choose
    return { id, slug, url: ctx.identity!.sessionId === null ? url : await accounts.sessions.choose(ctx.identity!, ctx.community.id, id) }
  },

  ownership: (ctx) => shown(ctx),
  async offerOwnership(ctx, { body }) {
    const { communities, accounts, data } = ctx.modules
    const accountId = await communities.ownership.offer(ctx.community.id, ctx.account!.id, body.member_id, actor(ctx))
    await accounts.emails.send(data.system, ctx.community.id, { kind: 'ownership_offered', accountId, locale: ctx.locale })
    return shown(ctx)
  },
  acceptOwnership: owning('accept'),
  withdrawOwnership: owning('withdraw'),

  async end(ctx, { body }) {
    for (const { value } of ctx.fill(contract.points.ending)) {
      const why = await value(ctx)
      if (why !== null) throw conflict(why, 'ending_refused')
    }
    const { communities, accounts, data } = ctx.modules
    for (const accountId of await communities.ownership.end(ctx.community.id, ctx.account!.id, body.name, actor(ctx)))
      await accounts.emails.send(data.system, ctx.community.id, { kind: 'community_ending', accountId, locale: ctx.locale })
    return shown(ctx)
  },
  keep: owning('keep'),

  async switchers(ctx) {
    return { records: await ctx.modules.accounts.sessions.reachable(ctx.identity!, ctx.community.id) }
  },
  reorderSwitchers: (ctx, { body }) => ctx.modules.communities.records.reorder(ctx.account!.id, body.ids),
  leave(ctx, { params }) {
    ctx.modules.accounts.sessions.demandFree(ctx.identity!)
    return ctx.modules.communities.platform.leave(ctx.account!.id, params.id)
  },
  async choose(ctx, { body }) {
    return { url: await ctx.modules.accounts.sessions.choose(ctx.identity!, ctx.community.id, body.community_id) }
  },

  plugins: (ctx) => ctx.modules.communities.plugins.list(ctx.community.id),
  switchPlugin: (ctx, { params, body }) => ctx.modules.communities.plugins.setSwitch(ctx.community.id, params.id, body.enabled, actor(ctx), body.also),
  pluginSettings: (ctx, { params }) => ctx.modules.communities.plugins.settings(ctx.community.id, params.id),
  updatePluginSettings: (ctx, { params, body }) => ctx.modules.communities.plugins.updateSettings(ctx.community.id, params.id, body, actor(ctx), ctx.locale),

  tiers(ctx) {
    platformOwnerOnly(ctx.account)
    return ctx.modules.communities.plugins.tiers()
  },
  async updateTiers(ctx, { body }) {
    platformOwnerOnly(ctx.account)
    const tiers = await ctx.modules.communities.plugins.setTiers(body.plugin, body.tiers)
    await ctx.audit('platform.tiers_changed', `plugin:${body.plugin}`, { tiers: body.tiers })
    return tiers
  },
  async updateTier(ctx, { params, body }) {
    platformOwnerOnly(ctx.account)
    // the platform owner need not be a member there
    await ctx.modules.communities.plugins.setTier(params.id, body.tier, null)
    await ctx.audit('platform.tier_changed', `community:${params.id}`, { tier: body.tier })
  },

  async owners(ctx) {
    owner(ctx)
    return { records: await ctx.modules.accounts.owners.list() }
  },
  addOwner: (ctx, { body }) => ctx.modules.accounts.owners.add(owner(ctx), body.email),
  removeOwner: (ctx, { params }) => ctx.modules.accounts.owners.remove(owner(ctx), params.id),

  roles: (ctx) => ctx.modules.communities.roles.list(ctx.unit),
  createRole: (ctx, { body }) => ctx.modules.communities.roles.create(ctx.community.id, body, actor(ctx)),
  updateRole: (ctx, { params, body }) => ctx.modules.communities.roles.update(ctx.community.id, params.id, body, actor(ctx)),
  deleteRole: (ctx, { params }) => ctx.modules.communities.roles.remove(ctx.community.id, params.id, actor(ctx)),
  async memberRoles(ctx, { query }) {
    const filter = { search: query.query, role: query.role ?? null, limit: rowsFor(query), before: lastId(query) }
    const rows = await ctx.modules.communities.roles.members(ctx.community.id, filter)
    return page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  },
  updateMemberRoles: (ctx, { params, body }) => ctx.modules.communities.roles.setMemberRoles(ctx.community.id, params.memberId, body.roles, actor(ctx)),
}
