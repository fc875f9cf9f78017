/** The page round one's own account: heading and tabs. Plugins add their tabs in the slot `account.tabs`. */
import shell from '@atrium/sdk/kernel/shell'
import type { ReactNode } from 'react'
import { PageHeader, Screen, Slot, Tabs, useT } from '@atrium/sdk/web'

interface AccountPageProps {
  name: 'accounts/Account' | 'auth/Authentication'
  current: 'profile' | 'authentication'
  children: ReactNode
}

export function AccountPage({ name, current, children }: AccountPageProps) {
  const t = useT()
  const items = [
    { key: 'profile', label: t('account.tab.profile'), to: '/account' },
    { key: 'authentication', label: t('account.tab.authentication'), to: '/account/authentication' },
  ]
  return (
    <Screen name={name} title={t(`account.tab.${current}`)}>
      <PageHeader title={t('account.title')} />
      <Tabs items={items} current={current} more={<Slot of={shell.slots['account.tabs']} />} className="mb-6" />
      {children}
    </Screen>
  )
}
