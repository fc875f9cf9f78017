/** Handlers of the books: the report, and receipts. */
import { notFound } from '@atrium/sdk'
import { type Handlers, raw } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { chargesById } from '../reads.ts'
import { numberOf, receiptOf } from './service/receipt.ts'
import { reportOf } from './service/report.ts'

export const bookRoutes = {
  report: (ctx, { query }) => reportOf(ctx, query),
  async receipt(ctx, { params }) {
    const [row] = await ctx.read(chargesById, [[params.id]])
    if (!row || row.number === null || (row.member_id !== ctx.me().id && !ctx.can('paywalls.manage'))) throw notFound('Receipt')
    return raw({
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${numberOf(ctx, row.number)}.pdf"`,
        'cache-control': 'private, no-store',
      },
      body: Buffer.from(await receiptOf(ctx, row)),
    })
  },
} satisfies Partial<Handlers<typeof contract>>
