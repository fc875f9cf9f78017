/** The home page before any script runs. */
import { type Ctx, escapeHtml } from '@atrium/sdk/server'
import home, { BANNER_SIZES } from '../contract.ts'
import { addressOf, banner } from './service/settings.ts'

export const homePage = async (ctx: Ctx) => {
  const { banner_text, meta_title, meta_description, open_graph_image } = ctx.settings(home)
  const [image, shown] = await Promise.all([addressOf(ctx, open_graph_image), banner(ctx)])
  return {
    title: meta_title || ctx.community.name,
    description: meta_description || banner_text || undefined,
    image: image ? new URL(image, ctx.community.url).href : undefined,
    html: `${shown?.image_url ? `<img src="${escapeHtml(shown.image_url)}" srcset="${escapeHtml(shown.image_srcset)}" sizes="${BANNER_SIZES}" alt="" fetchpriority="high">` : ''}<h1>${escapeHtml(ctx.community.name)}</h1><p>${escapeHtml(shown?.text ?? '')}</p>`,
  }
}
