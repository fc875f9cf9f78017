/** The site as other plugins fill it: set-up, imports, the demo. */
import type { Ctx } from '@atrium/sdk/server'
import site, { type SiteService } from '../../contract.ts'
import { saveMenusOf } from './menus.ts'
import { createPage, publishPage, setHome } from './pages.ts'

export const serviceOf = (ctx: Ctx): SiteService => ({
  async create({ isHome = false, description, ...page }) {
    const input = { ...page, ...(description !== undefined && { meta_description: description }) }
    const id = await createPage(ctx, site.routes.createPage.options.body.parse({ page: input }).page)
    await publishPage(ctx, id, null)
    if (isHome) await setHome(ctx, id, true)
    return { id }
  },
  saveMenus: (menus) => saveMenusOf(ctx, menus),
})
