/** Code of other services on pages, and the banner that asks before it runs. */
import { invalid, type z } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import site, { type snippetsFields } from '../../contract.ts'
import { demandSaved, given } from './menus.ts'
import { show } from './show.ts'

type Snippets = z.output<typeof snippetsFields>

/** @throws AtriumError 409 `edit_conflict`, 422 */
export async function saveSnippets(ctx: Ctx, { version, ...sent }: { [Field in keyof Snippets]?: Snippets[Field] | undefined }): Promise<Snippets> {
  const changes = given(sent)
  await lock(ctx, 'site.settings')
  const { code: now } = await ctx.holdSettings(site)
  demandSaved(version, now, changes)
  const code = { ...now, ...changes, version: now.version + 1 }
  if (new Set(code.snippets.map(({ key }) => key)).size < code.snippets.length)
    throw invalid({ 'body.code_snippets.snippets': ['Two snippets have the same key.'] })
  await ctx.saveSettings(site, { code })
  await ctx.audit('code_snippets.saved', 'code_snippets', { count: code.snippets.length })
  show(ctx)
  return code
}
