/** Calls of invitations by email, and of those who ask to be let in. */
import { isEmail } from '@atrium/sdk'
import type { Handlers } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { page, rowsFor, lastId } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { piecesOf, validate, validation } from '../service/addresses.ts'
import { inviteMany, listBulks, listEmails, resend, revokeEmail, stopBulk } from '../service/bulk.ts'
import { composeLetter } from '../service/letter.ts'

export const emailRoutes = {
  invite: (ctx, { body: { emails, ...input } }) => inviteMany(ctx, piecesOf(emails), input),
  bulks: (ctx, { query }) => listBulks(ctx, query),
  stopBulk: (ctx, { params }) => stopBulk(ctx, params.id),
  async validateEmail(ctx, { body }) {
    const [one] = await validate(ctx, [{ email: isEmail(body.email) ? body.email.toLowerCase() : body.email, name: '' }])
    return { email: one!.email, status: one!.status, valid: one!.status === 'ok' || one!.status === 'bounced' }
  },
  validateEmails: (ctx, { body }) => validation(ctx, body.emails),
  previewLetter: (ctx, { body }) =>
    composeLetter(ctx, {
      name: ctx.t('letter.somebody'),
      email: '',
      inviter: ctx.me().name,
      message: body.message,
      link: `${ctx.community.platformUrl}/join/…`,
      places: [],
      reminder: 0,
      locale: ctx.community.locale,
    }),
  emails: (ctx, { query }) => listEmails(ctx, query),
  resend: (ctx, { params }) => resend(ctx, params.id),
  revokeEmail: (ctx, { params }) => revokeEmail(ctx, params.id),
  async requests(ctx, { query }) {
    const last = lastId(query)
    const rows = await ctx.use(spaces).joinRequests(last, rowsFor(query))
    return page(rows, { query, key: (row) => [row.id] }, (row) => row)
  },
} satisfies Partial<Handlers<typeof contract>>
