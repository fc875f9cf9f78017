/** The token in the address of a package's frame: who opened which part, sealed, for as long as a sitting takes. */
import type { Ctx } from '@atrium/sdk/server'

interface Opened {
  package: number
  registration: number
  item: string
  launch: number
}
const HOURS = 12

export const sealToken = (ctx: Ctx, opened: Opened): string =>
  Buffer.from(ctx.seal(JSON.stringify({ ...opened, community: ctx.community.id, until: ctx.now().getTime() + HOURS * 3_600_000 })), 'base64').toString(
    'base64url',
  )

/** Null for one that is forged, of another community, or too old. */
export function openToken(ctx: Ctx, token: string): Opened | null {
  try {
    const opened = JSON.parse(ctx.unseal(Buffer.from(token, 'base64url').toString('base64'))) as Opened & { community: number; until: number }
    return opened.community === ctx.community.id && opened.until > ctx.now().getTime() ? opened : null
  } catch {
    return null
  }
}
