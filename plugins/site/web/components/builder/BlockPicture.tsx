/** What a kind of block looks like, in a few strokes: faster told apart than by their names. */
import { cx, Icon } from '@atrium/sdk/web'
import { BLOCKS, type Stroke } from './strokes.ts'
import { useBuilding } from './useBuilding.ts'

const DARK = ['fill-press', 'fill-strong/55', 'fill-text-2']

export const Strokes = ({ of }: { of: readonly Stroke[] }) => (
  <svg viewBox="0 0 48 32" className="size-full rtl:-scale-x-100" aria-hidden="true">
    {of.map(([x, y, width, height, dark = 0]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="1" className={DARK[dark]} />
    ))}
  </svg>
)

export function BlockPicture({ type, className }: { type: string; className?: string }) {
  const { kinds } = useBuilding()
  const strokes = BLOCKS[type]
  return (
    <span className={cx('grid place-items-center overflow-hidden rounded-control border bg-surface-2', className)}>
      {strokes ? <Strokes of={strokes} /> : <Icon name={kinds.get(type)?.icon ?? 'puzzle'} className="size-[18px]! text-text-3" />}
    </span>
  )
}
