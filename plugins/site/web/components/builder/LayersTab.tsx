/** The page as a tree: what lies in what, to choose and to move without the canvas. */
import { cx, EmptyState, Icon, IconButton, Menu, Sortable, type SortHandle, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { Block } from '../../../contract.ts'
import { within, wordsOf } from './data.ts'
import { useBlockMenu } from './useBlockMenu.ts'
import { useBlocks, usePage, useSelected } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

export function LayersTab() {
  const t = useT()
  const { content } = usePage()
  if (!content.length) return <EmptyState icon="layers" title={t('layers.none')} text={t('layers.none_text')} />
  return (
    <div data-layers="" className="p-2">
      <Level blocks={content} label={t('layers.title')} />
      <p className="px-2 pt-3 text-12 text-text-3">{t('layers.help')}</p>
    </div>
  )
}

/** Blocks of one list: within it they are dragged into another order. */
function Level({ blocks, label, className }: { blocks: readonly Block[]; label: string; className?: string }) {
  const { kinds } = useBuilding()
  const acts = useBlocks()
  return (
    <Sortable
      label={label}
      items={blocks}
      itemKey={({ props }) => props.id}
      nameOf={({ type }) => kinds.get(type)?.title ?? type}
      onMove={(moved, block) => acts.moveTo(block.props.id, moved.indexOf(block))}
      itemClassName="rounded-control bg-surface"
      {...(className ? { className } : {})}
    >
      {(block, handle) => <Layer block={block} handle={handle} />}
    </Sortable>
  )
}

function Layer({ block, handle }: { block: Block; handle: SortHandle }) {
  const t = useT()
  const { kinds } = useBuilding()
  const blocks = useBlocks()
  const selected = useSelected()?.props.id === block.props.id
  const items = useBlockMenu(block)
  const title = kinds.get(block.type)?.title ?? block.type
  const look = block.props['look'] as { audience?: string; devices?: string } | undefined
  const isHidden = (look?.audience ?? 'everybody') !== 'everybody' || (look?.devices ?? 'all') !== 'all'
  const inner = within(block, kinds.get(block.type))
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current!
    return () => {
      if (own === document.activeElement) focusBeside(own)
    }
  }, [])
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    blocks.shift(block.props.id, by)
  }
  return (
    <>
      <div className={cx('flex items-center gap-1 rounded-control ps-0.5 pe-1', selected ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-hover')}>
        <button
          type="button"
          {...handle.props}
          aria-label={t('layers.grip', { name: title })}
          className="grid size-6 flex-none cursor-grab touch-none place-items-center rounded-control active:cursor-grabbing"
        >
          <Icon name="grip-vertical" size="sm" />
        </button>
        <button
          ref={button}
          type="button"
          data-layer=""
          aria-current={selected || undefined}
          onClick={() => blocks.select(block.props.id)}
          onKeyDown={move}
          className="flex min-w-0 flex-1 items-center gap-2 py-1.5 text-13"
        >
          <Icon name={kinds.get(block.type)?.icon ?? 'puzzle'} size="sm" className="flex-none" />
          <span className="flex-none font-medium">{title}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-12">
            {wordsOf(block, kinds.get(block.type), 60)}
          </span>
          {isHidden && <Icon name="eye-off" size="sm" label={t('layers.some')} className="flex-none" />}
        </button>
        <Menu trigger={<IconButton icon="ellipsis" size="sm" label={t('panel.more', { name: title })} />} items={items} />
      </div>
      {inner.map(([slot, some]) => (
        <Level key={slot} blocks={some} label={title} className="ms-4 border-s ps-1" />
      ))}
    </>
  )
}

/** Whoever deletes a block by keys goes on at its neighbor. */
function focusBeside(own: HTMLElement): void {
  const all = [...(own.closest('[data-layers]')?.querySelectorAll<HTMLElement>('[data-layer]') ?? [])]
  const at = all.indexOf(own)
  const beside = all[at + 1] ?? all[at - 1]
  beside?.focus()
}
