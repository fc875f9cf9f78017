/** A chat space as visitors read it before any script runs: the ways in, for its conversation is for members. */
import { signUpPath } from '@atrium/sdk'
import { type Ctx, html, isOpenForSignUp, type Markup, parts, signInPath } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'

export async function spaceBeginning(ctx: Ctx, spaceId: number): Promise<Markup> {
  const space = ctx.account ? null : await ctx.use(spaces).card(spaceId)
  if (!space) return html``
  const path = `/c/${space.slug}`
  const { name } = ctx.community
  const opens = isOpenForSignUp(ctx)
  const join =
    opens &&
    parts.button(
      signUpPath(ctx.platform.fields.custom_sign_up_link_url, `?${new URLSearchParams({ post_login_redirect: path })}`),
      ctx.t('space.visitor.join', { community: name }),
    )
  const text = ctx.t(opens ? 'space.visitor.text' : 'space.visitor.closed', { community: name })
  return html`<section class="rounded-card border bg-surface p-6 text-center"><h2 class="text-17">${ctx.t('space.visitor.title')}</h2><p class="mt-1 mb-3 text-text-2">${text}</p><div class="flex flex-wrap justify-center gap-2">${join}${parts.button(signInPath(path), ctx.t('space.visitor.signIn'), { variant: opens ? 'default' : 'primary' })}</div></section>`
}
