/** The head of a card that holds a list or a form: title, a line of text, an act. */
import type { ReactNode } from 'react'

export const CardHead = ({ title, text, action }: { title: ReactNode; text?: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3 border-b px-4 py-4 desk:px-5">
    <div className="min-w-0 flex-1 basis-48">
      <h2 className="text-15">{title}</h2>
      {text && <p className="text-13 text-text-2">{text}</p>}
    </div>
    {action}
  </div>
)
