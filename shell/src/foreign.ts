/** Routes that the shell calls of whichever plugin answers them; 404 where none is on. */
import type { Route, z } from '@atrium/sdk'

export type Typed<T> = z.ZodType<T, T>
export type Answered<Query, Reply> = Route<{ can: 'member'; query: Typed<Query>; reply: Typed<Reply> }>
export type Plain<Reply> = Route<{ can: 'account'; reply: Typed<Reply> }>
type Written = Route<{ can: 'account'; reply: Typed<{ success: true }> }>
export const foreign = <R extends Route>(plugin: string, name: string, method: R['method'], path: string): R =>
  ({ plugin, name, method, path, options: { can: 'account' } }) as R

export const legalTexts = foreign<Plain<{ consent_required: boolean; kinds: string[] }>>('community', 'legalTexts', 'GET', '/internal_api/legal')
export const joinHere = foreign<Route<{ can: 'account'; body: Typed<{ consent?: boolean }>; reply: Typed<{ success: true }> }>>(
  'community',
  'joinHere',
  'POST',
  '/internal_api/community/join',
)
export const stopMasquerade = foreign<Written>('masquerading', 'stop', 'DELETE', '/internal_api/masquerading/masquerades')
