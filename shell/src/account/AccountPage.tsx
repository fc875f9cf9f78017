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
      <div className="mb-6 flex flex-wrap items-end gap-x-5 gap-y-1">
        <div className="min-w-0 flex-1 max-desk:basis-full">
          <Tabs items={items} current={current} />
        </div>
        <Slot of={shell.slots['account.tabs']} />
      </div>
      {children}
    </Screen>
  )
}
