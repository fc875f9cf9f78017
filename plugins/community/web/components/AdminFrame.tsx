/** A page of the settings in the width that forms read best. */
import { PageHeader, Screen, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

export function AdminFrame({
  name,
  title,
  text,
  actions,
  children,
}: {
  name: string
  title: string
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  return (
    <Screen name={`community/${name}`} title={t(title)} layout="wide">
      <div className="mx-auto max-w-[928px]">
        <PageHeader title={t(title)} text={text} actions={actions} />
        {children}
      </div>
    </Screen>
  )
}

/** The head of a card that holds a list or a form. */
export const CardHead = ({ title, text, action }: { title: ReactNode; text?: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3 border-b px-4 py-4 desk:px-5">
    <div className="min-w-0 flex-1 basis-48">
      <h2 className="text-15">{title}</h2>
      {text && <p className="text-13 text-text-2">{text}</p>}
    </div>
    {action}
  </div>
)
