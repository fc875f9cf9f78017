/** Making, changing and reading spaces. */
import { AtriumError, cut, invalid, limitReached, notFound, sentence } from '@atrium/sdk'
import { assign, type Ctx, hold, lock, pick, raiseVersion, rowOf } from '@atrium/sdk/server'
import contract, {
  GROUP_FLAGS,
  type GroupInput,
  LISTED_FLAGS,
  OWN_FLAGS,
  SPACE_LIMITS,
  type SpaceCard,
  type SpaceDescription,
  type SpaceInput,
  SpaceOptions,
} from '../../contract.ts'
import { type PictureSlot, type SpaceEntity, SpaceGroupMemberTable, SpaceGroupTable, SpaceTable } from '../entities.ts'
import { listed, NO_GROUP, NO_SPACE, type SeenSpace } from '../policies.ts'
import { byIdRead, bySlugRead, liveRead, type SpaceRow, type StillRow } from '../reads.ts'
import { freeSlug, slugify } from './slug.ts'
import { invalidateReach, reachOf, spaceMap } from './access.ts'
import { dropGrants, settleSpace } from './grants.ts'
import { addMembers } from './members.ts'
import { typeInput } from './typeOptions.ts'

const me = (ctx: Ctx) => ctx.member?.id ?? 0
const seen = async (ctx: Ctx, row: SpaceRow | undefined): Promise<SeenSpace | null> => (row ? { row, reach: await reachOf(ctx) } : null)

/** The space with this id as this reader sees it, or null. */
export const spaceById = async (ctx: Ctx, id: number) => seen(ctx, (await ctx.read(byIdRead, [me(ctx), id]))[0])
export const spaceBySlug = async (ctx: Ctx, slug: string) => seen(ctx, (await ctx.read(bySlugRead, [me(ctx), slug]))[0])
/** Every space that this reader may know of, in the sidebar's order. */
export const listedSpaces = (ctx: Ctx): Promise<StillRow[]> =>
  ctx.once('spaces.listed', async () => {
    const [{ rows }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
    return rows.filter((row) => listed({ row, reach }))
  })
/** These with what moves in them: a page shows a few of hundreds. */
export async function wholeSpaces(ctx: Ctx, stills: StillRow[]): Promise<SeenSpace[]> {
  const [[now], reach] = await Promise.all([ctx.read(liveRead, [me(ctx), stills.map(({ id }) => id)]), reachOf(ctx)])
  const live = new Map(now!.live?.map((one) => [one[0], one]))
  const marks = new Map(now!.marks)
  return stills.flatMap((still) => {
    const moves = live.get(still.id)
    // one that was deleted a moment ago has no row any more
    if (!moves) return []
    const [id, sequence, posts_count, members_count, activityMs] = moves
    const last_activity_at = activityMs ? new Date(activityMs) : null
    const own = { membership_id: reach.membershipOf(id), read_mark: marks.get(id) ?? null, banner_hidden: null }
    return [{ row: { ...still, sequence, posts_count, members_count, last_activity_at, ...own }, reach }]
  })
}

export async function spaceCards(ctx: Ctx, ids: number[]): Promise<Map<number, SpaceCard>> {
  const { cards } = await spaceMap(ctx)
  return new Map(ids.flatMap((id) => (cards.has(id) ? [[id, cards.get(id)!]] : [])))
}
export const spaceCardBySlug = async (ctx: Ctx, slug: string): Promise<SpaceCard | null> => (await spaceMap(ctx)).bySlug.get(slug) ?? null

/** Creations wait for each other, so that slugs and limits hold when two come at once. */
const lockNames = (ctx: Ctx) => lock(ctx, 'spaces.names')

async function newSlug(ctx: Ctx, table: 'space' | 'space_group', wanted: string | undefined, name: string, exceptId = 0): Promise<string> {
  const base = wanted ?? (slugify(name) || 'space')
  const rows = await ctx.sql<{ slug: string }>(
    `select slug from spaces.${table} where community_id = $1 and id <> $2 and (slug = $3 or starts_with(slug, $3 || '-'))`,
    [exceptId, base],
  )
  const taken = rows.map(({ slug }) => slug)
  if (wanted && taken.includes(wanted)) throw invalid({ slug: ['This URL is already taken. Choose another.'] })
  return freeSlug(base, taken)
}

export async function limits(ctx: Ctx) {
  const count = await ctx.em.count(SpaceTable)
  const max = Math.min(SPACE_LIMITS[ctx.community.tier], ctx.community.limits.spaces ?? Number.POSITIVE_INFINITY)
  // How many there are besides those one knows of is the managers' to know.
  const known = ctx.can('spaces.manage') ? count : (await listedSpaces(ctx)).length
  return { max_space_limit: max, spaces_count: known, limit_reached: count >= max }
}

function checkTypes(ctx: Ctx, types: string[]) {
  const known = new Set(['basic', ...ctx.fill(contract.points.type).map(({ value }) => value.key)])
  const strange = types.filter((type) => !known.has(type))
  if (strange.length === 0) return
  const message = sentence('This community has no {types} spaces.', { types: strange.join(', ') })
  throw new AtriumError(400, 'invalid_space_type', message, { details: { types: [message] } })
}

/** Tells subscribers, and open browsers that may know of the space. */
function announce(
  ctx: Ctx,
  name: 'space.created' | 'space.updated' | 'space.deleted',
  space: Pick<SpaceEntity, 'id' | 'spaceGroupId' | 'isHidden' | 'isDraft'>,
) {
  const fact = { spaceId: space.id, spaceGroupId: space.spaceGroupId }
  ctx.emit(contract.events[name], fact)
  ctx.push(space.isHidden || space.isDraft ? `space:${space.id}` : 'community', name, fact)
}

const slots: [field: 'cover_image' | 'thumbnail_image' | 'welcome_banner_cover' | 'opengraph_picture', slot: PictureSlot][] = [
  ['cover_image', 'cover'],
  ['thumbnail_image', 'thumbnail'],
  ['welcome_banner_cover', 'banner'],
  ['opengraph_picture', 'preview'],
]
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a space that are kept as they come; what else it takes has rules of its own. */
const FLAGS = [...LISTED_FLAGS, ...OWN_FLAGS]

/** Puts the named fields, and only them, on a space. Objects among the options are merged, the rest replaced. */
async function apply(ctx: Ctx, space: SpaceEntity, { custom_emoji, ...named }: SpaceInput) {
  const input: SpaceInput = { ...named }
  if (input.emoji === undefined) input.emoji = custom_emoji?.emoji
  if (input.types) {
    checkTypes(ctx, input.types)
    space.types = [...new Set(input.types)]
  }
  assign(SpaceTable, space, pick(input, ['name', 'position', ...FLAGS]))
  if (input.emoji !== undefined) space.emoji = input.emoji || null
  const hidden = input.is_hidden_from_non_members ?? input.is_hidden
  if (hidden !== undefined) space.isHidden = hidden
  // What only members know of, only members enter.
  if (space.isHidden) space.isPrivate = true

  const options: Record<string, unknown> = { ...space.options }
  const own = Object.keys(SpaceOptions.shape).map((key) => [key, (input as Record<string, unknown>)[key]] as const)
  for (const [key, value] of [...own, ...Object.entries(typeInput(ctx, input))]) {
    if (value !== undefined) options[key] = isPlain(value) ? { ...(options[key] as object), ...value } : value
  }
  space.options = options

  for (const [field, slot] of slots) {
    const signedId = input[field]
    if (signedId === undefined) continue
    const { [slot]: _old, ...pictures } = space.pictures
    if (signedId === null) {
      space.pictures = pictures
      continue
    }
    const file = await ctx.files.take(
      signedId,
      Object.values(space.pictures).map(({ id }) => id),
    )
    if (!file.contentType.startsWith('image/')) throw invalid({ [field]: ['Choose an image.'] })
    await ctx.files.keep(file.id, `space:${space.id}`)
    space.pictures = { ...pictures, [slot]: { id: file.id, filename: file.filename } }
  }
}

/** Makes a space. Its maker, if there is one, runs it. @throws AtriumError 402 over the plan's limit, 403 over the tier's, 404 without the group, 422. */
export async function createSpace(ctx: Ctx, input: SpaceInput & { name: string; space_group_id: number; space_type?: string }): Promise<number> {
  await lockNames(ctx)
  const group = await ctx.em.findOne(SpaceGroupTable, input.space_group_id)
  if (!group) throw notFound('Space group', 'space_group_not_found')
  const { limit_reached, max_space_limit } = await limits(ctx)
  if (limit_reached && max_space_limit === ctx.community.limits.spaces) throw limitReached('spaces', max_space_limit)
  if (limit_reached)
    throw new AtriumError(
      403,
      'space_limit_reached',
      sentence('Your plan includes up to {max} spaces. Delete one or upgrade your plan.', { max: max_space_limit }),
    )
  const [place] = await ctx.sql<{ next: number }>(
    'select coalesce(max(position) + 1, 0) as next from spaces.space where community_id = $1 and space_group_id = $2',
    [group.id],
  )
  const types = input.types ?? (input.space_type ? [input.space_type] : ['basic'])
  const view = ctx.fill(contract.points.type).find(({ value }) => value.key === types[0])?.value.views[0]
  const space = ctx.em.create(SpaceTable, {
    communityId: ctx.community.id,
    spaceGroupId: group.id,
    name: input.name,
    slug: await newSlug(ctx, 'space', input.slug, input.name),
    position: place!.next,
    displayView: view ?? 'posts',
    options: {},
    pictures: {},
  })
  await ctx.em.flush()
  await apply(ctx, space, { ...input, types, position: input.position ?? place!.next })
  await ctx.em.flush()
  if (ctx.member) await addMembers(ctx, 'space', [space.id], [ctx.member.id], { role: 'moderator' })
  if (group.automaticallyAddMembersToNewSpaces) {
    const inGroup = { spaceGroupId: group.id, status: 'active' } as const
    const members = await ctx.em.find(SpaceGroupMemberTable, inGroup, { fields: ['memberId'], disableIdentityMap: true })
    await addMembers(
      ctx,
      'space',
      [space.id],
      members.map(({ memberId }) => memberId),
    )
  }
  await settleSpace(ctx, space.id, false)
  invalidateReach(ctx)
  announce(ctx, 'space.created', space)
  return space.id
}

export async function updateSpace(ctx: Ctx, id: number, input: SpaceInput): Promise<void> {
  const space = await hold(ctx, SpaceTable, id, ...NO_SPACE)
  const moved = input.space_group_id !== undefined && input.space_group_id !== space.spaceGroupId
  if (moved) {
    if (!(await ctx.em.findOne(SpaceGroupTable, input.space_group_id!))) throw notFound('Space group', 'space_group_not_found')
    space.spaceGroupId = input.space_group_id!
  }
  if (input.slug !== undefined && input.slug !== space.slug) {
    await lockNames(ctx)
    space.slug = await newSlug(ctx, 'space', input.slug, space.name, id)
  }
  const was = { isPrivate: space.isPrivate, isDraft: space.isDraft }
  await apply(ctx, space, input)
  if (was.isDraft && !space.isDraft)
    for (const { value } of ctx.fill(contract.points.type)) if (space.types.includes(value.key)) await value.publishing?.(ctx, id)
  raiseVersion(ctx, space)
  await ctx.em.flush()
  if (moved || (was.isDraft && !space.isDraft)) await settleSpace(ctx, id, moved)
  invalidateReach(ctx)
  // Of a draft even its members hear nothing until it is ready.
  if ((space.isPrivate && !was.isPrivate) || (space.isDraft && !was.isDraft)) ctx.recheckRooms()
  announce(ctx, 'space.updated', space)
}

/** Deletes a space; plugins that keep things in it hear of it and clean up. */
export async function deleteSpace(ctx: Ctx, id: number): Promise<void> {
  const space = await hold(ctx, SpaceTable, id, ...NO_SPACE)
  announce(ctx, 'space.deleted', space)
  await ctx.audit('space.deleted', `space:${id}`, { name: space.name, posts: space.postsCount, members: space.membersCount })
  await ctx.em.nativeDelete(SpaceTable, { id })
  await dropGrants(ctx, { kind: 'space', id })
  ctx.em.getUnitOfWork().unsetIdentity(space)
  invalidateReach(ctx)
}

/** A draft with the same settings and nobody and nothing in it. */
export async function duplicateSpace(ctx: Ctx, id: number): Promise<number> {
  const { name, ...source } = await ctx.em.findOneOrFail(SpaceTable, id)
  const copyName = cut(`${name} ${ctx.locale === 'pt-BR' ? '(cópia)' : '(copy)'}`, 120)
  const copyId = await createSpace(ctx, { name: copyName, space_group_id: source.spaceGroupId, types: source.types, is_draft: true })
  const copy = await ctx.em.findOneOrFail(SpaceTable, copyId)
  assign(SpaceTable, copy, pick(rowOf(SpaceTable, source), ['emoji', 'is_hidden', 'options', 'pictures', ...FLAGS.filter((flag) => flag !== 'is_draft')]))
  await ctx.em.flush()
  return copyId
}

/** @throws AtriumError 422 when the slug is taken. */
export async function createGroup(ctx: Ctx, input: GroupInput & { name: string }): Promise<{ id: number; slug: string }> {
  await lockNames(ctx)
  const [place] = await ctx.sql<{ next: number }>('select coalesce(max(position) + 1, 0) as next from spaces.space_group where community_id = $1')
  const group = ctx.em.create(SpaceGroupTable, {
    communityId: ctx.community.id,
    name: input.name,
    slug: await newSlug(ctx, 'space_group', input.slug, input.name),
    position: input.position ?? place!.next,
  })
  await ctx.em.flush()
  await updateGroup(ctx, group.id, { ...input, slug: undefined })
  if (ctx.member) await addMembers(ctx, 'group', [group.id], [ctx.member.id], { role: 'moderator' })
  return { id: group.id, slug: group.slug }
}

/** The first group, for who names none. Where there is none yet, whoever runs spaces gets one. @throws AtriumError 404 for all others */
export async function firstGroup(ctx: Ctx): Promise<number> {
  await lockNames(ctx)
  const [first] = await ctx.sql<{ id: number }>('select id from spaces.space_group where community_id = $1 order by position, id limit 1')
  if (first) return first.id
  if (!ctx.can('spaces.manage')) throw notFound('Space group', 'space_group_not_found')
  return (await createGroup(ctx, { name: ctx.t('group.first', {}, ctx.community.locale) })).id
}

export async function updateGroup(ctx: Ctx, id: number, input: GroupInput): Promise<void> {
  const group = await hold(ctx, SpaceGroupTable, id, ...NO_GROUP)
  if (input.slug !== undefined && input.slug !== group.slug) {
    await lockNames(ctx)
    group.slug = await newSlug(ctx, 'space_group', input.slug, group.name, id)
  }
  assign(SpaceGroupTable, group, pick(input, ['name', 'position', ...GROUP_FLAGS]))
  await ctx.em.flush()
  if (input.moderator_community_member_ids) {
    const ids = input.moderator_community_member_ids
    await addMembers(ctx, 'group', [id], ids)
    const rest = { spaceGroupId: id, memberId: { $nin: ids } }
    await ctx.em.nativeUpdate(SpaceGroupMemberTable, { spaceGroupId: id, memberId: ids }, { role: 'moderator', updatedAt: ctx.now() })
    await ctx.em.nativeUpdate(SpaceGroupMemberTable, rest, { role: 'member', updatedAt: ctx.now() })
  }
  invalidateReach(ctx)
  ctx.push('community', 'space.updated', { spaceGroupId: id })
}

/** @throws AtriumError 422 `deletion_failed` while spaces lie in it. */
export async function deleteGroup(ctx: Ctx, id: number): Promise<void> {
  const count = await ctx.em.count(SpaceTable, { spaceGroupId: id })
  if (count > 0) throw new AtriumError(422, 'deletion_failed', sentence('Move or delete the {count} spaces in this group first.', { count }))
  const group = await hold(ctx, SpaceGroupTable, id, ...NO_GROUP)
  await ctx.em.nativeDelete(SpaceGroupTable, { id })
  await dropGrants(ctx, { kind: 'space_group', id })
  invalidateReach(ctx)
  await ctx.audit('space_group.deleted', `space_group:${id}`, { name: group.name })
  ctx.emit(contract.events['space_group.deleted'], { spaceGroupId: id })
  ctx.push('community', 'space.deleted', { spaceGroupId: id })
}

/** As `SpacesService.covers`. */
/** Reads of spaces ask who reads: nobody. */
const NOBODY = 0
export async function describedSpaces(ctx: Ctx, spaceIds: number[]): Promise<SpaceDescription[]> {
  const { rows, cards } = await spaceMap(ctx)
  const wanted = new Set(spaceIds)
  const shown = rows.filter(({ id }) => wanted.has(id))
  const counted = shown.filter((row) => !row.hide_members_count).map(({ id }) => id)
  const [now] = counted.length > 0 ? await ctx.read(liveRead, [NOBODY, counted]) : []
  const counts = new Map(now?.live?.map(([id, , , members]) => [id, members]))
  return shown.map(({ id, options }) => ({
    ...cards.get(id)!,
    description: options.description ?? null,
    customEmojiUrl: options.custom_emoji_url ?? null,
    membersCount: counts.get(id) ?? null,
  }))
}
export async function coversOf(ctx: Ctx, spaceIds: number[]): Promise<Map<number, string>> {
  const { byId } = await spaceMap(ctx)
  return new Map(
    spaceIds.flatMap((id) => {
      const cover = byId.get(id)?.pictures.cover
      return cover ? [[id, ctx.files.url(cover, 'medium')] as const] : []
    }),
  )
}
