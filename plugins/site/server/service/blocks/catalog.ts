/** Which blocks there are: our own and those of other plugins, with the words by which the editor names their fields. */
import type { Ctx } from '@atrium/sdk/server'
import site, { AUDIENCES, BACKGROUNDS, type BlockField, type BlockKind, DEVICES, type PageBlock, SPACINGS } from '../../../contract.ts'
import { ownBlocks } from './own.ts'

/** A block with the words of the plugin that brings it. */
export interface KnownBlock {
  plugin: string
  block: PageBlock
  t: Ctx['t']
  /** Words of what every block has, which are the site's. */
  ours: Ctx['t']
  say: Ctx['say']
}

/** Every block's `look`: how it stands on the page and whom it is shown to. */
export const LOOK: Record<string, BlockField> = {
  background: { kind: 'select', options: BACKGROUNDS, default: 'none' },
  space_above: { kind: 'select', options: SPACINGS, default: 'medium' },
  space_below: { kind: 'select', options: SPACINGS, default: 'medium' },
  anchor: { kind: 'text', max: 60 },
  devices: { kind: 'select', options: DEVICES, default: 'all' },
  audience: { kind: 'select', options: AUDIENCES, default: 'everybody' },
}

/** A word of a block; ours share those of fields and options that many have. @param option of a field */
export function wordOf({ block, plugin, t }: Pick<KnownBlock, 'block' | 'plugin' | 't'>, path: string, option?: string): string {
  const own = `blocks.${block.type}.${path}${option === undefined ? '' : `.${option}`}`
  const word = t(own)
  if (word !== own || plugin !== 'site') return word
  if (option === undefined) return t(`blocks.field.${path.split('.').at(-1)}`)
  return /^\d+$/.test(option) ? option : t(`blocks.option.${option}`)
}

/** What is said below a list while it is empty: the word `blocks.<type>.<path>.help`, where there is one. */
function helpOf({ block, t }: KnownBlock, path: string): string | undefined {
  const own = `blocks.${block.type}.${path}.help`
  const word = t(own)
  return word === own ? undefined : word
}

/** By type. Of two of one type ours stands, else the first plugin's. */
export const blocksOf = (ctx: Ctx): Map<string, KnownBlock> =>
  ctx.once(`site.blocks.${ctx.locale}`, () => {
    const ours: Ctx['t'] = (...said) => ctx.t(...said)
    const shared = { ours, say: (refusal: Parameters<Ctx['say']>[0]) => ctx.say(refusal) }
    const known = new Map<string, KnownBlock>(ownBlocks.map((block) => [block.type, { plugin: 'site', block, t: ours, ...shared }]))
    for (const { plugin, value, t } of ctx.fill(site.points.blocks))
      for (const block of value) if (!known.has(block.type)) known.set(block.type, { plugin, block, t, ...shared })
    return known
  })

/** What a field is where nobody has filled it in. */
export function defaultOf(field: BlockField): unknown {
  switch (field.kind) {
    case 'number':
    case 'switch':
    case 'select':
      return field.default
    case 'text':
    case 'textarea':
    case 'code':
    case 'link':
      return ''
    case 'list':
    case 'slot':
      return []
    default:
      return null
  }
}
export const defaultsOf = (fields: Record<string, BlockField>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, defaultOf(field)]))

/** All kinds for the editor; `common` are the fields of `look`. */
export function catalog(ctx: Ctx): { records: BlockKind[]; common: BlockKind['fields'] } {
  const records = [...blocksOf(ctx).values()].map((known) => ({
    type: known.block.type,
    title: known.t(`blocks.${known.block.type}`),
    icon: known.block.icon,
    group: known.block.group,
    fields: described(known.block.fields, (path, option) => wordOf(known, path, option)).map((field) => {
      const help = field.kind === 'list' ? helpOf(known, field.name) : undefined
      return help ? { ...field, help } : field
    }),
    preset: { look: defaultsOf(LOOK), ...defaultsOf(known.block.fields), ...known.block.preset?.(ctx) },
  }))
  return { records, common: described(LOOK, (path, option) => ctx.t(`blocks.look.${path}${option === undefined ? '' : `.${option}`}`)) }
}

/** Options become pairs of value and label, and a list's fields are described as a block's. */
const described = (fields: Record<string, BlockField>, word: (path: string, option?: string) => string, under = ''): BlockKind['fields'] =>
  Object.entries(fields).map(([name, field]) => {
    const own = { ...field, name, label: word(under + name) }
    if (field.kind === 'select') return { ...own, options: field.options.map((value) => ({ value, label: word(under + name, value) })) }
    return field.kind === 'list' ? { ...own, of: described(field.of, word, `${name}.`), blank: defaultsOf(field.of) } : own
  })
