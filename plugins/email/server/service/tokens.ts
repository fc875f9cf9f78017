/** Addresses in emails that prove whose email they stood in: a number or letter, the recipient, and a signature by the secret of the broadcast. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { Tables } from '../entities.ts'

/** What an address is for: a link by its number, `o` the picture, `u` the end. */
export type Purpose = number | 'o' | 'u'
export const newSecret = (ctx: Ctx): string => ctx.seal(randomBytes(24).toString('base64url'))

const signature = (secret: string, ...parts: (string | number)[]) => createHmac('sha256', secret).update(parts.join('.')).digest('base64url').slice(0, 22)
/** @param secret unsealed */
export const tokenOf = (secret: string, broadcastId: number, recipientId: number, purpose: Purpose): string =>
  `${broadcastId}.${recipientId}.${purpose}.${signature(secret, broadcastId, recipientId, purpose)}`

export interface Edition {
  subjects: string[][]
  html: string[]
  text: string[]
  links: string[]
  /** Unsealed. */
  secret: string
}
/** The email as it goes out, kept in the process: it never changes. @throws AtriumError 404 */
export const editionOf = (ctx: Ctx, broadcastId: number): Promise<Edition> =>
  ctx.cached('email.edition', broadcastId, async () => {
    const row = await ctx.em
      .getKysely<Tables>()
      .selectFrom('email.edition')
      .select(['subjects', 'html', 'text', 'links', 'secret'])
      .where('community_id', '=', ctx.community.id)
      .where('broadcast_id', '=', broadcastId)
      .executeTakeFirst()
    if (!row?.secret) throw notFound('Page')
    return { ...row, secret: ctx.unseal(row.secret) }
  })

/** @throws AtriumError 404 for an address that is forged, another community's, or of a broadcast that is gone */
export async function readToken(ctx: Ctx, token: string): Promise<{ broadcastId: number; recipientId: number; purpose: Purpose; edition: Edition }> {
  const [, broadcast, recipient, what, proof] = /^(\d{1,15})\.(\d{1,15})\.(o|u|\d{1,4})\.([\w-]{22})$/.exec(token) ?? []
  if (!proof) throw notFound('Page')
  const [broadcastId, recipientId] = [Number(broadcast), Number(recipient)]
  const purpose: Purpose = what === 'o' || what === 'u' ? what : Number(what)
  const edition = await editionOf(ctx, broadcastId)
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(signature(edition.secret, broadcastId, recipientId, purpose)))) throw notFound('Page')
  return { broadcastId, recipientId, purpose, edition }
}

/** In small letters, as mail servers may write it, and short: 64 characters are all that stand before an `@`. */
const returnSignature = (secret: string, recipientId: number) => createHmac('sha256', secret).update(`return.${recipientId}`).digest('hex').slice(0, 20)
/** Where an email goes that comes back: `bounce+<community>-<recipient>-<signature>@domain`. @param secret unsealed */
export const returnAddress = (ctx: Ctx, secret: string, recipientId: number, domain: string): string =>
  `${RETURNS}+${ctx.community.id.toString(36)}-${recipientId.toString(36)}-${returnSignature(secret, recipientId)}@${domain}`
export const RETURNS = 'bounce'
/** @param token what stands behind the community @returns whose email it is; null where it is forged, or gone */
export async function readReturnToken(ctx: Ctx, token: string): Promise<number | null> {
  const [, recipient, proof] = /^([0-9a-z]{1,11})-([0-9a-f]{20})$/.exec(token) ?? []
  const recipientId = Number.parseInt(recipient ?? '', 36)
  if (!proof || !Number.isSafeInteger(recipientId)) return null
  const [row] = await ctx.sql<{ broadcast_id: number }>('select broadcast_id from email.recipient where community_id = $1 and id = $2', [recipientId])
  const edition = row && (await unlessRefused(editionOf(ctx, row.broadcast_id), null, 404))
  return edition && timingSafeEqual(Buffer.from(proof), Buffer.from(returnSignature(edition.secret, recipientId))) ? recipientId : null
}
