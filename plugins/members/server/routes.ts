/** Handlers of members: each that visitors may call asks first whether this reader may look at members at all. */
import { forbidden, notFound } from '@atrium/sdk'
import { type Ctx, lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { admit, apartOf, manages } from './policies.ts'
import { activeIds, connectedRead, connectionCounts, incomingRead, outgoingRead } from './reads.ts'
import { keepAway, letNear, listBoundaries, mutedBy } from './service/boundaries.ts'
import { changeConnectSettings, connectSettings } from './service/connectSettings.ts'
import { acceptRequest, ignoreRequest, present, request, withdraw } from './service/connections.ts'
import { directory } from './service/directory.ts'
import { allFields, createField, destroyField, fieldsOn, findField, reorderFields, setArchived, toField, updateField } from './service/fields.ts'
import { offers } from './service/filters.ts'
import {
  answerSignUp,
  changeManaged,
  createManaged,
  listManaged,
  ownAnswers,
  ownPreference,
  savePreference,
  showManaged,
  signUpQuestions,
} from './service/managed.ts'
import { profileAt } from './service/profile.ts'
import { recommended } from './service/recommended.ts'
import { toPerson, towards } from './service/present.ts'
import { answered, saveValues } from './service/values.ts'

const NO_MEMBER = ['Member', 'community_member_not_found'] as const
const NETWORKS = {
  twitter_url: /(^|\.)(twitter|x)\.com$/,
  facebook_url: /(^|\.)facebook\.com$/,
  instagram_url: /(^|\.)instagram\.com$/,
  linkedin_url: /(^|\.)linkedin\.com$/,
}

/** Active, and not kept apart from this reader. @throws AtriumError 404 */
async function demandSeen(ctx: Ctx, id: number): Promise<void> {
  if ((await apartOf(ctx)).includes(id) || (await ctx.read(activeIds, [[id]])).length === 0) throw notFound(...NO_MEMBER)
}
/** The first address of each network among those given. */
function networks(addresses: string[]) {
  const at = (pattern: RegExp) => addresses.find((address) => URL.canParse(address) && pattern.test(new URL(address).hostname)) ?? null
  return {
    twitter_url: at(NETWORKS.twitter_url),
    facebook_url: at(NETWORKS.facebook_url),
    instagram_url: at(NETWORKS.instagram_url),
    linkedin_url: at(NETWORKS.linkedin_url),
  }
}

export const handlers: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    admit(ctx)
    return directory(ctx, query)
  },
  async filterKit(ctx, { query }) {
    admit(ctx)
    const all = query.context === 'audience'
    if (all && !manages(ctx)) throw forbidden()
    const { directory_sort, directory_view } = ctx.settings(contract)
    return { enabled: true, records: await offers(ctx, all ? 'manage' : 'directory'), sort: directory_sort, view: directory_view }
  },

  async profile(ctx, { params }) {
    admit(ctx)
    const number = /^\d{1,15}$/.test(params.id) ? Number(params.id) : null
    const found = await profileAt(ctx, params.id, number)
    if (!found) throw notFound(...NO_MEMBER)
    const { row, ban } = found
    const fields = await fieldsOn(ctx, 'profile_view', manages(ctx))
    const [theirs, written, between, profile_fields, [counts], muted] = await Promise.all([
      ctx.use(spaces).ofMember(row.id),
      ctx.use(content).writtenBy('post', [row.id]),
      towards(ctx, [row.id]),
      answered(ctx, row.id, fields),
      ctx.read(connectionCounts, [row.id]),
      ctx.member ? mutedBy(ctx, ctx.member.id, [row.id]) : null,
    ])
    const social = profile_fields.flatMap(({ field_type, community_member_profile_field: answer }) =>
      field_type === 'social' ? (answer?.display_value ?? []) : [],
    )
    const others = ctx.member !== null && ctx.member.id !== row.id && !ctx.viewOnly
    const roles = toPerson(ctx, row).roles
    return {
      ...toPerson(ctx, row),
      ...between(row.id),
      bio: row.bio,
      large_avatar_url: row.avatar_url,
      profile_info: { website: row.website, location: row.location, ...networks(social) },
      profile_fields: profile_fields.filter((field) => field.community_member_profile_field !== null),
      last_seen_at: ctx.member ? row.last_seen_at : null,
      posts_count: written?.get(row.id) ?? null,
      spaces_count: theirs.length,
      connections_count: counts!.accepted,
      is_muted: muted?.has(row.id) ?? false,
      ban: ban && { id: ban.id, until: ban.until?.toISOString() ?? null },
      policies: { can_edit: manages(ctx), can_block: others && !roles.admin && !roles.moderator },
    }
  },
  async spaces(ctx, { params }) {
    admit(ctx)
    await demandSeen(ctx, params.id)
    const theirs = await ctx.use(spaces).ofMember(params.id)
    return {
      records: theirs.map(({ id, slug, name, emoji, isPrivate }) => ({ id, slug, name, emoji, is_private: isPrivate, url: `${ctx.community.url}/c/${slug}` })),
    }
  },

  managed: (ctx, { query }) => listManaged(ctx, query),
  create: (ctx, { body }) => createManaged(ctx, body),
  show: (ctx, { params }) => showManaged(ctx, params.id),
  async update(ctx, { params, body }) {
    await changeManaged(ctx, params.id, body)
    return showManaged(ctx, params.id)
  },
  preference: (ctx) => ownPreference(ctx),
  async updatePreference(ctx, { body }) {
    await savePreference(ctx, ctx.me().id, body)
    return ownPreference(ctx)
  },
  answers: (ctx) => ownAnswers(ctx),
  async updateAnswers(ctx, { body }) {
    await saveValues(ctx, ctx.me().id, body.community_member_profile_fields, false)
    return ownAnswers(ctx)
  },

  signUpQuestions: async (ctx) => ({ records: await signUpQuestions(ctx) }),
  answerSignUp: (ctx, { body }) => answerSignUp(ctx, body.community_member_profile_fields),

  async fields(ctx, { query }) {
    const text = query.label?.toLowerCase()
    const all = (await allFields(ctx)).filter(
      ({ archivedAt, label }) => (archivedAt !== null) === (query.archived ?? false) && (!text || label.toLowerCase().includes(text)),
    )
    return { records: all.map(toField) }
  },
  createField: async (ctx, { body }) => toField(await findField(ctx, await createField(ctx, body.profile_field))),
  reorderFields: (ctx, { body }) => reorderFields(ctx, body.profile_field_ids),
  field: async (ctx, { params }) => toField(await findField(ctx, params.id)),
  async updateField(ctx, { params, body }) {
    await updateField(ctx, params.id, body.profile_field)
    return toField(await findField(ctx, params.id))
  },
  archiveField: (ctx, { params }) => setArchived(ctx, params.id, true),
  unarchiveField: (ctx, { params }) => setArchived(ctx, params.id, false),
  destroyField: (ctx, { params }) => destroyField(ctx, params.id),
  pageFields: async (ctx, { query }) => ({ records: (await fieldsOn(ctx, query.page_name, manages(ctx))).map(toField) }),

  async connections(ctx, { query }) {
    const me = ctx.me().id
    const whose = query.member_id ?? me
    if (whose !== me) {
      if (query.state !== 'accepted') throw forbidden()
      await demandSeen(ctx, whose)
    }
    const [after, rows] = [lastId(query), rowsFor(query)]
    const found =
      query.state === 'accepted'
        ? await ctx.read(connectedRead, [whose, after, rows, await apartOf(ctx)])
        : await ctx.read(query.state === 'incoming' ? incomingRead : outgoingRead, [me, after, rows])
    const [counts] = await ctx.read(connectionCounts, [me])
    const envelope = page(found, { query, key: (row) => [row.id] }, (row) => row)
    return { ...envelope, records: await present(ctx, envelope.records, whose), incoming_count: counts!.incoming }
  },
  recommendations: (ctx) => recommended(ctx),
  createConnection: (ctx, { body }) => request(ctx, body.recipient_id, body.message),
  acceptConnection: (ctx, { params }) => acceptRequest(ctx, params.id),
  ignoreConnection: (ctx, { params }) => ignoreRequest(ctx, params.id),
  withdrawConnection: (ctx, { params }) => withdraw(ctx, params.id),

  boundaries: (ctx, { query }) => listBoundaries(ctx, query),
  createBoundary: (ctx, { body }) => keepAway(ctx, body.community_member_id, body.kind),
  destroyBoundary: (ctx, { params }) => letNear(ctx, params.id, params.kind),

  connectSettings: (ctx) => connectSettings(ctx),
  async updateConnectSettings(ctx, { body }) {
    await changeConnectSettings(ctx, body)
    return connectSettings(ctx)
  },
}
