/** Somebody who is signed in becomes a member of this community: what every way in asks of them. */
import { AtriumError, forbidden, unauthenticated } from '../index.ts'
import type { Ctx, PlatformApi } from './ctx.ts'

/** May somebody become a member without an invitation, by sign-up or otherwise? */
export function isOpenForSignUp({ community, platform }: { community: Pick<Ctx['community'], 'isPrivate'>; platform: Pick<PlatformApi, 'fields'> }): boolean {
  const { show_signup_link, allow_signups_to_public_community, custom_sign_up_link_url } = platform.fields
  return show_signup_link || (allow_signups_to_public_community && !community.isPrivate) || custom_sign_up_link_url !== null
}

/**
 * The caller has decided that they may. Who is one already stays as they are.
 * @param how.proven whether the e-mail address is proven by the way they came
 * @returns the member's id
 * @throws AtriumError 401; 403 `email_unconfirmed`, or for those who were put out; 422 `consent_required`
 */
export async function becomeMember(ctx: Ctx, how: { consent?: boolean; proven?: boolean }): Promise<number> {
  if (!ctx.account) throw unauthenticated()
  const { consent_required, enforce_otp_for_signup } = ctx.platform.fields
  const { email, name, emailConfirmed } = ctx.account
  if (enforce_otp_for_signup && !emailConfirmed && !how.proven) throw forbidden('Confirm your email address first.', 'email_unconfirmed')
  if (consent_required && !how.consent) throw new AtriumError(422, 'consent_required', 'Accept this community’s terms first.')
  const { id } = await ctx.members.add({ email, name, preferences: how.consent ? { consent: true } : {} })
  ctx.recheckRooms(id)
  return id
}
