/** The walks that every plugin passes, over the kernel's own routes: with all plugins, since what they keep is reached through it too. */
import { defineWalks, routesOf, type TestApp, type Walked, watchCommunities } from '@atrium/sdk/testing'
import { openFilled } from '../isolation/world.ts'

describe('walks over the kernel’s routes', function () {
  // no bound on the speed of a machine: what hangs ends here
  this.timeout(600_000)
  let app: TestApp
  let walked: Walked
  before(async () => {
    const { a, b, ...world } = await openFilled()
    app = world.app
    const plugins = new Set(app.plugins.map(({ manifest }) => manifest.id))
    walked = { app, a, b, routes: routesOf(app).filter(({ plugin }) => !plugins.has(plugin)), watched: await watchCommunities(app) }
  })
  after(() => app?.close())

  defineWalks(async () => walked)
})
