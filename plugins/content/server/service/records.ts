/** The one loader behind every interaction: a record is what its kind shows this reader, or it is absent (case A02). */
import { forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract, { type Act, type Audience, type ContentCard, type ContentKind } from '../../contract.ts'
import { commentRefs } from '../reads.ts'

export const kindsOf = (ctx: Ctx): ContentKind[] => ctx.once('content.kinds', () => ctx.fill(contract.points.kind).map(({ value }) => value))
/** A kind with the plugin that brings it. */
export const kindIn = (ctx: Ctx, kind: string) => ctx.fill(contract.points.kind).find(({ value }) => value.kind === kind)
export const kindOf = (ctx: Ctx, kind: string): ContentKind | undefined => kindsOf(ctx).find((item) => item.kind === kind)

/** The kind of a `user_likeable_type`: `Post`, `Comment`, or the kind's own name. @throws AtriumError 404 */
export function kindByType(ctx: Ctx, type: string): string {
  const found = kindsOf(ctx).find((item) => item.likeableType === type || item.kind === type)
  if (!found) throw notFound()
  return found.kind
}

/** Whether this reader is of those whom records of a kind are shown to at all. */
export const isFor = (ctx: Ctx, { audience }: { audience?: Audience }): boolean => ctx.member !== null || audience === 'everybody'

/** Cards of one kind that this reader may see. Ids of kinds that are off here have none. */
export async function cardsOf(ctx: Ctx, kind: string, ids: number[]): Promise<Map<number, ContentCard>> {
  const found = kindOf(ctx, kind)
  const cards = found && ids.length && isFor(ctx, found) ? await found.cards(ctx, [...new Set(ids)]) : []
  return new Map(cards.map((card) => [card.id, card]))
}
/** Cards of records of any kind, by kind and id: one query a kind. */
export async function cardsIn(ctx: Ctx, rows: { kind: string; record_id: number }[]): Promise<Map<string, Map<number, ContentCard>>> {
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)]
  const cards = byKind.map(async ([kind, found]) => {
    const ids = found.map(({ record_id }) => record_id)
    return [kind, await cardsOf(ctx, kind, ids)] as const
  })
  return new Map(await Promise.all(cards))
}
export const cardOf = (ctx: Ctx, kind: string, id: number): Promise<ContentCard | null> =>
  ctx.once(`content.card:${kind}:${id}`, async () => (await cardsOf(ctx, kind, [id])).get(id) ?? null)

/**
 * @param act what is to be done with it
 * @throws AtriumError 404 when it is absent, hidden from this reader, or of a kind that is off; 403 `act_not_offered` where its kind does not offer that
 */
export async function loadCard(ctx: Ctx, kind: string, id: number, act?: Act): Promise<ContentCard> {
  const card = await cardOf(ctx, kind, id)
  if (!card) throw notFound()
  if (act && !offers(ctx, kind, act)) throw forbidden('This isn’t available here.', 'act_not_offered')
  return card
}
const offers = (ctx: Ctx, kind: string, act: Act): boolean => kindOf(ctx, kind)!.acts.includes(act)

export async function attachments(ctx: Ctx, kind: string, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  const all = new Map<number, Record<string, unknown>>()
  const found = await Promise.all(ctx.fill(contract.points.attachment).map(async ({ value }) => ({ name: value.name, of: await value.of(ctx, kind, ids) })))
  for (const { name, of } of found) for (const [id, value] of of) all.set(id, { ...all.get(id), [name]: value })
  return all
}

/** Name of the socket room in which a record's readers are: comments share their record's. */
export async function roomOf(ctx: Ctx, kind: string, id: number): Promise<string> {
  if (kind !== 'comment') return `${kind}:${id}`
  const [ref] = await ctx.read(commentRefs, [[id]])
  return ref ? `${ref.kind}:${ref.record_id}` : `${kind}:${id}`
}

/** Whom the reader is kept apart from; of nearly everybody that is nobody. */
export const apartOf = (ctx: Ctx): Promise<number[]> =>
  ctx.once('content.apart', async () => (ctx.member ? (await Promise.all(ctx.fill(contract.points.distance).map(({ value }) => value.apart(ctx)))).flat() : []))
/** Whose words the reader has folded; of nearly everybody that is nobody. */
export const mutedOf = (ctx: Ctx): Promise<number[]> =>
  ctx.once('content.muted', async () => (ctx.member ? (await Promise.all(ctx.fill(contract.points.distance).map(({ value }) => value.muted(ctx)))).flat() : []))
/** Those of these members who want to hear nothing of what that one does. */
export async function deafTo(ctx: Ctx, byMemberId: number, memberIds: number[]): Promise<Set<number>> {
  const found = memberIds.length ? await Promise.all(ctx.fill(contract.points.distance).map(({ value }) => value.deaf(ctx, byMemberId, memberIds))) : []
  return new Set(found.flat())
}
const isApart = async (ctx: Ctx, memberId: number | null) => memberId !== null && (await apartOf(ctx)).includes(memberId)

export const moderates = async (ctx: Ctx, { spaceId }: ContentCard): Promise<boolean> =>
  ctx.member !== null && (spaceId === null ? ctx.can('content.moderate') : (await ctx.use(spaces).access()).canModerate(spaceId))

/** May this reader comment there? Members of its space may, unless the kind says otherwise. */
export async function mayComment(ctx: Ctx, card: ContentCard): Promise<boolean> {
  if (!ctx.member || ctx.viewOnly || card.commentsEnabled === false || !offers(ctx, card.kind, 'comment')) return false
  if (await isApart(ctx, card.authorMemberId)) return false
  const kind = kindOf(ctx, card.kind)
  if (kind?.mayComment) return kind.mayComment(ctx, card)
  if (card.spaceId === null) return true
  const access = await ctx.use(spaces).access()
  return access.isMember(card.spaceId) || access.canModerate(card.spaceId)
}

/** Would this reader be able to comment by joining the space? */
export async function mayJoin(ctx: Ctx, card: ContentCard): Promise<boolean> {
  if (!ctx.member || ctx.viewOnly || card.commentsEnabled === false || card.spaceId === null || kindOf(ctx, card.kind)?.mayComment) return false
  if (await isApart(ctx, card.authorMemberId)) return false
  return (await ctx.use(spaces).access()).mayJoin(card.spaceId)
}

/** May this reader hear what happens to the record? `post:12`. */
export async function mayHear(ctx: Ctx, room: string): Promise<boolean> {
  const [, kind, id] = /^([a-z_]+):(\d{1,15})$/.exec(room) ?? []
  return kind !== undefined && (await cardOf(ctx, kind, Number(id))) !== null
}
