/** Handlers of what stands round pages: saved blocks, menus, snippets, search engines, frames. */
import type { Handlers } from '@atrium/sdk/server'
import site, { type NavItem } from '../../contract.ts'
import { saveEmbed } from '../service/embed.ts'
import { saveMenus } from '../service/menus.ts'
import { createSaved, deleteSaved, listSaved, showSaved, updateSaved } from '../service/reusable.ts'
import { saveSeo, showSeo } from '../service/seo.ts'
import { saveSnippets } from '../service/snippets.ts'

export const roundHandlers = {
  reusableBlocks: (ctx, { query }) => listSaved(ctx, query),
  createReusableBlock: async (ctx, { body }) => showSaved(ctx, await createSaved(ctx, body.reusable_block)),
  reusableBlock: (ctx, { params }) => showSaved(ctx, params.id),
  async updateReusableBlock(ctx, { params, body }) {
    await updateSaved(ctx, params.id, body.reusable_block)
    return showSaved(ctx, params.id)
  },
  destroyReusableBlock: (ctx, { params }) => deleteSaved(ctx, params.id),
  navigation: (ctx) => ctx.settings(site).navigation,
  menus(ctx) {
    const { sidebar, phone } = ctx.settings(site).navigation
    const isForMembers = ({ audience }: NavItem) => audience !== 'visitors'
    return { sidebar: sidebar.filter(isForMembers), phone: phone.filter(isForMembers) }
  },
  saveNavigation: (ctx, { body }) => saveMenus(ctx, body.navigation),
  snippets: (ctx) => ctx.settings(site).code,
  saveSnippets: (ctx, { body }) => saveSnippets(ctx, body.code_snippets),
  seo: (ctx) => showSeo(ctx),
  saveSeo: (ctx, { body }) => saveSeo(ctx, body.seo),
  embed: (ctx) => ctx.settings(site).embed,
  saveEmbed: (ctx, { body }) => saveEmbed(ctx, body.embed),
} satisfies Partial<Handlers<typeof site>>
