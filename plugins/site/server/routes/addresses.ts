/** Handlers of redirects. */
import type { Handlers } from '@atrium/sdk/server'
import type site from '../../contract.ts'
import { importRedirects } from '../service/redirectImport.ts'
import { createRedirect, deleteRedirect, listRedirects, showRedirect, updateRedirect } from '../service/redirects.ts'

export const addressHandlers = {
  redirects: (ctx, { query }) => listRedirects(ctx, query),
  createRedirect: async (ctx, { body }) => showRedirect(ctx, await createRedirect(ctx, body.redirect)),
  redirect: (ctx, { params }) => showRedirect(ctx, params.redirectId),
  async updateRedirect(ctx, { params, body }) {
    await updateRedirect(ctx, params.redirectId, body.redirect)
    return showRedirect(ctx, params.redirectId)
  },
  destroyRedirect: (ctx, { params }) => deleteRedirect(ctx, params.redirectId),
  importRedirects: (ctx, { body }) => importRedirects(ctx, body.csv),
} satisfies Partial<Handlers<typeof site>>
