/** The script that other sites load. */
import { shownBranding } from '@atrium/sdk/kernel/communities'
import { brandTokens, toHex } from '@atrium/sdk/theme'
import { type Ctx, raw } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { type LauncherSettings, runLauncher } from '../browser/launcher.ts'

const SECONDS = 300

export function script(ctx: Ctx) {
  const { place } = ctx.settings(contract)
  const { brand_color: brand, brand_text_color: text } = shownBranding({ branding: ctx.platform.branding, settings: ctx.platform.fields }).theme
  // the site is light or dark as it likes: the button has the community's own colour on either
  const tokens = brandTokens(brand.light, 'light', text.light)
  const settings: LauncherSettings = {
    title: ctx.t('launcher.window', { community: ctx.community.name }),
    open: ctx.t('launcher.open'),
    close: ctx.t('launcher.close'),
    unread: ctx.t('launcher.replied'),
    failed: ctx.t('launcher.failed'),
    apart: ctx.t('launcher.apart'),
    place,
    colours: { ground: toHex(tokens['brand-color']), ink: toHex(tokens['brand-text-color']) },
  }
  return raw({
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': `public, max-age=${SECONDS}`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // a member has chosen their language
      Vary: 'Accept-Language, Cookie',
    },
    body: `(${runLauncher.toString()})(${JSON.stringify(settings).replaceAll('<', '\\u003c')})\n`,
  })
}
