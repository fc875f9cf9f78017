/** The panel of the icon picker: emoji, outline icons, coloured shapes. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { formatMark, ICON_SETS, type IconSet, MARK_SHAPES, type MarkShape, parseMark, shapesOf } from '../../../core/marks.ts'
import { useWords } from '../../core/i18n.tsx'
import { markIcons } from '../../markIcons.ts'
import { cx } from '../cx.ts'
import { Input } from '../Field.tsx'
import { IconMark } from '../IconMark.tsx'
import { Segment } from '../surfaces.tsx'
import Emoji from './emoji.tsx'

const COLUMNS = 9
/** Arrows walk over the grid, which is one stop of the tab key. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = step && at >= 0 ? all[at + step] : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

const Grid = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} onKeyDown={walk} className="grid max-h-64 grid-cols-9 overflow-y-auto p-2 pt-0">
    {children}
  </div>
)
function Choice({ value, chosen, first, label, onPick }: { value: string; chosen: boolean; first: boolean; label: string; onPick: (value: string) => void }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={chosen}
      tabIndex={chosen || first ? 0 : -1}
      onClick={() => onPick(value)}
      className={cx('grid h-9 place-items-center rounded-control text-text hover:bg-hover', chosen && 'bg-brand-soft')}
    >
      <IconMark value={value} className="w-5" />
    </button>
  )
}

type Page = 'emoji' | 'icons' | 'shapes'
export default function Marks({ value, onPick }: { value: string; onPick: (value: string) => void }) {
  const t = useWords()
  const mark = value ? parseMark(value) : null
  const [page, setPage] = useState<Page>(mark?.kind === 'icon' ? 'icons' : mark?.kind === 'shape' ? 'shapes' : 'emoji')
  return (
    <div>
      <div className="p-2 pb-0">
        <Segment
          label={t('mark.choose')}
          value={page}
          onChange={setPage}
          items={[
            { value: 'emoji', label: t('mark.emoji') },
            { value: 'icons', label: t('mark.icons') },
            { value: 'shapes', label: t('mark.shapes') },
          ]}
        />
      </div>
      {page === 'emoji' && <Emoji onPick={onPick} />}
      {page === 'icons' && <Icons value={value} set={mark?.kind === 'icon' ? mark.set : 'dark'} onPick={onPick} />}
      {page === 'shapes' && <Shapes value={value} first={mark?.kind === 'shape' ? mark.shape : 'circle'} onPick={onPick} />}
    </div>
  )
}

function Icons({ value, set: chosenSet, onPick }: { value: string; set: IconSet; onPick: (value: string) => void }) {
  const t = useWords()
  const [set, setSet] = useState(chosenSet)
  const [text, setText] = useState('')
  const found = markIcons.filter((name) => name.includes(text.trim().toLowerCase().replaceAll(' ', '-')))
  return (
    <>
      <div className="flex items-center gap-2 p-2">
        <Input
          size="sm"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Segment label={t('mark.set')} value={set} onChange={setSet} items={ICON_SETS.map((one) => ({ value: one, label: t(`mark.set.${one}`) }))} />
      </div>
      <Grid label={t('mark.icons')}>
        {found.map((name, at) => {
          const one = formatMark({ kind: 'icon', set, name })
          return <Choice key={name} value={one} chosen={one === value} first={at === 0} label={name.replaceAll('-', ' ')} onPick={onPick} />
        })}
      </Grid>
      {found.length === 0 && <p className="p-6 pt-2 text-center text-text-3">{t('nothing')}</p>}
    </>
  )
}

function Shapes({ value, first, onPick }: { value: string; first: MarkShape; onPick: (value: string) => void }) {
  const t = useWords()
  const [shape, setShape] = useState(first)
  return (
    <>
      <div role="group" aria-label={t('mark.shape')} className="flex gap-1 p-2">
        {MARK_SHAPES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === shape}
            aria-label={t(`mark.shape.${one}`)}
            onClick={() => setShape(one)}
            className={cx('grid h-9 flex-1 place-items-center rounded-control hover:bg-hover', one === shape && 'bg-hover')}
          >
            <IconMark value={formatMark({ kind: 'shape', shape: one, colour: 'grey-500', variant: 'plain' })} className="w-5" />
          </button>
        ))}
      </div>
      <Grid label={t(`mark.shape.${shape}`)}>
        {shapesOf(shape).map(({ colour, variant }, at) => {
          const one = formatMark({ kind: 'shape', shape, colour, variant })
          const [name, shade] = colour.split(/-(?=\d)/) as [string, string?]
          const label = `${t(`mark.colour.${name}`)}${shade ? ` ${shade}` : ''}, ${t(`mark.variant.${variant}`)}`
          return <Choice key={one} value={one} chosen={one === value} first={at === 0} label={label} onPick={onPick} />
        })}
      </Grid>
    </>
  )
}
