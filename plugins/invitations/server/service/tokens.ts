/** Links that let people in: found by their hash, shown again because they are sealed. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, newToken } from '@atrium/sdk/server'

/** A new token, as its table keeps it. */
export function sealedToken(ctx: Ctx): { tokenHash: string; tokenSealed: string } {
  const { token, hash } = newToken()
  return { tokenHash: hash, tokenSealed: ctx.seal(token) }
}
/** Never below a community's own domain: whoever runs that could read what stands in it. */
export const addressOf = (ctx: Ctx, sealed: string): string => `${ctx.community.platformUrl}/join/${ctx.unseal(sealed)}`
export const gone = (): AtriumError => new AtriumError(410, 'invitation_gone', 'This invitation was used, revoked or has expired. Ask for a new one.')
