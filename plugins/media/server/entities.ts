/** Tables of media as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'

export const EmbedTable = table('media.embed', {
  hash: p.text(),
  url: p.text(),
  status: p.text().default('pending'),
  title: p.text().nullable(),
  description: p.text().nullable(),
  siteName: p.text().nullable(),
  fileId: p.bigint('number').nullable(),
  askedAt: p.datetime(),
})
export const entities = [EmbedTable]
