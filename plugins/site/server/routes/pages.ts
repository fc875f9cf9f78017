/** Handlers of pages and their revisions. */
import type { Handlers } from '@atrium/sdk/server'
import type site from '../../contract.ts'
import { changeTheme, createPage, duplicatePage, publishPage, setHome, unpublishPage, updatePage } from '../service/pages.ts'
import { listPages, showPage } from '../service/present.ts'
import { listRevisions, restoreRevision, showRevision } from '../service/revisions.ts'
import { deletePage, listDeleted, purgePage, restorePage } from '../service/trash.ts'

export const pageHandlers = {
  pages: (ctx, { query }) => listPages(ctx, query),
  createPage: async (ctx, { body }) => showPage(ctx, await createPage(ctx, body.page)),
  page: (ctx, { params }) => showPage(ctx, params.id),
  async updatePage(ctx, { params, body }) {
    await updatePage(ctx, params.id, body)
    return showPage(ctx, params.id)
  },
  destroyPage: (ctx, { params }) => deletePage(ctx, params.id),
  deletedPages: (ctx, { query }) => listDeleted(ctx, query),
  async restorePage(ctx, { params }) {
    await restorePage(ctx, params.id)
    return showPage(ctx, params.id)
  },
  purgePage: (ctx, { params }) => purgePage(ctx, params.id),
  async publishPage(ctx, { params, body }) {
    await publishPage(ctx, params.id, body.at === null ? null : new Date(body.at))
    return showPage(ctx, params.id)
  },
  async unpublishPage(ctx, { params }) {
    await unpublishPage(ctx, params.id)
    return showPage(ctx, params.id)
  },
  duplicatePage: async (ctx, { params, body }) => showPage(ctx, await duplicatePage(ctx, params.id, body?.language)),
  async homePage(ctx, { params, body }) {
    await setHome(ctx, params.id, body.is_home)
    return showPage(ctx, params.id)
  },
  async changeTheme(ctx, { params, body }) {
    await changeTheme(ctx, params.pageId, body.theme_id)
    return showPage(ctx, params.pageId)
  },
  revisions: (ctx, { params, query }) => listRevisions(ctx, params.pageId, query),
  revision: (ctx, { params }) => showRevision(ctx, params.pageId, params.revisionId),
  async restoreRevision(ctx, { params, body }) {
    await restoreRevision(ctx, params.pageId, params.revisionId, body?.version)
    return showPage(ctx, params.pageId)
  },
} satisfies Partial<Handlers<typeof site>>
