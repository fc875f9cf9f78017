/** Blocks that hold others. */
import { html } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { ReusableBlockTable } from '../../entities.ts'
import { choice, slot, turned } from './fields.ts'

const SLOTS = ['one', 'two', 'three', 'four'] as const

const columns: PageBlock = {
  type: 'Columns',
  icon: 'columns-3',
  group: 'layout',
  fields: {
    columns: choice(['2', '3', '4']),
    ratio: choice(['even', 'wide_first', 'wide_last']),
    align: choice(['start', 'middle', 'stretch']),
    turns_on_phones: turned(false),
    ...Object.fromEntries(SLOTS.map((name) => [name, slot])),
  },
  async draw(_ctx, props: Record<(typeof SLOTS)[number], unknown> & { columns: string; ratio: string; align: string; turns_on_phones: boolean }, drawing) {
    const shown = []
    for (const name of SLOTS.slice(0, Number(props.columns))) shown.push(html`<div>${await drawing.children(props[name])}</div>`)
    const look = [`cols c${props.columns}`, props.ratio !== 'even' && props.ratio, props.align, props.turns_on_phones && 'turn'].filter(Boolean).join(' ')
    return html`<div class="${look}">${shown}</div>`
  },
}

const section: PageBlock = {
  type: 'Section',
  icon: 'square',
  group: 'layout',
  fields: { width: choice(['full', 'text']), align: choice(['start', 'centre']), content: slot },
  draw: async (_ctx, props: { width: string; align: string; content: unknown }, drawing) =>
    html`<div class="stack${props.width === 'text' && ' narrow'}${props.align === 'centre' && ' mid'}">${await drawing.children(props.content)}</div>`,
}

/** Blocks that are saved once for several pages. One in itself would never end: a saved one shows no other. */
const saved: PageBlock = {
  type: 'Saved',
  icon: 'layers',
  group: 'layout',
  fields: { block: { kind: 'record' } },
  async choices(ctx, _field, search) {
    const like = search ? { name: { $ilike: `%${search.replace(/[\\%_]/g, '\\$&')}%` } } : {}
    const rows = await ctx.em.find(ReusableBlockTable, like, { orderBy: { id: 'desc' }, limit: 20 })
    return rows.map(({ id, name }) => ({ id, name }))
  },
  async draw(ctx, props: { block: number | null }, drawing) {
    const row = props.block ? await ctx.em.findOne(ReusableBlockTable, { id: props.block }) : null
    return row ? html`<div class="stack">${await drawing.children(row.data.content)}</div>` : null
  },
}

export const layouts = [section, columns, saved]
