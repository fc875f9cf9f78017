/** What a token's scopes may name. */
import { nameOf, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

export const scopedPlugins = (ctx: Ctx) => ({
  records: ctx.manifests
    .filter(({ id }) => ctx.has({ id }))
    .map((manifest) => ({ id: manifest.id, title: ctx.say(sentence('{plugin}', { plugin: nameOf(manifest) })), icon: manifest.icon }))
    .toSorted((one, other) => one.title.localeCompare(other.title, ctx.locale)),
})
