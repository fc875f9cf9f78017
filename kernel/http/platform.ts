/** `ctx.platform`: what a community is beyond its own tables, for the plugins that run it. */
import { AGENT_ROLE, AtriumError, forbidden, notFound, unauthenticated } from '@atrium/sdk'
import { archiveOf } from '@atrium/sdk/archive'
import { Listing } from '@atrium/sdk/kernel/communities'
import type { ApiTokensApi, MemberTokensApi, PlatformApi } from '@atrium/sdk/server'
import { requireProof } from '../accounts/index.ts'
import type { KernelCtx } from '../kernel-ctx.ts'
import type { CommunityState } from '../communities/index.ts'
import { actorOf } from '../communities/actor.ts'
import { operationsApi } from './operations.ts'

const listingOf = ({ settings }: CommunityState) => Listing.parse(settings['discover'] ?? {})

function memberTokensApi(ctx: KernelCtx): MemberTokensApi {
  const { memberTokens } = ctx.modules.accounts
  const communityId = ctx.community.id
  const apiTokenOf = () => {
    if (ctx.token?.kind !== 'headless_auth') throw forbidden('This call needs a headless API token.', 'invalid_access_token_type')
    return ctx.token.id
  }
  return {
    async issue(memberId) {
      const apiTokenId = apiTokenOf()
      const member = (await ctx.modules.accounts.asMember(communityId, memberId))?.member
      if (!member || member.roles.includes(AGENT_ROLE)) throw notFound('Member', 'member_not_found')
      return memberTokens.issue({ communityId, apiTokenId, accountId: member.accountId, memberId })
    },
    renew: async (token) => memberTokens.renew(communityId, apiTokenOf(), token),
    revoke: async (kind, token) => memberTokens.revoke(communityId, apiTokenOf(), kind, token),
  }
}
function tokensApi(ctx: KernelCtx): ApiTokensApi {
  const { tokens } = ctx.modules.accounts
  const communityId = ctx.community.id
  // what is handed out outlasts the view as another
  const demandOneself = () => {
    if (ctx.masquerade) throw forbidden('You can’t change accounts while acting as another member. Exit that view first.', 'masquerading')
  }
  return {
    list: () => tokens.list(communityId),
    show: (id) => tokens.show(communityId, id),
    async create(input) {
      if (!ctx.account) throw unauthenticated()
      demandOneself()
      return tokens.create(communityId, ctx.account.id, input)
    },
    async update(id, changes) {
      demandOneself()
      return tokens.update(communityId, id, changes)
    },
    async refresh(id, overlap) {
      demandOneself()
      return tokens.refresh(communityId, id, overlap)
    },
    revoke: (id) => tokens.revoke(communityId, id),
    ofMembers: memberTokensApi(ctx),
  }
}

export function platformApi(ctx: KernelCtx, state: CommunityState): PlatformApi {
  const { communities, accounts, data } = ctx.modules
  const { platform, records } = communities
  return {
    host: communities.host,
    ownerAccountId: state.ownerAccountId,
    domain: state.customDomain,
    branding: state.branding,
    fields: state.settings,
    listing: listingOf(state),
    update: async (changes) => void (await records.update(ctx.community.id, { fields: changes }, actorOf(ctx))),
    leadsHere: (domain) => communities.reach.leadsHere(domain),
    setDomain: (domain) => platform.setDomain(ctx.community.id, domain, actorOf(ctx)),
    async listed(input) {
      const found = await platform.listed(ctx.account?.id ?? null, input)
      return found.map(({ id, members_count, is_member, state }) => ({
        ...{ id, name: state.info.name, url: state.info.url, iconUrl: state.branding.icon_url, membersCount: members_count, isMember: is_member },
        ...listingOf(state),
        isOpen: accounts.signUpAllowed(state),
        consentRequired: state.settings.consent_required,
      }))
    },
    async join(communityId, consent) {
      if (!ctx.account) throw unauthenticated()
      accounts.sessions.demandFree(ctx.identity!)
      const other = await communities.state(communityId)
      if (other.info.isPrivate || !listingOf(other).listed) throw notFound('Community')
      const { id: accountId, name } = ctx.account
      if (!(await records.isMember(communityId, accountId))) {
        if (!accounts.signUpAllowed(other)) throw forbidden('This community isn’t open for sign-up. Ask an admin for an invitation.', 'sign_up_closed')
        if (other.settings.enforce_otp_for_signup && !ctx.account.emailConfirmed) requireProof(ctx.identity!, ctx.now())
        if (other.settings.consent_required && !consent) throw new AtriumError(422, 'consent_required', 'Accept this community’s terms first.')
        await data.systemTx((client) => communities.join(client, { communityId, accountId, name, preferences: consent ? { consent } : {} }))
        await data.signal('member.changed', { communityId, accountId })
      }
      return { url: ctx.identity!.sessionId === null ? other.info.url : await accounts.sessions.choose(ctx.identity!, ctx.community.id, communityId) }
    },
    isHome: state.isHome,
    home: async (mode, work) => ctx.visit((await communities.primaryId())!, mode, work),
    async visit(communityId, mode, work) {
      if (state.isHome) return ctx.visit(communityId, mode, work)
      throw new Error('only the community of the platform’s owner reaches others')
    },
    tiersOf: (id) => (ctx.modules.registry.get(id) ? communities.tiersOf(ctx.modules.registry.get(id)!.manifest) : null),
    isOff: (id) => ctx.modules.registry.get(id)?.manifest.kind === 'feature' && state.switches.get(id) === false,
    turnOn: async (id) => void (await communities.plugins.setSwitch(ctx.community.id, id, true, actorOf(ctx))),
    setPlan: ({ tier, limits }) => communities.plugins.setTier(ctx.community.id, tier, null, limits),
    get tokens() {
      return tokensApi(ctx)
    },
    setOrigins: async (origins) => void (await records.update(ctx.community.id, { fields: { cors_origins: origins } }, actorOf(ctx))),
    get operations() {
      return operationsApi(ctx)
    },
    archive: archiveOf({
      communityId: ctx.community.id,
      plugins: ctx.modules.registry.plugins.values(),
      walled: (text, values) => ctx.unit.raw(text, values),
      owner: async (text, values) => (await data.system.query(text, values)).rows,
      signer: ctx.modules.files.signer,
    }),
    async masquerade(target, viewOnly) {
      const impersonated = target.kind === 'member' ? ((await accounts.asMember(ctx.community.id, target.memberId))?.member ?? null) : null
      await accounts.masquerades.start(ctx.identity, ctx.community.id, target, viewOnly, impersonated)
    },
    endImpersonation: () => accounts.masquerades.stop(ctx.sessionToken),
  }
}
