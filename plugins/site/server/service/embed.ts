/** Sites that may show this one in a frame. */
import { type Ctx, lock } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import site, { type embedFields } from '../../contract.ts'
import { given } from './menus.ts'
import { show } from './show.ts'

type Embed = z.output<typeof embedFields>

export async function saveEmbed(ctx: Ctx, sent: { [Field in keyof Embed]?: Embed[Field] | undefined }): Promise<Embed> {
  await lock(ctx, 'site.settings')
  const changed = { ...(await ctx.holdSettings(site)).embed, ...given(sent) }
  const embed = { ...changed, origins: [...new Set(changed.origins)] }
  await ctx.saveSettings(site, { embed })
  show(ctx)
  return embed
}
