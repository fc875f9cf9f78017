/** Beside the canvas: the fields of the chosen block, how it looks, and who sees it. */
import { EmptyState, IconButton, Menu, Note, Tabs, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { AUDIENCES, DEVICES, type Block } from '../../../contract.ts'
import { BlockPicture } from './BlockPicture.tsx'
import { everyBlock, type Field } from './data.ts'
import { FieldOf } from './fields/FieldOf.tsx'
import { useBlockMenu } from './useBlockMenu.ts'
import { useBlocks, usePage, useSelected } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

/** Of what all blocks have: the fields that say whom it is shown to. */
const isAbout = (field: Field): boolean => {
  const values = ((field['options'] as { value: string }[] | undefined) ?? []).map(({ value }) => value)
  return [AUDIENCES, DEVICES].some((known) => values.length > 0 && values.every((value) => (known as readonly string[]).includes(value)))
}

export function Panel() {
  const t = useT()
  const block = useSelected()
  if (!block) return <EmptyState icon="layout-grid" title={t('panel.none')} text={t('panel.none_text')} className="py-16" />
  return <BlockPanel key={block.props.id} block={block} />
}

export function BlockPanel({ block, head = true }: { block: Block; head?: boolean }) {
  const t = useT()
  const { kinds, common } = useBuilding()
  const blocks = useBlocks()
  const kind = kinds.get(block.type)
  const own = (kind?.fields ?? []).filter((field) => field.kind !== 'slot')
  const [tab, setTab] = useState('content')
  const look = (block.props['look'] ?? {}) as Record<string, unknown>
  const inLook = (field: Field) => (
    <FieldOf
      key={field.name}
      field={field}
      type={block.type}
      path={field.name}
      value={look[field.name]}
      onChange={(value) => blocks.set(block.props.id, { look: { ...look, [field.name]: value } })}
    />
  )
  const who = common.filter(isAbout)
  return (
    <>
      {head && <Head block={block} title={kind?.title ?? block.type} />}
      {kind ? (
        <>
          <Tabs
            className="px-4"
            label={t('panel.tabs')}
            current={tab}
            items={['content', 'look', 'who'].map((key) => ({ key, label: t(`panel.${key}`), onSelect: () => setTab(key) }))}
          />
          <div className="grid gap-5 p-4">
            {tab === 'content' &&
              own.map((field) => (
                <FieldOf
                  key={field.name}
                  field={field}
                  type={block.type}
                  path={field.name}
                  value={block.props[field.name]}
                  onChange={(value) => blocks.set(block.props.id, { [field.name]: value })}
                />
              ))}
            {tab === 'content' && own.length === 0 && <p className="text-13 text-text-2">{t('panel.only_blocks')}</p>}
            {tab === 'look' && common.filter((field) => !isAbout(field)).map(inLook)}
            {tab === 'who' && who.map(inLook)}
            {tab === 'who' && <p className="text-12 text-text-3">{t('panel.who_help')}</p>}
          </div>
        </>
      ) : (
        <div className="p-4">
          <Note tone="warning">{t('builder.unknown_note')}</Note>
        </div>
      )}
    </>
  )
}

function Head({ block, title }: { block: Block; title: string }) {
  const t = useT()
  const page = usePage()
  const items = useBlockMenu(block)
  const all = everyBlock(page.content)
  const at = all.findIndex(({ props }) => props.id === block.props.id)
  return (
    <header className="flex items-center gap-3 px-4 pb-2 pt-4">
      <BlockPicture type={block.type} className="h-9 w-12 flex-none" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-15">{title}</h2>
        <p className="text-12 text-text-3">{t('panel.place', { at: at + 1, of: all.length })}</p>
      </div>
      <Menu trigger={<IconButton icon="ellipsis" label={t('panel.more', { name: title })} />} items={items} />
    </header>
  )
}
