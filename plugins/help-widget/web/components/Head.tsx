/** The head of what has been opened: the way back, what it is, and the way out. */
import { IconButton, cx, useT } from '@atrium/sdk/web'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHelp } from './places.ts'

interface HeadProps {
  title: string
  /** A second line, small. */
  text?: string | undefined
  /** Before the title, as a face. */
  lead?: ReactNode
  /** What can be done here, before the way out. */
  children?: ReactNode
}
export function Head({ title, text, lead, children }: HeadProps) {
  const t = useT()
  const { place, back, close } = useHelp()
  const heading = useRef<HTMLHeadingElement>(null)
  const isInside = back !== null
  // whoever goes on by keyboard begins at the head of what has opened, and keeps their place in it afterwards
  useEffect(() => {
    if (isInside) heading.current?.focus()
  }, [isInside, place])
  return (
    <header className="sticky top-0 z-10 flex min-h-14 flex-none items-center gap-1 border-b bg-surface px-2">
      {back && <IconButton icon="chevron-left" label={t('window.back')} onClick={back} />}
      {lead}
      <div className={cx('min-w-0 flex-1', lead ? 'ps-1.5' : !back && 'ps-2')}>
        <h2 ref={heading} tabIndex={-1} className="truncate text-15 font-semibold outline-none">
          {title}
        </h2>
        {text && <p className="truncate text-12 text-text-3">{text}</p>}
      </div>
      {children}
      {close && <IconButton icon="x" label={t('launcher.close')} onClick={close} />}
    </header>
  )
}
