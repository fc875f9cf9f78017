/** What others may know of single sign-on: the providers of a community, and who came by them with what result. */
import { ATTEMPT_RESULTS } from '@atrium/sdk/kernel/auth'
import { date, defineContract, del, done, get, line, list, paging, patch, post, z } from '@atrium/sdk'

/** Most providers of one community. */
export const MAX_PROVIDERS = 100

const StoredProvider = z.object({
  /** Stands in addresses, `/users/auth/{key}`. */
  key: z.string(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Sealed; null for a public client. */
  client_secret: z.string().nullable(),
  enabled: z.boolean(),
})
export type StoredProvider = z.output<typeof StoredProvider>

const Provider = StoredProvider.omit({ client_secret: true }).extend({
  has_secret: z.boolean(),
  /** Each of them is to be entered at the provider. */
  redirect_urls: z.array(z.string()),
})
export type Provider = z.output<typeof Provider>

const Attempt = z.object({
  id: z.number(),
  provider: z.string(),
  result: z.enum(ATTEMPT_RESULTS),
  /** What went wrong, as the provider or the house said it. */
  problem: z.string().nullable(),
  /** What the provider said of the person; null when they never came as far. */
  subject: z.string().nullable(),
  email: z.string().nullable(),
  email_verified: z.boolean().nullable(),
  name: z.string().nullable(),
  created_at: date,
})
export type Attempt = z.output<typeof Attempt>

const onProvider = z.object({ key: z.string().max(60) })

export default defineContract('sso', {
  permissions: { manage: { title: 'Set up single sign-on and see sign-in attempts', grant: ['admin'] } },
  settings: z.object({ providers: z.array(StoredProvider).max(MAX_PROVIDERS).default([]) }),
  routes: {
    show: get('/internal_api/settings/sso', {
      can: 'manage',
      reply: z.object({ records: z.array(Provider) }),
      summary: 'The providers; secrets are never shown',
    }),
    save: patch('/internal_api/settings/sso', {
      can: 'manage',
      challenge: true,
      body: z.object({
        key: z.string().max(60).optional(),
        label: line(40).min(1).optional(),
        issuer: line(300)
          .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'Enter a valid URL.')
          .optional(),
        client_id: line(200).min(1).optional(),
        client_secret: line(500).nullish(),
        enabled: z.boolean().optional(),
      }),
      reply: Provider,
      summary: 'Changes the provider that `key` names; without a key it adds one, which needs label, issuer and client_id',
    }),
    remove: del('/internal_api/settings/sso/:key', { can: 'manage', challenge: true, params: onProvider, reply: done }),
    check: post('/internal_api/settings/sso/:key/check', {
      can: 'manage',
      transaction: false,
      params: onProvider,
      reply: z.object({ ok: z.boolean(), problem: z.string().nullable() }),
      limit: { points: 20, seconds: 900 },
      summary: 'Asks the provider for its description',
    }),
    attempts: get('/internal_api/custom_logins/debug_sessions', {
      can: 'manage',
      query: paging,
      reply: list(Attempt),
      summary: 'Who tried to sign in by a provider within 30 days and what came of it, newest first',
    }),
  },
})
