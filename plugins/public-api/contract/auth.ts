/** Signing members in to the member API, for servers with a headless token (A.2.25 of the published API). */
import { patch, post } from '@atrium/sdk'
import { asked, email, id, int, moment, text, words, z } from './wire.ts'

const at = '/api/v1/headless' as const
/** They open no route but these, and change nothing of the community. */
const apart = { ...asked, transaction: false } as const
const Access = z.object({ access_token: text, access_token_expires_at: moment })
const limit = { points: 600, seconds: 300 }

export const auth = {
  authToken: post(`${at}/auth_token`, {
    ...apart,
    body: z.object({ sso_user_id: words(300), community_member_id: id, email }).partial(),
    reply: Access.extend({ refresh_token: text, refresh_token_expires_at: moment, community_member_id: int, community_id: int }),
    limit,
    summary: 'Tokens for one member: an hour to call with, a month to ask for the next hour',
  }),
  refreshAccessToken: patch(`${at}/access_token/refresh`, {
    ...apart,
    body: z.object({ refresh_token: words(600) }),
    reply: Access,
    limit,
    summary: 'The next hour',
  }),
  revokeAccessToken: post(`${at}/access_token/revoke`, { ...apart, body: z.object({ access_token: words(600) }), limit, summary: 'Ends an hour at once' }),
  revokeRefreshToken: post(`${at}/refresh_token/revoke`, { ...apart, body: z.object({ refresh_token: words(600) }), limit, summary: 'Ends a month at once' }),
}
