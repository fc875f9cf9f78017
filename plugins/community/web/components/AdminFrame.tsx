/** A page of the settings in the width that forms read best. */
import { type IconRef, LinkButton, PageHeader, Query, type QueryProps, Screen, Skeleton, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

interface AdminFrameProps {
  name: string
  title: string
  text?: ReactNode
  /** Where members see what is set here. */
  shown?: { to: string; icon: IconRef; label: string }
  children: ReactNode
}
export function AdminFrame({ name, title, text, shown, children }: AdminFrameProps) {
  const t = useT()
  const actions = shown && (
    <LinkButton to={shown.to} icon={shown.icon}>
      {shown.label}
    </LinkButton>
  )
  return (
    <Screen name={`community/${name}`} title={t(title)} layout="wide">
      <div className="mx-auto max-w-[928px]">
        <PageHeader title={t(title)} text={text} actions={actions} />
        {children}
      </div>
    </Screen>
  )
}

interface RecordFrameProps<T> extends Omit<AdminFrameProps, 'children'>, Pick<QueryProps<T>, 'query' | 'children'> {
  /** Of what is shown until the record is there, in pixels. */
  height: number
}
/** The same page round one record. */
export const RecordFrame = <T,>({ query, height, children, ...frame }: RecordFrameProps<T>) => (
  <AdminFrame {...frame}>
    <Query query={query} skeleton={<Skeleton w="100%" h={height} />}>
      {children}
    </Query>
  </AdminFrame>
)
