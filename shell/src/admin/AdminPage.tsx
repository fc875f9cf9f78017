/** A page of the settings: heading, width, and the refusal for those who may not open it. */
import type { ReactNode } from 'react'
import { NotAllowed, PageHeader, Screen, useSession, useT } from '@atrium/sdk/web'

interface AdminPageProps {
  /** Screen name, `communities/Roles`. */
  name: string
  /** Locale key of the title. */
  title: string
  /** Heading, where it is not the title. */
  heading?: string
  text?: string
  actions?: ReactNode
  /** Where it came from. */
  back?: { to: string; label: string }
  /** Only for the owner of the whole platform. */
  ownerOnly?: boolean
  children: ReactNode
}

export function AdminPage({ name, title, heading, text, actions, back, ownerOnly, children }: AdminPageProps) {
  const t = useT()
  const { isAdmin, account } = useSession()
  const allowed = ownerOnly ? (account?.isPlatformOwner ?? false) : isAdmin
  return (
    <Screen name={name} title={t(title)} layout="wide">
      <div className="mx-auto max-w-[928px]">
        {allowed ? (
          <>
            <PageHeader title={heading ?? t(title)} text={text} actions={actions} back={back} />
            {children}
          </>
        ) : (
          <>
            <h1 className="sr-only">{t(title)}</h1>
            <NotAllowed />
          </>
        )}
      </div>
    </Screen>
  )
}
