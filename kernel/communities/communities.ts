/** The community as a record: made, changed, listed for a person, chosen on the bare host. */
import { AtriumError, editConflict, forbidden, notFound, sentence, slugify, type Tier } from '@atrium/sdk'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { brandIn, type MailBrand } from '@atrium/sdk/mail'
import type { Actor, ChangeCommunity } from './changes.ts'
import contract, { CommunityFields } from '@atrium/sdk/kernel/communities'
import { Fresh } from './fresh.ts'
import { joinIn } from './members.ts'
import type { CommunityState, PluginDirectory, States } from './state.ts'

export interface NewCommunity {
  name: string
  /** Default: made of the name, with a number where it is taken. */
  slug?: string
  ownerAccountId: number
  tier?: Tier
  locale?: string
  /** The one that the bare host shows; the first community is it in any case. */
  primary?: boolean
  /** What the founder chose; told with `community.created` to whoever knows what to make of it. */
  template?: string
  answers?: Record<string, string>
}
/** Changes of the record; pictures as addresses. */
export interface RecordChange {
  name?: string
  locale?: string
  is_private?: boolean
  branding?: Record<string, unknown>
  theme?: Record<string, unknown>
  fields?: Record<string, unknown>
  /** The version that the change began with; 409 `edit_conflict` when there is another by now. */
  version?: number
  /** The change as it was sent, for that refusal. */
  sent?: object
}
interface Starter {
  id: number
  isPlatformOwner: boolean
}
interface Parts {
  config: Pick<Config, 'communitiesBy' | 'communitiesEach'>
  data: Data
  jobs: Jobs
  events: Events
  registry: PluginDirectory
  states: States
  change: ChangeCommunity
  /** Whether a member has something unread in a community. */
  unreadIn: (communityId: number, memberId: number) => Promise<boolean>
}

/** Milliseconds for which a mark in the switcher may be late. */
const UNREAD_TTL = 30_000

/** Names of hosts that are ours to use. */
const RESERVED = new Set(['www', 'api', 'admin', 'app', 'mail', 'static', 'assets', 'files'])
const BUILT_IN = [
  ['admin', 'Admin'],
  ['moderator', 'Moderator'],
  ['member', 'Member'],
] as const
const slugTaken = () =>
  new AtriumError(422, 'slug_taken', 'This URL is already taken. Choose another.', { details: { slug: ['This URL is already taken. Choose another.'] } })
/** The slug's form in host names: ASCII only. */
const hostSlug = (name: string) =>
  slugify(name)
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/-+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')

export function createRecords({ config, data, jobs, events, registry, states, change, unreadIn }: Parts) {
  const unread = new Fresh<string, boolean>({ max: 50_000, ttl: UNREAD_TTL }, (key) => {
    const [communityId, memberId] = key.split(' ').map(Number)
    return unreadIn(communityId!, memberId!)
  })
  async function freeSlug(client: PoolClient, name: string): Promise<string> {
    const base = hostSlug(name) || 'community'
    const { rows } = await client.query<{ slug: string }>('select slug from kernel.community where slug = $1 or slug like $2', [base, `${base}-%`])
    const taken = new Set([...RESERVED, ...rows.map(({ slug }) => slug)])
    let slug = base
    for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
    return slug
  }

  /** What a change is told that began with an older version. */
  async function conflictWith(communityId: number, client: PoolClient, mine: object) {
    const state = await states.stateNow(communityId)
    const { rows } = await client.query<{ at: Date; id: number | null; name: string | null }>(
      `select a.created_at as at, m.id, m.name from kernel.audit a left join kernel.member m on m.id = a.member_id
       where a.community_id = $1 and a.action = 'community.updated' order by a.id desc limit 1`,
      [communityId],
    )
    const [{ at, id, name } = { at: null, id: null, name: null }] = rows
    const theirs = { ...records.present(state) }
    return editConflict({ version: state.version, saved_at: at, saved_by: id === null ? null : { id, name: name! }, theirs, mine: { ...mine } })
  }

  const records = {
    /**
     * Makes a community with its built-in roles, its owner as admin, its switches, and a job for each plugin's enable hook.
     * @throws AtriumError 422 when a given slug is taken
     */
    async create({ name, slug, ownerAccountId, tier, locale, primary = false, template, answers = {} }: NewCommunity): Promise<number> {
      if (slug && RESERVED.has(slug)) throw slugTaken()
      const id = await data.systemTx(async (client) => {
        if (primary) await client.query('update kernel.community set is_primary = false where is_primary')
        const { rows } = await client
          .query<{ id: number }>(
            `insert into kernel.community (slug, name, tier, locale, owner_account_id, is_primary)
             values ($1, $2, coalesce($3, 'business'), coalesce($4, 'en-US'), $5, $6 or not exists (select from kernel.community)) returning id`,
            [slug ?? (await freeSlug(client, name)), name, tier ?? null, locale ?? null, ownerAccountId, primary],
          )
          .catch((error) => {
            throw isUniqueViolation(error, 'community_slug_key') ? slugTaken() : error
          })
        const communityId = rows[0]!.id
        for (const [key, title] of BUILT_IN)
          await client.query('insert into kernel.role (community_id, key, name, is_builtin) values ($1, $2, $3, true)', [communityId, key, title])
        const owner = await client.query<{ name: string }>('select name from kernel.account where id = $1', [ownerAccountId])
        if (!owner.rows[0]) throw notFound('Account')
        const ownerMemberId = await joinIn(client, events, { communityId, accountId: ownerAccountId, name: owner.rows[0].name, roles: ['admin'] })
        const payload = { ownerMemberId, template: template ?? null, answers }
        await events.emitIn(client, contract.events['community.created'], { communityId, payload, actorMemberId: ownerMemberId })
        for (const { manifest, defaultOn } of registry.plugins.values()) {
          const enabled = manifest.kind === 'base' || defaultOn === true || (defaultOn === 'first' && primary)
          await client.query('insert into kernel.plugin_switch (community_id, plugin, enabled) values ($1, $2, $3)', [communityId, manifest.id, enabled])
          if (enabled) await jobs.addIn(client, { communityId, task: 'kernel.enable', payload: { plugin: manifest.id } })
        }
        return communityId
      })
      await states.changed(id)
      return id
    },

    async update(
      communityId: number,
      { branding = {}, theme = {}, fields = {}, version, sent = {}, ...columns }: RecordChange,
      actor: Actor | null,
    ): Promise<CommunityState> {
      await change(communityId, actor, async ({ client, version: next, audit, emit }) => {
        if (version !== undefined && version !== next - 1) throw await conflictWith(communityId, client, sent)
        await client.query(
          `update kernel.community set name = coalesce($2, name), locale = coalesce($3, locale), is_private = coalesce($4, is_private), settings = settings || $5,
             branding = branding || $6 || jsonb_build_object('theme', coalesce(branding -> 'theme', '{}') || $7::jsonb) where id = $1`,
          [
            communityId,
            columns.name ?? null,
            columns.locale ?? null,
            columns.is_private ?? null,
            JSON.stringify(fields),
            JSON.stringify(branding),
            JSON.stringify(theme),
          ],
        )
        await audit('community.updated', `community:${communityId}`, { ...columns, ...branding, ...theme, ...fields })
        await emit(contract.events['community.updated'], { communityId })
      })
      return states.state(communityId)
    },

    /** May this person, in this community, start others, as the installation is set? Admins are those of the first community, asked there. */
    async mayStart({ isPlatformOwner }: Starter, member: { isAdmin: boolean } | null, communityId: number): Promise<boolean> {
      if (isPlatformOwner || config.communitiesBy === 'members') return true
      return config.communitiesBy === 'admins' && member?.isAdmin === true && communityId === (await states.primaryId())
    },
    /** @throws AtriumError 403 `start_closed`, `community_limit` */
    async demandStart(account: Starter, member: { isAdmin: boolean } | null, communityId: number): Promise<void> {
      if (!(await records.mayStart(account, member, communityId))) throw forbidden('You can’t create communities on this platform.', 'start_closed')
      if (account.isPlatformOwner) return
      const { communitiesEach: max } = config
      const { rows } = await data.system.query<{ owned: number }>('select count(*)::int as owned from kernel.community where owner_account_id = $1', [
        account.id,
      ])
      if (rows[0]!.owned >= max) throw forbidden(sentence('You already own {max} communities, the maximum per account.', { max }), 'community_limit')
    },

    /** Communities that this person is an active member of, in their own order. */
    async ofAccount(accountId: number) {
      const { rows } = await data.system.query<{ id: number; member_id: number }>(
        `select c.id, m.id as member_id from kernel.account a join kernel.member m on m.account_id = a.id and m.status = 'active' join kernel.community c on c.id = m.community_id
         where a.id = $1 and (c.ends_at is null or c.ends_at > now()) order by array_position(a.community_order, c.id), c.id limit 500`,
        [accountId],
      )
      return Promise.all(
        rows.map(async ({ id, member_id }) => {
          const [{ info, branding }, marked] = await Promise.all([
            states.state(id),
            // who is alone in one community has no switcher; a mark that cannot be had now is no reason to fail
            rows.length > 1 && unread.get(`${id} ${member_id}`).catch(() => false),
          ])
          return { id, name: info.name, slug: info.slug, icon_url: branding.icon_url, url: info.url, unread: marked }
        }),
      )
    },
    async reorder(accountId: number, ids: number[]): Promise<void> {
      await data.system.query('update kernel.account set community_order = $2 where id = $1', [accountId, ids])
    },
    async isMember(communityId: number, accountId: number): Promise<boolean> {
      const { rowCount } = await data.system.query(`select from kernel.member where community_id = $1 and account_id = $2 and status = 'active'`, [
        communityId,
        accountId,
      ])
      return rowCount === 1
    },
    /** How mails of this community look. */
    async brand(communityId: number): Promise<MailBrand> {
      const { info, branding } = await states.state(communityId)
      return brandIn(info, branding)
    },
    present({ info, settings, branding, createdAt, version }: CommunityState) {
      return {
        version,
        ...CommunityFields.parse(settings),
        id: info.id,
        name: info.name,
        slug: info.slug,
        url: info.url,
        locale: info.locale,
        is_private: info.isPrivate,
        current_plan_tier: info.tier,
        created_at: createdAt,
        prefs: { brand_color: branding.theme.brand_color, brand_text_color: branding.theme.brand_text_color },
        branding,
      }
    },
  }
  return records
}
