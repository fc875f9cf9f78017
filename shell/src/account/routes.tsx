/** Addresses of sign-in, the own account and the own communities; each page is a chunk of its own. */
import type { ComponentType } from 'react'
import { redirectTo } from './Redirect.tsx'

interface AccountRoute {
  path: string
  load: () => Promise<{ default: ComponentType }>
  public?: boolean
  layout?: 'column' | 'bare'
}
const entry = (path: string, load: AccountRoute['load']): AccountRoute => ({ path, load, public: true, layout: 'bare' })
const page = (path: string, load: AccountRoute['load']): AccountRoute => ({ path, load, layout: 'column' })
const moved = (path: string, to: string): AccountRoute => entry(path, async () => ({ default: redirectTo(to) }))

export const routes: AccountRoute[] = [
  entry('/user/sign_in', () => import('./SignIn.tsx')),
  entry('/user/sign_up', () => import('./SignUp.tsx')),
  entry('/users/password/new', () => import('./PasswordNew.tsx')),
  entry('/user/password', () => import('./Password.tsx')),
  entry('/users/confirm', () => import('./Confirm.tsx')),
  entry('/user/confirmation', () => import('./Confirm.tsx')),
  entry('/two_fa', () => import('./TwoFa.tsx')),
  entry('/users/sign_out', () => import('./SignOut.tsx')),
  moved('/users/login', '/user/sign_in'),
  moved('/users/sign_in', '/user/sign_in'),
  moved('/sign_in', '/user/sign_in'),
  moved('/sign_up', '/user/sign_up'),
  moved('/settings/profile', '/account'),
  page('/account', () => import('./Account.tsx')),
  page('/account/authentication', () => import('./Authentication.tsx')),
  page('/communities', () => import('./Communities.tsx')),
  page('/communities/new', () => import('./New.tsx')),
  page('/community_switchers', () => import('./Switcher.tsx')),
]
