/** Where records stand, of whatever kind: addresses are given out, left and looked up here alone. */
import { randomBytes } from 'node:crypto'
import { conflict, cut, notFound, pluginOff, slugify, wordsBeside } from '@atrium/sdk'
import { type Ctx, fits, type PageHead, unlessRefused } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { Addressed, NewAddress, Visit } from '../../contract.ts'
import { AddressTable } from '../entities.ts'
import { addressAt, addressTake, newAddress } from '../reads.ts'
import { isFor, kindIn } from './records.ts'

const marked = (base: string): string => `${base}-${randomBytes(3).toString('hex')}`

/** The manifest's word on a kind: where it stands and what is shown there. */
export const kindDef = (ctx: Ctx, kind: string) => ctx.manifests.flatMap(({ kinds }) => kinds?.[kind] ?? [])[0]

/** What no record of a kind may be called, as screens or the kind's own calls are called so. */
function reserved(ctx: Ctx, kind: string): string[] {
  const pattern = kindDef(ctx, kind)?.address
  const screens = ctx.manifests.flatMap((manifest) => Object.keys(manifest.screens ?? {}))
  return [...(pattern ? wordsBeside(pattern, screens) : []), ...(kindIn(ctx, kind)?.value.address?.reserved ?? [])]
}

export function slugFor(ctx: Ctx, kind: string, wanted: string): string {
  const base = cut(slugify(wanted), 100).replace(/-+$/, '') || kind
  return reserved(ctx, kind).includes(base) ? marked(base) : base
}

/** One statement, so that of several records that want an address at once only one gets it. An address that its record has left can be taken. */
async function take(ctx: Ctx, { kind, id, spaceId, slug, isShared }: NewAddress): Promise<boolean> {
  const row = newAddress.row({ kind, recordId: id, spaceId, slug, isShared, createdAt: ctx.now() })
  return (await ctx.read(addressTake, newAddress.params(row))).length > 0
}

export async function takeAddress(ctx: Ctx, address: NewAddress): Promise<string> {
  for (const slug of [address.slug, marked(address.slug)]) if (await take(ctx, { ...address, slug })) return slug
  throw conflict('This URL is already taken. Choose another.', 'slug_taken')
}

export async function moveAddress(ctx: Ctx, address: NewAddress, { keep }: { keep: boolean }): Promise<string> {
  const present = { kind: address.kind, recordId: address.id, leftAt: null }
  if (keep) await ctx.em.nativeUpdate(AddressTable, { ...present, isShared: false }, { leftAt: ctx.now() })
  else await ctx.em.nativeDelete(AddressTable, { ...present, isShared: false })
  await ctx.em.nativeUpdate(AddressTable, { ...present, isShared: true }, { spaceId: address.spaceId })
  return takeAddress(ctx, address)
}

export const forgetAddresses = (ctx: Ctx, kind: string, id: number) => ctx.em.nativeDelete(AddressTable, { kind, recordId: id })

/** Whether the reader may enter the record's present space decides. It is one read in every case, so that a hidden record takes as long as an absent one (case A01). */
export const at = (ctx: Ctx, spaceId: number, slug: string): Promise<Addressed | null> =>
  ctx.once(`content.address:${spaceId}/${slug}`, async () => {
    const { canView } = await ctx.use(spaces).access()
    const [found] = await ctx.read(addressAt, [spaceId, slug])
    if (!found || !(found.is_shared || canView(found.space_id))) return null
    return { kind: found.kind, id: found.record_id, spaceId: found.space_id, slug: found.slug, isShared: found.is_shared }
  })

/** Who has come to an address, and the kind that stands there, where it has pages and shows them to such readers. @throws AtriumError 404 `plugin_off` */
async function visitOf(ctx: Ctx, spaceSlug: string, slug: string, query: Record<string, string>) {
  const space = await ctx.use(spaces).bySlug(spaceSlug)
  if (!space) return null
  const found = await at(ctx, space.id, slug)
  if (!found) return null
  const kind = kindIn(ctx, found.kind)
  const owner = ctx.manifests.find(({ kinds }) => kinds && found.kind in kinds)
  if (!kind && owner) throw pluginOff(owner)
  if (!kind?.value.address || !isFor(ctx, kind.value)) return null
  const now = found.spaceId === space.id ? space : await ctx.use(spaces).card(found.spaceId)
  const visit: Visit = { ...found, space: now?.slug ?? spaceSlug, query }
  return { visit, plugin: kind.plugin, address: kind.value.address }
}

/** @throws AtriumError 404, also `plugin_off` */
export async function arrive(ctx: Ctx, { space, slug, search }: { space: string; slug: string; search?: string | undefined }) {
  const found = await visitOf(ctx, space, slug, Object.fromEntries(new URLSearchParams(search)))
  const first = await found?.address.first(ctx, found.visit)
  if (!found || !first) throw notFound('Page')
  const { route, input, reply } = first
  const shape = route.options.reply!
  return {
    kind: found.visit.kind,
    id: found.visit.id,
    path: `/c/${found.visit.space}/${found.visit.slug}`,
    first: [{ key: [route.plugin, route.name, input], data: fits(shape, reply) ? reply : shape.parse(reply) }],
  }
}

/** The page for visitors and link previews. */
export async function pageAt(ctx: Ctx, params: Record<string, string>): Promise<PageHead | null> {
  const found = await unlessRefused(visitOf(ctx, params.space!, params.slug!, {}), null)
  const head = await found?.address.page(ctx, found.visit)
  return head ? { ...head, screen: `${found!.plugin}/${kindDef(ctx, found!.visit.kind)!.screen.split('/').at(-1)!}` } : null
}
