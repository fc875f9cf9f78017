/** What stands in place of a page that this reader may not open. */
import { signUpPath } from '@atrium/sdk'
import { type Ctx, html, isOpenForSignUp, type Markup, signInPath } from '@atrium/sdk/server'
import { icon } from './icons.ts'
import { type Page, pathOf } from './reading.ts'

export const passwordGate = (ctx: Ctx, page: Page): Markup =>
  html`<div class="band"><div class="in"><div class="gate"><p>${icon('lock')}</p><h1 class="h2">${ctx.t('gate.password.title')}</h1><p class="muted">${ctx.t('gate.password.text')}</p>
<form method="post" action="/internal_api/site/pages/${page.id}/password_attempt" data-password data-failed="${ctx.t('gate.password.failed')}"><label>${ctx.t('gate.password.label')}<input type="password" name="password" maxlength="200" autocomplete="current-password" required></label><p class="wrong" role="alert"></p><button class="btn" type="submit">${ctx.t('gate.password.open')}</button></form>
<noscript><p class="note">${ctx.t('gate.password.script')}</p></noscript></div></div></div>`

export const membersGate = (ctx: Ctx, page: Page): Markup =>
  html`<div class="band"><div class="in"><div class="gate"><p>${icon('lock')}</p><h1 class="h2">${ctx.t('gate.members.title')}</h1><p class="muted">${ctx.t('gate.members.text', { community: ctx.community.name })}</p>
<div class="btns"><a class="btn" href="${signInPath(pathOf(ctx, page))}">${ctx.t('page.sign_in')}</a>${isOpenForSignUp(ctx) && html`<a class="btn outline" href="${signUpPath(ctx.platform.fields.custom_sign_up_link_url)}">${ctx.t('page.join')}</a>`}</div></div></div></div>`
