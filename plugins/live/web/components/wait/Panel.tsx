/** One thing to know about a room, in the middle of the page, with what can be done about it. */
import { Card, type IconRef, Icon } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { LiveRoom } from '../../../contract.ts'
import { Header } from '../Header.tsx'

interface PanelProps {
  room: LiveRoom | null
  icon: IconRef
  title: string
  text?: string
  /** Between the words and what can be done. */
  children?: ReactNode
  actions?: ReactNode
}
export const Panel = ({ room, icon, title, text, children, actions }: PanelProps) => (
  <div className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)]">
    <Header room={room} />
    <div className="mx-auto w-full max-w-[480px] self-center px-3 py-8 max-desk:self-start max-desk:pt-4">
      <Card className="grid justify-items-center gap-1.5 px-6 py-9 text-center">
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-brand-soft text-on-brand-soft">
          <Icon name={icon} size="lg" />
        </span>
        <h1 className="text-20">{title}</h1>
        <div role="status" className="grid justify-items-center gap-1.5">
          {text && <p className="max-w-[44ch] text-text-2">{text}</p>}
          {children}
        </div>
        {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      </Card>
    </div>
  </div>
)
