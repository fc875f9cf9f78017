/** A form on pages of the site: published ones, each in its frame. */
import { containing, html, namedIn } from '@atrium/sdk/server'
import type { Drawing, PageBlock, SiteTargets } from '../../../site/contract.ts'
import { db } from './forms.ts'

interface Props {
  title: string
  form: number | null
  height: number
}
const CHOICES = 20

const framed: PageBlock = {
  type: 'Form',
  icon: 'clipboard-list',
  group: 'community',
  fields: {
    title: { kind: 'text', max: 120 },
    form: { kind: 'record' },
    height: { kind: 'number', min: 200, max: 2_000, default: 560 },
  },
  choices: (ctx, _field, search) => namedIn(ctx, 'forms.form', { text: search, limit: CHOICES }, { where: `status = 'published'` }),
  async draw(ctx, { title, form: id, height }: Props, drawing: Drawing) {
    const form =
      id === null
        ? undefined
        : await db(ctx)
            .selectFrom('forms.form')
            .select(['uid', 'name'])
            .where('community_id', '=', ctx.community.id)
            .where('id', '=', id)
            .where('status', '=', 'published')
            .executeTakeFirst()
    const heading = await drawing.head(title)
    if (!form) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t(id === null ? 'blocks.Form.choose' : 'blocks.Form.none')}</p>` : null
    return html`${heading}<iframe class="framed" src="/form/${form.uid}?embed=true" title="${form.name}" height="${Math.round(height)}" loading="lazy"></iframe>`
  },
}
export const siteBlocks = [framed]

/** Links of pages and frames lead to forms that are out. */
export const siteTargets: SiteTargets = {
  kind: 'form',
  async find(ctx, search, limit) {
    const rows = await ctx.sql<{ name: string; uid: string }>(
      `select name, uid from forms.form where community_id = $1 and status = 'published' and ($2::text is null or name ilike $2) order by id desc limit $3`,
      [search ? containing(search) : null, limit],
    )
    return rows.map(({ name, uid }) => ({ name, path: `/form/${uid}` }))
  },
}
