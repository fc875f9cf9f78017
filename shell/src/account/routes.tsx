/** Addresses of sign-in, the own account and the own communities; each page is a chunk of its own. */
import type { accountAddresses } from '@atrium/sdk/kernel/shell'
import type { ComponentType } from 'react'
import { redirectTo } from './Redirect.tsx'

interface AccountPage {
  load: () => Promise<{ default: ComponentType }>
  public?: boolean
  layout?: 'column' | 'bare'
}
const entry = (load: AccountPage['load']): AccountPage => ({ load, public: true, layout: 'bare' })
const page = (load: AccountPage['load']): AccountPage => ({ load, layout: 'column' })
const moved = (to: string): AccountPage => entry(async () => ({ default: redirectTo(to) }))

const pages: Record<(typeof accountAddresses)[number], AccountPage> = {
  '/user/sign_in': entry(() => import('./SignIn.tsx')),
  '/user/sign_up': entry(() => import('./SignUp.tsx')),
  '/users/password/new': entry(() => import('./PasswordNew.tsx')),
  '/user/password': entry(() => import('./Password.tsx')),
  '/users/confirm': entry(() => import('./Confirm.tsx')),
  '/user/confirmation': entry(() => import('./Confirm.tsx')),
  '/two_fa': entry(() => import('./TwoFa.tsx')),
  '/users/sign_out': entry(() => import('./SignOut.tsx')),
  '/users/login': moved('/user/sign_in'),
  '/users/sign_in': moved('/user/sign_in'),
  '/sign_in': moved('/user/sign_in'),
  '/sign_up': moved('/user/sign_up'),
  '/settings/profile': moved('/account'),
  '/account': page(() => import('./Account.tsx')),
  '/account/authentication': page(() => import('./Authentication.tsx')),
  '/communities': page(() => import('./Communities.tsx')),
  '/communities/new': page(() => import('./New.tsx')),
  '/community_switchers': page(() => import('./Switcher.tsx')),
}
export const routes = Object.entries(pages).map(([path, page]) => ({ path, ...page }))
