/** What visitors see of members where the community keeps them to itself. */
import { EmptyState, useSession, useT, WaysIn } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

/** Visitors are admitted where the community's directory is public. */
export function useAdmitted(): boolean {
  const { account, community } = useSession()
  return account !== null || community.settings.public_member_directory === true
}

/** @param of what is kept: the list of all, or the profile of one */
export function MembersOnly({ of = 'directory', children }: { of?: 'directory' | 'profile'; children: ReactNode }) {
  const t = useT()
  const { community, signUpAllowed } = useSession()
  if (useAdmitted()) return children
  const words = of === 'profile' ? 'closed.profile' : 'closed'
  return (
    <>
      <h1 className="sr-only">{t(`${words}.title`)}</h1>
      <EmptyState
        icon="lock"
        title={t(`${words}.title`)}
        text={signUpAllowed ? t(`${words}.join`, { community: community.name }) : t(`${words}.text`)}
        action={<WaysIn className="justify-center" />}
      />
    </>
  )
}
