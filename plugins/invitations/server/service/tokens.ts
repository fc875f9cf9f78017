/** Links that let people in: found by their hash, shown again because they are sealed. */
import { AtriumError, forbidden } from '@atrium/sdk'
import { type Ctx, newToken } from '@atrium/sdk/server'

/** A new token, as its table keeps it. */
export function sealedToken(ctx: Ctx): { tokenHash: string; tokenSealed: string } {
  const { token, hash } = newToken()
  return { tokenHash: hash, tokenSealed: ctx.seal(token) }
}
/** Never below a community's own domain: whoever runs that could read what stands in it. */
export const addressOf = (ctx: Ctx, sealed: string): string => `${ctx.community.platformUrl}/join/${ctx.unseal(sealed)}`
/** What was mailed is for that mailbox alone, and stays open for it; whoever it is passed on to asks for a link. @throws AtriumError 403 */
export function demandInvited(invited: string, own: string | undefined): void {
  if (own?.toLowerCase() !== invited) throw forbidden('This invitation was sent to another address. Sign in with that one.', 'invitation_for_another')
}
export const gone = (): AtriumError => new AtriumError(410, 'invitation_gone', 'This invitation was used, revoked or has expired. Ask for a new one.')
