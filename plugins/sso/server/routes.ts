/** Handlers of single sign-on: keeping the providers, and what became of those who came by them. */
import { conflict, invalid, slugify } from '@atrium/sdk'
import { type Ctx, lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import sso, { type Provider, type StoredProvider } from '../contract.ts'
import { check } from './providers/oidc.ts'
import { attemptsRead } from './reads.ts'
import { providerOf } from './service/method.ts'

/** The client secret can be set and is never returned. */
function present(ctx: Ctx, { client_secret, ...provider }: StoredProvider): Provider {
  // the platform's own host shows a community too, to whoever has chosen it there
  const bare = new URL(ctx.community.platformUrl)
  bare.host = ctx.platform.host
  const origins = new Set([ctx.community.url, ctx.community.platformUrl, bare.origin])
  return { ...provider, has_secret: client_secret !== null, redirect_urls: [...origins].map((origin) => `${origin}/users/auth/${provider.key}/callback`) }
}
const BLANK = ['Fill this in.']

export const handlers: Handlers<typeof sso> = {
  show: (ctx) => ({ records: ctx.settings(sso).providers.map((provider) => present(ctx, provider)) }),
  async save(ctx, { body: { key, client_secret: secret, ...change } }) {
    const { providers } = ctx.settings(sso)
    const before = key === undefined ? null : providerOf(ctx, key)
    const { label, issuer, client_id, enabled = true } = { ...before, ...change }
    if (!label || !issuer || !client_id)
      throw invalid({ ...(!label && { label: BLANK }), ...(!issuer && { issuer: BLANK }), ...(!client_id && { client_id: BLANK }) })
    const client_secret = secret === undefined ? (before?.client_secret ?? null) : secret && ctx.seal(secret)
    const ownKey = before?.key ?? (slugify(label).replace(/[^a-z0-9-]/g, '') || 'provider')
    if (!before && providers.some((provider) => provider.key === ownKey)) throw conflict('A provider with this name already exists.', 'provider_exists')
    const provider = { key: ownKey, label, issuer, client_id, client_secret, enabled }
    const action = before ? 'changed' : 'created'
    await ctx.audit(`sign_in_provider.${action}`, `sign_in_provider:${ownKey}`, { label, issuer })
    await ctx.saveSettings(sso, { providers: before ? providers.map((one) => (one === before ? provider : one)) : [...providers, provider] })
    return present(ctx, provider)
  },
  async remove(ctx, { params }) {
    const gone = providerOf(ctx, params.key)
    await ctx.audit('sign_in_provider.deleted', `sign_in_provider:${gone.key}`)
    await ctx.saveSettings(sso, { providers: ctx.settings(sso).providers.filter((provider) => provider !== gone) })
  },
  check: (ctx, { params }) =>
    check(ctx, providerOf(ctx, params.key)).then(
      () => ({ ok: true, problem: null }),
      (error: Error) => ({ ok: false, problem: error.message }),
    ),
  async attempts(ctx, { query }) {
    const before = lastId(query)
    const rows = await ctx.read(attemptsRead, [before, rowsFor(query)])
    return page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  },
}
