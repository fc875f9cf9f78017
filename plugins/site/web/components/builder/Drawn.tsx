/** A block in the canvas: the server's drawing, with Puck's own places where other blocks lie in it. */
import type { SlotComponent } from '@puckeditor/core'
import { cx, useT } from '@atrium/sdk/web'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDrawing } from './drawings.ts'

interface DrawnProps {
  id: string
  look: { audience?: string; devices?: string }
  title: string
  slots: readonly (readonly [name: string, Slot: SlotComponent])[]
}
/** Where the server leaves room for the blocks of a slot: drawn without them, that is what has nothing in it. */
const ROOM = 'div:empty'

export function Drawn({ id, look, title, slots }: DrawnProps) {
  const t = useT()
  const drawing = useDrawing(id)
  const root = useRef<HTMLDivElement>(null)
  const [rooms, setRooms] = useState<readonly Element[] | null>(null)
  const html = drawing?.html ?? ''
  useLayoutEffect(() => {
    if (slots.length) setRooms([...(root.current?.querySelectorAll(ROOM) ?? [])])
  }, [html, slots.length])
  if (!drawing) return <div className="ed-wait" />
  const shownTo = [look.audience !== 'everybody' && look.audience, look.devices !== 'all' && look.devices].filter((one) => !!one)
  return (
    <>
      {shownTo.length > 0 && <span className="ed-shown-to">{shownTo.map((one) => t(`builder.only.${one}`)).join(', ')}</span>}
      {drawing.trouble && <p className="ed-trouble">{drawing.trouble}</p>}
      {html ? (
        <div ref={root} className="ed-drawn" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        slots.length === 0 && (
          <p className="ed-empty">
            <strong>{title}</strong> {t('builder.shows_nothing')}
          </p>
        )
      )}
      {rooms?.length === 0 && slots.map(([name, Slot]) => <Slot key={name} className="ed-slot" minEmptyHeight={64} />)}
      {rooms?.map((room, at) => {
        const [name, Slot] = slots[at] ?? []
        return name && Slot && createPortal(<Slot className={cx('ed-slot', room.classList.contains('stack') && 'stack')} minEmptyHeight={64} />, room, name)
      })}
    </>
  )
}
