/** Over the chosen block in the canvas: its name, and what is done with it most. */
import { Icon, useT } from '@atrium/sdk/web'
import { useActsDialogs } from './ActDialogs.tsx'
import { useBlocks, useSelected } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

/** @param zoom of the canvas: the bar is as large as the rest of the interface */
export function CanvasBar({ zoom }: { zoom: number }) {
  const t = useT()
  const { kinds, savedBlockId } = useBuilding()
  const block = useSelected()
  const blocks = useBlocks()
  const dialogs = useActsDialogs()
  if (!block) return null
  const { id } = block.props
  const acts: [icon: string, label: string, run: () => void][] = [
    ['arrow-up', t('block.up'), () => blocks.shift(id, -1)],
    ['arrow-down', t('block.down'), () => blocks.shift(id, 1)],
    ['copy', t('block.duplicate'), () => blocks.duplicate(id)],
  ]
  if (savedBlockId === null && block.type !== 'Saved' && kinds.has('Saved')) acts.push(['layers', t('block.save'), () => dialogs.saveBlock(block)])
  acts.push(['trash-2', t('block.delete'), () => blocks.remove(id)])
  return (
    // it is of the editor, whichever way the page is written
    <div dir={document.documentElement.dir} className="ed-bar" style={{ transform: `scale(${1 / zoom})` }}>
      <b>{kinds.get(block.type)?.title ?? block.type}</b>
      {acts.map(([icon, label, run]) => (
        <button
          key={icon}
          type="button"
          title={label}
          aria-label={label}
          onClick={(event) => {
            event.stopPropagation()
            run()
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
