/** What visitors see of members where the community keeps them to itself. */
import { EmptyState, useSession, useT, WaysIn } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

/** Visitors are admitted where the community's directory is public. */
export function useAdmitted(): boolean {
  const { account, community } = useSession()
  return account !== null || community.settings.public_member_directory === true
}

export function MembersOnly({ children }: { children: ReactNode }) {
  const t = useT()
  const { community, signUpAllowed } = useSession()
  if (useAdmitted()) return children
  return (
    <>
      <h1 className="sr-only">{t('closed.title')}</h1>
      <EmptyState
        icon="lock"
        title={t('closed.title')}
        text={signUpAllowed ? t('closed.join', { community: community.name }) : t('closed.text')}
        action={<WaysIn className="justify-center" />}
      />
    </>
  )
}
