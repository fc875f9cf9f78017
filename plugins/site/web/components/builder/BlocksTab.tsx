/** Kinds of blocks to put on the page: by a press behind what is chosen, or by dragging. */
import { Drawer } from '@puckeditor/core'
import { EmptyState, SearchField, useRead, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, useState } from 'react'
import contract, { type BlockKind } from '../../../contract.ts'
import { BlockPicture } from './BlockPicture.tsx'
import { copyOf, newBlockId } from './data.ts'
import { useBlocks } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract
const GROUPS = ['sections', 'parts', 'layout', 'community'] as const

/** A new block with what its kind begins with, and new ids for the blocks in it. */
export const newBlock = (kind: BlockKind) => copyOf({ type: kind.type, props: { ...kind.preset, id: newBlockId(kind.type) } })

interface BlocksTabProps {
  /** Blocks can be dragged to their place. */
  drags?: boolean
  onAdded?: () => void
}
export function BlocksTab({ drags = true, onAdded }: BlocksTabProps) {
  const t = useT()
  const { records, savedBlockId } = useBuilding()
  const [text, setText] = useState('')
  const blocks = useBlocks()
  const wanted = text.trim().toLocaleLowerCase()
  const fits = (title: string) => title.toLocaleLowerCase().includes(wanted)
  const add = (kind: BlockKind, more: Record<string, unknown> = {}) => {
    const block = newBlock(kind)
    blocks.add({ ...block, props: { ...block.props, ...more, id: block.props.id } }, blocks.selected()?.props.id ?? null)
    onAdded?.()
  }
  const addByKey = (event: KeyboardEvent, kind: BlockKind) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    add(kind)
  }
  const groups = GROUPS.map((group) => ({ group, kinds: records.filter((kind) => kind.group === group && kind.type !== 'Saved' && fits(kind.title)) })).filter(
    ({ kinds }) => kinds.length > 0,
  )
  const savedKind = savedBlockId === null ? records.find(({ type }) => type === 'Saved') : undefined
  const saved = useRead(routes.reusableBlocks, { query: { per_page: 100 } }, { enabled: savedKind !== undefined })
  const savedOnes = (saved.data?.records ?? []).filter(({ name }) => fits(name))
  return (
    <div className="grid gap-4 p-4">
      <SearchField value={text} onChange={setText} label={t('blocks_tab.search')} placeholder={t('blocks_tab.search')} />
      {groups.map(({ group, kinds }) => (
        <section key={group} aria-label={t(`blocks_tab.${group}`)}>
          <h2 className="mb-2 text-13 font-semibold">
            {t(`blocks_tab.${group}`)} {group === 'community' && <span className="font-normal text-text-3">{t('blocks_tab.live')}</span>}
          </h2>
          {drags ? (
            <Drawer>
              <div className="grid grid-cols-2 gap-2">
                {kinds.map((kind) => (
                  // Puck's item is the button: a press adds the block, and whoever drags it chooses the place.
                  <div key={kind.type} onClickCapture={() => add(kind)} onKeyDownCapture={(event) => addByKey(event, kind)}>
                    <Drawer.Item name={kind.type} label={kind.title}>
                      {() => <Tile kind={kind} />}
                    </Drawer.Item>
                  </div>
                ))}
              </div>
            </Drawer>
          ) : (
            <div className="grid grid-cols-3 gap-2">
              {kinds.map((kind) => (
                <button key={kind.type} type="button" onClick={() => add(kind)}>
                  <Tile kind={kind} />
                </button>
              ))}
            </div>
          )}
        </section>
      ))}
      {savedKind && savedOnes.length > 0 && (
        <section aria-label={t('blocks_tab.saved')}>
          <h2 className="mb-2 text-13 font-semibold">{t('blocks_tab.saved')}</h2>
          <ul className="grid gap-1">
            {savedOnes.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className="flex w-full items-center gap-2 rounded-control border bg-surface px-2 py-1.5 text-13 hover:bg-hover"
                  onClick={() => add(savedKind, { [savedKind.fields.find(({ kind }) => kind === 'record')?.name ?? 'block']: id })}
                >
                  <BlockPicture type="Saved" className="size-7 flex-none" />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.length === 0 && savedOnes.length === 0 && <EmptyState icon="search" title={t('blocks_tab.none')} />}
    </div>
  )
}

const Tile = ({ kind }: { kind: BlockKind }) => (
  <span className="group block w-full rounded-control bg-surface text-start">
    <BlockPicture type={kind.type} className="aspect-3/2 w-full group-hover:border-strong" />
    <span className="mt-1 block truncate text-12 font-medium text-text-2">{kind.title}</span>
  </span>
)
