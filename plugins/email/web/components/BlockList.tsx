/** Blocks below each other: chosen, written in place, moved by dragging or by buttons, doubled, deleted. Columns hold lists of their own. */
import { Button, cx, IconButton, Menu, Sortable, type SortHandle, toast, useT } from '@atrium/sdk/web'
import { createContext, useContext, useRef } from 'react'
import { type Block, type Leaf, type Look, MAX_BLOCKS } from '../../contract.ts'
import { BlockEdit } from './BlockEdit.tsx'
import { BlockSettings } from './BlockSettings.tsx'
import { columnsOf, copyOf, ICONS, type Kind, KINDS, LEAVES, MAX_LEAVES, nameOf, newBlock } from './blocks.ts'
import { BlockView, columnGrid } from './Leaves.tsx'

interface Editing {
  look: Look
  /** Key of the block that is written. */
  selected: string | null
  select: (key: string | null) => void
  onBusy: (busy: boolean) => void
}
export const EditingContext = createContext<Editing | null>(null)
const useEditing = () => useContext(EditingContext)!

interface BlockListProps<B extends Block> {
  items: readonly B[]
  onChange: (items: B[]) => void
  /** Key of the block whose column it is. */
  owner?: string
  label: string
}
export function BlockList<B extends Block>({ items, onChange, owner, label }: BlockListProps<B>) {
  const inside = owner !== undefined
  const t = useT()
  const { selected, select } = useEditing()
  const list = useRef<HTMLDivElement>(null)
  /** Acts right after each other each build on what the one before has made. */
  const now = useRef(items)
  now.current = items
  const add = (kind: Kind) => {
    const made = newBlock(kind, t) as B
    onChange([...now.current, made])
    select(made.key)
  }
  const act = (block: B, index: number) => ({
    move(step: 1 | -1) {
      const next = [...now.current]
      next.splice(index, 1)
      next.splice(index + step, 0, block)
      // browsers take the focus from what is moved in the page
      const pressed = document.activeElement as HTMLElement | null
      onChange(next)
      requestAnimationFrame(() => pressed?.focus())
    },
    duplicate() {
      const copy = copyOf(block)
      onChange(now.current.toSpliced(index + 1, 0, copy))
      select(copy.key)
    },
    remove() {
      const before = [...now.current]
      onChange(before.filter(({ key }) => key !== block.key))
      select(owner ?? null)
      toast.undo(t('block.deleted'), {
        onUndo: () =>
          onChange(now.current.some(({ key }) => key === block.key) ? [...now.current] : now.current.toSpliced(Math.min(index, now.current.length), 0, block)),
      })
      list.current?.querySelectorAll<HTMLElement>('[data-open]')[Math.max(0, index - 1)]?.focus()
    },
    change: (next: Block) => onChange(now.current.map((one) => (one.key === block.key ? (next as B) : one))),
  })
  const isFull = items.length >= (inside ? MAX_LEAVES : MAX_BLOCKS)
  return (
    <div ref={list} className="grid gap-1">
      {items.length > 0 && (
        <Sortable
          items={items}
          itemKey={({ key }) => key}
          nameOf={(block) => nameOf(block, t)}
          onMove={onChange}
          label={label}
          className="grid gap-1"
          itemClassName="rounded-control"
        >
          {(block, handle) => {
            const index = items.findIndex(({ key }) => key === block.key)
            const acts = act(block, index)
            return (
              <Row
                block={block}
                handle={handle}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                isFull={isFull}
                isSelected={
                  selected === block.key ||
                  (block.type === 'columns' &&
                    columnsOf(block)
                      .flat()
                      .some(({ key }) => key === selected))
                }
                owner={owner}
                acts={acts}
              />
            )
          }}
        </Sortable>
      )}
      {!isFull && (
        <div className={cx('flex justify-center', inside ? 'py-1' : 'px-4 pt-2 desk:px-6')}>
          <AddMenu kinds={inside ? LEAVES : KINDS} onAdd={add} small={inside} />
        </div>
      )}
    </div>
  )
}

export function AddMenu({ kinds, onAdd, small }: { kinds: readonly Kind[]; onAdd: (kind: Kind) => void; small?: boolean | undefined }) {
  const t = useT()
  return (
    <Menu
      align="center"
      trigger={
        <Button size={small ? 'sm' : 'md'} icon="plus" block={!small}>
          {t('block.add')}
        </Button>
      }
      items={kinds.map((kind) => ({ label: t(`block.${kind}`), icon: ICONS[kind], onSelect: () => onAdd(kind) }))}
    />
  )
}

interface RowProps {
  block: Block
  handle: SortHandle
  isFirst: boolean
  isLast: boolean
  isFull: boolean
  isSelected: boolean
  owner?: string | undefined
  acts: { move: (step: 1 | -1) => void; duplicate: () => void; remove: () => void; change: (next: Block) => void }
}
function Row({ block, handle, isFirst, isLast, isFull, isSelected, owner, acts }: RowProps) {
  const t = useT()
  const { look, select, onBusy } = useEditing()
  const room = owner !== undefined ? 'px-2 py-2' : 'px-4 py-2 desk:px-6'
  if (!isSelected)
    return (
      <div className={cx('group relative rounded-control', handle.dragging && 'bg-surface shadow-float')} data-block={block.type}>
        <div inert className={room}>
          <BlockView block={block} look={look} />
        </div>
        <button
          type="button"
          data-open=""
          aria-label={t('block.edit', { name: nameOf(block, t) })}
          onClick={() => select(block.key)}
          className="absolute inset-0 cursor-text! rounded-control transition-shadow hover:shadow-[inset_0_0_0_2px_color-mix(in_oklab,var(--brand-color)_40%,transparent)] focus-visible:shadow-[inset_0_0_0_2px_var(--brand-color)]"
        />
        {/* on a phone it would lie on the words; the block that is written has it there */}
        <span className="absolute end-1 top-1 rounded-control bg-surface opacity-0 shadow-raised transition-opacity group-hover:opacity-100 focus-within:opacity-100 max-desk:hidden">
          {handle.grip}
        </span>
      </div>
    )
  return (
    <div
      role="group"
      aria-label={nameOf(block, t)}
      data-block={block.type}
      data-selected=""
      className={cx('rounded-control shadow-[inset_0_0_0_2px_var(--brand-color)]', handle.dragging && 'bg-surface')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        select(owner ?? null)
      }}
    >
      <div className="flex flex-wrap items-center gap-0.5 border-b ps-1 pe-1 text-13">
        {handle.grip}
        <span className="min-w-0 flex-1 truncate font-medium">{t(`block.${block.type}`)}</span>
        <IconButton icon="arrow-up" size="sm" label={t('block.up')} disabled={isFirst} onClick={() => acts.move(-1)} />
        <IconButton icon="arrow-down" size="sm" label={t('block.down')} disabled={isLast} onClick={() => acts.move(1)} />
        <IconButton icon="copy" size="sm" label={t('block.duplicate')} disabled={isFull} onClick={acts.duplicate} />
        <IconButton icon="trash-2" size="sm" label={t('block.delete')} onClick={acts.remove} />
        <IconButton icon="check" size="sm" label={t('block.done')} onClick={() => select(owner ?? null)} />
      </div>
      <div className={cx(room, 'grid gap-3 py-3')}>
        {block.type === 'columns' ? (
          <ColumnsEdit block={block} onChange={acts.change} />
        ) : (
          <BlockEdit block={block as Leaf} look={look} onChange={acts.change} onBusy={onBusy} />
        )}
        <div className="grid gap-3 empty:hidden" style={{ fontFamily: 'var(--raw-font-sans)' }}>
          <BlockSettings block={block} onChange={acts.change} />
        </div>
      </div>
    </div>
  )
}

function ColumnsEdit({ block, onChange }: { block: Extract<Block, { type: 'columns' }>; onChange: (next: Block) => void }) {
  const t = useT()
  const columns = columnsOf(block)
  const now = useRef(block)
  now.current = block
  return (
    <div className={columnGrid(columns.length)}>
      {columns.map((some, index) => (
        <section key={index} aria-label={t('block.column', { number: index + 1 })} className="min-w-0 rounded-control border border-dashed p-1">
          <BlockList<Leaf>
            owner={block.key}
            items={some}
            label={t('block.column', { number: index + 1 })}
            onChange={(next) => onChange({ ...now.current, columns: columnsOf(now.current).map((one, at) => (at === index ? next : one)) as never })}
          />
        </section>
      ))}
    </div>
  )
}
