/** A server whose tables are filled from every plugin's records, and the addresses of all screens there; says both in one line. */
import path from 'node:path'
import { makeSide, makeTarget, PASSWORD, screensOf } from '@atrium/sdk/testing'
import { openWorld } from '../isolation/world.ts'
import { buildWeb } from '../support/web.ts'

const app = await openWorld({ web: await buildWeb(path.join(process.env.ATRIUM_DATA!, 'build')) })
const side = await makeSide(app, 'screens', await app.primaryId())
const target = await makeTarget(app, side, 'open')
await app.settle()
// some of the shell's screens are the platform owner's
await app.sql('update kernel.account set is_platform_owner = true where id = $1', [side.admin.accountId])
await app.sql(`insert into kernel.job_queue (name, failures, error, paused_at) values
  ('job:media.preview', 10, 'media.preview took longer than 60 s', now()), ('on:home.note', 10, 'no such column', now())`)
const screens = await screensOf(app, target)
console.log(`filled ${JSON.stringify({ address: app.url, email: side.admin.email, password: PASSWORD, screens })}`)
process.once('SIGTERM', () => app.close().then(() => process.exit(0)))
