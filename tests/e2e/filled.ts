/** A server whose tables are filled from every plugin's records, and the addresses of all screens there; says both in one line. */
import path from 'node:path'
import { makeSide, makeTarget, PASSWORD, screensOf } from '@atrium/sdk/testing'
import { openWorld } from '../isolation/world.ts'
import { buildWeb } from '../support/web.ts'

const app = await openWorld({ web: await buildWeb(path.join(process.env.ATRIUM_DATA!, 'build')) })
const side = await makeSide(app, 'screens', await app.primaryId())
const target = await makeTarget(app, side, 'open')
await app.settle()
// a word without a place to break, in names and titles of all that people make
const columns = await app.sql<{ at: string; of: string }>(
  `select format('%I.%I', c.table_schema, c.table_name) as at, format('%I', c.column_name) as of
   from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.column_name in ('name', 'title', 'headline', 'label', 'filename', 'text')
     and c.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')`,
)
for (const { at, of } of columns)
  await app.sql(`update ${at} set ${of} = replace(${of}, $1, $2) where position($1 in ${of}) > 0`, [target.word, `${target.word}${'W'.repeat(80)}`])
await app.sql(`update kernel.member set name = $2 where community_id = $1`, [side.communityId, 'M'.repeat(100)])
// some of the shell's screens are the platform owner's
await app.sql('update kernel.account set is_platform_owner = true where id = $1', [side.admin.accountId])
await app.sql(`insert into kernel.job_queue (name, failures, error, paused_at) values
  ('job:media.preview', 10, 'media.preview took longer than 60 s', now()), ('on:home.note', 10, 'no such column', now())`)
const screens = await screensOf(app, target)
console.log(`filled ${JSON.stringify({ address: app.url, email: side.admin.email, password: PASSWORD, screens })}`)
process.once('SIGTERM', () => app.close().then(() => process.exit(0)))
