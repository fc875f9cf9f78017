/** Handlers of the developers' pages: each a call of its service. */
import { scopedPlugins } from './service/plugins.ts'
import { type Handlers, MEMBER_TOKEN_SECONDS } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { createOrigin, destroyOrigin, listOrigins, showOrigin, updateOrigin } from './service/origins.ts'
import { createToken, listTokens, refreshToken, showToken, updateToken } from './service/tokens.ts'
import { billingCycles, endpointMetrics, mauCount, usageCounts } from './service/usage.ts'

export const routes: Handlers<typeof contract> = {
  tokens: listTokens,
  async createToken(ctx, { body }) {
    const token = await createToken(ctx, body)
    await ctx.audit('api_token.created', `api_token:${token.id}`, { name: token.name, kind: token.kind, scopes: token.scopes.join(', ') })
    return token
  },
  plugins: (ctx) => scopedPlugins(ctx),
  showToken: (ctx, { params }) => showToken(ctx, params.id),
  async updateToken(ctx, { params, body }) {
    const token = await updateToken(ctx, params.id, body)
    await ctx.audit('api_token.changed', `api_token:${token.id}`, { name: token.name, scopes: token.scopes.join(', ') })
    return token
  },
  async destroyToken(ctx, { params }) {
    const { name } = await ctx.platform.tokens.show(params.id)
    await ctx.platform.tokens.revoke(params.id)
    await ctx.audit('api_token.revoked', `api_token:${params.id}`, { name })
  },
  async refreshToken(ctx, { params, body }) {
    const token = await refreshToken(ctx, params.id, body.overlap_hours)
    await ctx.audit('api_token.renewed', `api_token:${token.id}`, { name: token.name })
    return token
  },

  authProvider: async (ctx) => ({
    ...ctx.settings(contract),
    access_token_seconds: MEMBER_TOKEN_SECONDS.access,
    refresh_token_seconds: MEMBER_TOKEN_SECONDS.refresh,
  }),
  updateAuthProvider: async (ctx, { body }) => void (await ctx.saveSettings(contract, { identifiers: [...new Set(body.identifiers)] })),

  origins: listOrigins,
  createOrigin: (ctx, { body }) => createOrigin(ctx, body),
  showOrigin: (ctx, { params }) => showOrigin(ctx, params.id),
  updateOrigin: (ctx, { params, body }) => updateOrigin(ctx, params.id, body),
  destroyOrigin: (ctx, { params }) => destroyOrigin(ctx, params.id),

  usageCounts: (ctx, { query }) => usageCounts(ctx, query),
  mauCount: (ctx, { query }) => mauCount(ctx, query),
  endpointMetrics: (ctx, { query }) => endpointMetrics(ctx, query),
  billingCycles: (ctx, { query }) => billingCycles(ctx, query),
}
