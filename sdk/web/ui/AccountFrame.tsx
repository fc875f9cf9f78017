/** The frame of every page of one's own account: heading and tabs, always at the same place. Plugins add their tabs in the slot `account.tabs`. */
import type { ReactNode } from 'react'
import shell from '../../kernel/shell/contract.ts'
import { useWords } from '../core/i18n.tsx'
import { Slot } from '../core/slots.tsx'
import { PageHeader, Screen } from './page.tsx'
import { Tabs } from './surfaces.tsx'

interface AccountFrameProps {
  /** Screen name: `paywalls/Billing`. */
  name: string
  title: string
  /** Of the account's own two pages; tabs of plugins know their address. */
  current?: 'profile' | 'authentication'
  children: ReactNode
}
export function AccountFrame({ name, title, current, children }: AccountFrameProps) {
  const t = useWords()
  const items = [
    { key: 'profile', label: t('account.profile'), to: '/account' },
    { key: 'authentication', label: t('account.authentication'), to: '/account/authentication' },
  ]
  return (
    <Screen name={name} title={title} layout="wide">
      <div className="mx-auto max-w-[1000px]">
        <PageHeader title={t('account.title')} />
        <Tabs items={items} current={current ?? ''} more={<Slot of={shell.slots['account.tabs']} />} className="mb-6" />
        {children}
      </div>
    </Screen>
  )
}
