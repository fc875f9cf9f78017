/** What can be done with one block, in the menus of panel, canvas and list. */
import { type MenuProps, useT } from '@atrium/sdk/web'
import type { Block } from '../../../contract.ts'
import { clip, clipped } from './clipboard.ts'
import { useActsDialogs } from './ActDialogs.tsx'
import { useBlocks } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

/** As it is printed on the keyboard. */
const MOD = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl+'

export function useBlockMenu(block: Block): MenuProps['items'] {
  const t = useT()
  const blocks = useBlocks()
  const { kinds, savedBlockId } = useBuilding()
  const dialogs = useActsDialogs()
  const { id } = block.props
  return [
    { label: t('block.up'), icon: 'arrow-up', onSelect: () => blocks.shift(id, -1) },
    { label: t('block.down'), icon: 'arrow-down', onSelect: () => blocks.shift(id, 1) },
    '-',
    { label: t('block.duplicate'), icon: 'copy', keys: `${MOD}D`, onSelect: () => blocks.duplicate(id) },
    { label: t('block.copy'), icon: 'clipboard', keys: `${MOD}C`, onSelect: () => clip(block) },
    {
      label: t('block.paste'),
      icon: 'clipboard-list',
      keys: `${MOD}V`,
      onSelect: () => {
        const copied = clipped()
        if (copied) blocks.add(copied, id)
      },
    },
    savedBlockId === null &&
      block.type !== 'Saved' &&
      kinds.has('Saved') && { label: t('block.save'), icon: 'layers', onSelect: () => dialogs.saveBlock(block) },
    '-',
    { label: t('block.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => blocks.remove(id) },
  ]
}
