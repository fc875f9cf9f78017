/** Calls of those who ask to be let into a private space, and of those who decide it. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { admission, ask, decide, listRequests, withdraw } from '../service/requests.ts'
import { space } from './shared.ts'

export const requestRoutes = {
  admission: async (ctx, { params }) => admission(ctx, await space(ctx, params.id, 'view')),
  async askToJoin(ctx, { params, body }) {
    await ask(ctx, await space(ctx, params.id, 'ask'), body.message)
  },
  async withdrawRequest(ctx, { params }) {
    await space(ctx, params.id, 'view')
    await withdraw(ctx, params.id)
  },
  async joinRequests(ctx, { params }) {
    await space(ctx, params.id, 'moderate')
    return { records: await listRequests(ctx, params.id) }
  },
  async decideRequest(ctx, { params, body }) {
    await decide(ctx, await space(ctx, params.space_id, 'moderate'), params.id, body.accept)
  },
} satisfies Partial<Handlers<typeof contract>>
