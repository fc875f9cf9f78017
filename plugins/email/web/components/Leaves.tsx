/** A block as it will look, near enough to write in; the preview shows what mailboxes get. */
import { cx, Icon, RichText, useT } from '@atrium/sdk/web'
import type { Block, Leaf, Look } from '../../contract.ts'
import { columnsOf, ICONS } from './blocks.ts'

export const HEADING = { 1: 'text-[26px] leading-[1.25] font-bold', 2: 'text-20 leading-[1.25] font-bold' } as const
export const centred = (align: 'start' | 'center') => align === 'center' && 'text-center'

export function LeafView({ block, look }: { block: Leaf; look: Look }) {
  const t = useT()
  const missing = (text: string) => <span className="opacity-60">{text}</span>
  switch (block.type) {
    case 'heading':
      return <p className={cx(HEADING[block.level], centred(block.align))}>{block.text || missing(t('block.heading_empty'))}</p>
    case 'text':
      return <RichText doc={block.body} className="min-h-6" />
    case 'image':
      return block.image_url ? (
        <img
          src={block.image_url}
          alt={block.alt}
          loading="lazy"
          className="block h-auto max-w-full"
          style={{ width: `${Number(block.width)}%`, borderRadius: look.radius, marginInline: 'auto' }}
        />
      ) : (
        <span className="grid min-h-28 place-items-center rounded-card border border-dashed text-text-3">
          <Icon name={ICONS.image} />
        </span>
      )
    case 'button':
      return (
        <p className={cx(centred(block.align))}>
          <span
            className="inline-block max-w-full px-[22px] py-3 text-16 leading-[1.2] font-semibold"
            style={{ background: look.accent, color: look.accent_text, borderRadius: look.radius }}
          >
            {block.label}
          </span>
        </p>
      )
    case 'divider':
      return <hr className="my-1 h-px border-0 bg-border" />
    case 'spacer':
      return <span aria-hidden="true" className="block" style={{ height: block.height }} />
    case 'quote':
      return (
        <blockquote className="ps-3.5 italic" style={{ borderInlineStart: `3px solid ${look.accent}` }}>
          <span className="whitespace-pre-line">{block.text || missing(t('block.quote_empty'))}</span>
          {block.by && <span className="block not-italic opacity-70">{block.by}</span>}
        </blockquote>
      )
  }
}
export const columnGrid = (count: number) => cx('grid gap-x-4', count === 3 ? 'desk:grid-cols-3' : 'desk:grid-cols-2')

export function BlockView({ block, look }: { block: Block; look: Look }) {
  if (block.type !== 'columns') return <LeafView block={block} look={look} />
  const columns = columnsOf(block)
  return (
    <div className={columnGrid(columns.length)}>
      {columns.map((some, index) => (
        <div key={index} className="grid content-start gap-3">
          {some.map((leaf) => (
            <LeafView key={leaf.key} block={leaf} look={look} />
          ))}
        </div>
      ))}
    </div>
  )
}
